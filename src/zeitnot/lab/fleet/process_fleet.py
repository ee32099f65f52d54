"""ProcessFleet: processes of this machine, each of which works off one number at a time."""

import contextlib
import math
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Protocol

from zeitnot.errors import SettingError, StateError, ZeitnotError
from zeitnot.lab.closing import Closing
from zeitnot.lab.fleet.work_queue import Begun, Event, Lost, Moved, Planned
from zeitnot.untrusted import cause_of


class StoppedError(Exception):
    """Ends work that nobody waits for any more."""


Tell = Callable[[Event], None]
"""Tells the fleet what goes on; raises a StoppedError when nobody waits any more."""


MOST_WORKERS = 1_024
"""Processes at once: more than the largest machines have cores, and a slip of the finger starts no more."""

Cores = frozenset[int]
"""Numbers of cores that a process keeps to; none: it may use all."""


class Job(Protocol):
    """What is done with every number; what that needs is opened once and kept for the next."""

    def do(self, number: int, given: object, tell: Tell) -> Event:
        """Work off a number, with what the fleet was given for it."""

    def close(self) -> None:
        """Leave nothing behind."""


MakeJob = Callable[[], Job]
"""How a worker comes by its job: it travels to the process, and is called there."""


def work(channel: Connection, make: MakeJob, grace_s: float, cores: Cores) -> None:
    """Work off the numbers that come over the channel; None or its end is the end of the work.

    With cores the process and all that it starts keep to them.
    """
    if cores:
        os.sched_setaffinity(0, cores)
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


LOOK_S = 2.0
"""Longest silence that one look counts: a fleet that was itself stopped for an hour has heard nothing."""
CLOSE_S = 5.0
"""How long a worker may take to end its engines before it is ended itself."""


@dataclass(slots=True)
class _WorkerProcess:
    """A worker, and what it works at."""

    process: SpawnProcess
    channel: Connection
    number: int | None = None
    silent_s: float = 0.0


class ProcessFleet(Closing):
    """So many workers; one that dies is replaced, and its number told as lost."""

    def __init__(
        self,
        make: MakeJob,
        *,
        concurrency: int,
        grace_s: float,
        patience_s: float = math.inf,
        cores: Sequence[Cores] = (),
    ) -> None:
        """Start the workers, each on its cores; one that is silent at its work for too long is ended."""
        if concurrency < 1:
            raise SettingError(f"concurrency must be at least 1, got {concurrency!r}")
        if concurrency > MOST_WORKERS:
            raise SettingError(f"concurrency must be at most {MOST_WORKERS:,}, got {concurrency:,}")
        self._make = make
        self.given: object = None
        """What every number is begun with; to be changed while nothing is under way."""
        self._grace_s = grace_s
        self._patience_s = patience_s
        self._context = multiprocessing.get_context("spawn")  # threads may run here, and forks dislike that
        self._workers: list[_WorkerProcess] = []
        self._cores = cores
        self._looked_s = time.monotonic()
        try:
            for place in range(concurrency):
                self._workers.append(self._hired(place))
        except OSError as error:
            self.close()
            raise SettingError(
                f"concurrency must be what this machine bears ({cause_of(error)}), got {concurrency!r}"
            ) from error

    @property
    def free(self) -> int:
        """Numbers that can be begun now."""
        return sum(worker.number is None for worker in self._workers)

    def begin(self, number: int) -> None:
        """Begin a number."""
        worker = next((worker for worker in self._workers if worker.number is None), None)
        if worker is None:
            raise StateError(f"a number must have a free worker, got none for {number}")
        worker.number, worker.silent_s = number, 0.0
        with contextlib.suppress(OSError):  # a worker that has died is noticed by its silence
            worker.channel.send((number, self.given))

    def events(self, timeout_s: float) -> list[Event]:
        """Wait for events."""
        told = self._silenced()
        ready = wait([worker.channel for worker in self._workers], timeout=timeout_s)
        for place, worker in enumerate(self._workers):
            if worker.channel not in ready:
                continue
            try:
                event = worker.channel.recv()
            except (EOFError, OSError):
                told.extend(self._replaced(place))
                continue
            worker.silent_s = 0.0
            self._heard(event)
            if isinstance(event, Begun):
                continue
            if not isinstance(event, Moved | Planned):
                worker.number = None
            told.append(event)
        return told

    def close(self) -> list[Event]:
        """End what is under way; a worker that does not end is ended. Returns the events that were left."""
        told: list[Event] = []
        for worker in self._workers:
            with contextlib.suppress(OSError):
                worker.channel.send(None)
        for worker in self._workers:
            told.extend(_drained(worker))
            worker.process.join(CLOSE_S)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
            worker.channel.close()
        self._workers = []
        return told

    def _silenced(self) -> list[Event]:
        """End workers that have told nothing for longer than anything can take: a policy may hang."""
        told: list[Event] = []
        before_s, self._looked_s = self._looked_s, time.monotonic()
        for place, worker in enumerate(self._workers):
            worker.silent_s += min(self._looked_s - before_s, LOOK_S)
            if worker.number is not None and worker.silent_s > self._patience_s and not worker.channel.poll():
                worker.process.kill()
                number = worker.number
                worker.number = None
                told.extend(self._replaced(place))
                told.append(self._given_up(number, f"nothing had happened for {self._patience_s:.0f} s"))
        return told

    def _heard(self, event: Event) -> None:
        """Take note of what a worker reports, for fleets that want to know more of their work."""

    def _given_up(self, number: int, words: str) -> Event:
        """Return what becomes of a number whose worker was silent for too long."""
        return Lost(number=number, words=words)

    def _hired(self, place: int) -> _WorkerProcess:
        channel, far_end = self._context.Pipe()
        cores = self._cores[place] if self._cores else Cores()
        process = self._context.Process(
            target=work, args=(far_end, self._make, self._grace_s, cores), daemon=True
        )
        # Ctrl-C at a terminal goes to all; workers never see it, not even while they are being started.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        far_end.close()  # so that the end of the process is the end of the channel
        return _WorkerProcess(process=process, channel=channel)

    def _replaced(self, place: int) -> list[Event]:
        worker = self._workers[place]
        worker.process.join(CLOSE_S)
        worker.channel.close()
        self._workers[place] = self._hired(place)
        if worker.number is None:
            return []
        words = f"the process that had it ended with {worker.process.exitcode}"
        return [Lost(number=worker.number, words=words)]


def _drained(worker: _WorkerProcess) -> list[Event]:
    """Read what a worker still has to say: it may be a whole game, and it does not wait for a reader then."""
    told: list[Event] = []
    with contextlib.suppress(EOFError, OSError):
        while worker.channel.poll(CLOSE_S):
            event = worker.channel.recv()
            if not isinstance(event, Begun):
                told.append(event)
    return told
