"""Tables: where the games of a match are played, one at a time, and what they are told of the match."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from zeitnot.clocks import TimeControl
from zeitnot.games.participant import Participant
from zeitnot.games.played import PlayedGame
from zeitnot.games.rules import RefereeRules
from zeitnot.turns import PlayedTurn

OnTurn = Callable[[PlayedTurn, tuple[float, float]], None]
"""Called after every turn with what the clocks show, by seat; an exception ends the game."""
OnBegin = Callable[[int], None]
"""Called with the seat that moves first when a game is ready to begin; an exception ends the game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOrder:
    """One game to play."""

    number: int
    """Number of the game, from 0."""
    sides: tuple[int, int]
    """Participants by seat: White, or who begins, first."""
    opening: int
    """Number of the opening, or of the shuffle of the tiles."""

    @property
    def pair(self) -> int:
        """The pair that the game belongs to; its two games have the same opening and the seats swapped."""
        return self.number // 2

    @property
    def swapped(self) -> bool:
        """Whether it is the second game of its pair."""
        return self.number % 2 == 1


class MatchTerms(Protocol):
    """What a table may know of the match that its games belong to."""

    @property
    def participants(self) -> Sequence[Participant]:
        """Everybody who plays; a game order has their places in this list."""
        ...

    @property
    def time_control(self) -> TimeControl:
        """Time control of both sides."""
        ...

    @property
    def work_per_s(self) -> float | None:
        """Units of work that are one second; None for the clock on the wall."""
        ...

    @property
    def rules(self) -> RefereeRules:
        """Rules by which the referee judges."""
        ...

    @property
    def seed(self) -> int:
        """Seed of everything that is drawn by lot."""
        ...

    @property
    def openings(self) -> Sequence[str]:
        """Openings in the order of the rounds; none where the game has no openings."""
        ...

    @property
    def settings(self) -> Sequence[tuple[str, str]]:
        """Settings of the game, by name."""
        ...

    @property
    def hash_mb(self) -> int:
        """Memory of each built-in engine."""
        ...

    @property
    def threads(self) -> int:
        """Searching threads of each built-in engine."""
        ...

    @property
    def ponder(self) -> bool:
        """Whether both sides think on the opponent's time."""
        ...

    def margin_s(self, participant: int, /) -> float:
        """Return how far a participant may be over its time."""
        ...


def opening_line(terms: MatchTerms, order: GameOrder) -> str:
    """Return the opening of a game; empty for a match without openings."""
    return terms.openings[order.opening % len(terms.openings)] if terms.openings else ""


class Table(Protocol):
    """Plays games; what a game needs is opened once and kept for the next."""

    def play(
        self, order: GameOrder, on_turn: OnTurn | None = None, on_begin: OnBegin | None = None
    ) -> PlayedGame:
        """Play one game to its end."""
        ...

    def close(self) -> None:
        """Leave nothing behind."""
        ...
