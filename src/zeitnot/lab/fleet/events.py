"""Events: what a fleet tells of its games, and what every fleet can do."""

from dataclasses import dataclass
from typing import Protocol

from zeitnot.lab.match.played import PlayedGame


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A turn of a game that goes on."""

    number: int
    """The game."""
    ply: int
    """Half moves before it, those of the opening included."""
    seat: int
    """Who moved."""
    move: str
    """What was played."""
    left_s: tuple[float, float]
    """The clocks, by seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """A game is over."""

    game: PlayedGame
    """As it went."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """A game ended with the process or the machine that played it: no fault of a player."""

    number: int
    """The game."""
    words: str
    """What happened."""


Event = Moved | Finished | Lost


class Fleet(Protocol):
    """Plays games of one match, several at once."""

    @property
    def free(self) -> int:
        """Games that can be begun now."""
        ...

    def begin(self, number: int) -> None:
        """Begin a game; there must be room for it."""
        ...

    def events(self, timeout_s: float) -> list[Event]:
        """Wait for something to tell, so long at most."""
        ...

    def close(self) -> list[Event]:
        """End the games under way and leave nothing behind; gives what there was still to tell."""
        ...
