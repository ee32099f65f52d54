"""PlayedGame: one game of a match as it went, with every turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from zeitnot.turns import PlayedTurn, TurnRecord


class Fault(Enum):
    """What a side did wrong."""

    FLAG = "out of time"
    ILLEGAL = "illegal move"
    CRASH = "crashed"
    STALL = "stalled"


def fault_notes(records: Sequence[TurnRecord]) -> tuple[str, ...]:
    """Return what policies that failed did, and when first; the guard played on without them."""
    first: dict[str, TurnRecord] = {}
    for record in records:
        if record.fault:
            first.setdefault(f"{record.policy}: {record.fault}", record)
    return tuple(f"move {record.ply // 2 + 1}: {words}" for words, record in first.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """A finished game, by seat: White, or who began, first."""

    number: int
    """Number of the game in the match."""
    half_points: int
    """Half points of seat 0: 2 won, 1 drawn, 0 lost."""
    words: str
    """How the game ended, in words."""
    fault: Fault | None = None
    """What the loser did wrong, if that decided the game."""
    fault_seat: int | None = None
    """Seat of the side at fault."""
    scores_pts: tuple[int, int] | None = None
    """Final points, in Scrabble."""
    turns: tuple[PlayedTurn, ...] = ()
    """Every turn."""
    left_s: tuple[float, float] = (0.0, 0.0)
    """What the clocks showed at the end."""
    notes: tuple[str, ...] = ()
    """Other events: an engine started again, a policy replaced."""
    restarts: tuple[int, int] = (0, 0)
    """Times that the engine of each seat was started again, by seat."""
    hiccups: int = 0
    """How often the game was started again because this machine, not an engine, had stopped."""
    text: str = ""
    """The game in PGN or GCG."""
    began: str = ""
    """Start of the game, in ISO form."""
    took_s: float = 0.0
    """Duration of the game by the wall clock."""
