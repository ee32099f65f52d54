"""RayWorker: a fleet of one process on a node of a Ray cluster, as an actor."""

import queue
import sys
import time
from collections.abc import Callable

from zeitnot.lab.fleet.events import Event, Fleet, Moved

MakeFleet = Callable[[], Fleet]
"""How a node comes by its fleet: it travels there, and is called there."""

GATHER_S = 0.1
"""Moves of so long go to the driver together: a screen needs no more, and fast games make many."""
LOOK_S = 0.5
"""How often the actor looks whether the end was asked for in the middle of a game."""
CALLS_AT_ONCE = 4
"""Threads of an actor: `run` and `news` stay in theirs, `begin` and `end` must come through."""


class RayWorker:
    """Works off numbers, one at a time; every method is called from the driver.

    The work is done in a process of its own. Code that holds the interpreter there, such as a policy, neither
    keeps back what had happened before nor hinders the fleet, which judges the silence on the node itself.
    """

    def __init__(self, make: MakeFleet) -> None:
        """Open nothing yet."""
        # A spawned process imports the main module of its parent: here Ray's, which it does not need.
        vars(sys.modules["__main__"]).pop("__file__", None)
        self._make = make
        self._orders: queue.SimpleQueue[int | None] = queue.SimpleQueue()
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._greeted = False

    def run(self) -> None:
        """Work until the end is asked for."""
        fleet = self._make()
        try:
            while (number := self._orders.get()) is not None:
                fleet.begin(number)
                while not fleet.free and self._orders.empty():
                    for event in fleet.events(LOOK_S):
                        self._events.put(event)
        finally:
            fleet.close()

    def begin(self, number: int) -> None:
        """Begin a number; the one before it must be over."""
        self._orders.put(number)

    def news(self) -> list[Event]:
        """Wait for events; the first is only that the worker has started."""
        if not self._greeted:
            self._greeted = True
            return []
        events = [self._events.get()]
        until_s = time.monotonic() + GATHER_S
        while isinstance(events[-1], Moved):
            try:
                events.append(self._events.get(timeout=max(0.0, until_s - time.monotonic())))
            except queue.Empty:
                break
        return events

    def end(self) -> None:
        """Stop as soon as the work can; `run` returns when all is closed."""
        self._orders.put(None)
