"""Move times: what each move took, from clocks and comments; what is missing or impossible is told."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from zeitnot.clocks import Clock, ClockState, TimeControl, clock_text, seconds_text
from zeitnot.games.time_comments import Source, StatedTime

_WHOLE_S, _FINE_S = 1.0, 0.15
"""Errors of two clocks that are written in whole seconds, and in tenths or finer."""
_LAG_S = 2.0
"""Time that a server may give back for lag with one move."""

NO_TIME = "no time is written"
"""The problem of a move without any time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveTime:
    """The time of one move."""

    used_s: float | None = None
    """Time that the move took; None where it cannot be told."""
    before_s: float | None = None
    """Time on the clock before the move; None where it is unknown."""
    after_s: float | None = None
    """Time on the clock after the move, with what the move earned; None where it is unknown."""
    source: Source = Source.NONE
    """Where the time was read."""
    problem: str = ""
    """What is missing or impossible, in words; empty if nothing is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideTimes:
    """The times of one side's moves."""

    moves: tuple[MoveTime, ...]
    """Move by move."""
    notes: tuple[str, ...] = ()
    """What was assumed about the clock of this side, in words."""


def side_times(
    stated: Sequence[StatedTime], control: TimeControl | None, *, rises: bool = False
) -> SideTimes:
    """Return the times of one side's moves; without a control, clocks tell times only if nothing is added.

    `rises` says that a clock of the game rises, on whichever side.
    """
    notes: list[str] = []
    rises = rises or clock_rises(stated)
    stated, hours_note = _with_hours(stated, control)
    notes.extend(hours_note)
    if control is None and any(each.clock_s is not None and each.used_s is None for each in stated):
        notes.append(_RISING if rises else _STEADY)
    start = None if control is None else Clock(control).snapshot()
    if control is not None and control.has_clock and start and stated and stated[0].clock_s is not None:
        control, start, start_note = _started(control, start, stated[0].clock_s)
        notes.extend(start_note)
    first = next((place for place, each in enumerate(stated) if each != StatedTime()), len(stated))
    if 0 < first < len(stated) and not any(each.clock_s is not None for each in stated):
        notes.append("moves before the first that has a time are taken as made before the clock ran")
    reader = _Reader(control, start, stated=stated, rises=rises)
    moves = tuple(reader.read(number, each) for number, each in enumerate(stated))
    return SideTimes(moves=moves, notes=tuple(notes))


def _with_hours(
    stated: Sequence[StatedTime], control: TimeControl | None
) -> tuple[Sequence[StatedTime], list[str]]:
    """Read clocks such as `1:58` as hours and minutes where minutes and seconds do not fit the control."""
    first = next((each for each in stated if each.clock_s is not None), None)
    if first is None or first.short_clock is None or control is None or not control.has_clock:
        return stated, []
    base_s = Clock(control).remaining_s
    hours_s = first.short_clock[0] * 3600.0 + first.short_clock[1] * 60.0
    if not (hours_s > base_s / 2 and abs(hours_s - base_s) < abs((first.clock_s or 0.0) - base_s)):
        return stated, []
    read = [
        each
        if each.short_clock is None
        else replace(each, clock_s=each.short_clock[0] * 3600.0 + each.short_clock[1] * 60.0)
        for each in stated
    ]
    return read, ["clocks without seconds are read as hours and minutes: a move's time is known to a minute"]


_RISING = "the time control is unknown and a clock rises: say it with --clock"
_STEADY = "the time control is unknown: times are right only if nothing is added to the clock (--clock)"


def clock_rises(stated: Sequence[StatedTime]) -> bool:
    """Return whether the clock of a side ever rises."""
    clocks_s = [each.clock_s for each in stated if each.clock_s is not None]
    return any(after > before for before, after in itertools.pairwise(clocks_s))


def _started(
    control: TimeControl, start: ClockState, first_s: float
) -> tuple[TimeControl, ClockState, list[str]]:
    """Return how a side began: a berserk player has half the time and no increment."""
    stage = control.stages[0]
    if len(control.stages) == 1 and stage.increment_s and first_s == start.remaining_s / 2:
        berserk = replace(control, stages=(replace(stage, base_s=first_s, increment_s=0.0),))
        note = f"the clock begins with half its time, {clock_text(first_s)}: read as berserk, no increment"
        return berserk, ClockState.initial(berserk), [note]
    return control, start, []


class _Reader:
    """Reads one side's moves in their order."""

    def __init__(
        self,
        control: TimeControl | None,
        start: ClockState | None,
        *,
        stated: Sequence[StatedTime],
        rises: bool,
    ) -> None:
        self._control = control
        self._stated = stated
        self._rules = start
        """State of the clock by the rules: which stage it is, and what a move earns."""
        self._each_s = None if control is None else control.move_time_s
        """Time that every move has for itself; None with a clock that runs over the game."""
        self._left_s = None if start is None or math.isinf(start.remaining_s) else start.remaining_s
        self._error_s = _WHOLE_S if all(each.is_whole for each in stated) else _FINE_S
        if any(each.short_clock is not None and each.clock_s == _hours_s(each) for each in stated):
            self._error_s = 60.0
        self._goes_over = control is not None and control.overtime is not None
        """Whether a clock may go on below zero, which costs points."""
        self._drift_s = 0.0
        """Error of a clock that is told by move times: the sum of their roundings."""
        self._stage_s = 0.0
        """Time of the next stage, if this move ends one."""
        self._owed_s = 0.0
        """Time of a stage that is not on the clock yet."""
        self._rises = rises
        self._waits = not any(each.clock_s is not None for each in stated)
        """Whether the clock has not begun: opening moves of match runners come before it."""

    def read(self, number: int, stated: StatedTime) -> MoveTime:
        """Read the next move."""
        before_s = self._left_s
        is_missing = stated.clock_s is None and stated.used_s is None
        if is_missing and self._waits and not stated.unreadable:
            return MoveTime(before_s=before_s, problem=NO_TIME)
        self._waits = False
        earned_s = self._earned_s()
        if is_missing:
            self._left_s = self._each_s
            unread = f"cannot read {stated.unreadable!r}" if stated.unreadable else NO_TIME
            return MoveTime(before_s=before_s, problem=unread)
        if stated.clock_s is None:
            return self._by_move_time(stated, before_s, earned_s)
        self._left_s = stated.clock_s
        if stated.clock_s < 0 and not self._goes_over:
            self._left_s = self._each_s
            return MoveTime(
                before_s=before_s,
                after_s=stated.clock_s,
                problem=f"the clock is below zero: {clock_text(stated.clock_s)}",
            )
        by_clock, is_certain = self._by_clock(number, stated.clock_s, before_s, earned_s)
        if self._each_s is not None or (is_certain and by_clock.used_s is None):
            self._left_s = self._each_s  # an impossible clock says nothing about the next move
        return _checked(by_clock, stated, self._error_s, is_certain=is_certain)

    def _earned_s(self) -> float | None:
        """Return what this move adds to the clock; None if the rules are unknown."""
        if self._control is None or self._rules is None:
            return 0.0 if not self._rises else None
        if not self._control.has_clock:
            return 0.0 if self._each_s is not None else None
        before_s = self._rules.remaining_s
        clock = Clock(self._control, state=replace(self._rules, flagged=False))
        clock.spend(0.0)
        after = clock.snapshot()
        earned_s = after.remaining_s - before_s
        self._stage_s = max(0.0, earned_s - self._control.stages[self._rules.stage].increment_s)
        # The rules' own clock never runs out: only what it earns is asked of it.
        self._rules = replace(after, remaining_s=before_s)
        return earned_s

    def _comes_late(self, number: int) -> bool:
        """Return whether the time of the next stage appears within that stage, as a rise of the clock."""
        if self._control is None or self._rules is None or not self._control.stages:
            return False
        stage = self._control.stages[self._rules.stage]
        last = None if stage.moves is None else number + stage.moves
        clocks_s = [each.clock_s for each in self._stated[number:last] if each.clock_s is not None]
        rise_s = stage.increment_s + self._stage_s / 2
        return any(after_s > before_s + rise_s for before_s, after_s in itertools.pairwise(clocks_s))

    def _delay_s(self) -> float:
        if self._control is None or self._rules is None or not self._control.stages:
            return 0.0
        return self._control.stages[self._rules.stage].delay_s

    def _by_move_time(self, stated: StatedTime, before_s: float | None, earned_s: float | None) -> MoveTime:
        used_s = stated.used_s or 0.0
        if used_s < 0:
            self._left_s = None
            words = f"the time of the move is below zero: {seconds_text(used_s)}"
            return MoveTime(before_s=before_s, problem=words)
        after_s, problem = None, ""
        if before_s is not None and earned_s is not None:
            charged_s = max(0.0, used_s - self._delay_s())
            after_s = before_s - charged_s + earned_s
            self._drift_s += stated.used_error_s
            if not self._goes_over:
                after_s = max(0.0, before_s - charged_s) + earned_s
            if charged_s > before_s + self._error_s + self._drift_s and not self._goes_over:
                problem = f"{seconds_text(used_s)} is more than the clock had: {clock_text(before_s)}"
                after_s = None
        self._left_s = after_s if self._each_s is None else self._each_s
        return MoveTime(
            used_s=used_s, before_s=before_s, after_s=after_s, source=stated.source, problem=problem
        )

    def _by_clock(
        self, number: int, clock_s: float, before_s: float | None, earned_s: float | None
    ) -> tuple[MoveTime, bool]:
        """Return the time that the clock tells, and whether it is certain."""
        read = MoveTime(before_s=before_s, after_s=clock_s, source=Source.CLOCK)
        unknown = replace(read, source=Source.NONE)
        if before_s is None:
            return replace(unknown, problem="the clock before the move is unknown"), False
        if earned_s is None:
            return replace(unknown, problem="what the move adds to the clock is unknown"), False
        used_s = before_s + earned_s - clock_s
        if number == 0 and earned_s > 0 and clock_s == before_s:
            words = "the clock shows its first time: it did not run yet"
            return replace(read, used_s=0.0, problem=words), False
        if self._owed_s and used_s < -self._error_s:
            before_s, used_s, self._owed_s = before_s + self._owed_s, used_s + self._owed_s, 0.0
            read, unknown = replace(read, before_s=before_s), replace(unknown, before_s=before_s)
        if used_s < -self._error_s:
            words = f"the clock rose from {clock_text(before_s)} to {clock_text(clock_s)}"
            words += f", {seconds_text(-used_s)} more than a move adds"
            if used_s < -_LAG_S:
                return replace(unknown, problem=words), True
            return replace(read, used_s=0.0, problem=f"{words}: read as lag that was given back"), False
        delay_s = self._delay_s()
        if delay_s and used_s <= 0:
            words = f"the delay of {seconds_text(delay_s)} hides what the move took"
            return replace(read, used_s=0.0, problem=words), False
        used_s, problem = used_s + delay_s, ""
        is_late = used_s > before_s + delay_s + self._error_s or self._comes_late(number)
        if is_late and self._stage_s and used_s - self._stage_s >= -self._error_s:
            used_s, self._owed_s = used_s - self._stage_s, self._stage_s
            problem = f"the time of the next stage, {clock_text(self._stage_s)}, is not on the clock yet"
        if used_s > before_s + delay_s + self._error_s and not self._goes_over:
            self._owed_s = 0.0
            words = f"{seconds_text(used_s)} is more than the clock had: {clock_text(before_s)}"
            return replace(unknown, problem=words), True
        # Without a control, what a move adds is not known: a time that is written says more than the clock.
        return replace(read, used_s=max(0.0, used_s), problem=problem), self._control is not None


def _hours_s(stated: StatedTime) -> float:
    first, second = stated.short_clock or (0, 0)
    return first * 3600.0 + second * 60.0


def _checked(by_clock: MoveTime, stated: StatedTime, error_s: float, *, is_certain: bool) -> MoveTime:
    """Compare the clock with the time that is written beside it."""
    if stated.used_s is None or stated.used_s < 0:
        return by_clock
    if not is_certain:
        return replace(by_clock, used_s=stated.used_s, source=stated.source, problem="")
    if stated.used_s == 0 and by_clock.after_s == by_clock.before_s:
        # Moves of an opening book: they take nothing and earn nothing.
        words = "the clock stood still: the move was made before it ran"
        return replace(
            by_clock, used_s=0.0, source=stated.source, problem="" if not by_clock.used_s else words
        )
    if by_clock.used_s is None:
        words = f"{by_clock.problem}; {stated.source} is taken: {seconds_text(stated.used_s)}"
        return replace(by_clock, used_s=stated.used_s, source=stated.source, problem=words)
    if abs(stated.used_s - by_clock.used_s) > error_s + _FINE_S:
        plain_s = (by_clock.before_s or 0.0) - (by_clock.after_s or 0.0)
        if abs(stated.used_s - plain_s) <= error_s + _FINE_S:
            added = seconds_text(by_clock.used_s - plain_s)
            words = f"the clock shows nothing of the {added} that a move adds"
            return replace(by_clock, used_s=stated.used_s, source=stated.source, problem=words)
        words = (
            f"the clock says {seconds_text(by_clock.used_s)}, {stated.source} says "
            f"{seconds_text(stated.used_s)}: the clock is taken"
        )
        return replace(by_clock, problem=words)
    return replace(by_clock, used_s=stated.used_s, source=stated.source)
