"""Worker: works off one number after the other, until nobody wants any more."""

import contextlib
import os
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Protocol

from zeitnot.errors import ZeitnotError
from zeitnot.lab.fleet.events import Event, Lost


class StoppedError(Exception):
    """Ends work that nobody waits for any more."""


Tell = Callable[[Event], None]
"""Tells the fleet what goes on; raises a StoppedError when nobody waits any more."""


class Job(Protocol):
    """What is done with every number; what that needs is opened once and kept for the next."""

    def do(self, number: int, given: object, tell: Tell) -> Event:
        """Work off a number, with what the fleet was given for it."""
        ...

    def close(self) -> None:
        """Leave nothing behind."""
        ...


MakeJob = Callable[[], Job]
"""How a worker comes by its job: it travels to the process, and is called there."""


def work(channel: Connection, make: MakeJob, grace_s: float) -> None:
    """Work off the numbers that come over the channel; None or its end is the end of the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who started the work
    worker = Worker(channel, make, grace_s=grace_s)
    try:
        worker.run()
    finally:
        worker.close()


class Worker:
    """Works off one number after the other, and hears meanwhile whether anybody still waits for them."""

    def __init__(self, channel: Connection, make: MakeJob, *, grace_s: float) -> None:
        """Open nothing yet; what was told to stop ends by itself, or with the process after the grace."""
        self._channel = channel
        self._make = make
        self._grace_s = grace_s
        self._job: Job | None = None
        self._orders: list[tuple[int, object]] = []
        self._changed = threading.Condition()
        self._stopped = False
        self._ended = threading.Event()

    def run(self) -> None:
        """Work until the end of the channel."""
        threading.Thread(target=self._listen, name="orders", daemon=True).start()
        while (order := self._next_order()) is not None:
            event = self._done(*order)
            if event is None or not self._told(event):
                return

    def close(self) -> None:
        """Leave nothing behind."""
        self._ended.set()
        if self._job is not None:
            self._job.close()

    def _listen(self) -> None:
        """Take orders during the work, and notice at once when nobody is there any more."""
        while True:
            try:
                order = self._channel.recv()
            except (EOFError, OSError):
                order = None
            with self._changed:
                if order is None:
                    self._stopped = True
                else:
                    self._orders.append(order)
                self._changed.notify_all()
            if order is None:
                break
        if not self._ended.wait(self._grace_s):  # in the middle of something long
            with contextlib.suppress(Exception):
                self.close()
            os._exit(1)

    def _next_order(self) -> tuple[int, object] | None:
        with self._changed:
            self._changed.wait_for(lambda: self._orders or self._stopped)
            return None if self._stopped else self._orders.pop(0)

    def _done(self, number: int, given: object) -> Event | None:
        try:
            if self._job is None:
                self._job = self._make()
            return self._job.do(number, given, self._tell)
        except StoppedError:
            return None
        except ZeitnotError as error:
            return Lost(number=number, words=str(error), is_refused=True)

    def _tell(self, event: Event) -> None:
        if self._stopped or not self._told(event):
            raise StoppedError

    def _told(self, event: Event) -> bool:
        try:
            self._channel.send(event)
        except (OSError, ValueError):
            return False
        return True
