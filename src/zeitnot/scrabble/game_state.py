"""GameState: the state of a game after an event."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from zeitnot.scrabble.board import Board
from zeitnot.scrabble.rules import MOST_SCORELESS


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
    """Board with the tiles played."""
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
