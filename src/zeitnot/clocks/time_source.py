"""TimeSource: where clocks get the time from: wall time or the work done."""

import time
from typing import Protocol

from zeitnot.clocks.control_parts import check_time
from zeitnot.errors import SettingError


class TimeSource(Protocol):
    """Anything that returns a time that never goes back."""

    def now_s(self) -> float:
        """Return the seconds since a fixed moment."""


class WallTime:
    """Real time, unaffected by adjustments of the system clock."""

    __slots__ = ()

    def now_s(self) -> float:
        """Return the seconds since a fixed moment."""
        return time.perf_counter()


class WorkTime:
    """Work as time: a fixed number of nodes or samples is one second, the same on every machine."""

    __slots__ = ("_advanced_s", "_work", "_work_per_s")

    def __init__(self, work_per_s: float = 1_000_000.0) -> None:
        """Start at zero."""
        if not 0 < work_per_s < float("inf"):
            raise SettingError(f"work_per_s must be above 0 and finite, got {work_per_s!r}")
        self._work_per_s = work_per_s
        self._work = 0
        self._advanced_s = 0.0

    @property
    def work_per_s(self) -> float:
        """Units of work in one second."""
        return self._work_per_s

    @property
    def work(self) -> int:
        """Units of work done so far."""
        return self._work

    def now_s(self) -> float:
        """Return the seconds of work done, plus those skipped."""
        return self._work / self._work_per_s + self._advanced_s

    def add_work(self, units: int) -> None:
        """Add units of work done."""
        if units < 0:
            raise SettingError(f"work must be at least 0 units, got {units!r}")
        self._work += units

    def advance(self, seconds: float) -> None:
        """Let time pass without work."""
        check_time("seconds", seconds)
        self._advanced_s += seconds
