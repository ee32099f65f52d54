"""Spending: the division of a total time over the moves of a game that buys the most, and its price."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from zeitnot.games import CONFIDENCE, Estimate
from zeitnot.review.thinking_value import Floats, Pace, ThinkingCurve

_AT_SIGHT = 0.1
"""Part of the usual time that counts as moving at sight."""
_LEFT_USED = 0.9
"""Part of the time that was left at the end which could have been used without danger."""
_FEWEST = 2
"""Terms that an error can be told of."""
_TIMES = 48
"""Times of a move that are considered, from its least to the total."""
_LEAST_GAIN = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Spending:
    """A division of time over the moves of a game."""

    times_s: tuple[float, ...]
    """Time of each move."""
    losses: tuple[float, ...]
    """Expected loss of each move with that time."""
    price_per_s: float
    """What one more second in all would have bought; 0 where nothing was left to buy."""

    @property
    def loss(self) -> float:
        """Expected loss of all moves."""
        return sum(self.losses)


def spent(curves: Sequence[ThinkingCurve], times_s: Sequence[float], pace: Pace) -> tuple[float, ...]:
    """Return what moves are expected to lose with these times."""
    return tuple(curve.at(pace.work_per_s * time_s) for curve, time_s in zip(curves, times_s, strict=True))


def best_spending(
    curves: Sequence[ThinkingCurve],
    pace: Pace,
    *,
    least_s: Sequence[float],
    given_s: Sequence[float],
    total_s: float,
) -> Spending:
    """Divide a total so that the expected loss is least, by one who knows what thinking is worth where.

    `given_s` is what the clock had given by each move: no moves together may use more than that. Such bounds
    are nested, and the curves are made convex, so that buying the steepest gain first is the best way.
    """
    times_s = np.array(least_s, dtype=np.float64)
    given = np.array(given_s, dtype=np.float64)
    price = 0.0
    left_s = total_s - float(times_s.sum())
    for slope, move, piece_s in _pieces(curves, pace, least_s, total_s):
        slack_s = float(np.min((given - np.cumsum(times_s))[move:]))
        bought_s = min(piece_s, slack_s, left_s)
        if bought_s <= 0:
            if left_s <= 0:
                price = slope
                break
            continue
        times_s[move] += bought_s
        left_s -= bought_s
    chosen = tuple(float(each) for each in times_s)
    return Spending(times_s=chosen, losses=spent(curves, chosen, pace), price_per_s=price)


def _pieces(
    curves: Sequence[ThinkingCurve], pace: Pace, least_s: Sequence[float], total_s: float
) -> list[tuple[float, int, float]]:
    """Return gain per second, move and length of all pieces of the convex curves, the steepest first."""
    pieces = []
    for move, (curve, first_s) in enumerate(zip(curves, least_s, strict=True)):
        times_s = _times_s(first_s, total_s, pace)
        kept = _convex(times_s, curve.expected(pace.work_per_s * times_s))
        for (before_s, before), (after_s, after) in itertools.pairwise(kept):
            pieces.append(((before - after) / (after_s - before_s), move, after_s - before_s))
    return sorted(pieces, key=lambda piece: -piece[0])


def _times_s(first_s: float, total_s: float, pace: Pace) -> Floats:
    """Return times from the least to the total: first that, then ever longer steps."""
    shortest_s = max(pace.usual_s / 100, 1e-4)
    longest_s = max(total_s, 2 * shortest_s)
    steps_s = np.geomspace(shortest_s, longest_s, _TIMES)
    return np.concatenate(([first_s], first_s + steps_s))


def _convex(times_s: Floats, losses: Floats) -> list[tuple[float, float]]:
    """Return the corners of the falling part of the convex curve below the points."""
    kept: list[tuple[float, float]] = []
    for point in zip(times_s.tolist(), losses.tolist(), strict=True):
        while len(kept) > 1 and _slope(kept[-1], point) <= _slope(kept[-2], kept[-1]):
            kept.pop()
        kept.append(point)
    lowest = min(range(len(kept)), key=lambda place: kept[place][1])
    falling = kept[: lowest + 1]
    return falling if falling[0][1] - falling[-1][1] > _LEAST_GAIN else falling[:1]


def _slope(before: tuple[float, float], after: tuple[float, float]) -> float:
    return (after[1] - before[1]) / max(after[0] - before[0], math.ulp(1.0))


class SpendingPlan:
    """The player's own spending, and the best ones, over the moves whose time is known."""

    def __init__(
        self,
        curves: Sequence[ThinkingCurve],
        pace: Pace,
        *,
        used_s: Sequence[float],
        before_s: Sequence[float | None],
    ) -> None:
        """Take curves, times, and the clock before each move, None where it is unknown."""
        self.pace = pace
        self.curves = curves
        self.used_s = used_s
        self.total_s = sum(used_s)
        at_sight_s = _AT_SIGHT * self.total_s / len(used_s)
        least_s = [min(each_s, at_sight_s) for each_s in used_s]
        given_s = _given_s(used_s, before_s)
        self.first = spent(curves, least_s, pace)
        self.own = spent(curves, used_s, pace)
        self.best = self._best(least_s, given_s, self.total_s)
        left_s = max(0.0, given_s[-1] - self.total_s) if np.isfinite(given_s[-1]) else 0.0
        self.whole = self._best(least_s, given_s, self.total_s + _LEFT_USED * left_s)

    def _best(self, least_s: list[float], given_s: list[float], total_s: float) -> Spending:
        return best_spending(self.curves, self.pace, least_s=least_s, given_s=given_s, total_s=total_s)

    @property
    def achieved(self) -> float:
        """What the player's thinking gained over moving at sight."""
        return sum(self.first) - sum(self.own)

    @property
    def achievable(self) -> float:
        """What the same time, best spent, would have gained."""
        return max(sum(self.first) - self.best.loss, self.achieved)

    def share_error(self, *, least: float) -> float | None:
        """Return the error of the share achieved; None where less than `least` could be achieved."""
        if sum(self.first) - self.best.loss < least:
            return None
        return ratio_estimate(
            [first - own for first, own in zip(self.first, self.own, strict=True)],
            [first - best for first, best in zip(self.first, self.best.losses, strict=True)],
        ).error


def ratio_estimate(parts: Sequence[float], wholes: Sequence[float]) -> Estimate:
    """Return the ratio of two sums with its 95 % error over their terms, which are taken as independent."""
    ratio = sum(parts) / sum(wholes)
    if len(parts) < _FEWEST:
        return Estimate(mean=ratio, error=None)
    rest = sum((part - ratio * whole) ** 2 for part, whole in zip(parts, wholes, strict=True))
    factor = len(parts) / (len(parts) - 1)
    return Estimate(mean=ratio, error=CONFIDENCE * (factor * rest) ** 0.5 / sum(wholes))


def _given_s(used_s: Sequence[float], before_s: Sequence[float | None]) -> list[float]:
    """Return what the clock had given by each move, its own earnings aside; infinite where it is unknown."""
    found, before = [], 0.0
    for own_s, left_s in zip(used_s, before_s, strict=True):
        found.append(np.inf if left_s is None else before + max(left_s, own_s))
        before += own_s
    return found
