"""Whether the deadline has passed."""

from dataclasses import dataclass

from zeitnot.turns import GO_ON, Iteration, Progress, Reason, Tick, Verdict

_PAST_LIMIT = Verdict(reason=Reason.LIMIT)
_PAST_TARGET = Verdict(reason=Reason.TARGET)


def between_depths(progress: Progress, *, target_s: float, limit_s: float) -> Verdict:
    """Judge progress that is not a finished depth: ticks end at the limit, other games' steps at the
    target."""
    if progress.elapsed_s >= limit_s:
        return _PAST_LIMIT
    if progress.elapsed_s < target_s or isinstance(progress, Tick):
        return GO_ON
    return _PAST_TARGET


@dataclass(frozen=True, slots=True)
class Deadline:
    """Stops at the hard limit, for no other reason."""

    limit_s: float
    """Hard limit, in seconds since the turn began."""

    def observe(self, progress: Progress) -> Verdict:
        """Stop if the limit has passed."""
        return _PAST_LIMIT if progress.elapsed_s >= self.limit_s else GO_ON


@dataclass(frozen=True, slots=True, kw_only=True)
class SoftTarget:
    """Begins no new depth after the target, once the minimum depth is done."""

    target_s: float
    """Soft target, in seconds since the turn began."""
    minimum_depth: int = 1
    """Depth to finish first."""
    breaks_off: bool = False
    """Whether passing time alone may stop the search: for work that can end anywhere, such as a
    simulation."""

    def observe(self, progress: Progress) -> Verdict:
        """Stop if the target has passed; a depth in progress is finished first."""
        if progress.elapsed_s < self.target_s:
            return GO_ON
        if isinstance(progress, Tick):
            return _PAST_TARGET if self.breaks_off else GO_ON
        if isinstance(progress, Iteration) and progress.depth < self.minimum_depth:
            return GO_ON
        return _PAST_TARGET
