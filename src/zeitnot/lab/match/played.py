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
    """Say of policies that failed what they did, and when first; the guard played on without them."""
    first: dict[str, TurnRecord] = {}
    for record in records:
        if record.fault:
            first.setdefault(f"{record.policy}: {record.fault}", record)
    return tuple(f"move {record.ply // 2 + 1}: {words}" for words, record in first.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """A finished game, by seat: White, or who began, first."""

    number: int
    """Its number in the match."""
    half_points: int
    """Of seat 0: 2 won, 1 drawn, 0 lost."""
    words: str
    """How it ended."""
    fault: Fault | None = None
    """What the loser did wrong, when that decided it."""
    fault_seat: int | None = None
    """Who did."""
    scores_pts: tuple[int, int] | None = None
    """Final points, in Scrabble."""
    turns: tuple[PlayedTurn, ...] = ()
    """Every turn."""
    left_s: tuple[float, float] = (0.0, 0.0)
    """What the clocks showed at the end."""
    notes: tuple[str, ...] = ()
    """What happened beside: an engine started again, a policy replaced."""
    hiccups: int = 0
    """How often the game was begun anew because this machine, not an engine, had stopped."""
    text: str = ""
    """The game in PGN or GCG."""
    began: str = ""
    """When, in ISO form."""
    took_s: float = 0.0
    """How long it took by the wall."""
