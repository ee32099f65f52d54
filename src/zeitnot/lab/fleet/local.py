"""LocalFleet: processes of this machine, each of which plays one game at a time."""

import contextlib
import multiprocessing
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Self

from zeitnot.errors import SettingError, StateError
from zeitnot.lab.fleet.events import Event, Lost, Moved
from zeitnot.lab.fleet.worker import work
from zeitnot.lab.match.plan import MatchPlan

CLOSE_S = 5.0
"""How long a worker may take to end its engines before it is ended itself."""


@dataclass(slots=True)
class _Hand:
    """A worker, and the game it plays."""

    process: SpawnProcess
    line: Connection
    game: int | None = None


class LocalFleet:
    """So many workers; one that dies is replaced, and its game told as lost."""

    def __init__(self, plan: MatchPlan, *, concurrency: int = 1) -> None:
        """Start the workers."""
        if concurrency < 1:
            raise SettingError(f"concurrency must be at least 1, got {concurrency!r}")
        self._plan_text = plan.to_json()
        self._context = multiprocessing.get_context("spawn")  # threads may run here, and forks dislike that
        self._hands = [self._hired() for _ in range(concurrency)]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def free(self) -> int:
        """Games that can be begun now."""
        return sum(hand.game is None for hand in self._hands)

    def begin(self, number: int) -> None:
        """Begin a game."""
        hand = next((hand for hand in self._hands if hand.game is None), None)
        if hand is None:
            raise StateError(f"a game must have a free worker, got none for game {number}")
        hand.game = number
        with contextlib.suppress(OSError):  # a worker that has died is noticed by its silence
            hand.line.send(number)

    def events(self, timeout_s: float) -> list[Event]:
        """Wait for something to tell."""
        told: list[Event] = []
        ready = wait([hand.line for hand in self._hands], timeout=timeout_s)
        for place, hand in enumerate(self._hands):
            if hand.line not in ready:
                continue
            try:
                event = hand.line.recv()
            except (EOFError, OSError):
                told.extend(self._replaced(place))
                continue
            if not isinstance(event, Moved):
                hand.game = None
            told.append(event)
        return told

    def close(self) -> None:
        """End the games under way; a worker that does not end is ended."""
        for hand in self._hands:
            with contextlib.suppress(OSError):
                hand.line.send(None)
        for hand in self._hands:
            _drained(hand)
            hand.process.join(CLOSE_S)
            if hand.process.is_alive():
                hand.process.kill()
                hand.process.join()
            hand.line.close()
        self._hands = []

    def _hired(self) -> _Hand:
        line, far_end = self._context.Pipe()
        process = self._context.Process(target=work, args=(far_end, self._plan_text), daemon=True)
        process.start()
        far_end.close()  # so that the end of the process is the end of the line
        return _Hand(process=process, line=line)

    def _replaced(self, place: int) -> list[Event]:
        hand = self._hands[place]
        hand.process.join(CLOSE_S)
        hand.line.close()
        self._hands[place] = self._hired()
        if hand.game is None:
            return []
        words = f"the process that played it ended with {hand.process.exitcode}"
        return [Lost(number=hand.game, words=words)]


def _drained(hand: _Hand) -> None:
    """Read what a worker still has to say, so that it does not wait for a reader."""
    with contextlib.suppress(EOFError, OSError):
        while hand.line.poll(CLOSE_S):
            hand.line.recv()
