"""Loss rows: recorded turns as numbers to learn from, one row for each step at which a search could stop."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

import numpy as np
import numpy.typing as npt

from zeitnot.chess import ChessTrace
from zeitnot.errors import DataError, MissingExtraError
from zeitnot.games import Trace
from zeitnot.models import DEEPENING_INPUTS, SNAPSHOT_INPUTS, deepening_inputs, snapshot_inputs
from zeitnot.monitors import SearchContext, bonferroni, rule_of_thumb, two_arm_heuristic
from zeitnot.scrabble import ScrabbleTrace, is_seen, nearest_checkpoint
from zeitnot.turns import SNAPSHOT_ARMS, Snapshot

Array = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

FOLDS = 5
"""Parts of the positions; each in turn can be held out, a fifth as the MAGPIE document has it (M30)."""
FEWEST_GROUPS = 10
"""Positions, or games, that can be learned from at least."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LossRows:
    """Rows of one game."""

    game: Literal["chess", "scrabble"]
    """The game."""
    names: tuple[str, ...]
    """Names of the inputs."""
    inputs: Array
    """One line a row; what is unknown is not a number."""
    losses: Array
    """Realised losses, in points or expected score; noisy, unbiased, and so sometimes negative."""
    positions: Numbers
    """Number of the position that each row is from."""
    groups: Numbers
    """Number of what is held out as one: the position, or the game whose turns are not independent."""
    steps: Numbers
    """Step of the search that each row is from: a checkpoint or a depth. Seeds of a position share them."""
    seen: Flags
    """Whether a player looks at this step; steps with few samples are still learned from (M29)."""
    untrained: Mapping[str, Array]
    """Estimates that need no training, by the name of the estimator."""

    def __len__(self) -> int:
        """Count the rows."""
        return len(self.losses)

    def taken(self, rows: Flags) -> "LossRows":
        """Take some of the rows."""
        return replace(
            self,
            inputs=self.inputs[rows],
            losses=self.losses[rows],
            positions=self.positions[rows],
            groups=self.groups[rows],
            steps=self.steps[rows],
            seen=self.seen[rows],
            untrained={name: values[rows] for name, values in self.untrained.items()},
        )

    def averaged(self, values: Array) -> Array:
        """Average values of the rows over the seeds of a position: one value for each of its steps."""
        group = self._groups()
        return np.asarray(np.bincount(group, weights=values) / np.bincount(group), dtype=np.float64)

    def expected_losses(self) -> Array:
        """Return for every row the loss averaged over the seeds of its position at the same step (M29)."""
        return np.asarray(self.averaged(self.losses)[self._groups()], dtype=np.float64)

    def _groups(self) -> Numbers:
        pairs = np.stack([self.positions, self.steps], axis=1)
        _, group = np.unique(pairs, axis=0, return_inverse=True)
        return group.ravel()


def traces_of(traces: Iterable[Trace]) -> tuple[list[ChessTrace], list[ScrabbleTrace]]:
    """Return the traces of chess and those of Scrabble; the models have no form for those of other games."""
    kept = list(traces)
    other = next((trace.game for trace in kept if not isinstance(trace, ChessTrace | ScrabbleTrace)), None)
    if other is not None:
        raise DataError(f"models must be learned from turns of chess or scrabble, got turns of {other}")
    return (
        [trace for trace in kept if isinstance(trace, ChessTrace)],
        [trace for trace in kept if isinstance(trace, ScrabbleTrace)],
    )


def loss_rows(traces: Iterable[Trace], *, inputs: tuple[str, ...] = DEEPENING_INPUTS) -> LossRows:
    """Return the traces of one game as rows; the inputs are those that a chess model is to have.

    Simulations are taken in parts, and only their rows are kept: all of them may be more than memory holds.
    """
    rest = iter(traces)
    first = list(itertools.islice(rest, 1))
    chess, scrabble = traces_of(first)
    if chess:
        return _chess_rows(of_one_game(itertools.chain(first, rest), ChessTrace), inputs)
    if scrabble:
        return _scrabble_rows(of_one_game(itertools.chain(first, rest), ScrabbleTrace))
    raise DataError("rows must be made of turns of one game, got none")


T = TypeVar("T", bound=Trace)


def of_one_game(traces: Iterable[Trace], kind: type[T]) -> Iterator[T]:
    """Return traces that must all be of one game."""
    for trace in traces:
        if not isinstance(trace, kind):
            raise DataError(f"all turns must be of one game, {kind.game}, got one of {trace.game}")
        yield trace


def pooled_rows(parts: Sequence[LossRows]) -> LossRows:
    """Return the rows of several engines as one.

    Games of the same number began with the same opening, whatever the engine: they are held out together.
    """
    starts = np.cumsum([0, *(int(part.positions.max()) + 1 for part in parts[:-1])])
    return _joined(
        [replace(part, positions=part.positions + start) for part, start in zip(parts, starts, strict=True)]
    )


def _joined(parts: Sequence[LossRows]) -> LossRows:
    first = parts[0]
    if any((part.game, part.names) != (first.game, first.names) for part in parts):
        raise DataError("pooled rows must be of one game and have the same inputs")
    return replace(
        first,
        inputs=np.concatenate([part.inputs for part in parts]),
        losses=np.concatenate([part.losses for part in parts]),
        positions=np.concatenate([part.positions for part in parts]),
        groups=np.concatenate([part.groups for part in parts]),
        steps=np.concatenate([part.steps for part in parts]),
        seen=np.concatenate([part.seen for part in parts]),
        untrained={
            name: np.concatenate([part.untrained[name] for part in parts]) for name in first.untrained
        },
    )


_PART = 64
"""Positions of simulations that are turned into rows at once."""


def _scrabble_rows(traces: Iterable[ScrabbleTrace]) -> LossRows:
    parts, turns = [], 0
    numbered = enumerate(traces)
    while part := list(itertools.islice(numbered, _PART)):
        turns = part[-1][0] + 1
        rows = [
            (number, check.snapshot, check.loss_pts)
            for number, trace in part
            for run in trace.runs
            for check in run.checks
            if len(check.snapshot.top) > 1
        ]
        if rows:
            parts.append(_simulation_rows(rows))
    if not parts:
        raise DataError(f"a data set must have simulations to learn from, got none in {turns} turns")
    return _joined(parts)


def _simulation_rows(rows: list[tuple[int, Snapshot, float]]) -> LossRows:
    snapshots = [snapshot for _, snapshot, _ in rows]
    return LossRows(
        game="scrabble",
        names=SNAPSHOT_INPUTS,
        inputs=np.array([snapshot_inputs(each) for each in snapshots]),
        losses=np.array([loss for *_, loss in rows]),
        positions=(positions := np.array([number for number, *_ in rows])),
        groups=positions,
        steps=np.array([nearest_checkpoint(snapshot.samples) for snapshot in snapshots]),
        seen=np.array([is_seen(snapshot) for snapshot in snapshots]),
        untrained={
            "two-arm heuristic": _each(two_arm_heuristic, snapshots),
            "Bonferroni": _each(bonferroni, snapshots),
            "exact, with covariance": opportunity_costs(snapshots),
        },
    )


_USUAL_PART = 4
"""A recorded search is this many times as long as a usual turn: few turns are longer."""


def usual_nodes(traces: Iterable[ChessTrace]) -> float:
    """Return the nodes that count as those of a usual turn of an engine."""
    ends = [trace.iterations[-1].iteration.nodes for trace in traces if trace.iterations]
    return max(1.0, float(np.median(ends)) / _USUAL_PART) if ends else 1.0


def with_contexts(
    traces: Iterable[ChessTrace], *, usual: float | None = None
) -> Iterator[tuple[ChessTrace, SearchContext]]:
    """Return the traces of one engine with what is known on each turn before its search.

    The turns of a game must come in their order. Where the usual nodes are not given, the traces are gone
    through twice.
    """
    usual = usual_nodes(traces) if usual is None else usual
    scores_cp: dict[int, float] = {}
    last: ChessTrace | None = None
    for trace in traces:
        if last is None or trace.game_number != last.game_number or trace.number <= last.number:
            scores_cp = {}  # another game, or one of the same number from another folder
        # The numbers of one game are those of its plies.
        before = scores_cp.get(trace.number - 2)
        if trace.game_number is not None:
            scores_cp[trace.number] = usual_score_cp(trace, usual)
        last = trace
        yield (
            trace,
            SearchContext(features=trace.features, previous_score_cp=before, usual_nodes=usual),
        )


def usual_score_cp(trace: ChessTrace, usual: float) -> float:
    """Return the score that a search of usual length ends with."""
    scores = [each.iteration.score_cp for each in trace.iterations if each.iteration.nodes <= usual]
    return (scores or [trace.iterations[0].iteration.score_cp])[-1]


def _chess_rows(traces: Iterable[ChessTrace], names: tuple[str, ...]) -> LossRows:
    traces = list(traces)
    inputs, losses, positions, groups, steps, thumb = [], [], [], [], [], []
    for number, (trace, context) in enumerate(with_contexts(traces)):
        if trace.features.legal_moves == 1:
            continue  # nobody thinks about a forced move
        iterations = [each.iteration for each in trace.iterations]
        for done, judged in enumerate(trace.iterations, 1):
            inputs.append(deepening_inputs(iterations[:done], context))
            thumb.append(rule_of_thumb(iterations[:done], context))
            losses.append(judged.loss)
            positions.append(number)
            groups.append(number if trace.game_number is None else trace.group)
            steps.append(judged.iteration.depth)
    if not losses:
        raise DataError(f"a data set must have depths to learn from, got none in {len(traces)} turns")
    return LossRows(
        game="chess",
        names=names,
        inputs=np.array(inputs)[:, [DEEPENING_INPUTS.index(name) for name in names]],
        losses=np.array(losses),
        positions=np.array(positions),
        groups=np.array(groups),
        steps=np.array(steps),
        seen=np.ones(len(steps), dtype=np.bool_),
        untrained={"rule of thumb": np.array(thumb)},
    )


def _each(estimator: Callable[[Snapshot], float], snapshots: Sequence[Snapshot]) -> Array:
    estimates = np.array([estimator(snapshot) for snapshot in snapshots])
    # Arms without samples may lose anything; such rows must not decide a comparison.
    return np.where(np.isfinite(estimates), estimates, np.nan_to_num(estimates, posinf=100.0))


@dataclass(frozen=True, slots=True, kw_only=True)
class LossSplit:
    """Rows to learn from, rows that say when to stop learning, and rows that judge."""

    train: LossRows
    """Learned from."""
    check: LossRows
    """Watched while learning."""
    held_out: LossRows
    """Rows that are not looked at before the end."""


def split_rows(rows: LossRows, *, fold: int = 0, check_share: float = 0.15, seed: int = 1) -> LossSplit:
    """Split by position: one fold is held out, and this part of the rest watched."""
    parts = np.array_split(split_order(rows, seed=seed), FOLDS)
    rest = np.concatenate([part for number, part in enumerate(parts) if number != fold])
    checked = max(1, round(check_share * len(rest)))
    return LossSplit(
        held_out=rows.taken(np.isin(rows.groups, parts[fold])),
        check=rows.taken(np.isin(rows.groups, rest[:checked])),
        train=rows.taken(np.isin(rows.groups, rest[checked:])),
    )


def split_order(rows: LossRows, *, seed: int = 1) -> Numbers:
    """Return the numbers of what is held out as one, shuffled: the fifths are cut from this order."""
    groups = np.unique(rows.groups)
    if len(groups) < FEWEST_GROUPS:
        raise DataError(f"learning needs {FEWEST_GROUPS} positions or games or more, got {len(groups)}")
    return np.random.default_rng(seed).permutation(groups)


_CHUNK = 256
"""Snapshots worked on at once: some tens of megabytes."""
_SHARED_NODES = 16
"""Values of the best arm's own error that are looked at."""
_NODES = 48
"""Points of the integral over what the others win."""
_TAIL = 8.0
_ROOT_2 = 2.0**0.5
_UNKNOWN_SQUARE = 30.0**2
"""Squared error of an arm without samples."""
_TINY_PTS = 1e-9


def opportunity_costs(snapshots: Sequence[Snapshot]) -> Array:
    """Return E[max] - best mean for each snapshot.

    The errors of the others go together only as far as each goes with the best arm's, which is all that a
    snapshot has them. Given the best arm's error they are independent, and two integrals are exact.
    """
    parts = [_costs(snapshots[start : start + _CHUNK]) for start in range(0, len(snapshots), _CHUNK)]
    return np.concatenate(parts) if parts else np.empty(0)


def opportunity_cost(snapshot: Snapshot) -> float:
    """Return the cost of one snapshot: a LossEstimator."""
    return float(opportunity_costs([snapshot])[0])


def _costs(snapshots: Sequence[Snapshot]) -> Array:
    means, squares, shared, own = _posteriors(snapshots)
    slope = np.clip(shared / np.maximum(own, _TINY_PTS)[:, None], -10.0, 10.0)
    rest = np.sqrt(np.maximum(squares - slope**2 * own[:, None], _TINY_PTS))
    nodes, weights = np.polynomial.hermite_e.hermegauss(_SHARED_NODES)
    # Of each other arm, ahead of the best one: mean by the best arm's error, and what is its own.
    shift = (slope - 1.0)[:, None, :] * (np.sqrt(own)[:, None] * nodes)[:, :, None]
    ahead = means[:, None, :] + shift
    wins = _expected_maximum(ahead, rest)
    return np.asarray(wins @ (weights / weights.sum()), dtype=np.float64)


def _posteriors(snapshots: Sequence[Snapshot]) -> tuple[Array, Array, Array, Array]:
    """Return leads of the others (negative), their squared errors, those shared with the best, the best's."""
    shape = (len(snapshots), SNAPSHOT_ARMS - 1)
    means, squares, shared = np.full(shape, -1e3), np.full(shape, 1e-6), np.zeros(shape)
    own = np.zeros(len(snapshots))
    for row, snapshot in enumerate(snapshots):
        if not snapshot.top:
            continue
        best = snapshot.top[0]
        own[row] = best.variance / best.samples if best.samples else _UNKNOWN_SQUARE
        for place, arm in enumerate(snapshot.top[1:]):
            means[row, place] = arm.mean_pts - best.mean_pts
            squares[row, place] = arm.variance / arm.samples if arm.samples else _UNKNOWN_SQUARE
            if arm.samples and best.samples:
                shared[row, place] = arm.covariance / max(arm.samples, best.samples)
    return means, squares, shared, own


def _expected_maximum(ahead: Array, error: Array) -> Array:
    """Return E[max(0, all of them)] of independent normals, by integrating the chance that one exceeds x."""
    ndtr = _normal_distribution()
    high = np.maximum((ahead + _TAIL * error[:, None, :]).max(axis=2), 0.0)
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    half = 0.5 * high
    x = half[:, :, None] * (nodes + 1.0)
    below = np.ones_like(x)
    for arm in range(ahead.shape[2]):
        below *= ndtr((x - ahead[:, :, arm, None]) / error[:, None, arm, None])
    return np.asarray(half * ((1.0 - below) @ weights), dtype=np.float64)


def _normal_distribution() -> np.ufunc:
    try:
        from scipy.special import ndtr
    except ImportError as error:
        raise MissingExtraError(feature="training", extra="learn") from error
    function: np.ufunc = ndtr
    return function
