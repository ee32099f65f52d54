"""Board: a position of Connect Four as two bitboards, and its rules."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from zeitnot.errors import DataError

WIDTH = 7
"""Columns of the board."""
HEIGHT = 6
"""Rows of the board."""
SQUARES = WIDTH * HEIGHT
"""Squares of the board: the longest game."""
CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
"""Columns from the centre outward: a disc in the centre is part of more lines."""

_STEP = HEIGHT + 1
# A column has one bit more than it has squares: it stays empty, so that no line runs on into the next column.
BOTTOM = sum(1 << (_STEP * column) for column in range(WIDTH))
"""Lowest square of every column."""
FULL = BOTTOM * ((1 << HEIGHT) - 1)
"""All squares."""
COLUMNS = tuple(((1 << HEIGHT) - 1) << (_STEP * column) for column in range(WIDTH))
"""Squares of each column."""


def has_four(discs: int) -> bool:
    """Return whether four of these discs stand in a line."""
    for step in (1, _STEP - 1, _STEP, _STEP + 1):
        pairs = discs & (discs >> step)
        if pairs & (pairs >> 2 * step):
            return True
    return False


def completing(discs: int, taken: int) -> int:
    """Return the empty squares, reachable or not, that would complete four of these discs."""
    found = (discs << 1) & (discs << 2) & (discs << 3)
    for step in (_STEP - 1, _STEP, _STEP + 1):
        pairs = (discs << step) & (discs << 2 * step)
        found |= pairs & (discs << 3 * step)
        found |= pairs & (discs >> step)
        pairs = (discs >> step) & (discs >> 2 * step)
        found |= pairs & (discs << step)
        found |= pairs & (discs >> 3 * step)
    return found & (FULL ^ taken)


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A position as the side to move sees it. Columns are counted from 0 here, and from 1 in texts."""

    own: int = 0
    """Discs of the side to move, one bit each."""
    taken: int = 0
    """Discs of both sides."""

    @classmethod
    def after(cls, line: str) -> Self:
        """Return the position after a line of columns such as `44535`; a DataError says what is wrong."""
        board = cls()
        for place, letter in enumerate(line):
            column = int(letter) - 1 if letter.isascii() and letter.isdigit() else -1
            if board.is_over or column not in board.legal_columns():
                rule = f"a line must have columns from 1 to {WIDTH} that are free, and end with a win"
                raise DataError(f"{rule}, got {letter!r} as disc {place + 1} of {line!r:.60}")
            board = board.played(column)
        return board

    @property
    def plies(self) -> int:
        """Discs on the board."""
        return self.taken.bit_count()

    @property
    def other(self) -> int:
        """Discs of the side that has just moved."""
        return self.own ^ self.taken

    @property
    def is_won(self) -> bool:
        """Whether the side that has just moved has won."""
        return has_four(self.other)

    @property
    def is_over(self) -> bool:
        """Whether nothing can be played any more."""
        return self.taken == FULL or self.is_won

    def legal_columns(self) -> list[int]:
        """Return the columns that take another disc, the centre first."""
        free = (self.taken + BOTTOM) & FULL
        return [column for column in CENTRE_FIRST if free & COLUMNS[column]]

    def played(self, column: int) -> Self:
        """Return the position after a disc in a column, from the other side's view."""
        lowest = 1 << (_STEP * column)
        return type(self)(own=self.own ^ self.taken, taken=self.taken | (self.taken + lowest))

    def squares(self) -> Iterator[tuple[int, int, bool]]:
        """Return column, row from below, and whether it is of the side to move, for every disc."""
        for column in range(WIDTH):
            for row in range(HEIGHT):
                square = 1 << (_STEP * column + row)
                if self.taken & square:
                    yield column, row, bool(self.own & square)
