"""Curves of recorded searches: traces go past one after the other, and only figures of them are kept."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from zeitnot.chess import ChessTrace
from zeitnot.learning.loss.rows import with_contexts
from zeitnot.learning.values.loss_curves import Array, CurveTable, Kind, LossCurve
from zeitnot.monitors import (
    DeepeningLoss,
    EndgamePrice,
    LossEstimator,
    RecentChanges,
    measured_growth,
    next_depth_s,
)
from zeitnot.policies import progress_of
from zeitnot.scrabble import JudgedPly, ScrabbleTrace, is_seen

_FEWEST = 5
"""Endgames that a figure must rest on."""
_FALL = 0.5
"""A depth with too few endgames loses this part of what the depth before it does."""


@dataclass(slots=True, kw_only=True)
class ScrabbleSearches:
    """What time values need of recorded searches of Scrabble; the searches themselves are not kept."""

    seen: CurveTable = field(default_factory=CurveTable)
    """Simulations at the checks at which a player looks."""
    recorded: CurveTable = field(default_factory=CurveTable)
    """Simulations at all checks."""
    _endgames: list[tuple[int | None, float, Array]] = field(default_factory=list)
    """Position, progress, and one row a ply: depth, nodes, value and loss."""

    def add(self, trace: ScrabbleTrace, estimator: LossEstimator, *, position: int | None) -> None:
        """Take the figures of one turn; one without a number has no curve, but counts for the ply losses."""
        progress = progress_of(trace.features, trace.ply)
        if position is not None:
            self._add_simulations(position, progress, trace, estimator)
        if trace.plies:
            rows = [(each.depth, each.nodes, each.value_pts, each.loss_pts) for each in trace.plies]
            self._endgames.append((position, progress, np.array(rows, dtype=np.float64)))

    def _add_simulations(
        self, position: int, progress: float, trace: ScrabbleTrace, estimator: LossEstimator
    ) -> None:
        for run in trace.runs:
            steps = [
                _step(each.snapshot.samples, estimator(each.snapshot), each.loss_pts) for each in run.checks
            ]
            looks = [step for step, each in zip(steps, run.checks, strict=True) if is_seen(each.snapshot)]
            for table, kept in ((self.recorded, steps), (self.seen, looks)):
                for curve in _curve("simulation", position, progress, kept):
                    table.append(curve)

    def ply_losses(self) -> tuple[tuple[float, float], ...]:
        """Return what the endgames lose by depth."""
        return ply_losses(_plies(rows) for *_, rows in self._endgames)

    def endgames(self, ply_losses_pts: tuple[tuple[float, float], ...]) -> Iterator[LossCurve]:
        """Return the curves of the endgames."""
        for position, progress, rows in self._endgames:
            if position is not None:
                yield _endgame(position, progress, _plies(rows), ply_losses_pts)


def _plies(rows: Array) -> tuple[JudgedPly, ...]:
    return tuple(
        JudgedPly(depth=int(depth), nodes=int(nodes), value_pts=value_pts, loss_pts=loss_pts)
        for depth, nodes, value_pts, loss_pts in rows.tolist()
    )


def scrabble_curves(
    traces: Iterable[ScrabbleTrace],
    estimator: LossEstimator,
    ply_losses_pts: tuple[tuple[float, float], ...],
    *,
    unseen: bool = False,
) -> CurveTable:
    """Return the curves of simulations and endgames; `unseen` keeps the checks at which no player looks."""
    searches = ScrabbleSearches()
    for number, trace in enumerate(traces):
        searches.add(trace, estimator, position=number)
    curves = searches.recorded if unseen else searches.seen
    for curve in searches.endgames(ply_losses_pts):
        curves.append(curve)
    return curves


def chess_curves(
    traces: Iterable[ChessTrace],
    estimator: DeepeningLoss,
    *,
    minimum_depth: int,
    usual_nodes: float | None = None,
    change_weight: float = 0.0,
) -> CurveTable:
    """Return the curves of deepenings, from the depth on at which the policy begins to ask.

    Where the usual nodes are not given, the traces are gone through twice. Gains are larger by
    `change_weight` for each recent change of the best move, as in `DeepeningPrice`.
    """
    curves = CurveTable()
    for number, (trace, context) in enumerate(with_contexts(traces, usual=usual_nodes)):
        iterations = [each.iteration for each in trace.iterations]
        recent = RecentChanges()
        factors = [1.0 + change_weight * recent.after(iteration) for iteration in iterations]
        steps = [
            _step(judged.iteration.nodes, estimator(iterations[:done], context), judged.loss, factor=factor)
            for done, (judged, factor) in enumerate(zip(trace.iterations, factors, strict=True), 1)
            if judged.iteration.depth >= minimum_depth
        ]
        for curve in _curve("deepening", number, progress_of(trace.features, trace.ply), steps):
            curves.append(curve)
    return curves


_Step = tuple[int, float, float, float]
"""Work, estimated loss, realised loss, and gain of one more unit of work as the policy sees it."""


def _step(work: int, expected: float, loss: float, *, factor: float = 1.0) -> _Step:
    """Return a step whose gain is the estimated loss over the work so far, multiplied by a factor."""
    return work, expected, loss, factor * expected / max(1, work)


def _curve(kind: Kind, position: int, progress: float, steps: list[_Step]) -> list[LossCurve]:
    """Return one curve, or none for a search without steps; of steps without new work the last counts."""
    if not steps:
        return []
    rising = [step for step, after in itertools.pairwise(steps) if after[0] > step[0]]
    rising.append(steps[-1])
    kept = [step for step in rising if step[0] > 0]
    return [_made(kind, position, progress, kept)] if kept else []


def _made(kind: Kind, position: int, progress: float, steps: list[_Step]) -> LossCurve:
    work, expected, losses, rates = (
        np.array(column, dtype=np.float64) for column in zip(*steps, strict=True)
    )
    return LossCurve(
        kind=kind,
        position=position,
        progress=progress,
        work=np.maximum(work, 1.0),
        expected=expected,
        losses=losses,
        rates=rates,
    )


def _endgame(
    position: int, progress: float, plies: tuple[JudgedPly, ...], table: tuple[tuple[float, float], ...]
) -> LossCurve:
    """Return the curve of a solver as `EndgamePrice` sees it: a depth is begun if it gains its price."""
    growth = EndgamePrice(price_at=lambda _: 0.0, ply_losses_pts=()).first_growth
    steps: list[_Step] = []
    depth_work, before = [], 0
    value_pts: float | None = None
    for ply in plies:
        depth_work.append(float(max(1, ply.nodes - before)))
        row = table[min(max(ply.depth, 1), len(table)) - 1] if table else (0.0, 0.0)
        expected = row[1] if value_pts == ply.value_pts else row[0]
        before, value_pts = ply.nodes, ply.value_pts
        following = next_depth_s(depth_work, growth=measured_growth(depth_work, otherwise=growth))
        steps.append((ply.nodes, expected, ply.loss_pts, expected / max(following, 1.0)))
    return _made("endgame", position, progress, steps)


def ply_losses(searches: Iterable[Sequence[JudgedPly]]) -> tuple[tuple[float, float], ...]:
    """Return mean losses in points by depth: when the depth changed the value, and when it did not."""
    changed: dict[int, list[float]] = {}
    same: dict[int, list[float]] = {}
    for plies in searches:
        value_pts: float | None = None
        for ply in plies:
            kind = same if ply.value_pts == value_pts else changed
            kind.setdefault(ply.depth, []).append(ply.loss_pts)
            value_pts = ply.value_pts
    rows: list[tuple[float, float]] = []
    for depth in range(1, max([*changed, *same], default=0) + 1):
        together = [*changed.get(depth, []), *same.get(depth, [])]
        if len(together) < _FEWEST:
            break
        mean = _mean(together)
        before = rows[-1] if rows else (mean, mean)
        moved, stood = changed.get(depth, []), same.get(depth, [])
        rows.append(
            (
                _mean(moved) if len(moved) >= _FEWEST else _FALL * before[0],
                _mean(stood) if len(stood) >= _FEWEST else min(mean, _FALL * before[1] if rows else mean),
            )
        )
    return tuple((round(max(0.0, a), 4), round(max(0.0, b), 4)) for a, b in rows)


def _mean(losses: list[float]) -> float:
    return sum(losses) / len(losses)
