"""Events: what happens in a game, each one line of its record."""

import re
from dataclasses import dataclass
from enum import StrEnum

from zeitnot.clocks import clock_text
from zeitnot.scrabble.moves import Move

_NOTE = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)s(?:,|$)", re.MULTILINE)


class EventKind(StrEnum):
    """Kind of event."""

    MOVE = "move"
    """A turn: tiles placed or exchanged, or a pass."""
    WITHDRAWAL = "withdrawal"
    """The last play was challenged off: its tiles and points are taken back."""
    CHALLENGE_BONUS = "challenge bonus"
    """The last play was challenged and is valid, which earns a bonus."""
    TIME_PENALTY = "time penalty"
    """Points lost by overtime."""
    END_RACK = "end rack"
    """The game is over: points for the opponent's tiles, or lost for one's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One event of a game."""

    kind: EventKind
    """Kind of the event."""
    player: int
    """Player it concerns, 0 or 1."""
    points: int
    """Points added to the player's score; may be negative."""
    rack: tuple[int, ...] = ()
    """Tiles before the move, as far as known; after a challenge the new ones; at the end those counted."""
    move: Move | None = None
    """Move of a turn; None for other events."""
    note: str = ""
    """Free-text note."""

    @property
    def used_s(self) -> float | None:
        """Time that the turn took; None where the note does not have it."""
        return seconds_in(self.note)


def turn_note(used_s: float, left_s: float) -> str:
    """Return the note of a turn: its time to the millisecond, and the clock after it."""
    return f"{used_s:.3f}s, {clock_text(left_s)} left"


def seconds_in(note: str) -> float | None:
    """Return the time of a turn from its note; None where it has none."""
    match = _NOTE.match(note)
    return None if match is None else float(match[1])
