"""GameState: where a game stands after an event."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from zeitnot.scrabble.board import Board
from zeitnot.scrabble.rules import MOST_SCORELESS


class Ending(StrEnum):
    """How a game came to its end."""

    OUT = "out"
    """A player has played his last tile and the bag is empty."""
    SCORELESS = "scoreless"
    """Six turns in a row brought nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameState:
    """Where a game stands."""

    board: Board
    """The tiles played."""
    scores: tuple[int, int]
    """Points of player 0 and player 1."""
    on_turn: int
    """Whose turn it is, 0 or 1; of a game that is over, whose it would be."""
    hands: tuple[int, int]
    """How many tiles each holds."""
    bag_count: int
    """How many tiles are in the bag."""
    scoreless_turns: int = 0
    """Turns without a score just before."""
    ending: Ending | None = None
    """How it ended; None while it goes on."""

    def scored(self, player: int, points: int) -> Self:
        """Return the state with points added to one score."""
        scores = list(self.scores)
        scores[player] += points
        return replace(self, scores=(scores[0], scores[1]))

    def turned(self, points: int) -> Self:
        """Return the state with the turn passed on after one of so many points."""
        scoreless = 0 if points else self.scoreless_turns + 1
        ending = Ending.SCORELESS if scoreless >= MOST_SCORELESS else self.ending
        return replace(self, on_turn=1 - self.on_turn, scoreless_turns=scoreless, ending=ending)
