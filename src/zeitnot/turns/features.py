"""Features: what a policy may know about the position, cheap to compute before the search."""

from dataclasses import dataclass

TILES_PER_TURN = 4.3
"""Mean number of tiles that a Scrabble turn uses; see `benchmarks/scrabble_turns_left.py`. The MAGPIE
document has 4.5."""

LAST_TURNS = 0.5
"""Own turns in addition to that estimate: the last racks are played out in smaller steps. The MAGPIE document
has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChessFeatures:
    """Features of a chess position."""

    move_number: int = 1
    """Full-move number, from 1."""
    legal_moves: int = 30
    """Number of legal moves of the side to move."""
    pieces: int = 32
    """Pieces of both colours, including kings and pawns."""
    captures: int = 0
    """Number of legal captures."""
    checks: int = 0
    """Number of legal moves that give check."""
    in_check: bool = False
    """Whether the side to move is in check."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScrabbleFeatures:
    """Features of a Scrabble position; those that need move generation are None before it."""

    bag_tiles: int = 86
    """Tiles in the bag."""
    opponent_tiles: int = 7
    """Tiles on the opponent's rack."""
    own_tiles: int = 7
    """Tiles on the player's own rack."""
    score_difference_pts: float = 0.0
    """Own score minus the opponent's."""
    legal_moves: int | None = None
    """Number of moves other than a pass; 0 and 1 leave no choice."""
    gap_pts: float | None = None
    """Static equity of the best move minus that of the second best."""
    competitive_moves: int | None = None
    """Number of moves within two points of the best, including the best."""
    opponent_kept: int | None = None
    """Tiles that the opponent kept at the last turn, with others drawn since; None if that is not known."""

    @property
    def unseen_tiles(self) -> int:
        """Tiles in the bag and on the opponent's rack."""
        return self.bag_tiles + self.opponent_tiles

    @property
    def tiles_left(self) -> int:
        """Tiles in the bag and on both racks: all that are still to be played."""
        return self.unseen_tiles + self.own_tiles

    def own_turns(self, *, tiles_per_turn: float = TILES_PER_TURN, last_turns: float = LAST_TURNS) -> float:
        """Return the expected number of own turns left, including this one (M4)."""
        return max(1.0, self.tiles_left / tiles_per_turn / 2 + last_turns)

    @property
    def most_own_turns(self) -> float:
        """Largest number of own turns to allow for: with an empty bag, one for each own tile."""
        return self.own_turns() + self.own_tiles if self.bag_tiles > 0 else max(1.0, self.own_tiles)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardFeatures:
    """Features of a position of a game other than these two."""

    move_number: int = 1
    """Number of the side's own turn, from 1."""
    legal_moves: int | None = None
    """Number of legal moves of the side to move; None if it is not counted before the search."""
    turns_to_come: float | None = None
    """Own turns that are expected to come, including this one; None if the game cannot say."""


Features = ChessFeatures | ScrabbleFeatures | BoardFeatures
