"""Inputs of a network, from an iterative deepening and from a running simulation."""

import itertools
import math
from collections.abc import Sequence

from zeitnot.monitors import SearchContext
from zeitnot.turns import SNAPSHOT_ARMS, Arm, ChessFeatures, Iteration, Snapshot

UNKNOWN = math.nan
"""Value that an engine does not report; a network takes it for the mean of its training data."""
_CP = 300.0
"""Centipawns that count as a clear advantage: the scale on which scores are compressed."""

DEEPENING_INPUTS = (
    "log_nodes",
    "depth",
    "log_growth",
    "score",
    "score_size",
    "change_1",
    "change_2",
    "change_4",
    "unrest",
    "log_stable_depths",
    "log_stable_nodes",
    "switches",
    "recent_switches",
    "share",
    "share_change",
    "changes_inside",
    "fail_highs",
    "fail_lows",
    "second_gap",
    "second_known",
    "log_legal_moves",
    "captures",
    "checks",
    "in_check",
    "pieces",
    "move_number",
    "mate",
    "effort",
    "turn_change",
    "log_selectivity",
    "hash_full",
    "draw_chance",
)
"""Names of all inputs from an iterative deepening; a model names those that it takes, in its own order."""
_OF_ONE_ENGINE = {
    *("log_nodes", "depth", "share", "share_change", "second_gap", "second_known"),
    *("log_selectivity", "hash_full", "draw_chance"),
}
GENERAL_INPUTS = tuple(name for name in DEEPENING_INPUTS if name not in _OF_ONE_ENGINE)
"""Inputs that mean the same for every engine: none counts its nodes or depths, or needs what few report."""


def deepening_inputs(iterations: Sequence[Iteration], context: SearchContext) -> list[float]:
    """Return all inputs from the depths finished so far, at least one."""
    last = iterations[-1]
    before = iterations[-2] if len(iterations) > 1 else last
    scores = [math.tanh(each.score_cp / _CP) for each in iterations[-5:]]
    score, second_cp = scores[-1], last.second_score_cp
    share, share_before = last.best_move_share, before.best_move_share
    nodes = max(1, last.nodes)
    effort, previous_cp = context.effort(last), context.previous_score_cp
    return [
        math.log(nodes),
        float(last.depth),
        math.log(nodes / max(1, before.nodes)) if last.nodes >= before.nodes else 0.0,
        score,
        abs(score),
        score - scores[-2] if len(scores) > 1 else 0.0,
        score - scores[-3] if len(scores) > 2 else 0.0,  # noqa: PLR2004 (two depths back)
        score - scores[0],
        _unrest(scores),
        *_stability(iterations),
        UNKNOWN if share is None else share,
        UNKNOWN if share is None or share_before is None else share - share_before,
        min(4.0, last.best_move_changes),
        min(4.0, last.fail_highs),
        min(4.0, last.fail_lows),
        UNKNOWN if second_cp is None else score - math.tanh(second_cp / _CP),
        0.0 if second_cp is None else 1.0,
        *_position(context.features),
        0.0 if last.mate_in is None else 1.0,
        UNKNOWN if effort is None else effort,
        UNKNOWN if previous_cp is None else score - math.tanh(previous_cp / _CP),
        math.log(last.selective_depth / last.depth) if 0 < last.depth <= last.selective_depth else UNKNOWN,
        UNKNOWN if last.hash_full is None else last.hash_full,
        UNKNOWN if last.draw_chance is None else last.draw_chance,
    ]


def _unrest(scores: list[float]) -> float:
    if len(scores) < 2:  # noqa: PLR2004 (nothing has moved yet)
        return 0.0
    return sum(abs(a - b) for a, b in itertools.pairwise(scores)) / (len(scores) - 1)


def _stability(iterations: Sequence[Iteration]) -> tuple[float, float, float, float]:
    """Return how long the best move has been stable, and how often it changed, in total and recently."""
    last = iterations[-1]
    move, stable, switches, recent = last.best_move, 0, 0, 0
    since = last
    for back, each in enumerate(reversed(iterations)):
        if each.best_move != move:
            move = each.best_move
            switches += 1
            recent += back <= 4  # noqa: PLR2004 (of the last five depths)
        if not switches:
            stable += 1
            since = each
    return (
        math.log(stable),
        math.log(max(1, last.nodes) / max(1, min(since.nodes, last.nodes))),
        math.log1p(switches),
        float(recent),
    )


def _position(features: ChessFeatures | None) -> tuple[float, ...]:
    if features is None:
        return (UNKNOWN,) * 6
    return (
        math.log(max(1, features.legal_moves)),
        float(min(12, features.captures)),
        float(min(6, features.checks)),
        float(features.in_check),
        float(features.pieces),
        float(min(100, features.move_number)),
    )


FAR = 8.0
"""Standard errors behind the best arm at which an arm no longer matters; missing arms count as this far
behind."""
FAR_PTS = 30.0
"""Points behind the best arm at which an arm no longer matters; an unknown error counts as this large."""
LEAST_PTS = 1e-7
"""Least value that a logarithm is taken of."""
_CLOSE = (1.0, 2.0)
"""Standard errors within which an arm is close, for two of the inputs."""
_FAR_ROOT = math.sqrt(FAR_PTS)
_MISSING = (FAR,) * (SNAPSHOT_ARMS - 1)
_LEAST_SQUARE = LEAST_PTS * LEAST_PTS
_ROOT_2 = math.sqrt(2.0)
_ROOT_2_PI = math.sqrt(2.0 * math.pi)

SNAPSHOT_INPUTS = (
    "log_bonferroni",
    "log_largest_excess",
    "log_samples",
    "log_arms",
    "log_samples_best",
    "log_samples_second",
    "log_error_best",
    "log_error_largest",
    "log_error_mean",
    "log_deviation_best",
    "log_error_second",
    "log_error_third",
    "correlation_second",
    "gap_second",
    "gap_third",
    "gap_last",
    *(f"z_{place}" for place in range(2, SNAPSHOT_ARMS + 1)),
    "arms_within_1",
    "arms_within_2",
    "bag",
    "bag_empties",
    "score_difference",
    "score_closeness",
)
"""Names of the inputs, in order; a model works with exactly these."""


def snapshot_inputs(snapshot: Snapshot) -> list[float]:
    """Return the inputs from a snapshot with at least a best arm; all are finite."""
    best = snapshot.top[0]
    gaps, errors, excesses, zs = _against_best(snapshot.top)
    own = [math.sqrt(arm.variance / arm.samples) if arm.samples else FAR_PTS for arm in snapshot.top]
    bag, lead_pts = snapshot.bag_tiles, snapshot.score_difference_pts
    return [
        _log(sum(excesses)),
        _log(max(excesses, default=0.0)),
        math.log(snapshot.samples or 1),
        math.log(snapshot.arms or 1),
        math.log(best.samples or 1),
        math.log(snapshot.top[1].samples or 1) if gaps else 0.0,
        _log(min(FAR_PTS, own[0])),
        _log(min(FAR_PTS, max(own))),
        _log(min(FAR_PTS, sum(own) / len(own))),
        0.5 * _log(best.variance),
        _log(errors[0]) if errors else 0.0,
        _log(errors[1]) if len(errors) > 1 else 0.0,
        _correlation(snapshot),
        math.sqrt(min(FAR_PTS, gaps[0])) if gaps else _FAR_ROOT,
        math.sqrt(min(FAR_PTS, gaps[1])) if len(gaps) > 1 else _FAR_ROOT,
        math.sqrt(min(FAR_PTS, gaps[-1])) if gaps else _FAR_ROOT,
        *zs,
        *_MISSING[len(zs) :],
        float(sum([z < _CLOSE[0] for z in zs])),
        float(sum([z < _CLOSE[1] for z in zs])),
        float(bag),
        math.exp(-bag / 7.0),
        math.tanh(lead_pts / 100.0),
        math.exp(-abs(lead_pts) / 40.0),
    ]


def _against_best(top: tuple[Arm, ...]) -> tuple[list[float], list[float], list[float], list[float]]:
    """Return gaps, errors of the gaps, what each arm alone could win, and gaps in errors.

    As in `monitors.expected_loss`, but in one loop: this runs at every check of every replayed turn.
    """
    best = top[0]
    mean_pts, samples = best.mean_pts, best.samples
    own = best.variance / samples if samples else math.inf
    gaps, errors, excesses, zs = [], [], [], []
    for arm in top[1:]:
        gap, count = max(0.0, mean_pts - arm.mean_pts), arm.samples
        square = math.inf
        if count and samples:
            square = (
                own + arm.variance / count - 2.0 * arm.covariance / (samples if samples > count else count)
            )
        error = LEAST_PTS if square < _LEAST_SQUARE else min(FAR_PTS, math.sqrt(square))
        z = gap / error
        if z < FAR:
            density = math.exp(-0.5 * z * z) / _ROOT_2_PI
            excesses.append(error * (density - 0.5 * z * math.erfc(z / _ROOT_2)))
            zs.append(z)
        else:
            excesses.append(0.0)
            zs.append(FAR)
        gaps.append(gap)
        errors.append(error)
    return gaps, errors, excesses, zs


def _log(value: float) -> float:
    return math.log(value if value > LEAST_PTS else LEAST_PTS)


def _correlation(snapshot: Snapshot) -> float:
    if len(snapshot.top) < 2:  # noqa: PLR2004 (no second arm)
        return 0.0
    best, second = snapshot.top[:2]
    together = math.sqrt(best.variance * second.variance)
    return max(-1.0, min(1.0, second.covariance / together)) if together > 0 else 0.0
