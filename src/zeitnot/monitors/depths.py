"""Whether another depth is begun: not if it is unaffordable, the value is stable or a mate is found."""

from dataclasses import dataclass, field

from zeitnot.turns import GO_ON, EndgamePly, Iteration, Progress, Reason, Verdict

_UNAFFORDABLE = Verdict(reason=Reason.UNAFFORDABLE)
_STABLE = Verdict(reason=Reason.STABLE)
_MATE = Verdict(reason=Reason.MATE)


def next_depth_s(depth_times_s: list[float], *, growth: float) -> float:
    """Return the predicted time of the next depth: the last depth's time multiplied by a growth factor."""
    return depth_times_s[-1] * growth if depth_times_s else 0.0


def measured_growth(depth_times_s: list[float], *, otherwise: float) -> float:
    """Return the ratio of the last two depths, or the given guess if there are fewer."""
    if len(depth_times_s) < 2 or depth_times_s[-2] <= 0:  # noqa: PLR2004 (a ratio takes two)
        return otherwise
    return depth_times_s[-1] / depth_times_s[-2]


@dataclass(slots=True, kw_only=True)
class RecentChanges:
    """How often the best move has changed lately; a change counts less with every depth that follows it."""

    memory: float = 0.5
    """Part of the count that is carried to the next depth; from Stockfish."""
    count: float = 0.0
    """Changes, the older ones counted in part."""
    changed_at: int = 0
    """Depth at which the best move changed last."""
    _best_move: str = ""

    def after(self, iteration: Iteration) -> float:
        """Count a finished depth, and return the changes up to now."""
        changes = iteration.best_move_changes
        if iteration.best_move != self._best_move:
            if self._best_move and not changes:
                changes = 1.0  # the search does not count inside its iterations
            self._best_move, self.changed_at = iteration.best_move, iteration.depth
        self.count = self.count * self.memory + changes
        return self.count


@dataclass(slots=True)
class DepthTimes:
    """How long each depth of an endgame took."""

    seconds: list[float] = field(default_factory=list)
    """Time of each depth."""
    _last_elapsed_s: float | None = None

    def add(self, ply: EndgamePly) -> None:
        """Add a finished depth."""
        began_s = ply.started_s if self._last_elapsed_s is None else self._last_elapsed_s
        self._last_elapsed_s = ply.elapsed_s
        self.seconds.append(max(0.0, ply.elapsed_s - began_s))

    def next_s(self, *, first_growth: float) -> float:
        """Return the predicted time of the next depth, from the growth of the last two."""
        return next_depth_s(self.seconds, growth=measured_growth(self.seconds, otherwise=first_growth))


@dataclass(slots=True, kw_only=True)
class EndgameDepths:
    """Begins an endgame depth only if it will probably finish and could still change the value."""

    safety_factor: float = 1.5
    """Factor on the predicted time; from the MAGPIE document."""
    first_growth: float = 3.0
    """Growth assumed before two depths are done: the low end of the MAGPIE document's 3 to 10."""
    stable_depths: int = 2
    """Number of consecutive depths with the same value that make it stable."""
    minimum_depths: int = 2
    """Number of depths finished before stability can stop the solver."""
    values_pts: list[float] = field(default_factory=list)
    """Value at every finished depth."""
    times: DepthTimes = field(default_factory=DepthTimes)
    """Time of every finished depth."""

    def observe(self, progress: Progress) -> Verdict:
        """Judge a finished depth; other progress does not concern this monitor."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class MateFound:
    """Stops when a mate for either side is so certain that further search changes nothing."""

    within_moves: int = 5
    """A mate in at most this many moves ends the search at any depth; from the ArGO document."""
    horizon_plies: int = 5
    """A longer mate ends the search once it is this many plies deeper than the mate; from the ArGO
    document."""

    def observe(self, progress: Progress) -> Verdict:
        """Judge a finished depth."""
        if not isinstance(progress, Iteration) or progress.mate_in is None:
            return GO_ON
        moves = abs(progress.mate_in)
        plies = 2 * moves - (progress.mate_in > 0)
        if moves <= self.within_moves or plies <= progress.depth - self.horizon_plies:
            return _MATE
        return GO_ON
