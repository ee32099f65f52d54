"""Orders: numbers handed out to a fleet, and tried again when they are lost."""

from collections import Counter, deque
from dataclasses import dataclass, field

from zeitnot.errors import DataError
from zeitnot.lab.fleet.events import Done, Event, Finished, Fleet, Lost

MOST_TRIES = 3
"""A number that was lost so often with its process is left out: it would be lost again."""
_WAIT_S = 0.5
"""How long to wait for news before looking around."""


@dataclass(slots=True, kw_only=True)
class Orders:
    """What a fleet still has to do."""

    fleet: Fleet
    """Who does it."""
    missing: deque[int]
    """Numbers to begin, first things first."""
    rule: str
    """What a number must be, for the error when it is not, such as `a game must be playable; game`."""
    left_out: list[int]
    """Numbers that could not be done."""
    _running: set[int] = field(default_factory=set)
    _lost: Counter[int] = field(default_factory=Counter)
    _done: int = 0

    @property
    def pending(self) -> bool:
        """Whether anything is still to be done."""
        return bool(self.missing or self._running)

    def events(self) -> list[Event]:
        """Hand out as much as there is room for, and wait a little for news; each must be noted then."""
        while self.missing and self.fleet.free:
            number = self.missing.popleft()
            self._running.add(number)
            self.fleet.begin(number)
        return self.fleet.events(_WAIT_S)

    def note(self, event: Event) -> None:
        """Note what became of a number."""
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
            self.missing.appendleft(number)
        elif self._done:
            self.left_out.append(number)
        else:  # nothing has worked yet, and nothing will
            raise DataError(f"{self.rule} {number + 1} is not: {words}")
