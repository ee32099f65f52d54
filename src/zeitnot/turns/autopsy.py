"""Autopsy: where the time of a turn went that lasted longer than it should have."""

import math
from dataclasses import dataclass
from enum import StrEnum

from zeitnot.clocks import seconds_text
from zeitnot.turns.record import TurnRecord, TurnTimings


class Place(StrEnum):
    """Where time can go past the end of a turn."""

    ENGINE = "engine"
    PIPE = "pipe"
    SCHEDULER = "scheduler"
    PROXY = "proxy"
    RUNNER = "runner"
    UNKNOWN = "unknown"


_WORDS = {
    Place.ENGINE: "the engine searched on",
    Place.PIPE: "the engine's answer was late in the pipe: the engine neither searched nor waited for a core",
    Place.SCHEDULER: "the engine, or the process that ran it, was stopped or waited for a core",
    Place.PROXY: "the time manager was late: it was busy with its policy, with `stop` or with the answer",
    Place.RUNNER: "the runner was late: the move was there, and the referee's clock ran on",
    Place.UNKNOWN: "unknown: the run does not say",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class AutopsySettings:
    """Thresholds of an autopsy."""

    least_over_s: float = 0.02
    """A turn that is late by less is no incident: engines poll their input every 10 ms, as Toga does, and
    the proxy waits up to 20 ms for a first report."""
    least_span_s: float = 0.002
    """Figures of the system over a shorter time say nothing: the scheduler counts in ticks of 1 to 4 ms."""


DEFAULTS = AutopsySettings()
_TRIFLE = 0.01
"""Places with a smaller share of the time are left out of the words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Autopsy:
    """Where the time past the end of a turn went."""

    cause: Place
    """Where most of it went."""
    over_s: float
    """Time past the end of the turn, by the referee's clock."""
    due_s: float | None
    """When the turn had to end; None if that is unknown."""
    by_place_s: dict[Place, float]
    """The time past the end by place, the most first; places without time are left out."""

    @property
    def words(self) -> str:
        """A sentence that names the cause, with the seconds of every place."""
        least_s = _TRIFLE * self.over_s
        told = [(place, spent_s) for place, spent_s in self.by_place_s.items() if spent_s >= least_s]
        parts = ", ".join(f"{place} {seconds_text(spent_s)}" for place, spent_s in told)
        return f"{seconds_text(self.over_s)} too late: {_WORDS[self.cause]} ({parts})"


def autopsy_of(
    record: TurnRecord,
    *,
    referee_s: float,
    flagged: bool = False,
    work_time: bool = False,
    settings: AutopsySettings = DEFAULTS,
) -> Autopsy | None:
    """Return where the time of a late turn went; None if the turn was in time.

    A turn that lost its game on time is always examined, however little it was late. In work
    time nothing but the search takes time.
    """
    timings = record.timings
    before_s = 0.0 if timings is None else timings.before_s
    due_s = _due_s(record, flagged=flagged)
    over_s = referee_s - before_s - due_s if math.isfinite(due_s) else 0.0
    if over_s < settings.least_over_s and not flagged:
        return None
    if not math.isfinite(due_s):
        return Autopsy(cause=Place.UNKNOWN, over_s=0.0, due_s=None, by_place_s={})
    over_s = max(over_s, 0.0)
    end_s = record.used_s if timings is None or timings.end_s is None else timings.end_s
    runner_s = min(over_s, max(0.0, referee_s - before_s - end_s))
    shares = dict.fromkeys(Place, 0.0)
    shares[Place.RUNNER] = runner_s
    if timings is None:
        shares[Place.ENGINE if work_time else Place.UNKNOWN] = over_s - runner_s
    else:
        _share_turn(shares, timings, settings, used_s=record.used_s, end_s=end_s)
        _excuse_own(shares, timings)
    ranked = sorted(
        ((each, spent_s) for each, spent_s in shares.items() if spent_s > 0), key=lambda item: -item[1]
    )
    cause = ranked[0][0] if ranked else Place.UNKNOWN
    return Autopsy(cause=cause, over_s=over_s, due_s=due_s, by_place_s=dict(ranked))


def _due_s(record: TurnRecord, *, flagged: bool) -> float:
    """Return when a turn had to end; without timings it is the limit, or the clock if that ran out."""
    if record.timings is not None:
        return record.timings.due_s
    clock_s = record.clock_before_s if flagged and record.clock_before_s is not None else math.inf
    return min(record.budget.limit_s, clock_s)


def _share_turn(
    shares: dict[Place, float],
    timings: TurnTimings,
    settings: AutopsySettings,
    *,
    used_s: float,
    end_s: float,
) -> None:
    """Share the player's own time past the end: before `go`, until `stop`, until the answer, after it."""
    own = Place.PROXY if timings.proxied else Place.RUNNER
    begin_s, go_s = timings.due_s, timings.go_s
    if go_s is not None and begin_s < go_s:
        shares[Place.PROXY] += min(go_s, end_s) - begin_s
        begin_s = go_s
    stop_s, first_s = timings.stop_s, timings.first_report_s
    # Before its first report an engine is not stopped: that wait is the engine's.
    if stop_s is not None and first_s is not None and first_s < timings.due_s and stop_s > begin_s:
        shares[Place.PROXY] += stop_s - begin_s
        begin_s = stop_s
    answer_s = used_s if timings.answer_s is None else min(used_s, timings.answer_s)
    if answer_s > begin_s:
        busy_s = _overlap_s(timings, begin_s, answer_s)
        shares[Place.PROXY] += busy_s
        _share_engine(shares, answer_s - begin_s - busy_s, timings, settings)
    shares[own] += max(0.0, end_s - max(begin_s, answer_s))


def _overlap_s(timings: TurnTimings, begin_s: float, end_s: float) -> float:
    if timings.busy_until_s is None:
        return 0.0
    from_s = begin_s if timings.busy_from_s is None else max(begin_s, timings.busy_from_s)
    return max(0.0, min(end_s, timings.busy_until_s) - from_s)


def _share_engine(
    shares: dict[Place, float], spent_s: float, timings: TurnTimings, settings: AutopsySettings
) -> None:
    """Share the wait for an engine by what the system says its busiest thread did meanwhile."""
    span_s, cpu_s, queue_s = timings.late_span_s, timings.late_cpu_s, timings.late_queue_s
    if span_s is None or cpu_s is None or queue_s is None or span_s < settings.least_span_s:
        shares[Place.UNKNOWN] += spent_s
        return
    held_s = min(span_s, queue_s + (timings.late_stopped_s or 0.0))
    searched_s = min(span_s - held_s, cpu_s)
    shares[Place.SCHEDULER] += spent_s * held_s / span_s
    shares[Place.ENGINE] += spent_s * searched_s / span_s
    shares[Place.PIPE] += spent_s * (span_s - held_s - searched_s) / span_s


def _excuse_own(shares: dict[Place, float], timings: TurnTimings) -> None:
    """Move what the own thread waited for a core from the proxy and the runner to the scheduler."""
    left_s = timings.own_queue_s or 0.0
    for place in (Place.RUNNER, Place.PROXY):
        moved_s = min(left_s, shares[place])
        shares[place] -= moved_s
        shares[Place.SCHEDULER] += moved_s
        left_s -= moved_s
