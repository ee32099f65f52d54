"""A slow move generator, written from the rules alone: what the native one must agree with, move by move."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import permutations, product
from typing import NamedTuple

from zeitnot.scrabble import Layout, LetterDistribution

SIZE = 15
"""Rows of the standard board."""
BLANK = 0
BLANK_BIT = 0x80
FULL_RACK = 7
BINGO_PTS = 50

Square = tuple[int, int]
"""Row and column, from 0."""
Tiles = dict[Square, int]
"""Tiles on squares: the number of a letter, with BLANK_BIT where a blank stands for it."""

SQUARES: tuple[Square, ...] = tuple(product(range(SIZE), range(SIZE)))
"""Squares of the standard board."""


class SlowMove(NamedTuple):
    """A placement: where its word begins, and its tiles, 0 where one lies already."""

    down: bool
    line: int
    start: int
    tiles: bytes


class Trie(dict[int, "Trie"]):
    """The beginnings of words, by the next letter; `ends` says that one is whole."""

    ends = False


@dataclass(frozen=True, kw_only=True)
class Oracle:
    """Words and rules; `moves` is the slow generator, `brute_moves` the one that spares itself nothing."""

    words: frozenset[bytes]
    distribution: LetterDistribution
    layout: Layout
    is_symmetric: bool = field(init=False)
    trie: Trie = field(init=False, repr=False)

    @property
    def size(self) -> int:
        """Return the number of rows."""
        return self.layout.size

    @property
    def squares(self) -> list[Square]:
        """Return all squares, row by row."""
        return list(product(range(self.size), range(self.size)))

    def __post_init__(self) -> None:
        """Sort the words by their beginnings."""
        trie = Trie()
        for word in self.words:
            node = trie
            for each in word:
                node = node.setdefault(each, Trie())
            node.ends = True
        object.__setattr__(self, "trie", trie)
        layout = self.layout
        is_symmetric = layout.premiums == tuple(zip(*layout.premiums, strict=True))
        is_symmetric = is_symmetric and layout.start_row == layout.start_column
        object.__setattr__(self, "is_symmetric", is_symmetric)

    def brute_moves(self, board: Tiles, rack: bytes) -> dict[SlowMove, int]:
        """Score every legal placement: all orders of all tiles, from every square, right and down."""
        letters = range(1, len(self.distribution.alphabet) + 1)
        found = {}
        for down, first, count in product((False, True), self.squares, range(1, len(rack) + 1)):
            free = free_squares(board, first, down=down, size=self.size)[:count]
            for order in set(permutations(rack, count)) if len(free) == count else ():
                # A blank is any letter, and shows that it is a blank.
                shown = [[BLANK_BIT | n for n in letters] if t == BLANK else [t] for t in order]
                for tiles in product(*shown):
                    found.update(self.judged(board, dict(zip(free, tiles, strict=True))))
        return found

    def moves(self, board: Tiles, rack: bytes) -> dict[SlowMove, int]:
        """Score every legal placement, but lay only tiles that continue the beginning of some word."""
        found = {}
        for down in (False, True):
            walk = Walk(oracle=self, board=board, down=down)
            for first in self.squares:
                # The tiles of a play lie on the next free squares: one of them must touch.
                free = free_squares(board, first, down=down, size=self.size)[: len(rack)]
                if any(self.touches(board, square) for square in free):
                    for placed in walk.from_square(first, rack):
                        found.update(self.judged(board, placed))
        return found

    def touches(self, board: Tiles, square: Square) -> bool:
        """Return whether a tile on this square makes a play legal: beside another, or first on the start."""
        if not board:
            return square == (self.layout.start_row, self.layout.start_column)
        return any(step(square, down=down, by=by) in board for down in (False, True) for by in (-1, 1))

    def judged(self, board: Tiles, placed: Tiles) -> dict[SlowMove, int]:
        """Judge tiles laid on free squares of one line, from scratch: the move with its score, or nothing."""
        if not any(self.touches(board, square) for square in placed):
            return {}
        after = {**board, **placed}
        runs = {(down, run_through(after, square, down=down)) for square in placed for down in (False, True)}
        words = {(down, run) for down, run in runs if len(run) > 1}
        if not words or any(spelt(after, run) not in self.words for _, run in words):
            return {}
        # A single tile that makes words both ways is a play across.
        down, main = min((down, run) for down, run in words if placed.keys() <= set(run))
        if down and not board and self.is_symmetric:
            return {}
        row, column = main[0]
        tiles = bytes(placed.get(square, 0) for square in main)
        move = SlowMove(down, column if down else row, row if down else column, tiles)
        score = sum(self.word_score(after, run, placed) for _, run in words)
        return {move: score + (BINGO_PTS if len(placed) == FULL_RACK else 0)}

    def word_score(self, tiles: Tiles, run: Iterable[Square], placed: Tiles) -> int:
        """Add up a word, tile by tile; premium squares count when a tile is laid on them."""
        total, factor = 0, 1
        for row, column in run:
            tile = tiles[row, column]
            points = 0 if tile & BLANK_BIT else self.distribution.scores[tile]
            if (row, column) in placed:
                premium = self.layout.premiums[row][column]
                points *= premium.letter
                factor *= premium.word
            total += points
        return total * factor


@dataclass(frozen=True, kw_only=True)
class Walk:
    """Lays tiles along the lines of one board, one way."""

    oracle: Oracle
    board: Tiles
    down: bool
    known_crossings: dict[tuple[Square, int], bool] = field(default_factory=dict)

    def from_square(self, first: Square, rack: bytes) -> Iterator[Tiles]:
        """Lay tiles from a free square on; yield them wherever they end a word."""
        node: Trie | None = self.oracle.trie
        for square in run_through({**self.board, first: 0}, first, down=self.down):
            if square == first:
                break
            node = node.get(letter(self.board[square])) if node is not None else None
        if node is not None:
            yield from self._continued(first, node, Counter(rack), {})

    def _continued(self, square: Square, node: Trie, rack: Counter[int], placed: Tiles) -> Iterator[Tiles]:
        """Lay one more tile on a free square, and more behind it."""
        for held in [tile for tile, count in rack.items() if count > 0]:
            rack[held] -= 1
            for shown in [BLANK_BIT | each for each in node] if held == BLANK else [held]:
                if letter(shown) in node and self.crosses_well(square, letter(shown)):
                    here = {**placed, square: shown}
                    behind, after = self._passed(step(square, down=self.down), node[letter(shown)])
                    if after is not None and after.ends:
                        yield here
                    if after is not None and max(behind) < self.oracle.size:
                        yield from self._continued(behind, after, rack, here)
            rack[held] += 1

    def _passed(self, square: Square, node: Trie | None) -> tuple[Square, Trie | None]:
        """Go over tiles that lie already; None if no word goes on with them."""
        while square in self.board and node is not None:
            node = node.get(letter(self.board[square]))
            square = step(square, down=self.down)
        return square, node

    def crosses_well(self, square: Square, each: int) -> bool:
        """Return whether a letter makes a word, or none, the other way."""
        key = square, each
        if key not in self.known_crossings:
            after = {**self.board, square: each}
            run = run_through(after, square, down=not self.down)
            self.known_crossings[key] = len(run) == 1 or spelt(after, run) in self.oracle.words
        return self.known_crossings[key]


def letter(tile: int) -> int:
    """Return the letter that a tile shows."""
    return tile & ~BLANK_BIT


def spelt(tiles: Tiles, run: Iterable[Square]) -> bytes:
    """Read a word off the board."""
    return bytes(letter(tiles[square]) for square in run)


def step(square: Square, *, down: bool, by: int = 1) -> Square:
    """Go along a line."""
    return (square[0] + by, square[1]) if down else (square[0], square[1] + by)


def run_through(tiles: Tiles, square: Square, *, down: bool) -> tuple[Square, ...]:
    """Return the squares in line with one that hold tiles without a gap."""
    while step(square, down=down, by=-1) in tiles:
        square = step(square, down=down, by=-1)
    run = []
    while square in tiles:
        run.append(square)
        square = step(square, down=down)
    return tuple(run)


def free_squares(board: Tiles, first: Square, *, down: bool, size: int = SIZE) -> list[Square]:
    """Return a free square and all free ones behind it on its line; nothing for a taken one."""
    at = first[0] if down else first[1]
    line = [step(first, down=down, by=by) for by in range(size - at)]
    return [square for square in line if square not in board] if first not in board else []


def exchanges(rack: bytes, *, bag: int) -> set[bytes]:
    """Return the ways to change tiles, each sorted: any of them, while the bag holds seven."""
    if bag < FULL_RACK:
        return set()
    chosen = product((False, True), repeat=len(rack))
    return {bytes(sorted(t for t, goes in zip(rack, mask, strict=True) if goes)) for mask in chosen} - {b""}
