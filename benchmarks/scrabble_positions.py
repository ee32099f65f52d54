"""Positions of static games, as native code takes them, to find moves for."""

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass

from zeitnot import _native
from zeitnot.scrabble import Generator, LetterDistribution
from zeitnot.scrabble.board import BOARD_SIZE
from zeitnot.scrabble.letters import BLANK, rack_tile
from zeitnot.scrabble.moves import RACK_SIZE, THROUGH
from zeitnot.scrabble.rules import MOST_SCORELESS


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A position and the player on turn."""

    board: bytes
    """Squares, row after row."""
    rack: bytes
    """His tiles."""
    bag: int
    """Tiles in the bag."""
    opponent_score: int
    """Points of the other's tiles, once the bag is empty."""

    @property
    def has_blank(self) -> bool:
        """Whether a blank is on the rack."""
        return BLANK in self.rack

    def moves(
        self, generator: _native.MoveGenerator, values: _native.StaticValues, wanted: int
    ) -> _native.ScrabbleMoves:
        """Generate the best moves."""
        return generator.generate(
            self.board, self.rack, values, bag=self.bag, opponent_score=self.opponent_score, wanted=wanted
        )


def static_game(generator: Generator, rng: random.Random) -> Iterator[Task]:
    """Give the positions of a game between two static players, the tiles dealt at random."""
    tiles = LetterDistribution.english()
    bag = [tile for tile, count in enumerate(tiles.counts) for _ in range(count)]
    rng.shuffle(bag)
    racks = [[bag.pop() for _ in range(RACK_SIZE)] for _ in range(2)]
    board, scoreless = bytearray(BOARD_SIZE**2), 0
    for turn in itertools.count():
        rack, other = racks[turn % 2], racks[1 - turn % 2]
        if not other or scoreless == MOST_SCORELESS:
            return
        opponent_score = 0 if bag else tiles.rack_value(other)
        task = Task(board=bytes(board), rack=bytes(rack), bag=len(bag), opponent_score=opponent_score)
        yield task
        move = task.moves(generator.native, generator.evaluation.native, 1)[0]
        scoreless = scoreless + 1 if move.score == 0 else 0
        used = _place(move, board)
        for tile in used:
            rack.remove(tile)
        rack.extend(bag.pop() for _ in range(min(len(bag), len(used))))
        if move.kind == _native.ScrabbleMoveKind.EXCHANGE:
            bag.extend(used)
            rng.shuffle(bag)


def _place(move: _native.ScrabbleMove, board: bytearray) -> list[int]:
    """Put the tiles of a placement down; give those that leave the rack."""
    if move.kind != _native.ScrabbleMoveKind.PLACE:
        return list(move.tiles)
    used = []
    for at, tile in enumerate(move.tiles, start=move.start):
        if tile != THROUGH:
            row, column = (at, move.line) if move.down else (move.line, at)
            board[BOARD_SIZE * row + column] = tile
            used.append(rack_tile(tile))
    return used
