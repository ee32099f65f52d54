"""Is the next depth affordable?"""

from dataclasses import dataclass, field

from zeitnot.turns import GO_ON, EndgamePly, Progress, Reason, Verdict

_UNAFFORDABLE = Verdict(reason=Reason.UNAFFORDABLE)
_STABLE = Verdict(reason=Reason.STABLE)


def next_depth_s(depth_times_s: list[float], *, growth: float) -> float:
    """Predict the next depth: the last depth's time multiplied by a growth factor."""
    return depth_times_s[-1] * growth if depth_times_s else 0.0


def measured_growth(depth_times_s: list[float], *, otherwise: float) -> float:
    """Tell the ratio of the last two depths, or a guess while there are not two to compare."""
    if len(depth_times_s) < 2 or depth_times_s[-2] <= 0:  # noqa: PLR2004 (a ratio takes two)
        return otherwise
    return depth_times_s[-1] / depth_times_s[-2]


@dataclass(slots=True, kw_only=True)
class EndgameDepths:
    """Begins an endgame depth only when it will probably finish and could still change the value."""

    safety_factor: float = 1.5
    """The predicted time is taken this much larger; from the MAGPIE document."""
    first_growth: float = 3.0
    """Growth assumed before two depths are done: the low end of the 3 to 10 of the MAGPIE document."""
    stable_depths: int = 2
    """The value counts as stable when so many depths in a row gave it."""
    minimum_depths: int = 2
    """Depths finished before stability can stop the solver."""
    values_pts: list[float] = field(default_factory=list)
    """Value at every finished depth."""
    depth_times_s: list[float] = field(default_factory=list)
    """Time of every finished depth."""
    _last_elapsed_s: float | None = None

    def observe(self, progress: Progress) -> Verdict:
        """Look at a finished depth; other progress does not concern this monitor."""
        if not isinstance(progress, EndgamePly):
            return GO_ON
        began_s = progress.started_s if self._last_elapsed_s is None else self._last_elapsed_s
        self._last_elapsed_s = progress.elapsed_s
        self.depth_times_s.append(max(0.0, progress.elapsed_s - began_s))
        self.values_pts.append(progress.value_pts)
        left_s = progress.budget_s - (progress.elapsed_s - progress.started_s)
        growth = measured_growth(self.depth_times_s, otherwise=self.first_growth)
        if self.safety_factor * next_depth_s(self.depth_times_s, growth=growth) > left_s:
            return _UNAFFORDABLE
        if len(self.values_pts) >= self.minimum_depths and self._stable():
            return _STABLE
        return GO_ON

    def _stable(self) -> bool:
        recent = self.values_pts[-self.stable_depths :]
        return len(recent) == self.stable_depths and min(recent) == max(recent)
