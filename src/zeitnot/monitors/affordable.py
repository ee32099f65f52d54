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


@dataclass(slots=True)
class DepthTimes:
    """How long each depth of an endgame took."""

    seconds: list[float] = field(default_factory=list)
    """Depth by depth."""
    _last_elapsed_s: float | None = None

    def add(self, ply: EndgamePly) -> None:
        """Take in a finished depth."""
        began_s = ply.started_s if self._last_elapsed_s is None else self._last_elapsed_s
        self._last_elapsed_s = ply.elapsed_s
        self.seconds.append(max(0.0, ply.elapsed_s - began_s))

    def next_s(self, *, first_growth: float) -> float:
        """Predict the next depth by the growth of the last two."""
        return next_depth_s(self.seconds, growth=measured_growth(self.seconds, otherwise=first_growth))


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
    times: DepthTimes = field(default_factory=DepthTimes)
    """Time of every finished depth."""

    def observe(self, progress: Progress) -> Verdict:
        """Look at a finished depth; other progress does not concern this monitor."""
        if not isinstance(progress, EndgamePly):
            return GO_ON
        self.times.add(progress)
        self.values_pts.append(progress.value_pts)
        left_s = progress.budget_s - (progress.elapsed_s - progress.started_s)
        if self.safety_factor * self.times.next_s(first_growth=self.first_growth) > left_s:
            return _UNAFFORDABLE
        if len(self.values_pts) >= self.minimum_depths and self._stable():
            return _STABLE
        return GO_ON

    def _stable(self) -> bool:
        recent = self.values_pts[-self.stable_depths :]
        return len(recent) == self.stable_depths and min(recent) == max(recent)
