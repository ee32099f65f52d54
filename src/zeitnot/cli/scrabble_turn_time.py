"""The time of a Scrabble turn as options give it: a clock that a policy divides, or a time for the move."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from zeitnot.cli.clock_reading import reading_of
from zeitnot.cli.times import read_time
from zeitnot.errors import SettingError

if TYPE_CHECKING:
    from zeitnot.clocks import ClockReading
    from zeitnot.turns import Limits


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTime:
    """How long a turn may take."""

    clock: "ClockReading | None"
    """The clock as it stands; None without one."""
    limits: "Limits"
    """A time for the move, if there is one."""
    text: str
    """The same for people."""
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
