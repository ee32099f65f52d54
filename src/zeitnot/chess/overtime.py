"""Overtime: what the system says an engine's threads did after their turn should have ended."""

import math
import os
import time
from dataclasses import dataclass
from typing import NamedTuple

from zeitnot.turns import TurnTimings

_NS = 1e-9
_OWN = "/proc/thread-self"
LOOK_S = 0.01
"""Time between two looks at an engine that is late; a turn in time is never looked at."""
_STOPPED = ("T", "t")
_RUNNABLE = "R"
_MOST_BYTES = 4096
"""Longest file about a thread that is read; they have a few hundred bytes."""


class _ThreadTimes(NamedTuple):
    cpu_s: float
    queue_s: float
    state: str


def own_queue_s() -> float | None:
    """Return how long the calling thread has waited for a core since it began; None if no system says."""
    figures = _schedule(_OWN)
    return None if figures is None else figures[1]


def queued_since_s(before_s: float | None) -> float | None:
    """Return how long the calling thread has waited for a core since an earlier reading."""
    now_s = None if before_s is None else own_queue_s()
    return None if before_s is None or now_s is None else max(0.0, now_s - before_s)


@dataclass(frozen=True, slots=True, kw_only=True)
class LateTimes:
    """What an engine did past the end of its turn; None is unknown."""

    late_span_s: float | None = None
    """Time between the first look and the last."""
    late_cpu_s: float | None = None
    """Time that its busiest thread had a core."""
    late_queue_s: float | None = None
    """Time that this thread waited for one."""
    late_stopped_s: float | None = None
    """Time that the process was stopped by a signal."""


class OvertimeWatch:
    """Looks at a process and those that it started, while it is late."""

    def __init__(self) -> None:
        """Begin without a look."""
        self._first: dict[str, _ThreadTimes] = {}
        self._last: dict[str, _ThreadTimes] = {}
        self._began_s = self._looked_s = 0.0
        self._moved_s: dict[str, float] = {}
        self._stopped_s = 0.0
        self._looks = 0

    def look(self, pid: int | None, now_s: float) -> None:
        """Take a look; without a process there is none to take."""
        if pid is None:
            return
        threads = _threads_of(pid)
        if not threads:
            return
        if not self._looks:
            self._began_s, self._first = now_s, threads
        elif any(times.state in _STOPPED for times in self._last.values()):
            self._stopped_s += now_s - self._looked_s
        for place, times in threads.items():
            before = self._last.get(place)
            if before is None or before[:2] != times[:2]:
                self._moved_s[place] = now_s
        self._last, self._looked_s = threads, now_s
        self._looks += 1

    def times(self) -> LateTimes:
        """Return what was seen between the first look and the last."""
        if self._looks < 2:  # noqa: PLR2004 (a time has two ends)
            return LateTimes()
        seen = [self._thread(place) for place in self._last]
        cpu_s, queue_s = max(seen, key=sum)
        return LateTimes(
            late_span_s=self._looked_s - self._began_s,
            late_cpu_s=cpu_s,
            late_queue_s=queue_s,
            late_stopped_s=self._stopped_s,
        )

    def _thread(self, place: str) -> tuple[float, float]:
        """Return the time of one thread on a core and in the queue; the system counts a wait once it ends."""
        last, first = self._last[place], self._first.get(place)
        cpu_s = last.cpu_s - (first.cpu_s if first else 0.0)
        queue_s = last.queue_s - (first.queue_s if first else 0.0)
        waiting_s = self._looked_s - self._moved_s[place] if last.state == _RUNNABLE else 0.0
        return max(0.0, cpu_s), max(0.0, queue_s + waiting_s)


class OwnSearchWatch:
    """Notes when the built-in search was kept by its policy, and what core time this process had."""

    def __init__(self, *, threads: int) -> None:
        """Watch a search in this process with a number of threads."""
        self._threads = threads
        self.begin()

    def begin(self) -> None:
        """Begin a turn, or its clock at a ponder hit."""
        self._cpu_s = time.process_time()
        self.go_s: float | None = None
        self._busy_from_s: float | None = None
        self._busy_until_s: float | None = None
        self._asked_s = 0.0

    def asks(self, from_s: float) -> None:
        """Note that the policy is asked from now on."""
        self._busy_from_s, self._busy_until_s = from_s, math.inf

    def asked(self, until_s: float) -> None:
        """Note that the policy has answered."""
        self._busy_until_s = until_s
        self._asked_s += until_s - (until_s if self._busy_from_s is None else self._busy_from_s)

    def timings(self, *, due_s: float, used_s: float, hit_s: float) -> TurnTimings:
        """Return the moments of the turn. A search has work all the time: where this process had no core for
        it, the system did not give one."""
        span_s, queue_s = max(0.0, used_s - due_s), 0.0
        if span_s:
            if self._busy_until_s == math.inf:
                self.asked(used_s + hit_s)
            cpu_s = (time.process_time() - self._cpu_s) / self._threads
            queue_s = min(span_s, max(0.0, used_s - self._asked_s - cpu_s))
        return TurnTimings(
            proxied=True,
            due_s=due_s,
            go_s=None if self.go_s is None else self.go_s - hit_s,
            busy_from_s=None if self._busy_from_s is None else self._busy_from_s - hit_s,
            busy_until_s=None if self._busy_until_s is None else self._busy_until_s - hit_s,
            answer_s=used_s,
            late_span_s=span_s or None,
            late_cpu_s=span_s - queue_s if span_s else None,
            late_queue_s=queue_s if span_s else None,
        )


def _threads_of(pid: int) -> dict[str, _ThreadTimes]:
    """Return the threads of a process and of those below it, such as an engine that a script starts."""
    found: dict[str, _ThreadTimes] = {}
    waiting = [str(pid)]
    while waiting:
        folder = f"/proc/{waiting.pop()}/task"
        try:
            names = os.listdir(folder)
        except OSError:
            continue
        for name in names:
            place = f"{folder}/{name}"
            times = _thread_times(place)
            if times is not None:
                found[place] = times
                waiting += _read(f"{place}/children").split()
    return found


def _thread_times(place: str) -> _ThreadTimes | None:
    figures = _schedule(place)
    if figures is None:
        return None
    state = _read(f"{place}/stat").rpartition(") ")[2][:1]
    return _ThreadTimes(cpu_s=figures[0], queue_s=figures[1], state=state)


def _schedule(place: str) -> tuple[float, float] | None:
    """Return the time of a thread on a core and in the queue."""
    words = _read(f"{place}/schedstat").split()
    if len(words) < 2 or not (words[0].isdigit() and words[1].isdigit()):  # noqa: PLR2004 (core and queue)
        return None
    return int(words[0]) * _NS, int(words[1]) * _NS


def _read(file: str) -> str:
    try:
        fd = os.open(file, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return ""
    try:
        return os.read(fd, _MOST_BYTES).decode("utf-8", "replace")
    except OSError:  # the thread has ended
        return ""
    finally:
        os.close(fd)
