"""Board: fifteen by fifteen squares and the tiles that lie on them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Self

from zeitnot.errors import SettingError

BOARD_SIZE = 15
"""Squares of a row and of a column."""

EMPTY = 0
"""An empty square; others hold the number of a letter, with BLANK_BIT where a blank stands for it."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board as a value: putting tiles down makes another one."""

    rows: tuple[tuple[int, ...], ...]
    """Tiles by row, then by column, both from 0."""

    def __post_init__(self) -> None:
        """Hold the board to its size."""
        if len(self.rows) != BOARD_SIZE or any(len(row) != BOARD_SIZE for row in self.rows):
            sizes = [len(row) for row in self.rows]
            raise SettingError(
                f"a board must have {BOARD_SIZE} rows of {BOARD_SIZE} squares, got rows of {sizes!r}"
            )

    @classmethod
    def empty(cls) -> Self:
        """Give a board without tiles."""
        return cls(((EMPTY,) * BOARD_SIZE,) * BOARD_SIZE)

    def tile(self, row: int, column: int) -> int:
        """Give the tile on a square; beyond the edge all is empty."""
        if 0 <= row < BOARD_SIZE and 0 <= column < BOARD_SIZE:
            return self.rows[row][column]
        return EMPTY

    def across(self, row: int) -> tuple[int, ...]:
        """Give a row, from left to right."""
        return self.rows[row]

    def down(self, column: int) -> tuple[int, ...]:
        """Give a column, from top to bottom."""
        return tuple(row[column] for row in self.rows)

    def transposed(self) -> Self:
        """Give the board with rows and columns exchanged, so that what goes down goes across."""
        return type(self)(tuple(zip(*self.rows, strict=True)))

    def with_tiles(self, squares: Iterable[tuple[int, int, int]]) -> Self:
        """Put tiles down, each as row, column and tile, on empty squares."""
        rows = [list(row) for row in self.rows]
        for row, column, tile in squares:
            if rows[row][column] != EMPTY:
                raise SettingError(
                    f"a tile must go on an empty square, got row {row!r} and column {column!r}"
                )
            rows[row][column] = tile
        return type(self)(tuple(tuple(row) for row in rows))

    def tiles(self) -> Iterator[int]:
        """Go through the tiles that lie on it."""
        return (tile for row in self.rows for tile in row if tile != EMPTY)

    def runs(self) -> Iterator[tuple[int, ...]]:
        """Go through the words that lie on it, two or more tiles in line: those across, then those down."""
        for board in (self, self.transposed()):
            for row in board.rows:
                run: list[int] = []
                for tile in (*row, EMPTY):
                    if tile != EMPTY:
                        run.append(tile)
                        continue
                    if len(run) > 1:
                        yield tuple(run)
                    run = []

    @property
    def is_empty(self) -> bool:
        """Whether no tile lies on it."""
        return not any(any(row) for row in self.rows)

    @property
    def tile_count(self) -> int:
        """How many tiles lie on it."""
        return sum(1 for _ in self.tiles())
