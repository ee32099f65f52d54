"""Loss curves: the estimated and the realised loss of a search, step by step, over the work done."""

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from zeitnot.chess.recording.trace import ChessTrace
from zeitnot.monitors import DeepeningLoss, EndgamePrice, LossEstimator, measured_growth, next_depth_s
from zeitnot.policies import progress_of
from zeitnot.scrabble.recording.checkpoints import is_seen
from zeitnot.scrabble.recording.trace import JudgedPly, ScrabbleTrace

Array = npt.NDArray[np.float64]
Kind = Literal["simulation", "deepening", "endgame"]

_FEWEST = 5
"""Endgames that a figure must rest on."""
_FALL = 0.5
"""A depth with too few endgames loses this part of what the depth before it does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LossCurve:
    """One search. A simulation can stop anywhere, the others after a depth."""

    kind: Kind
    """Kind of search."""
    position: int
    """Number of its position: seeds of one go together."""
    progress: float
    """Progress of the game, in the units of the time values."""
    work: Array
    """Samples or nodes done at each step, rising."""
    expected: Array
    """Estimated loss of stopping there."""
    losses: Array
    """Realised loss of stopping there: noisy."""
    rates: Array
    """Gain of one more unit of work as the policy sees it; multiplied by the decay, except in endgames."""

    def work_at(self, price: float, *, decay: float, slope: float) -> float:
        """Return the work of a policy that stops when the gain falls below the price of a unit.

        A search that would have gone on is extrapolated: rates fall with the power `slope` of the work.
        """
        rates = self.rates if self.kind == "endgame" else decay * self.rates
        below = np.flatnonzero(rates < price)
        if not len(below):
            # An endgame that ended was solved, or will hardly ever be.
            further = 1.0 if self.kind == "endgame" else (float(rates[-1]) / price) ** (1.0 / slope)
            return float(self.work[-1]) * further
        stop = int(below[0])
        if stop == 0 or self.kind != "simulation":
            return float(self.work[stop])
        before, after = float(rates[stop - 1]), max(float(rates[stop]), 1e-300)
        share = np.log(before / price) / np.log(before / after)
        return float(self.work[stop - 1] * (self.work[stop] / self.work[stop - 1]) ** share)

    def loss_at(self, work: float) -> float:
        """Return the realised loss after this much work; before the first step it is that of the first."""
        if self.kind == "simulation":
            return float(np.interp(np.log(max(work, 1.0)), np.log(self.work), self.losses))
        return float(self.losses[max(0, int(np.searchsorted(self.work, work, side="right")) - 1)])


def scrabble_curves(
    traces: Iterable[ScrabbleTrace],
    estimator: LossEstimator,
    ply_losses_pts: tuple[tuple[float, float], ...],
    *,
    unseen: bool = False,
) -> list[LossCurve]:
    """Return the curves of simulations and endgames; `unseen` keeps the checks at which no player looks."""
    curves = []
    for number, trace in enumerate(traces):
        progress = progress_of(trace.features, trace.ply)
        for run in trace.runs:
            steps = [
                (check.snapshot.samples, estimator(check.snapshot), check.loss_pts)
                for check in run.checks
                if unseen or is_seen(check.snapshot)
            ]
            curves += _curve("simulation", number, progress, steps)
        if trace.plies:
            curves += _endgame(number, progress, trace.plies, ply_losses_pts)
    return curves


def chess_curves(
    traces: Iterable[ChessTrace], estimator: DeepeningLoss, *, minimum_depth: int
) -> list[LossCurve]:
    """Return the curves of deepenings, from the depth on at which the policy begins to ask."""
    curves = []
    for number, trace in enumerate(traces):
        iterations = [each.iteration for each in trace.iterations]
        steps = [
            (judged.iteration.nodes, estimator(iterations[:done], trace.features), judged.loss)
            for done, judged in enumerate(trace.iterations, 1)
            if judged.iteration.depth >= minimum_depth
        ]
        curves += _curve("deepening", number, progress_of(trace.features, trace.ply), steps)
    return curves


def _curve(
    kind: Kind, position: int, progress: float, steps: list[tuple[int, float, float]]
) -> list[LossCurve]:
    """Return one curve, or none for a search without steps; of steps without new work the last counts."""
    if not steps:
        return []
    rising = [step for step, after in itertools.pairwise(steps) if after[0] > step[0]]
    rising.append(steps[-1])
    kept = [step for step in rising if step[0] > 0]
    if not kept:
        return []
    work, expected, losses = (np.array(column, dtype=np.float64) for column in zip(*kept, strict=True))
    return [
        LossCurve(
            kind=kind,
            position=position,
            progress=progress,
            work=work,
            expected=expected,
            losses=losses,
            rates=expected / work,
        )
    ]


def _endgame(
    position: int, progress: float, plies: tuple[JudgedPly, ...], table: tuple[tuple[float, float], ...]
) -> list[LossCurve]:
    """Return the curve of a solver as `EndgamePrice` sees it: a depth is begun if it gains its price."""
    growth = EndgamePrice(price_at=lambda _: 0.0, ply_losses_pts=()).first_growth
    steps, rates, depth_work, before = [], [], [], 0
    value_pts: float | None = None
    for ply in plies:
        depth_work.append(float(max(1, ply.nodes - before)))
        row = table[min(max(ply.depth, 1), len(table)) - 1] if table else (0.0, 0.0)
        expected = row[1] if value_pts == ply.value_pts else row[0]
        before, value_pts = ply.nodes, ply.value_pts
        following = next_depth_s(depth_work, growth=measured_growth(depth_work, otherwise=growth))
        steps.append((ply.nodes, expected, ply.loss_pts))
        rates.append(expected / max(following, 1.0))
    work, expected_losses, losses = (
        np.array(column, dtype=np.float64) for column in zip(*steps, strict=True)
    )
    return [
        LossCurve(
            kind="endgame",
            position=position,
            progress=progress,
            work=np.maximum(work, 1.0),
            expected=expected_losses,
            losses=losses,
            rates=np.array(rates),
        )
    ]


def ply_losses(traces: Sequence[ScrabbleTrace]) -> tuple[tuple[float, float], ...]:
    """Return mean losses in points by depth: when the depth changed the value, and when it did not."""
    changed: dict[int, list[float]] = {}
    same: dict[int, list[float]] = {}
    for trace in traces:
        value_pts: float | None = None
        for ply in trace.plies:
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
