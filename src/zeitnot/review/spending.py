"""Spending: the division of a total time over the moves of a game that buys the most, and its price."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from zeitnot.review.thinking_value import Floats, Pace, ThinkingCurve

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
    """Expected score that one more second in all would have bought; 0 where nothing was left to buy."""

    @property
    def loss(self) -> float:
        """Expected loss of all moves."""
        return sum(self.losses)


def spent(curves: Sequence[ThinkingCurve], times_s: Sequence[float], pace: Pace) -> tuple[float, ...]:
    """Return what moves are expected to lose with these times."""
    return tuple(curve.at(pace.nodes_per_s * time_s) for curve, time_s in zip(curves, times_s, strict=True))


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
        kept = _convex(times_s, curve.expected(pace.nodes_per_s * times_s))
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
