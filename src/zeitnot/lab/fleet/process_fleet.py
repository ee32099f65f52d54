"""ProcessFleet: processes of this machine, each of which works off one number at a time."""

import contextlib
import math
import multiprocessing
import signal
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Self

from zeitnot.errors import SettingError, StateError
from zeitnot.lab.fleet.events import Begun, Event, Lost, Moved
from zeitnot.lab.fleet.worker import MakeJob, work

LOOK_S = 2.0
"""Longest silence that one look counts: a fleet that was itself stopped for an hour has heard nothing."""
CLOSE_S = 5.0
"""How long a worker may take to end its engines before it is ended itself."""


@dataclass(slots=True)
class _Hand:
    """A worker, and what it works at."""

    process: SpawnProcess
    line: Connection
    number: int | None = None
    silent_s: float = 0.0


class ProcessFleet:
    """So many workers; one that dies is replaced, and its number told as lost."""

    def __init__(
        self, make: MakeJob, *, concurrency: int, grace_s: float, patience_s: float = math.inf
    ) -> None:
        """Start the workers; one that is silent at its work for longer than the patience is ended."""
        if concurrency < 1:
            raise SettingError(f"concurrency must be at least 1, got {concurrency!r}")
        self._make = make
        self._grace_s = grace_s
        self._patience_s = patience_s
        self._context = multiprocessing.get_context("spawn")  # threads may run here, and forks dislike that
        self._hands: list[_Hand] = []
        self._looked_s = time.monotonic()
        try:
            for _ in range(concurrency):
                self._hands.append(self._hired())
        except OSError as error:
            self.close()
            cause = (error.strerror or str(error)).lower()
            raise SettingError(
                f"concurrency must be what this machine bears ({cause}), got {concurrency!r}"
            ) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def free(self) -> int:
        """Numbers that can be begun now."""
        return sum(hand.number is None for hand in self._hands)

    def begin(self, number: int) -> None:
        """Begin a number."""
        hand = next((hand for hand in self._hands if hand.number is None), None)
        if hand is None:
            raise StateError(f"a number must have a free worker, got none for {number}")
        hand.number, hand.silent_s = number, 0.0
        with contextlib.suppress(OSError):  # a worker that has died is noticed by its silence
            hand.line.send(number)

    def events(self, timeout_s: float) -> list[Event]:
        """Wait for something to tell."""
        told = self._silenced()
        ready = wait([hand.line for hand in self._hands], timeout=timeout_s)
        for place, hand in enumerate(self._hands):
            if hand.line not in ready:
                continue
            try:
                event = hand.line.recv()
            except (EOFError, OSError):
                told.extend(self._replaced(place))
                continue
            hand.silent_s = 0.0
            self._heard(event)
            if isinstance(event, Begun):
                continue
            if not isinstance(event, Moved):
                hand.number = None
            told.append(event)
        return told

    def close(self) -> list[Event]:
        """End what is under way; a worker that does not end is ended. Gives what was still to tell."""
        told: list[Event] = []
        for hand in self._hands:
            with contextlib.suppress(OSError):
                hand.line.send(None)
        for hand in self._hands:
            told.extend(_drained(hand))
            hand.process.join(CLOSE_S)
            if hand.process.is_alive():
                hand.process.kill()
                hand.process.join()
            hand.line.close()
        self._hands = []
        return told

    def _silenced(self) -> list[Event]:
        """End workers that have told nothing for longer than anything can take: a policy may hang."""
        told: list[Event] = []
        before_s, self._looked_s = self._looked_s, time.monotonic()
        for place, hand in enumerate(self._hands):
            hand.silent_s += min(self._looked_s - before_s, LOOK_S)
            if hand.number is not None and hand.silent_s > self._patience_s and not hand.line.poll():
                hand.process.kill()
                number = hand.number
                hand.number = None
                told.extend(self._replaced(place))
                told.append(self._given_up(number, f"nothing had happened for {self._patience_s:.0f} s"))
        return told

    def _heard(self, event: Event) -> None:
        """Take note of what a worker tells, for fleets that want to know more of their work."""

    def _given_up(self, number: int, words: str) -> Event:
        """Return what becomes of a number whose worker was silent for too long."""
        return Lost(number=number, words=words)

    def _hired(self) -> _Hand:
        line, far_end = self._context.Pipe()
        process = self._context.Process(target=work, args=(far_end, self._make, self._grace_s), daemon=True)
        # Ctrl-C at a terminal goes to all; workers never see it, not even while they are being started.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        far_end.close()  # so that the end of the process is the end of the line
        return _Hand(process=process, line=line)

    def _replaced(self, place: int) -> list[Event]:
        hand = self._hands[place]
        hand.process.join(CLOSE_S)
        hand.line.close()
        self._hands[place] = self._hired()
        if hand.number is None:
            return []
        words = f"the process that had it ended with {hand.process.exitcode}"
        return [Lost(number=hand.number, words=words)]


def _drained(hand: _Hand) -> list[Event]:
    """Read what a worker still has to say: it may be a whole game, and it does not wait for a reader then."""
    told: list[Event] = []
    with contextlib.suppress(EOFError, OSError):
        while hand.line.poll(CLOSE_S):
            event = hand.line.recv()
            if not isinstance(event, Begun):
                told.append(event)
    return told
