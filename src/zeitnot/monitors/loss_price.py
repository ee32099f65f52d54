"""Whether the expected loss of stopping has fallen below the price of time."""

from collections import deque
from dataclasses import dataclass, field

from zeitnot.monitors.expected_loss import LossEstimator, two_arm_heuristic
from zeitnot.turns import GO_ON, Progress, Reason, SimulationCheck, Verdict


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
        reason = None
        if used_s >= granted_s:
            reason = Reason.TARGET
        elif loss_pts < worth_pts:
            reason = Reason.LOSS_BELOW_PRICE
        elif self._counts(progress) and self._plateau(progress.elapsed_s, loss_pts):
            reason = Reason.PLATEAU
        if self._counts(progress):
            self._remember(progress, loss_pts)
        return Verdict(reason=reason, expected_loss_pts=loss_pts)

    def _counts(self, progress: SimulationCheck) -> bool:
        """Return whether the samples have grown enough since the last check that counted for a plateau."""
        return not self._history or progress.snapshot.samples >= self.plateau_growth * self._history[-1][2]

    def _plateau(self, elapsed_s: float, loss_pts: float) -> bool:
        if len(self._history) < self.plateau_checks:
            return False
        then_s, then_pts, _ = self._history[0]
        passed_s, fallen_pts = elapsed_s - then_s, then_pts - loss_pts
        if not self.plateau_of_rises:
            # The simulation has just learned that it knew less than it thought.
            fallen_pts = abs(fallen_pts)
        return passed_s > 0 and fallen_pts / passed_s < self.price_pts_per_s

    def _remember(self, progress: SimulationCheck, loss_pts: float) -> None:
        self._history.append((progress.elapsed_s, loss_pts, progress.snapshot.samples))
        if len(self._history) > self.plateau_checks:
            self._history.popleft()
