"""Loss curves: the estimated and the realised loss of a search over its work, and where it stops."""

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Self

import numpy as np
import numpy.typing as npt

from zeitnot.chess import ChessTrace
from zeitnot.errors import DataError
from zeitnot.learning.loss.rows import with_contexts
from zeitnot.monitors import DeepeningLoss, EndgamePrice, LossEstimator, measured_growth, next_depth_s
from zeitnot.policies import progress_of
from zeitnot.scrabble import JudgedPly, ScrabbleTrace, is_seen

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

    def scaled(self, factor: float) -> Self:
        """Return the curve in other units of work."""
        return replace(self, work=np.maximum(factor * self.work, 1.0), rates=self.rates / factor)

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
    for number, (trace, context) in enumerate(with_contexts(list(traces))):
        iterations = [each.iteration for each in trace.iterations]
        steps = [
            (judged.iteration.nodes, estimator(iterations[:done], context), judged.loss)
            for done, judged in enumerate(trace.iterations, 1)
            if judged.iteration.depth >= minimum_depth
        ]
        curves += _curve("deepening", number, progress_of(trace.features, trace.ply), steps)
    return curves


_Steps = list[tuple[int, float, float]]
"""Work, estimated loss and realised loss of each step."""


def _curve(kind: Kind, position: int, progress: float, steps: _Steps) -> list[LossCurve]:
    """Return one curve, or none for a search without steps; of steps without new work the last counts."""
    if not steps:
        return []
    rising = [step for step, after in itertools.pairwise(steps) if after[0] > step[0]]
    rising.append(steps[-1])
    kept = [step for step in rising if step[0] > 0]
    return [_made(kind, position, progress, kept)] if kept else []


def _made(
    kind: Kind, position: int, progress: float, steps: _Steps, rates: list[float] | None = None
) -> LossCurve:
    """Return a curve; without rates the gain of a unit of work is the estimated loss over the work so far."""
    work, expected, losses = (np.array(column, dtype=np.float64) for column in zip(*steps, strict=True))
    return LossCurve(
        kind=kind,
        position=position,
        progress=progress,
        work=np.maximum(work, 1.0),
        expected=expected,
        losses=losses,
        rates=expected / work if rates is None else np.array(rates),
    )


def _endgame(
    position: int, progress: float, plies: tuple[JudgedPly, ...], table: tuple[tuple[float, float], ...]
) -> list[LossCurve]:
    """Return the curve of a solver as `EndgamePrice` sees it: a depth is begun if it gains its price."""
    growth = EndgamePrice(price_at=lambda _: 0.0, ply_losses_pts=()).first_growth
    steps: _Steps = []
    rates, depth_work, before = [], [], 0
    value_pts: float | None = None
    for ply in plies:
        depth_work.append(float(max(1, ply.nodes - before)))
        row = table[min(max(ply.depth, 1), len(table)) - 1] if table else (0.0, 0.0)
        expected = row[1] if value_pts == ply.value_pts else row[0]
        before, value_pts = ply.nodes, ply.value_pts
        following = next_depth_s(depth_work, growth=measured_growth(depth_work, otherwise=growth))
        steps.append((ply.nodes, expected, ply.loss_pts))
        rates.append(expected / max(following, 1.0))
    return [_made("endgame", position, progress, steps, rates)]


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


_LEAST_DECAY, _MOST_DECAY = 0.1, 2.0
"""Beyond these bounds the fit has met noise, not a search."""
_LEAST_SLOPE = 1.0
"""Rates fall at least as the work grows, even where the loss does not fall at all."""


def fit_decay(curves: Sequence[LossCurve]) -> tuple[float, float]:
    """Fit the decay: going on gains decay x expected loss for each e-fold of work. Return it with its error.

    Realised gains are compared with what the estimates promise, over all steps of all positions.
    """
    promised, gained, positions = [], [], []
    for curve in curves:
        if curve.kind == "endgame" or len(curve.work) < 2:  # noqa: PLR2004 (a step lies between two)
            continue
        between = 0.5 * (curve.expected[1:] + curve.expected[:-1])
        promised.append(float((between * np.diff(np.log(curve.work))).sum()))
        gained.append(float(curve.losses[0] - curve.losses[-1]))
        positions.append(curve.position)
    if not promised or not sum(promised) > 0:
        raise DataError("time values need searches that were recorded at several steps, got none")
    total = sum(promised)
    decay = sum(gained) / total
    _, group = np.unique(positions, return_inverse=True)
    left = np.bincount(group.ravel(), weights=np.array(gained) - decay * np.array(promised))
    error = float(np.sqrt((left**2).sum())) / total
    return float(np.clip(decay, _LEAST_DECAY, _MOST_DECAY)), error


def fall_of_rates(curves: Sequence[LossCurve]) -> float:
    """Return the power of the work with which rates fall towards the ends of the searches."""
    slopes = []
    for curve in curves:
        half = len(curve.work) // 2
        if curve.kind == "endgame" or half < 1 or not curve.work[-1] > curve.work[half - 1]:
            continue
        rates = np.maximum(curve.rates[[half - 1, -1]], 1e-300)
        slopes.append(np.log(rates[0] / rates[1]) / np.log(curve.work[-1] / curve.work[half - 1]))
    return max(_LEAST_SLOPE, float(np.median(slopes))) if slopes else 1.5


def price_grid(curves: Sequence[LossCurve], *, decay: float, count: int) -> tuple[float, ...]:
    """Return prices, evenly spaced in logarithm, from where hardly any search stops to where nearly all do.

    Samples and nodes have prices of their own, and the table has room for both.
    """
    ends = []
    for kind in sorted({curve.kind for curve in curves}):
        rates = [
            curve.rates * (1.0 if kind == "endgame" else decay) for curve in curves if curve.kind == kind
        ]
        known = [each for each in rates if each.max() > 0]
        if known:
            last = np.quantile([float(each[each > 0].min()) for each in known], 0.75)
            ends.append((0.1 * float(last), float(np.quantile([each.max() for each in known], 0.9))))
    if not ends:
        raise DataError("time values need searches with something to lose, got none")
    low, high = min(low for low, _ in ends), max(high for _, high in ends)
    high = max(high, 10.0 * low)
    return tuple(float(f"{price:.5g}") for price in np.geomspace(low, high, count))


def work_used(
    curves: Sequence[LossCurve], prices: Sequence[float], *, decay: float, slope: float, idle_share: float
) -> tuple[float, ...]:
    """Return the mean work of a turn at each price; this part of the turns is played without a search."""
    means = [
        float(np.mean([curve.work_at(price, decay=decay, slope=slope) for curve in curves]))
        for price in prices
    ]
    falling = np.minimum.accumulate(np.array(means)) * (1.0 - idle_share)
    return tuple(float(f"{max(mean, 1.0):.5g}") for mean in falling)
