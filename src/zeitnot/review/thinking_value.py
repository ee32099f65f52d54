"""Value of thinking: what a move is expected to lose after so much effort, and how effort relates to seconds.

A judge's effort is counted in work (nodes, samples), a player's in seconds. Two assumptions join them, and
both are stated wherever figures rest on them: the player's usual time corresponds to the effort at which the
judge's moves lose as much as the player's did (`Pace`), and the effort in a single position is uncertain by a
factor of e = 2.7 either way (`SPREAD`).
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from zeitnot.games import JudgedStep

SPREAD = 1.0
"""Standard deviation of the logarithm of the effort that a time stands for in one position."""
USUAL_WEIGHT = 20.0
"""Moves that the assumed effort counts as: one game has few moves, and one blunder decides their mean."""
_MOST_PART = 8.0
"""Part of the recorded work, as a divisor, up to which a usual time may count: longer ones must be seen."""
_HALVINGS = 30

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class ThinkingCurve:
    """What stopping after so much effort is expected to lose in one position."""

    log_work: tuple[float, ...]
    """Logarithms of the work after which the recorded search had finished each step."""
    losses: tuple[float, ...]
    """Lost by each step's move; 0 where noise made it negative."""

    @classmethod
    def of(cls, steps: Sequence[JudgedStep]) -> Self:
        """Take the steps of a recorded search; where a loss rises with work, the mean of both counts.

        A longer look is no worse than a shorter one: where it seems so, the judge was wrong or the search
        had luck.
        """
        log_work = tuple(math.log(max(1.0, each.work)) for each in steps)
        if not steps:
            return cls(log_work=(0.0,), losses=(0.0,))
        spans = [after - before for before, after in itertools.pairwise(log_work)]
        spans.append(sum(spans) / len(spans) if spans else 1.0)
        return cls(
            log_work=log_work,
            losses=_falling([max(0.0, each.loss) for each in steps], spans),
        )

    def expected(self, work: Floats | float) -> Floats:
        """Return the expected losses after these efforts, which are uncertain by `SPREAD`."""
        effort = np.log(np.maximum(np.atleast_1d(np.asarray(work, dtype=np.float64)), 1e-9))
        # A step's move is the answer from its own work to that of the next step.
        reached = _normal((effort[:, None] - np.array(self.log_work[1:])[None, :]) / SPREAD)
        steps = np.diff(np.array(self.losses))
        return np.asarray(self.losses[0] + reached @ steps, dtype=np.float64)

    def at(self, work: float) -> float:
        """Return the expected loss after one effort."""
        return float(self.expected(work)[0])


def _falling(losses: Sequence[float], weights: Sequence[float]) -> tuple[float, ...]:
    """Return the falling row nearest to the losses: neighbours that rise are replaced by their mean."""
    pools: list[tuple[float, float, int]] = []
    for loss, span in zip(losses, weights, strict=True):
        mean, weight, count = loss, max(span, 1e-9), 1
        while pools and pools[-1][0] < mean:
            before, its_weight, its_count = pools.pop()
            mean = (before * its_weight + mean * weight) / (its_weight + weight)
            weight, count = weight + its_weight, count + its_count
        pools.append((mean, weight, count))
    return tuple(mean for mean, _, count in pools for _ in range(count))


def _normal(values: Floats) -> Floats:
    """Return the cumulative normal distribution, to a ten-millionth (Abramowitz and Stegun 26.2.17)."""
    size = np.abs(values)
    t = 1.0 / (1.0 + 0.2316419 * size)
    series = t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
    tail = np.exp(-0.5 * np.minimum(size, 30.0) ** 2) / math.sqrt(2.0 * math.pi) * series
    return np.where(values >= 0, 1.0 - tail, tail)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Effort that a second of a player counts as."""

    work_per_s: float
    """Work of the judge for each second of the player: nodes in chess, samples in Scrabble."""
    usual_s: float
    """Mean time of the player's moves."""
    loss: float | None = None
    """Mean loss of the player's moves that the pace was found from; None for a pace that was given."""
    moves: int = 0
    """Number of these moves."""

    @property
    def usual_work(self) -> float:
        """Effort of a usual move."""
        return self.work_per_s * self.usual_s


def pace_of(
    curves: Sequence[ThinkingCurve],
    used_s: Sequence[float],
    losses: Sequence[float],
    *,
    most_work: float,
    usual_work: float,
    least_work: float,
) -> Pace:
    """Find the pace at which the judge loses as much as the player, held towards the usual work.

    A usual time counts as `least_work` at least, and as an eighth of `most_work` at most.
    """
    usual_s = max(1e-3, float(np.mean(used_s)))
    together = _Together(curves, used_s)
    total = float(np.sum(np.maximum(losses, 0.0)))
    assumed = together.mean_loss(usual_work / usual_s)
    target = (total + USUAL_WEIGHT * assumed) / (len(losses) + USUAL_WEIGHT)
    most_work = max(least_work, most_work / _MOST_PART)
    low, high = math.log(least_work / usual_s), math.log(most_work / usual_s)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if together.mean_loss(math.exp(middle)) > target:
            low = middle
        else:
            high = middle
    return Pace(work_per_s=math.exp(high), usual_s=usual_s, loss=total / len(losses), moves=len(losses))


class _Together:
    """Many curves in one array, so that thousands of games take seconds."""

    def __init__(self, curves: Sequence[ThinkingCurve], used_s: Sequence[float]) -> None:
        depths = max(len(curve.losses) for curve in curves)
        self._log_work = np.full((len(curves), depths), np.inf)
        self._steps = np.zeros((len(curves), depths))
        for place, curve in enumerate(curves):
            self._log_work[place, 1 : len(curve.losses)] = curve.log_work[1:]
            self._steps[place, 1 : len(curve.losses)] = np.diff(np.array(curve.losses))
        self._first = float(np.mean([curve.losses[0] for curve in curves]))
        self._log_s = np.log(np.maximum(np.array(used_s, dtype=np.float64), 1e-9))

    def mean_loss(self, work_per_s: float) -> float:
        """Return the mean expected loss at a pace."""
        effort = self._log_s + math.log(work_per_s)
        reached = _normal((effort[:, None] - self._log_work) / SPREAD)
        return self._first + float(np.mean(np.sum(reached * self._steps, axis=1)))
