"""WorkQueue: numbers handed out to a fleet, tried again when they are lost, and the events of a fleet."""

import math
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from zeitnot.errors import DataError
from zeitnot.games import PlayedGame


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """A game has begun; fleets keep this to themselves, to know whose fault a silence is."""

    number: int
    """The game."""
    seat: int
    """Seat that moves first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A turn has begun, and this is what its player was granted; told only where a person could see it."""

    number: int
    """The game."""
    seat: int
    """Seat that thinks."""
    target_s: float
    """Soft target."""
    limit_s: float
    """Hard limit."""
    price_per_s: float | None
    """What a second costs; None where the policy has no price."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A turn of a game that goes on."""

    number: int
    """The game."""
    ply: int
    """Half moves before it, those of the opening included."""
    seat: int
    """Seat that moved."""
    move: str
    """Move that was played."""
    left_s: tuple[float, float]
    """The clocks, by seat."""
    used_s: float = 0.0
    """Time used by the referee's clock."""
    target_s: float = math.inf
    """Target when the search ended; infinite for an engine on its own clock."""
    limit_s: float = math.inf
    """Hard limit; infinite for an engine on its own clock."""
    price_per_s: float | None = None
    """What a second cost; None where the policy has no price."""
    reason: str = ""
    """What ended the search."""
    note: str = ""
    """The same in the policy's words; empty where it has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """A game is over."""

    game: PlayedGame
    """The finished game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A task is done."""

    number: int
    """The task."""
    result: object
    """Result of the task."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """A game or a task ended with the process or the machine that had it: no fault of a player."""

    number: int
    """The game, or the task."""
    words: str
    """What happened, in words."""
    is_refused: bool = False
    """Whether the worker could not even try, such as for want of an engine: it would refuse again."""


Event = Begun | Planned | Moved | Finished | Done | Lost


class Fleet(Protocol):
    """Plays the games of one match, or does tasks of one kind, several at once."""

    @property
    def free(self) -> int:
        """Games or tasks that can be begun now."""

    def begin(self, number: int) -> None:
        """Begin one; there must be room for it."""

    def events(self, timeout_s: float) -> list[Event]:
        """Wait for events, at most this long."""

    def close(self) -> list[Event]:
        """End what is under way and leave nothing behind; returns the events that were left."""


MOST_TRIES = 3
"""A number that was lost this often with its process is left out: it would be lost again."""
_WAIT_S = 0.5
"""Longest wait for news before the queue asks again whether the work should stop."""


@dataclass(slots=True, kw_only=True)
class WorkQueue:
    """The one loop that drives a fleet: games, positions, parts of a replay."""

    fleet: Fleet
    """Does the work."""
    numbers: Iterable[int]
    """Numbers to work off, in this order."""
    rule: str
    """What a number must be, for the error when it is not, such as `a game must be playable; game`."""
    left_out: list[int] = field(default_factory=list)
    """Numbers that could not be done."""
    _missing: deque[int] = field(init=False)
    _running: set[int] = field(default_factory=set)
    _lost: Counter[int] = field(default_factory=Counter)
    _done: int = 0

    def __post_init__(self) -> None:
        self._missing = deque(self.numbers)

    def events(
        self, is_stopped: Callable[[], bool] | None = None, is_paused: Callable[[], bool] | None = None
    ) -> Iterator[Event]:
        """Work until nothing is left or the work should stop, and yield all events of the fleet.

        While it is paused, what is under way goes on and nothing new is begun.
        """
        while self._missing or self._running:
            if is_stopped is not None and is_stopped():
                return
            paused = is_paused is not None and is_paused()
            while self._missing and self.fleet.free and not paused:
                number = self._missing.popleft()
                self._running.add(number)
                self.fleet.begin(number)
            for event in self.fleet.events(_WAIT_S):
                yield event
                self._note(event)

    def results(self, is_stopped: Callable[[], bool] | None = None) -> Iterator[object]:
        """Yield the results of tasks in the order of the numbers, until the work should stop.

        One that cannot be done is a DataError.
        """
        order, done, words = deque(self._missing), dict[int, object](), ""
        for event in self.events(is_stopped):
            match event:
                case Done():
                    done[event.number] = event.result
                case Lost(is_refused=True):
                    raise DataError(event.words)
                case Lost():
                    words = event.words
            while order and order[0] in done:
                yield done.pop(order.popleft())
        if order and order[0] in self.left_out:
            raise DataError(f"{self.rule} {order[0] + 1} is not: {words}")

    def _note(self, event: Event) -> None:
        match event:
            case Finished(game=game):
                self._running.discard(game.number)
                self._done += 1
            case Done(number=number):
                self._running.discard(number)
                self._done += 1
            case Lost(number=number, words=words):
                self._running.discard(number)
                self._try_again(number, words)

    def _try_again(self, number: int, words: str) -> None:
        self._lost[number] += 1
        if self._lost[number] < MOST_TRIES:
            self._missing.appendleft(number)
        elif self._done:
            self.left_out.append(number)
        else:  # nothing has worked yet, and nothing will
            raise DataError(f"{self.rule} {number + 1} is not: {words}")
