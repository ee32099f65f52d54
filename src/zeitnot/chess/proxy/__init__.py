"""Proxy: another UCI engine, whose clock a time manager or the engine itself manages."""

from zeitnot.chess.proxy.own_clock import OwnClockEngine
from zeitnot.chess.proxy.work_time import (
    OWN_MARGIN_NODES,
    WorkTimeEngine,
    check_own_clock,
    own_clock_in_work_time,
)
from zeitnot.chess.proxy.wrapped_engine import WrappedEngine

__all__ = [
    "OWN_MARGIN_NODES",
    "OwnClockEngine",
    "WorkTimeEngine",
    "WrappedEngine",
    "check_own_clock",
    "own_clock_in_work_time",
]
