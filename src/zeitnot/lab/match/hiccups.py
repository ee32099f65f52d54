"""HiccupWatch: tells time that this process did not get from time that an engine took."""

import threading
from collections import deque

from zeitnot.clocks import TimeSource, WallTime

TICK_S = 0.005
"""How often the watch looks: a hiccup is seen to this precision."""
LEAST_S = 0.01
"""A tick that is later than this is a hiccup; less is the ordinary jitter of a scheduler."""
_KEPT = 1000
"""Hiccups that are remembered: far more than one turn can have."""


class HiccupWatch:
    """A thread that does nothing but look whether it is woken in time."""

    def __init__(self, source: TimeSource | None = None) -> None:
        """Watch nothing yet."""
        self._source = source or WallTime()
        self._gaps: deque[tuple[float, float]] = deque(maxlen=_KEPT)
        self._before_s: float | None = None
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to watch."""
        self._thread = threading.Thread(target=self._watch, name="hiccups", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Watch no more."""
        self._ended.set()
        if self._thread is not None:
            self._thread.join()

    def tick(self, *, before_s: float, now_s: float) -> None:
        """Compare when the watch was to be woken with when it was."""
        late_s = now_s - before_s - TICK_S
        if late_s > LEAST_S:
            self._gaps.append((now_s - late_s, now_s))

    def stolen_s(self, *, since_s: float, until_s: float) -> float:
        """Tell how much of a span of time this process did not get."""
        gaps = [*self._gaps]
        if self._before_s is not None and until_s - self._before_s - TICK_S > LEAST_S:
            gaps.append((self._before_s + TICK_S, until_s))  # the watch itself has not been woken yet
        return sum(max(0.0, min(end, until_s) - max(begin, since_s)) for begin, end in gaps)

    def _watch(self) -> None:
        before_s = self._before_s = self._source.now_s()
        while not self._ended.wait(TICK_S):
            now_s = self._source.now_s()
            self.tick(before_s=before_s, now_s=now_s)
            before_s = self._before_s = now_s
