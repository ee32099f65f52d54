"""Endgames by plain exhaustive search in Python: what the native solver must agree with."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.scrabble.oracle import BLANK, BLANK_BIT, SlowMove, Square, Tiles
from zeitnot.scrabble import LetterDistribution
from zeitnot.scrabble.rules import MOST_SCORELESS, going_out_pts, scoreless_end_pts

Key = tuple[frozenset[tuple[Square, int]], bytes, bytes, int]


@dataclass(frozen=True, kw_only=True)
class PlainEndgame:
    """Tries every move at every turn, spares itself nothing, and remembers positions it has seen."""

    moves: Callable[[Tiles, bytes], dict[SlowMove, int]]
    """Gives all placements with their scores."""
    distribution: LetterDistribution
    """What tiles score."""
    known: dict[Key, int] = field(default_factory=dict)

    def value_pts(self, board: Tiles, rack: bytes, other: bytes, scoreless: int) -> int:
        """Return what the player on turn still gains on the other when both play as well as can be."""
        key = frozenset(board.items()), rack, other, scoreless
        if key not in self.known:
            passed = self._after(board, rack, other, scoreless=scoreless + 1, score=0)
            plays = self.moves(board, rack).items()
            values = [
                self._after(
                    *played(board, rack, move),
                    other,
                    scoreless=0 if score else scoreless + 1,
                    score=score,
                )
                for move, score in plays
            ]
            self.known[key] = max([passed, *values])
        return self.known[key]

    def _after(self, board: Tiles, rack: bytes, other: bytes, *, scoreless: int, score: int) -> int:
        """Return the gain of the player who has just moved."""
        if not rack:
            return score + going_out_pts(other, self.distribution)
        if scoreless >= MOST_SCORELESS:
            return (
                score
                + scoreless_end_pts(rack, self.distribution)
                - scoreless_end_pts(other, self.distribution)
            )
        return score - self.value_pts(board, other, rack, scoreless)


def played(board: Tiles, rack: bytes, move: SlowMove) -> tuple[Tiles, bytes]:
    """Put the tiles of a move on a board and take them off a rack."""
    after, left = dict(board), list(rack)
    for at, tile in enumerate(move.tiles, start=move.start):
        if tile:
            after[(at, move.line) if move.down else (move.line, at)] = tile
            left.remove(BLANK if tile & BLANK_BIT else tile)
    return after, bytes(left)
