"""Board: rows of squares with the tiles that lie on them, and the layout of premium squares."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Self

from zeitnot.errors import DataError, SettingError
from zeitnot.untrusted import placed, read_text

BOARD_SIZE = 15
"""Number of rows and of columns of the standard board."""

SMALLEST_BOARD, LARGEST_BOARD = 5, 21
"""Fewest and most rows of a board, which has as many columns."""

EMPTY = 0
"""Value of an empty square; others hold a letter's number, with BLANK_BIT for a blank."""


@dataclass(frozen=True, slots=True)
class Board:
    """An immutable board: placing tiles returns a new one."""

    rows: tuple[tuple[int, ...], ...]
    """Tiles by row, then by column, both from 0."""

    def __post_init__(self) -> None:
        size = len(self.rows)
        if not SMALLEST_BOARD <= size <= LARGEST_BOARD or any(len(row) != size for row in self.rows):
            rule = f"a board must have {SMALLEST_BOARD} to {LARGEST_BOARD} rows of as many squares"
            raise SettingError(f"{rule}, got rows of {[len(row) for row in self.rows]!r}")

    @classmethod
    def empty(cls, size: int = BOARD_SIZE) -> Self:
        """Return a board without tiles."""
        return cls(((EMPTY,) * size,) * size)

    @property
    def size(self) -> int:
        """Number of rows and of columns."""
        return len(self.rows)

    def has(self, row: int, column: int) -> bool:
        """Return whether a square is on the board."""
        return 0 <= row < self.size and 0 <= column < self.size

    def tile(self, row: int, column: int) -> int:
        """Return the tile on a square; squares off the board are empty."""
        return self.rows[row][column] if self.has(row, column) else EMPTY

    def with_tiles(self, squares: Iterable[tuple[int, int, int]]) -> Self:
        """Return the board with tiles placed on empty squares, each given as row, column and tile."""
        rows = [list(row) for row in self.rows]
        for row, column, tile in squares:
            if not self.has(row, column) or rows[row][column] != EMPTY:
                raise SettingError(
                    f"a tile must go on an empty square, got row {row!r} and column {column!r}"
                )
            rows[row][column] = tile
        return type(self)(tuple(tuple(row) for row in rows))

    def tiles(self) -> Iterator[int]:
        """Yield the tiles on the board."""
        return (tile for row in self.rows for tile in row if tile != EMPTY)

    @property
    def is_empty(self) -> bool:
        """Whether the board has no tiles."""
        return not any(any(row) for row in self.rows)

    @property
    def tile_count(self) -> int:
        """Number of tiles on the board."""
        return sum(1 for _ in self.tiles())


STANDARD = Path(__file__).parent / "data" / "standard.txt"
"""Layout of the usual game."""

SUPER = STANDARD.with_name("super.txt")
"""Layout of Super Scrabble, 21 by 21 squares."""

STANDARD_NAMES = ("standard", "standard15", "CrosswordGame")
"""Names of the standard layout in files."""

SUPER_NAMES = ("super", "super21", "SuperCrosswordGame")
"""Names of the layout of Super Scrabble in files."""

_START = re.compile(r"\s*([0-9]{1,2})\s*,\s*([0-9]{1,2})\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Premium:
    """Score factors of a square for a tile newly placed on it and for its words."""

    letter: int = 1
    """Factor of the tile."""
    word: int = 1
    """Factor of every word formed through the tile."""


SIGNS = {
    " ": Premium(),
    "'": Premium(letter=2),
    '"': Premium(letter=3),
    "-": Premium(word=2),
    "=": Premium(word=3),
    "^": Premium(letter=4),
    "~": Premium(word=4),
}
"""Signs of the premiums in a layout file."""

SIGN_OF = {premium: sign for sign, premium in SIGNS.items()}
"""Sign of each premium."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Premium squares by row and column, both from 0."""

    name: str
    """Name used in positions, such as `standard`."""
    premiums: tuple[tuple[Premium, ...], ...]
    """Premium of each square."""
    start_row: int
    """Row of the start square, which the first word must cover."""
    start_column: int
    """Column of the start square."""

    @classmethod
    def read(cls, path: Path) -> Self:
        """Return the layout of a file: `row, column` of the start, from 0, then the rows in SIGNS."""
        lines = read_text(path, what="a board layout").splitlines()
        size = len(lines[1]) if len(lines) > 1 else BOARD_SIZE
        size = size if SMALLEST_BOARD <= size <= LARGEST_BOARD else BOARD_SIZE
        while lines and not lines[-1].strip() and len(lines) > size + 1:
            lines.pop()
        with placed(f"{path}, line 1"):
            start_row, start_column = _start(lines[0] if lines else "", size)
        if len(lines) != size + 1:
            rule = f"a board layout must have {size} rows after its first line"
            raise DataError(f"{path}: {rule}, got {len(lines) - 1}")
        premiums = []
        for number, line in enumerate(lines[1:], start=2):
            with placed(f"{path}, line {number}"):
                premiums.append(_row(line, size))
        return cls(name=path.stem, premiums=tuple(premiums), start_row=start_row, start_column=start_column)

    @staticmethod
    @cache
    def standard() -> "Layout":
        """Return the standard layout, read once."""
        return Layout.read(STANDARD)

    @staticmethod
    @lru_cache(maxsize=64)
    def named(name: str) -> "Layout | None":
        """Return a board that the package has, `standard` or `super`; None for other names."""
        for layout, names in ((STANDARD, STANDARD_NAMES), (SUPER, SUPER_NAMES)):
            if name.lower() in map(str.lower, names):
                return Layout.read(layout)
        return None

    @property
    def size(self) -> int:
        """Number of rows and of columns."""
        return len(self.premiums)


def _start(line: str, size: int) -> tuple[int, int]:
    match = _START.fullmatch(line)
    if match is None or int(match[1]) >= size or int(match[2]) >= size:
        raise DataError(f"the start must be its row and column, each from 0 to {size - 1}, got {line!r}")
    return int(match[1]), int(match[2])


def _row(line: str, size: int) -> tuple[Premium, ...]:
    if len(line) != size:
        raise DataError(f"a row must have {size} squares, got {len(line)} in {line!r}")
    for sign in line:
        if sign not in SIGNS:
            raise DataError(f"a square must be one of {''.join(SIGNS)!r}, got {sign!r}")
    return tuple(SIGNS[sign] for sign in line)
