"""Several monitors as one."""

from dataclasses import dataclass

from zeitnot.turns import GO_ON, Monitor, Progress, Verdict


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
