"""Whether the next second still gains what a second costs."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from zeitnot.monitors.depths import DepthTimes, RecentChanges
from zeitnot.monitors.expected_loss import (
    NO_CONTEXT,
    DeepeningLoss,
    LossEstimator,
    SearchContext,
    bonferroni,
    rule_of_thumb,
    two_arm_heuristic,
)
from zeitnot.turns import (
    GO_ON,
    EndgamePly,
    Iteration,
    Progress,
    Reason,
    SimulationCheck,
    Verdict,
)

_SHORTEST_S = 1e-6
"""Shortest time that anything is divided by."""
_LATER = 1.2
"""Growth of the elapsed time after which a speed is measured again."""

_SAME_SPEED = 0.01
"""Relative difference below which speeds are the same: finding a price takes longer than judging a depth."""

PriceAt = Callable[[float | None], float]
"""Returns the price of a second, in points, for the speed of the search; None if that is unknown."""


@dataclass(slots=True, kw_only=True)
class _Price:
    """The price of a second, updated when the speed of the search is known better."""

    at: PriceAt
    _asked_s: float = 0.0
    _per_s: float | None = None
    _speed: float | None = None

    def per_s(self, work: int, time_s: float) -> float:
        """Return the price, given the work and time so far."""
        if self._per_s is None or time_s > _LATER * self._asked_s:
            self._asked_s = time_s
            speed = work / time_s if work > 0 and time_s > _SHORTEST_S else None
            if self._per_s is None or not _alike(speed, self._speed):
                self._per_s, self._speed = self.at(speed), speed
        return self._per_s


@dataclass(slots=True, kw_only=True)
class SimulationPrice:
    """Stops a simulation when the next second gains less than the price of a second."""

    price_at: PriceAt
    """Price of a second by samples per second."""
    decay: float
    """Exponent of the loss over time: a second gains the expected loss times this, divided by the seconds
    used."""
    estimator: LossEstimator = bonferroni
    """Estimates the loss of stopping now, in points."""
    least_loss_pts: float = 0.0
    """Loss below which a simulation is decided, however cheap time is."""
    _price: _Price | None = None
    _started_s: float = -1.0

    def observe(self, progress: Progress) -> Verdict:
        """Judge a checkpoint; other progress does not concern this monitor."""
        if not isinstance(progress, SimulationCheck):
            return GO_ON
        if self._price is None or progress.started_s != self._started_s:
            # Another simulation of the same turn has a speed of its own.
            self._price, self._started_s = _Price(at=self.price_at), progress.started_s
        used_s = max(_SHORTEST_S, progress.elapsed_s - progress.started_s)
        loss_pts = self.estimator(progress.snapshot)
        gain_pts_per_s = self.decay * loss_pts / used_s
        # Solved samples are slow: their speed says nothing about later simulations.
        price = self._price.per_s(0 if progress.budget_s else progress.snapshot.samples, used_s)
        if progress.budget_s is not None and used_s >= progress.budget_s:
            return Verdict(reason=Reason.TARGET, expected_loss_pts=loss_pts)
        below = gain_pts_per_s < price or loss_pts < self.least_loss_pts
        return Verdict(reason=Reason.LOSS_BELOW_PRICE if below else None, expected_loss_pts=loss_pts)


@dataclass(slots=True, kw_only=True)
class DeepeningPrice:
    """Begins no new depth when the next second gains less than the price of a second."""

    price_at: PriceAt
    """Price of a second by nodes per second."""
    decay: float
    """Exponent of the loss over time: a second gains the expected loss times this, divided by the seconds
    used."""
    estimator: DeepeningLoss = rule_of_thumb
    """Estimates the loss of stopping now, in expected score."""
    context: SearchContext = NO_CONTEXT
    """What is known about the turn besides its search."""
    minimum_depth: int = 1
    """Depth to finish first."""
    change_weight: float = 0.0
    """Part of the gain that each recent change of the best move adds: such a search finds more, sooner."""
    _changes: RecentChanges = field(default_factory=RecentChanges)
    _seen: list[Iteration] = field(default_factory=list)
    _price: _Price | None = None

    def observe(self, progress: Progress) -> Verdict:
        """Judge a finished depth; other progress does not concern this monitor."""
        if not isinstance(progress, Iteration):
            return GO_ON
        self._seen.append(progress)
        changes = self._changes.after(progress)
        if progress.depth < self.minimum_depth:
            return GO_ON
        if self._price is None:
            self._price = _Price(at=self.price_at)
        used_s = max(_SHORTEST_S, progress.elapsed_s)
        loss = self.estimator(self._seen, self.context)
        price = self._price.per_s(progress.nodes, used_s)
        gain_per_s = self.decay * loss * (1.0 + self.change_weight * changes) / used_s
        reason = Reason.LOSS_BELOW_PRICE if gain_per_s < price else None
        return Verdict(reason=reason, expected_loss_pts=loss)


@dataclass(slots=True, kw_only=True)
class EndgamePrice:
    """Begins an endgame depth only if it will finish and gain what its time costs."""

    price_at: PriceAt
    """Price of a second by nodes per second."""
    ply_losses_pts: tuple[tuple[float, float], ...]
    """Mean loss of stopping after each depth, if the depth changed the value and if it did not."""
    safety_factor: float = 1.5
    """Factor on the predicted time; from the MAGPIE document."""
    first_growth: float = 3.0
    """Growth assumed before two depths are done."""
    free_s: float = 0.0
    """Time of the turn that no later turn can use: until then every depth is begun, because one that is
    broken off costs nothing."""
    _values_pts: list[float] = field(default_factory=list)
    _times: DepthTimes = field(default_factory=DepthTimes)

    def observe(self, progress: Progress) -> Verdict:
        """Judge a finished depth; other progress does not concern this monitor."""
        if not isinstance(progress, EndgamePly):
            return GO_ON
        self._times.add(progress)
        loss_pts = self._loss_pts(progress)
        self._values_pts.append(progress.value_pts)
        used_s = progress.elapsed_s - progress.started_s
        next_s = self._times.next_s(first_growth=self.first_growth)
        if progress.elapsed_s < self.free_s:
            return Verdict(expected_loss_pts=loss_pts)
        if self.safety_factor * next_s > progress.budget_s - used_s:
            return Verdict(reason=Reason.UNAFFORDABLE, expected_loss_pts=loss_pts)
        speed = progress.nodes / used_s if progress.nodes > 0 and used_s > _SHORTEST_S else None
        below = loss_pts < self.price_at(speed) * next_s
        return Verdict(reason=Reason.LOSS_BELOW_PRICE if below else None, expected_loss_pts=loss_pts)

    def _loss_pts(self, progress: EndgamePly) -> float:
        """Return the mean loss of stopping after this depth; beyond the table its last row applies."""
        if not self.ply_losses_pts:
            return 0.0
        row = self.ply_losses_pts[min(max(progress.depth, 1), len(self.ply_losses_pts)) - 1]
        same = bool(self._values_pts) and self._values_pts[-1] == progress.value_pts
        return row[1] if same else row[0]


def _alike(speed: float | None, other: float | None) -> bool:
    """Return whether two speeds lead to the same price."""
    if speed is None or other is None:
        return speed is other
    return abs(speed - other) <= _SAME_SPEED * other


@dataclass(slots=True, kw_only=True)
class LossBelowPrice:
    """Stops a simulation when the time left is worth more on later turns than it can still save here."""

    simulation_s: float
    """Time that the simulation may use."""
    turn_s: float | None = None
    """End of the turn, if all of its time left is at stake; None for the time of the simulation."""
    price_pts_per_s: float
    """Value of a second on a later turn."""
    estimator: LossEstimator = two_arm_heuristic
    """Estimates the loss of stopping now."""
    plateau_checks: int = 3
    """Number of checks over which the loss must keep falling; from the MAGPIE document."""
    plateau_growth: float = 1.0
    """Factor by which the samples grow from one of these checks to the next: checks a fiftieth of a second
    apart differ mostly by noise."""
    plateau_of_rises: bool = False
    """Whether a rising loss counts as a plateau."""
    _history: deque[tuple[float, float, int]] = field(default_factory=deque)

    def observe(self, progress: Progress) -> Verdict:
        """Judge a checkpoint; other progress does not concern this monitor."""
        if not isinstance(progress, SimulationCheck):
            return GO_ON
        loss_pts = self.estimator(progress.snapshot)
        used_s = progress.elapsed_s - progress.started_s
        granted_s = self.simulation_s if progress.budget_s is None else progress.budget_s
        left_s = granted_s - used_s if self.turn_s is None else self.turn_s - progress.elapsed_s
        worth_pts = max(0.0, left_s) * self.price_pts_per_s
        if self._history and self._history[-1][0] < progress.started_s:
            self._history.clear()  # another simulation of the same turn
        samples = progress.snapshot.samples
        # A check counts for a plateau once the samples have grown enough since the last one that did.
        counts = not self._history or samples >= self.plateau_growth * self._history[-1][2]
        reason = None
        if used_s >= granted_s:
            reason = Reason.TARGET
        elif loss_pts < worth_pts:
            reason = Reason.LOSS_BELOW_PRICE
        elif counts and self._plateau(progress.elapsed_s, loss_pts):
            reason = Reason.PLATEAU
        if counts:
            self._history.append((progress.elapsed_s, loss_pts, samples))
            if len(self._history) > self.plateau_checks:
                self._history.popleft()
        return Verdict(reason=reason, expected_loss_pts=loss_pts)

    def _plateau(self, elapsed_s: float, loss_pts: float) -> bool:
        if len(self._history) < self.plateau_checks:
            return False
        then_s, then_pts, _ = self._history[0]
        passed_s, fallen_pts = elapsed_s - then_s, then_pts - loss_pts
        if not self.plateau_of_rises:
            # The simulation has just learned that it knew less than it thought.
            fallen_pts = abs(fallen_pts)
        return passed_s > 0 and fallen_pts / passed_s < self.price_pts_per_s
