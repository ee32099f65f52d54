"""Does the next second still gain what a second costs?"""

from collections.abc import Callable
from dataclasses import dataclass, field

from zeitnot.monitors.affordable import DepthTimes
from zeitnot.monitors.deepening_loss import DeepeningLoss, rule_of_thumb
from zeitnot.monitors.expected_loss import LossEstimator, bonferroni
from zeitnot.turns import (
    GO_ON,
    ChessFeatures,
    EndgamePly,
    Iteration,
    Progress,
    Reason,
    SimulationCheck,
    Verdict,
)

_SHORTEST_S = 1e-6
"""Time below which nothing is divided by it."""
_LATER = 1.2
"""A speed is measured anew when so many times the time has passed: it is known well after a moment."""

_SAME_SPEED = 0.01
"""Speeds that differ by a smaller part are the same: finding a price takes longer than looking at a depth."""

PriceAt = Callable[[float | None], float]
"""Gives the price of a second, in points; from the speed of the search, where that is known."""


@dataclass(slots=True, kw_only=True)
class _Price:
    """The price of a second, asked for again when the speed of the search is known better."""

    at: PriceAt
    _asked_s: float = 0.0
    _per_s: float | None = None
    _speed: float | None = None

    def per_s(self, work: int, time_s: float) -> float:
        """Tell the price after so much work in so much time."""
        if self._per_s is None or time_s > _LATER * self._asked_s:
            self._asked_s = time_s
            speed = work / time_s if work > 0 and time_s > _SHORTEST_S else None
            if self._per_s is None or not _alike(speed, self._speed):
                self._per_s, self._speed = self.at(speed), speed
        return self._per_s


@dataclass(slots=True, kw_only=True)
class SimulationPrice:
    """Ends a simulation when what the next second gains is below the price of a second."""

    price_at: PriceAt
    """Price of a second by samples per second."""
    decay: float
    """A second gains the expected loss times this over the seconds used: losses fall by a power of time."""
    estimator: LossEstimator = bonferroni
    """Estimates the loss of stopping now, in points."""
    _price: _Price | None = None
    _started_s: float = -1.0

    def observe(self, progress: Progress) -> Verdict:
        """Weigh a checkpoint; other progress does not concern this monitor."""
        if not isinstance(progress, SimulationCheck):
            return GO_ON
        if self._price is None or progress.started_s != self._started_s:
            # Another simulation of the same turn has a speed of its own.
            self._price, self._started_s = _Price(at=self.price_at), progress.started_s
        used_s = max(_SHORTEST_S, progress.elapsed_s - progress.started_s)
        loss_pts = self.estimator(progress.snapshot)
        gain_pts_per_s = self.decay * loss_pts / used_s
        # Samples that are solved are slow: their speed says nothing about the simulations to come.
        price = self._price.per_s(0 if progress.budget_s else progress.snapshot.samples, used_s)
        if progress.budget_s is not None and used_s >= progress.budget_s:
            return Verdict(reason=Reason.TARGET, expected_loss_pts=loss_pts)
        reason = Reason.LOSS_BELOW_PRICE if gain_pts_per_s < price else None
        return Verdict(reason=reason, expected_loss_pts=loss_pts)


@dataclass(slots=True, kw_only=True)
class DeepeningPrice:
    """Begins no new depth when what the next second gains is below the price of a second."""

    price_at: PriceAt
    """Price of a second by nodes per second."""
    decay: float
    """As for simulations."""
    estimator: DeepeningLoss = rule_of_thumb
    """Estimates the loss of stopping now, in expected score."""
    features: ChessFeatures | None = None
    """The position."""
    minimum_depth: int = 1
    """Depth to finish first."""
    _seen: list[Iteration] = field(default_factory=list)
    _price: _Price | None = None

    def observe(self, progress: Progress) -> Verdict:
        """Weigh a finished depth; other progress does not concern this monitor."""
        if not isinstance(progress, Iteration):
            return GO_ON
        self._seen.append(progress)
        if progress.depth < self.minimum_depth:
            return GO_ON
        if self._price is None:
            self._price = _Price(at=self.price_at)
        used_s = max(_SHORTEST_S, progress.elapsed_s)
        loss = self.estimator(self._seen, self.features)
        price = self._price.per_s(progress.nodes, used_s)
        reason = Reason.LOSS_BELOW_PRICE if self.decay * loss / used_s < price else None
        return Verdict(reason=reason, expected_loss_pts=loss)


@dataclass(slots=True, kw_only=True)
class EndgamePrice:
    """Begins an endgame depth only when it will finish and gains what its time costs."""

    price_at: PriceAt
    """Price of a second by nodes per second."""
    ply_losses_pts: tuple[tuple[float, float], ...]
    """Mean loss of stopping after each depth, when it changed the value and when it did not."""
    safety_factor: float = 1.5
    """The predicted time is taken this much larger; from the MAGPIE document."""
    first_growth: float = 3.0
    """Growth assumed before two depths are done."""
    _values_pts: list[float] = field(default_factory=list)
    _times: DepthTimes = field(default_factory=DepthTimes)

    def observe(self, progress: Progress) -> Verdict:
        """Look at a finished depth; other progress does not concern this monitor."""
        if not isinstance(progress, EndgamePly):
            return GO_ON
        self._times.add(progress)
        loss_pts = self._loss_pts(progress)
        self._values_pts.append(progress.value_pts)
        used_s = progress.elapsed_s - progress.started_s
        next_s = self._times.next_s(first_growth=self.first_growth)
        if self.safety_factor * next_s > progress.budget_s - used_s:
            return Verdict(reason=Reason.UNAFFORDABLE, expected_loss_pts=loss_pts)
        speed = progress.nodes / used_s if progress.nodes > 0 and used_s > _SHORTEST_S else None
        below = loss_pts < self.price_at(speed) * next_s
        return Verdict(reason=Reason.LOSS_BELOW_PRICE if below else None, expected_loss_pts=loss_pts)

    def _loss_pts(self, progress: EndgamePly) -> float:
        """Tell the mean loss of stopping after this depth; a table that is too short ends in its last row."""
        if not self.ply_losses_pts:
            return 0.0
        row = self.ply_losses_pts[min(max(progress.depth, 1), len(self.ply_losses_pts)) - 1]
        same = bool(self._values_pts) and self._values_pts[-1] == progress.value_pts
        return row[1] if same else row[0]


def _alike(speed: float | None, other: float | None) -> bool:
    """Tell whether two speeds make the same price."""
    if speed is None or other is None:
        return speed is other
    return abs(speed - other) <= _SAME_SPEED * other
