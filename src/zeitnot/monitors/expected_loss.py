"""Expected loss of stopping now, of a simulation in closed form and of an iterative deepening.

Estimators of a simulation take a snapshot and return points. Arms are independent normal posteriors unless a
covariance says otherwise; the best arm stands first.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from zeitnot.turns import Arm, ChessFeatures, Iteration, Snapshot

_ROOT_2 = math.sqrt(2.0)
_ROOT_2_PI = math.sqrt(2.0 * math.pi)
_TINY_PTS = 1e-9
_TAIL = 8.5
"""Standard errors beyond which a normal distribution has no mass that a double can hold against 1."""


class LossEstimator(Protocol):
    """Estimates what is lost, in points, by playing the best arm now."""

    def __call__(self, snapshot: Snapshot, /) -> float:
        """Return the estimate from one snapshot."""


def two_arm_heuristic(snapshot: Snapshot) -> float:
    """Return P(the second arm is better) x gap, as in the MAGPIE document: rough, and zero at gap zero."""
    if len(snapshot.top) < 2:  # noqa: PLR2004 (no second arm, no loss)
        return 0.0
    gap_pts = snapshot.gap_pts(2)
    error_pts = difference_error(snapshot.top[0], snapshot.top[1])
    if error_pts < _TINY_PTS:
        return 0.0
    if math.isinf(error_pts):
        return 0.5 * gap_pts
    return upper_tail(gap_pts / error_pts) * gap_pts


def bonferroni(snapshot: Snapshot) -> float:
    """Return the sum over the other arms of what each alone could win: an upper bound, exact for two arms."""
    if not snapshot.top:
        return 0.0
    best = snapshot.top[0]
    return sum(
        expected_excess(best.mean_pts - arm.mean_pts, difference_error(best, arm)) for arm in snapshot.top[1:]
    )


def exact_independent(snapshot: Snapshot) -> float:
    """Return E[max] - best mean for independent arms, by Gauss-Legendre quadrature."""
    arms = [(arm.mean_pts, arm.standard_error_pts) for arm in snapshot.top]
    if len(arms) < 2:  # noqa: PLR2004 (no second arm, no loss)
        return 0.0
    if any(math.isinf(error) for _, error in arms):
        return math.inf
    certain_pts = max((mean for mean, error in arms if error < _TINY_PTS), default=-math.inf)
    arms = [
        (mean, error) for mean, error in arms if error >= _TINY_PTS and mean + _TAIL * error > certain_pts
    ]
    best_pts = snapshot.top[0].mean_pts
    if not arms:
        return max(0.0, certain_pts - best_pts)
    low = max(certain_pts, *(mean - _TAIL * error for mean, error in arms))
    high = max(mean + _TAIL * error for mean, error in arms)
    pieces = _pieces(high - low, min(error for _, error in arms))
    step = (high - low) / pieces
    below = sum(_integral_of_product(arms, low + i * step, low + (i + 1) * step) for i in range(pieces))
    return max(0.0, (high - best_pts) - below)


def expected_excess(gap: float, error: float) -> float:
    """Return E[max(0, X)] for a normal X with mean -gap: the average win of an arm that is `gap` behind."""
    if error < _TINY_PTS:
        return max(0.0, -gap)
    if math.isinf(error):
        return math.inf
    z = gap / error
    return error * max(0.0, math.exp(-0.5 * z * z) / _ROOT_2_PI - z * upper_tail(z))


def upper_tail(z: float) -> float:
    """Return P(standard normal > z)."""
    return 0.5 * math.erfc(z / _ROOT_2)


def difference_error(best: Arm, other: Arm) -> float:
    """Return the standard error of the difference between the best arm and another, with shared deals."""
    if best.samples <= 0 or other.samples <= 0:
        return math.inf
    # Only deals that both arms have seen are shared; their number is at most the smaller count.
    shared = 2.0 * other.covariance / max(best.samples, other.samples)
    return math.sqrt(max(0.0, best.variance / best.samples + other.variance / other.samples - shared))


def _pieces(span: float, width: float) -> int:
    # 64 nodes resolve a step of one standard error over some 30 of them; a very sharp arm gets more pieces.
    return max(1, min(64, math.ceil(span / (30.0 * width))))


def _integral_of_product(arms: list[tuple[float, float]], low: float, high: float) -> float:
    half, middle = 0.5 * (high - low), 0.5 * (high + low)
    total = 0.0
    for node, weight in _GAUSS_LEGENDRE_64:
        x = middle + half * node
        product = 1.0
        for mean, error in arms:
            product *= upper_tail((mean - x) / error)
        total += weight * product
    return half * total


def _gauss_legendre(count: int) -> tuple[tuple[float, float], ...]:
    """Return nodes and weights on [-1, 1], by Newton's method on the Legendre polynomial."""
    pairs = []
    for k in range(count):
        x = math.cos(math.pi * (k + 0.75) / (count + 0.5))
        slope = 1.0
        for _ in range(8):
            before, value = 1.0, x
            for n in range(2, count + 1):
                before, value = value, ((2 * n - 1) * x * value - (n - 1) * before) / n
            slope = count * (x * value - before) / (x * x - 1.0)
            x -= value / slope
        pairs.append((x, 2.0 / ((1.0 - x * x) * slope * slope)))
    return tuple(pairs)


_GAUSS_LEGENDRE_64 = _gauss_legendre(64)


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchContext:
    """What is known about a turn besides its search."""

    features: ChessFeatures | None = None
    """Features of the position."""
    previous_score_cp: float | None = None
    """Score at the end of the player's previous turn."""
    usual_nodes: float | None = None
    """Nodes of a usual turn, if games of this very engine were recorded."""
    usual_s: float | None = None
    """Time of a usual turn of this game; counts only without `usual_nodes`."""

    def effort(self, iteration: Iteration) -> float | None:
        """Return the logarithm of the search so far over a usual turn; None if neither is known."""
        usual, done = self.usual_nodes, float(iteration.nodes)
        if usual is None:
            usual, done = self.usual_s, iteration.elapsed_s
        return math.log(done) - math.log(usual) if usual and usual > 0 and done > 0 else None


NO_CONTEXT = SearchContext()
"""Nothing is known besides the search."""


class DeepeningLoss(Protocol):
    """Estimates the expected score (a win is 1) that is lost by playing the best move now."""

    def __call__(self, iterations: Sequence[Iteration], context: SearchContext, /) -> float:
        """Return the estimate from all depths finished so far, at least one."""


def rule_of_thumb(iterations: Sequence[Iteration], context: SearchContext) -> float:
    """Estimate without a model: small if the move has been stable for long and has most of the nodes."""
    last = iterations[-1]
    stable = 0
    for iteration in reversed(iterations):
        if iteration.best_move != last.best_move:
            break
        stable += 1
    share = 0.6 if last.best_move_share is None else last.best_move_share
    return 0.1 * (1.2 - share) / (1.0 + 0.3 * stable) / math.sqrt(max(1, last.depth))
