"""Whether the deadline has passed; several monitors as one."""

from dataclasses import dataclass

from zeitnot.turns import GO_ON, Iteration, Monitor, Progress, Reason, Tick, Verdict

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


@dataclass(frozen=True, slots=True)
class _AnyOf:
    monitors: tuple[Monitor, ...]

    def observe(self, progress: Progress) -> Verdict:
        """Show the progress to every monitor; the first that stops decides."""
        answer = GO_ON
        for monitor in self.monitors:
            verdict = monitor.observe(progress)
            if verdict is not GO_ON:
                answer = verdict if answer is GO_ON else _joined(answer, verdict)
        return answer


def _joined(first: Verdict, second: Verdict) -> Verdict:
    """Return the verdict of the first that stops, with what the other knows added."""
    word = second if second.stop and not first.stop else first
    loss_pts = first.expected_loss_pts
    return Verdict(
        reason=word.reason,
        note=word.note,
        target_s=second.target_s if first.target_s is None else first.target_s,
        clears_soft_stop=first.clears_soft_stop or second.clears_soft_stop,
        factors=first.factors + second.factors,
        expected_loss_pts=second.expected_loss_pts if loss_pts is None else loss_pts,
        events=first.events + second.events,
        memory=second.memory if first.memory is None else first.memory,
    )


def any_of(*monitors: Monitor) -> Monitor:
    """Return a monitor that stops as soon as any of these does. All see all progress, so none misses a
    depth."""
    return _AnyOf(monitors)
