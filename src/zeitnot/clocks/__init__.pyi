"""Time controls, the clocks that run under them, and the time sources of those clocks."""

from zeitnot.clocks.clock import Clock as Clock
from zeitnot.clocks.clock_rules import ClockState as ClockState
from zeitnot.clocks.control_parts import (
    Byoyomi as Byoyomi,
    DelayKind as DelayKind,
    Overtime as Overtime,
    Stage as Stage,
)
from zeitnot.clocks.game_clock import (
    GameClock as GameClock,
    GameClockState as GameClockState,
)
from zeitnot.clocks.reading import ClockReading as ClockReading
from zeitnot.clocks.scanner import Scanner as Scanner
from zeitnot.clocks.time_control import (
    Kind as Kind,
    TimeControl as TimeControl,
)
from zeitnot.clocks.time_source import (
    TimeSource as TimeSource,
    WallTime as WallTime,
    WorkTime as WorkTime,
)
from zeitnot.clocks.wording import (
    clock_face as clock_face,
    clock_text as clock_text,
    seconds_text as seconds_text,
    time_text as time_text,
)
