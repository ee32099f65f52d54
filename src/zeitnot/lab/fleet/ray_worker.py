"""RayWorker: the worker of a fleet as an actor on a node of a Ray cluster."""

import queue
import time

from zeitnot.lab.fleet.events import Event, Moved
from zeitnot.lab.fleet.worker import MakeJob, Worker

GATHER_S = 0.1
"""Moves of so long go to the driver together: a screen needs no more, and fast games make many."""
CALLS_AT_ONCE = 4
"""Threads of an actor: `run` and `news` stay in theirs, `begin` and `end` must come through."""


class MemoryLine:
    """A line between threads: orders go in, events come out."""

    def __init__(self) -> None:
        """Begin with nothing said."""
        self._orders: queue.SimpleQueue[int | None] = queue.SimpleQueue()
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()

    def recv(self) -> int | None:
        """Wait for an order."""
        return self._orders.get()

    def send(self, event: Event, /) -> None:
        """Keep an event until somebody asks."""
        self._events.put(event)

    def order(self, number: int | None) -> None:
        """Say what to do; None is the end of the work."""
        self._orders.put(number)

    def gathered(self, gather_s: float) -> list[Event]:
        """Wait for an event, and for more until the time is up or something is over."""
        events = [self._events.get()]
        until_s = time.monotonic() + gather_s
        while isinstance(events[-1], Moved):
            try:
                events.append(self._events.get(timeout=max(0.0, until_s - time.monotonic())))
            except queue.Empty:
                break
        return events


class RayWorker:
    """Works off numbers, one at a time; every method is called from the driver."""

    def __init__(self, make: MakeJob, grace_s: float) -> None:
        """Open nothing yet."""
        self._line = MemoryLine()
        self._worker = Worker(self._line, make, grace_s=grace_s)
        self._greeted = False

    def run(self) -> None:
        """Work until the end is asked for."""
        try:
            self._worker.run()
        finally:
            self._worker.close()

    def begin(self, number: int) -> None:
        """Begin a number."""
        self._line.order(number)

    def news(self) -> list[Event]:
        """Wait for something to tell; the first time that is only that the worker is there."""
        if not self._greeted:
            self._greeted = True
            return []
        return self._line.gathered(GATHER_S)

    def end(self) -> None:
        """Stop as soon as the work can; `run` returns when all is closed."""
        self._line.order(None)
