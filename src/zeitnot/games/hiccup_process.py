"""The process that watches for hiccups: it does nothing but look whether it is woken in time.

It runs as a script of its own, started by `HiccupWatch`, and uses the standard library alone: it must be
small, and nothing that a game does may hold it up. It ends with its standard input, so with its starter.
"""

import contextlib
import mmap
import os
import select
import sys
import time
from pathlib import Path

TICK_S = 0.005
"""How often the watch looks: a hiccup is seen to this precision."""
LEAST_S = 0.01
"""A tick that is later than this is a hiccup; less is the ordinary jitter of a scheduler."""
KEPT = 1000
"""Hiccups that are remembered: far more than one turn can have."""
_BEAT, _COUNT, _FIRST = 0, 1, 2
SIZE = 8 * (_FIRST + 2 * KEPT)
"""Bytes of the page that the watch shares with its readers."""


class HiccupPage:
    """When the watch last looked, and the last hiccups it saw; one process writes, any may read."""

    def __init__(self, memory: "mmap.mmap | bytearray") -> None:
        """Lay the page over shared memory, which starts as zeros."""
        self._numbers = memoryview(memory).cast("B").cast("d")

    @property
    def beat_s(self) -> float:
        """When the watch last looked; 0 before the first time."""
        return self._numbers[_BEAT]

    def tick(self, *, before_s: float, now_s: float) -> None:
        """Compare when the watch was to be woken with when it was; hiccups are written before the beat."""
        late_s = now_s - before_s - TICK_S
        if late_s > LEAST_S:
            count = int(self._numbers[_COUNT])
            place = _FIRST + 2 * (count % KEPT)
            self._numbers[place], self._numbers[place + 1] = now_s - late_s, now_s
            self._numbers[_COUNT] = count + 1.0
        self._numbers[_BEAT] = now_s

    def gaps(self) -> list[tuple[float, float]]:
        """Return when hiccups began and ended, in no order."""
        count = min(int(self._numbers[_COUNT]), KEPT)
        return [
            (self._numbers[place], self._numbers[place + 1]) for place in range(_FIRST, _FIRST + 2 * count, 2)
        ]

    def release(self) -> None:
        """Let go of the memory, so that it can be closed."""
        self._numbers.release()


def watch(path: Path) -> None:
    """Tick until standard input ends; the file goes with the watch."""
    try:
        with path.open("r+b") as file:
            page = HiccupPage(mmap.mmap(file.fileno(), SIZE))
        before_s = time.perf_counter()
        ended: list[int] = []
        while not ended:
            now_s = time.perf_counter()
            page.tick(before_s=before_s, now_s=now_s)
            before_s = now_s
            ended = select.select([sys.stdin.fileno()], [], [], TICK_S)[0]
    finally:
        with contextlib.suppress(OSError):
            os.unlink(path)


if __name__ == "__main__":
    watch(Path(sys.argv[1]))
