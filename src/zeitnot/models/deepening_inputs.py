"""Inputs of a network from an iterative deepening."""

import itertools
import math
from collections.abc import Sequence

from zeitnot.turns import ChessFeatures, Iteration

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
)
"""Names of the inputs, in order; a model works with exactly these."""


def deepening_inputs(iterations: Sequence[Iteration], features: ChessFeatures | None) -> list[float]:
    """Return the inputs from all depths finished so far, at least one."""
    last = iterations[-1]
    before = iterations[-2] if len(iterations) > 1 else last
    scores = [math.tanh(each.score_cp / _CP) for each in iterations[-5:]]
    score, second_cp = scores[-1], last.second_score_cp
    share, share_before = last.best_move_share, before.best_move_share
    nodes = max(1, last.nodes)
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
        *_position(features),
        0.0 if last.mate_in is None else 1.0,
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
