"""Events: what happens in a game, each one line of its record, and the state of the game after it."""

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from zeitnot.clocks import clock_text
from zeitnot.games import time_of
from zeitnot.scrabble.board import Board
from zeitnot.scrabble.moves import Move, MoveKind
from zeitnot.scrabble.rules import MOST_SCORELESS

_NOTE = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)s(?:, (-?[\d:.]{1,12}) left)?(?:,|$)", re.MULTILINE)


LOST_TURN = "turn lost by a wrong challenge"
"""Words in the note of a pass that a wrong challenge forced: GCG has no event of its own for it."""


class EventKind(StrEnum):
    """Kind of event."""

    MOVE = "move"
    """A turn: tiles placed or exchanged, or a pass."""
    WITHDRAWAL = "withdrawal"
    """The last play was challenged off: its tiles and points are taken back."""
    CHALLENGE_BONUS = "challenge bonus"
    """The last play was challenged and is valid, which earns a bonus; 0 where that costs nothing."""
    CHALLENGE_PENALTY = "challenge penalty"
    """The last play was challenged and is valid, which costs the challenger points."""
    TIME_PENALTY = "time penalty"
    """Points lost by overtime."""
    END_RACK = "end rack"
    """The game is over: points for the opponent's tiles, or lost for one's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One event of a game."""

    kind: EventKind
    player: int
    """Player it concerns, 0 or 1."""
    points: int
    """Points added to the player's score; may be negative."""
    rack: tuple[int, ...] = ()
    """Tiles before the move, as far as known; after a challenge the new ones; at the end those counted."""
    move: Move | None = None
    """Move of a turn; None for other events."""
    note: str = ""

    @property
    def used_s(self) -> float | None:
        """Time that the turn took; None where the note does not have it."""
        match = _NOTE.match(self.note)
        return None if match is None else float(match[1])

    @property
    def is_lost_turn(self) -> bool:
        """Whether it is a pass that a wrong challenge forced, as the note says."""
        return self.move is not None and self.move.kind is MoveKind.PASS and LOST_TURN in self.note

    @property
    def left_s(self) -> float | None:
        """Time on the clock after the turn, below 0 in overtime; None where the note does not have it."""
        match = _NOTE.match(self.note)
        return None if match is None or match[2] is None else time_of(match[2])


def turn_note(used_s: float, left_s: float) -> str:
    """Return the note of a turn: its time to the millisecond, and the clock after it."""
    return f"{used_s:.3f}s, {clock_text(left_s)} left"


class Ending(StrEnum):
    """How a game ended."""

    OUT = "out"
    """A player played the last tile with the bag empty."""
    SCORELESS = "scoreless"
    """Six turns in a row scored nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameState:
    """State of a game."""

    board: Board
    scores: tuple[int, int]
    """Points of player 0 and player 1."""
    on_turn: int
    """Player on turn, 0 or 1; after the end, the one who would be."""
    hands: tuple[int, int]
    """Number of tiles each player holds."""
    bag_count: int
    """Number of tiles in the bag."""
    scoreless_turns: int = 0
    """Number of scoreless turns in a row."""
    ending: Ending | None = None
    """How the game ended; None while it goes on."""

    def scored(self, player: int, points: int) -> Self:
        """Return the state with points added to one score."""
        scores = list(self.scores)
        scores[player] += points
        return replace(self, scores=(scores[0], scores[1]))

    def turned(self, points: int) -> Self:
        """Return the state for the next player, after a turn that scored `points`."""
        scoreless = 0 if points else self.scoreless_turns + 1
        ending = Ending.SCORELESS if scoreless >= MOST_SCORELESS else self.ending
        return replace(self, on_turn=1 - self.on_turn, scoreless_turns=scoreless, ending=ending)
