"""Move: a placement, an exchange or a pass, and its text."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Self

from zeitnot.errors import DataError
from zeitnot.scrabble.board import LARGEST_BOARD, Board
from zeitnot.scrabble.letters import Alphabet, names_in, rack_tile

RACK_SIZE = 7
"""Number of tiles on a full rack."""

THROUGH = 0
"""Value in a move for a tile on the board that it plays through; `.` in texts."""

THROUGH_BIT = 0x40
"""Bit of a tile in parentheses in the text: it must already be on the board."""

CAME_OFF = "--"
"""Stands in a record before the move of a player who first challenged the last play off, as in GCG."""

_ACROSS = re.compile(r"([0-9]{1,2})([A-Za-z])")
_DOWN = re.compile(r"([A-Za-z])([0-9]{1,2})")
_COUNT = re.compile(r"[1-7]")

COLUMNS = "ABCDEFGHIJKLMNOPQRSTU"
"""Names of the columns of the largest board."""


class MoveKind(StrEnum):
    """Kind of move."""

    PLACE = "place"
    EXCHANGE = "exchange"
    PASS = "pass"  # noqa: S105  no password


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One move; `rules` checks whether it is legal."""

    kind: MoveKind
    row: int = 0
    """Row of the first square, from 0."""
    column: int = 0
    """Column of the first square, from 0."""
    across: bool = True
    """Whether the move goes across, not down."""
    tiles: tuple[int, ...] = ()
    """Tile or THROUGH for every square of a placement; for an exchange, the tiles if known."""
    count: int = 0
    """Number of tiles exchanged."""

    def __post_init__(self) -> None:
        """Check that a placement is on the largest board and that a count matches its tiles."""
        if self.kind is MoveKind.EXCHANGE:
            object.__setattr__(self, "count", len(self.tiles) or self.count)
            if not 1 <= self.count <= RACK_SIZE:
                raise DataError(f"an exchange must give back 1 to {RACK_SIZE} tiles, got {self.count}")
        if self.kind is not MoveKind.PLACE:
            return
        if all(tile == THROUGH or tile & THROUGH_BIT for tile in self.tiles):
            raise DataError("a play must put down at least one tile, got none")
        first = self.column if self.across else self.row
        on_board = 0 <= self.row < LARGEST_BOARD and 0 <= self.column < LARGEST_BOARD
        if not on_board or first + len(self.tiles) > LARGEST_BOARD:
            raise DataError(self._off_board(LARGEST_BOARD))

    @classmethod
    def place(cls, *, row: int, column: int, across: bool, tiles: Iterable[int]) -> Self:
        """Return a placement of tiles from a square; row and column count from 0."""
        return cls(kind=MoveKind.PLACE, row=row, column=column, across=across, tiles=tuple(tiles))

    @classmethod
    def exchange(cls, tiles: Iterable[int]) -> Self:
        """Return an exchange of tiles; 0 is the blank."""
        return cls(kind=MoveKind.EXCHANGE, tiles=tuple(tiles))

    @classmethod
    def pass_turn(cls) -> Self:
        """Return a pass."""
        return cls(kind=MoveKind.PASS)

    @classmethod
    def parse(cls, text: str, alphabet: Alphabet) -> Self:
        """Parse `8D WORD`, `D8 W.RD`, `8D W(O)RD`, `-ABC`, `-3`, `-`, `exchange ABC` or `pass`."""
        match text.split():
            case ["-" | "pass"]:
                return cls.pass_turn()
            case ["exchange" | "exch", letters]:
                return cls.exchange(alphabet.rack(letters))
            case [word] if word.startswith("-"):
                if _COUNT.fullmatch(word[1:]):
                    return cls(kind=MoveKind.EXCHANGE, count=int(word[1:]))
                return cls.exchange(alphabet.rack(word[1:]))
            case [place, word] if (square := parse_coordinates(place)) is not None:
                row, column, across = square
                return cls.place(row=row, column=column, across=across, tiles=_word_tiles(word, alphabet))
        raise DataError(f"a move must look like 8D WORD, D8 W.RD, -ABC or -, got {text!r}")

    def text(self, alphabet: Alphabet, board: Board | None = None) -> str:
        """Return the move as text for `parse`; with a board, tiles played through are in parentheses."""
        if self.kind is MoveKind.PASS:
            return "-"
        if self.kind is MoveKind.EXCHANGE:
            return f"-{alphabet.rack_text(self.tiles) or self.count}"
        return f"{self.coordinates} {self.word_text(alphabet, board)}"

    def word_text(self, alphabet: Alphabet, board: Board | None = None) -> str:
        """Return the tiles of a placement as text: `W.RD`, or `W(O)RD` with the board before it."""
        tiles = self.tiles
        if board is not None:
            squares = zip(self.squares(), tiles, strict=True)
            tiles = tuple(
                tile if tile != THROUGH else THROUGH_BIT | board.tile(row, column)
                for (row, column), tile in squares
            )
        text = ""
        for known, group in groupby(tiles, key=lambda tile: tile & THROUGH_BIT):
            if known:
                text += f"({alphabet.text(tile & ~THROUGH_BIT for tile in group)})"
            else:
                text += "".join("." if tile == THROUGH else alphabet.text([tile]) for tile in group)
        return text

    def check_on(self, board: Board) -> None:
        """Raise a DataError for a placement with a square off the board."""
        if not all(board.has(row, column) for row, column in self.squares()):
            raise DataError(self._off_board(board.size))

    def _off_board(self, size: int) -> str:
        rule = f"a play must stay on the {size} squares of its line"
        return f"{rule}, got {len(self.tiles)} tiles from row {self.row + 1}, column {self.column + 1}"

    @property
    def coordinates(self) -> str:
        """Coordinates of a placement: `8D` across, `D8` down."""
        return coordinates(self.row, self.column, across=self.across)

    @property
    def used(self) -> tuple[int, ...]:
        """Tiles that the move takes from the rack, as far as they are known; 0 is the blank."""
        if self.kind is MoveKind.PLACE:
            return tuple(rack_tile(tile) for tile in self.tiles if tile != THROUGH)
        return self.tiles

    def squares(self) -> Iterator[tuple[int, int]]:
        """Yield the squares of a placement, each as row and column."""
        for step in range(len(self.tiles)):
            yield (self.row, self.column + step) if self.across else (self.row + step, self.column)


@dataclass(frozen=True, slots=True, kw_only=True)
class ValuedMove:
    """A move with its value."""

    move: Move
    score_pts: int
    equity_pts: float
    """Equity: the mean over samples, or the points to the end of the game when the bag is empty."""
    equity_error_pts: float | None = None
    """Standard error of the equity; None where nothing was sampled."""
    win_chance: float = 0.0
    """Win probability, 0 to 1."""
    samples: int = 0
    """Number of samples drawn; 0 where the value was solved."""
    gap_error_pts: float = 0.0
    """Standard error of the distance from the best move's equity; 0 where it is exact."""
    gap_error_chance: float = 0.0
    """Standard error of the distance from the best move's win probability, at most."""


def coordinates(row: int, column: int, *, across: bool = True) -> str:
    """Return the coordinates of a square: number first for across, letter first for down."""
    return f"{row + 1}{COLUMNS[column]}" if across else f"{COLUMNS[column]}{row + 1}"


def parse_coordinates(text: str) -> tuple[int, int, bool] | None:
    """Return row, column and whether it goes across; None if the text is invalid or off every board."""
    if (match := _ACROSS.fullmatch(text)) is not None:
        number, letter, across = match[1], match[2], True
    elif (match := _DOWN.fullmatch(text)) is not None:
        number, letter, across = match[2], match[1], False
    else:
        return None
    row, column = int(number) - 1, COLUMNS.find(letter.upper())
    return (row, column, across) if 0 <= row < LARGEST_BOARD and column >= 0 else None


def _word_tiles(text: str, alphabet: Alphabet) -> tuple[int, ...]:
    tiles = []
    bit = 0
    for name in names_in(text):
        if name == ("(" if bit == 0 else ")"):
            bit ^= THROUGH_BIT
        elif name == "." and bit == 0:
            tiles.append(THROUGH)
        else:
            tiles.append(bit | alphabet.tile(name))
    if bit:
        raise DataError(f"letters played through must stand between ( and ), got {text!r}")
    return tuple(tiles)
