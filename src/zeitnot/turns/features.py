"""What a policy may know about the position: counts that are cheap to have before the search."""

from dataclasses import dataclass

TILES_PER_TURN = 4.3
"""Tiles that a Scrabble turn uses on average, of either player; see `benchmarks/scrabble_turns_left.py`. The
MAGPIE document has 4.5."""

LAST_TURNS = 0.5
"""Own turns beyond that count: the last racks are played out in smaller steps. The document has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChessFeatures:
    """A chess position, counted."""

    move_number: int = 1
    """Number of the full move, from 1."""
    legal_moves: int = 30
    """Moves of the side to move."""
    pieces: int = 32
    """Pieces of both colours, kings and pawns included."""
    captures: int = 0
    """Legal moves that capture."""
    checks: int = 0
    """Legal moves that give check."""
    in_check: bool = False
    """Whether the side to move is in check."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScrabbleFeatures:
    """A Scrabble position, counted; what only move generation can tell is None before it."""

    bag_tiles: int = 86
    """Tiles in the bag."""
    opponent_tiles: int = 7
    """Tiles on the opponent's rack."""
    own_tiles: int = 7
    """Tiles on the own rack."""
    score_difference_pts: float = 0.0
    """Own score less the opponent's."""
    legal_moves: int | None = None
    """Moves that are not a pass; 0 and 1 leave no choice."""
    gap_pts: float | None = None
    """Static equity of the best move less that of the second."""
    competitive_moves: int | None = None
    """Moves within two points of the best, the best included."""

    @property
    def unseen_tiles(self) -> int:
        """Bag and opponent's rack together."""
        return self.bag_tiles + self.opponent_tiles

    @property
    def tiles_left(self) -> int:
        """Bag and both racks together: what is still to be played."""
        return self.unseen_tiles + self.own_tiles

    def own_turns(self, *, tiles_per_turn: float = TILES_PER_TURN, last_turns: float = LAST_TURNS) -> float:
        """Estimate the own turns to come, this one included: half of what the tiles left make (M4)."""
        return max(1.0, self.tiles_left / tiles_per_turn / 2 + last_turns)

    @property
    def most_own_turns(self) -> float:
        """Most own turns to come that need be reckoned with: with an empty bag, one for each own tile."""
        return self.own_turns() + self.own_tiles if self.bag_tiles > 0 else max(1.0, self.own_tiles)


Features = ChessFeatures | ScrabbleFeatures
