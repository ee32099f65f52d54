"""Board: fifteen by fifteen squares and the tiles that lie on them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Self

from zeitnot.errors import SettingError

BOARD_SIZE = 15
"""Number of rows and of columns."""

EMPTY = 0
"""Value of an empty square; others hold a letter's number, with BLANK_BIT for a blank."""


@dataclass(frozen=True, slots=True)
class Board:
    """An immutable board: placing tiles returns a new one."""

    rows: tuple[tuple[int, ...], ...]
    """Tiles by row, then by column, both from 0."""

    def __post_init__(self) -> None:
        """Check the size of the board."""
        if len(self.rows) != BOARD_SIZE or any(len(row) != BOARD_SIZE for row in self.rows):
            sizes = [len(row) for row in self.rows]
            raise SettingError(
                f"a board must have {BOARD_SIZE} rows of {BOARD_SIZE} squares, got rows of {sizes!r}"
            )

    @classmethod
    def empty(cls) -> Self:
        """Return a board without tiles."""
        return cls(((EMPTY,) * BOARD_SIZE,) * BOARD_SIZE)

    def tile(self, row: int, column: int) -> int:
        """Return the tile on a square; squares off the board are empty."""
        if 0 <= row < BOARD_SIZE and 0 <= column < BOARD_SIZE:
            return self.rows[row][column]
        return EMPTY

    def across(self, row: int) -> tuple[int, ...]:
        """Return a row, from left to right."""
        return self.rows[row]

    def down(self, column: int) -> tuple[int, ...]:
        """Return a column, from top to bottom."""
        return tuple(row[column] for row in self.rows)

    def transposed(self) -> Self:
        """Return the board with rows and columns swapped, so that down becomes across."""
        return type(self)(tuple(zip(*self.rows, strict=True)))

    def with_tiles(self, squares: Iterable[tuple[int, int, int]]) -> Self:
        """Return the board with tiles placed on empty squares, each given as row, column and tile."""
        rows = [list(row) for row in self.rows]
        for row, column, tile in squares:
            if rows[row][column] != EMPTY:
                raise SettingError(
                    f"a tile must go on an empty square, got row {row!r} and column {column!r}"
                )
            rows[row][column] = tile
        return type(self)(tuple(tuple(row) for row in rows))

    def tiles(self) -> Iterator[int]:
        """Yield the tiles on the board."""
        return (tile for row in self.rows for tile in row if tile != EMPTY)

    def runs(self) -> Iterator[tuple[int, ...]]:
        """Yield the words on the board, two or more tiles each: those across, then those down."""
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
        """Whether the board has no tiles."""
        return not any(any(row) for row in self.rows)

    @property
    def tile_count(self) -> int:
        """Number of tiles on the board."""
        return sum(1 for _ in self.tiles())
