"""Events: what a fleet reports of its work, and what every fleet can do."""

from dataclasses import dataclass
from typing import Protocol

from zeitnot.games import PlayedGame


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """A game has begun; fleets keep this to themselves, to know whose fault a silence is."""

    number: int
    """The game."""
    seat: int
    """Seat that moves first."""


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


Event = Begun | Moved | Finished | Done | Lost


class Fleet(Protocol):
    """Plays the games of one match, or does tasks of one kind, several at once."""

    @property
    def free(self) -> int:
        """Games or tasks that can be begun now."""
        ...

    def begin(self, number: int) -> None:
        """Begin one; there must be room for it."""
        ...

    def events(self, timeout_s: float) -> list[Event]:
        """Wait for events, at most this long."""
        ...

    def close(self) -> list[Event]:
        """End what is under way and leave nothing behind; returns the events that were left."""
        ...
