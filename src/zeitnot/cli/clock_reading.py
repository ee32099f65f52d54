"""Clock readings as options give them: a control, and what is left of it."""

from dataclasses import replace
from typing import TYPE_CHECKING

from zeitnot.cli.times import read_time

if TYPE_CHECKING:
    from zeitnot.clocks import ClockReading, TimeControl


def reading_of(control: "TimeControl", remaining: str | None, *, option: str) -> "ClockReading":
    """Read a clock that stands at a time given, by the rules of its first stage."""
    from zeitnot.clocks import Clock, ClockState

    state = ClockState.initial(control)
    if remaining is not None:
        state = replace(state, remaining_s=read_time(remaining, option=option))
    return Clock(control, state=state).reading()
