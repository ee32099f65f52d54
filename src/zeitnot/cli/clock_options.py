"""Clock options: time controls, times, and the clock readings and turn times that they describe."""

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from typer.core import TyperCommand

from zeitnot.errors import SettingError

if TYPE_CHECKING:
    from zeitnot.clocks import ClockReading, TimeControl
    from zeitnot.turns import Limits


def read_time(text: str, *, option: str) -> float:
    """Return `180`, `3:00`, `2m30s` or `-5` in seconds; a bare number is in seconds."""
    from zeitnot.clocks import Scanner

    sign = -1.0 if text.strip().startswith("-") else 1.0
    scan = Scanner(text.replace("-", " ", 1) if sign < 0 else text, what=option)
    amount = scan.amount("a time, such as 180, 3:00 or 2m30s")
    if not scan.at_end():
        raise scan.error("the end")
    return sign * float(amount.number)


def reading_of(control: "TimeControl", remaining: str | None, *, option: str) -> "ClockReading":
    """Return the reading of a clock with a given time left, by the rules of its first stage."""
    from zeitnot.clocks import Clock, ClockState

    state = ClockState.initial(control)
    if remaining is not None:
        state = replace(state, remaining_s=read_time(remaining, option=option))
    return Clock(control, state=state).reading()


_PENALTY = re.compile(r"-[0-9]+/min")


class ClockedCommand(TyperCommand):
    """A command with `--clock` that also takes the penalty which a shell passes as a word of its own."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 (typer's own)
        """Join the penalty to its clock before the options are parsed."""
        joined: list[str] = []
        for word in args:
            if _PENALTY.fullmatch(word) and joined[-2:-1] in (["--clock"], ["-c"]):
                joined[-1] = f"{joined[-1]} {word}"
            else:
                joined.append(word)
        return super().parse_args(ctx, joined)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTime:
    """How long a turn may take."""

    clock: "ClockReading | None"
    """The clock as it stands; None without one."""
    limits: "Limits"
    """A time for the move, if there is one."""
    text: str
    """The clock or the time in words, for people."""
    initial_s: float | None = None
    """What the clock had at the beginning of the game."""


def read_turn_time(*, clock: str | None, remaining: str | None, time: str | None, default: str) -> TurnTime:
    """Read a clock or a time; without either the default time."""
    from zeitnot.clocks import TimeControl, clock_text
    from zeitnot.turns import NO_LIMITS

    if clock is None or time is not None:
        for option, value in (("--clock", clock), ("--remaining", remaining)):
            if value is not None:
                rule = f"{option} goes without --time" if time is not None else f"{option} needs --clock"
                raise SettingError(f"{rule}, got {value!r}")
        return _move_time(read_move_time(time or default))
    control = TimeControl.parse(clock)
    if not control.has_clock:
        if control.move_time_s is None or remaining is not None:
            raise SettingError(f"--clock must be a clock that runs, such as '25:00 -10/min', got {clock!r}")
        return _move_time(control.move_time_s)
    reading = reading_of(control, remaining, option="--remaining")
    return TurnTime(
        clock=reading,
        limits=NO_LIMITS,
        text=f"{control}, {clock_text(reading.remaining_s)} left",
        initial_s=reading_of(control, None, option="--clock").remaining_s,
    )


def read_move_time(text: str) -> float:
    """Read a time for a move, above 0."""
    time_s = read_time(text, option="--time")
    if time_s <= 0:
        raise SettingError(f"--time must be above 0, got {text!r}")
    return time_s


def _move_time(time_s: float) -> TurnTime:
    from zeitnot.clocks import seconds_text
    from zeitnot.turns import Limits

    return TurnTime(
        clock=None, limits=Limits(move_time_s=time_s), text=f"{seconds_text(time_s)} for the move"
    )
