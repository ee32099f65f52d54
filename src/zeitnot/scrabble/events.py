"""Events: what happens in a game, one line of its record each."""

from dataclasses import dataclass
from enum import StrEnum

from zeitnot.scrabble.moves import Move
from zeitnot.scrabble.turn_note import seconds_in


class EventKind(StrEnum):
    """The sorts of event."""

    MOVE = "move"
    """A turn: tiles placed or exchanged, or a pass."""
    WITHDRAWAL = "withdrawal"
    """The play just made was challenged and is not good: its tiles go back, its points too."""
    CHALLENGE_BONUS = "challenge bonus"
    """The play just made was challenged and is good, and the rules pay for that."""
    TIME_PENALTY = "time penalty"
    """Points off for overtime."""
    END_RACK = "end rack"
    """The game is over: points for the tiles that the other holds, or off for one's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that a player did or that befell him."""

    kind: EventKind
    """What it is."""
    player: int
    """Whom it concerns, 0 or 1."""
    points: int
    """What it adds to his score; below 0 it takes away."""
    rack: tuple[int, ...] = ()
    """His tiles before the move, as far as known; after a challenge the new ones; at the end what counts."""
    move: Move | None = None
    """The move, of a turn."""
    note: str = ""
    """What somebody had to say about it."""

    @property
    def used_s(self) -> float | None:
        """Time that the turn took, where its note has it."""
        return seconds_in(self.note)
