"""Time controls, the clocks that run under them, and the time sources of those clocks."""

from zeitnot.clocks.clock import Clock
from zeitnot.clocks.clock_state import ClockState
from zeitnot.clocks.control_parts import Byoyomi, DelayKind, Overtime, Stage
from zeitnot.clocks.game_clock import GameClock, GameClockState
from zeitnot.clocks.reading import ClockReading
from zeitnot.clocks.scanner import Scanner
from zeitnot.clocks.time_control import Kind, TimeControl
from zeitnot.clocks.time_source import TimeSource, WallTime, WorkTime
from zeitnot.clocks.wording import clock_text, seconds_text, time_text

__all__ = [
    "Byoyomi",
    "Clock",
    "ClockReading",
    "ClockState",
    "DelayKind",
    "GameClock",
    "GameClockState",
    "Kind",
    "Overtime",
    "Scanner",
    "Stage",
    "TimeControl",
    "TimeSource",
    "WallTime",
    "WorkTime",
    "clock_text",
    "seconds_text",
    "time_text",
]
