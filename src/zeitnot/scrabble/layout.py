"""Layout: the premium squares and the start square of a board, read from a file."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Self

from zeitnot.errors import DataError
from zeitnot.scrabble.board import BOARD_SIZE
from zeitnot.untrusted import read_text

STANDARD = Path(__file__).parent / "data" / "standard.txt"
"""Layout of the English game."""

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
        while lines and not lines[-1].strip() and len(lines) > BOARD_SIZE + 1:
            lines.pop()
        try:
            start_row, start_column = _start(lines[0] if lines else "")
        except DataError as error:
            raise DataError(f"{path}, line 1: {error}") from error
        if len(lines) != BOARD_SIZE + 1:
            rule = f"a board layout must have {BOARD_SIZE} rows after its first line"
            raise DataError(f"{path}: {rule}, got {len(lines) - 1}")
        premiums = []
        for number, line in enumerate(lines[1:], start=2):
            try:
                premiums.append(_row(line))
            except DataError as error:
                raise DataError(f"{path}, line {number}: {error}") from error
        return cls(name=path.stem, premiums=tuple(premiums), start_row=start_row, start_column=start_column)

    @staticmethod
    @cache
    def standard() -> "Layout":
        """Return the standard layout, read once."""
        return Layout.read(STANDARD)

    def transposed(self) -> Self:
        """Return the layout with rows and columns swapped."""
        return type(self)(
            name=self.name,
            premiums=tuple(zip(*self.premiums, strict=True)),
            start_row=self.start_column,
            start_column=self.start_row,
        )


def _start(line: str) -> tuple[int, int]:
    match = _START.fullmatch(line)
    if match is None or int(match[1]) >= BOARD_SIZE or int(match[2]) >= BOARD_SIZE:
        raise DataError(
            f"the start must be its row and column, each from 0 to {BOARD_SIZE - 1}, got {line!r}"
        )
    return int(match[1]), int(match[2])


def _row(line: str) -> tuple[Premium, ...]:
    if len(line) != BOARD_SIZE:
        raise DataError(f"a row must have {BOARD_SIZE} squares, got {len(line)} in {line!r}")
    for sign in line:
        if sign not in SIGNS:
            raise DataError(f"a square must be one of {''.join(SIGNS)!r}, got {sign!r}")
    return tuple(SIGNS[sign] for sign in line)
