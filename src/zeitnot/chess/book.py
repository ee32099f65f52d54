"""Book: moves known beforehand, read from Polyglot files. A book move costs no thinking."""

import random
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import chess
import chess.polyglot

from zeitnot.errors import DataError

BUILT_IN = Path(__file__).parent / "data" / "book.bin"
"""The book that comes with the package; the README beside it names the command that made it."""

_ENTRY = struct.Struct(">QHHI")
"""Key, move, weight, learning; the format of Polyglot."""

_MOST_WEIGHT = 0xFFFF
_PROBES = 64
"""Entries whose order is looked at: enough to tell a book from any other file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BookEntry:
    """One move of one position."""

    key: int
    """Polyglot's hash of the position."""
    move: chess.Move
    """The move; castling goes from king to rook, as Polyglot has it."""
    weight: int
    """How often it is played, against the other moves of the position."""

    @classmethod
    def of(cls, board: chess.Board, move: chess.Move, *, weight: int) -> "BookEntry":
        """Make the entry of a legal move."""
        if board.is_castling(move):
            rook_file = 7 if board.is_kingside_castling(move) else 0
            rook = chess.square(rook_file, chess.square_rank(move.from_square))
            move = chess.Move(move.from_square, rook)
        return cls(key=chess.polyglot.zobrist_hash(board), move=move, weight=min(weight, _MOST_WEIGHT))

    def packed(self) -> bytes:
        """Give the sixteen bytes."""
        promotion = 0 if self.move.promotion is None else self.move.promotion - 1
        raw = promotion << 12 | self.move.from_square << 6 | self.move.to_square
        return _ENTRY.pack(self.key, raw, self.weight, 0)


def packed_book(entries: Iterable[BookEntry]) -> bytes:
    """Give the bytes of a book: by position, the most played move first."""
    return b"".join(each.packed() for each in sorted(entries, key=lambda each: (each.key, -each.weight)))


def book_move(board: chess.Board, path: Path | None, rng: random.Random) -> chess.Move | None:
    """Draw a move by its weight, from the built-in book without a path; None when the book has none.

    A file that is missing or is no book is a DataError; a move is always legal.
    """
    with open_book(path) as reader:
        entries = [(entry.move, entry.weight) for entry in reader.find_all(board)]
    if not entries:
        return None
    return rng.choices([move for move, _ in entries], [weight for _, weight in entries])[0]


def open_book(path: Path | None) -> chess.polyglot.MemoryMappedReader:
    """Open a book, or the built-in one; a file that cannot be one is a DataError that says why."""
    path = BUILT_IN if path is None else path
    try:
        reader = chess.polyglot.open_reader(path)
    except OSError as error:
        cause = (error.strerror or f"not a whole number of {_ENTRY.size}-byte entries").lower()
        raise DataError(
            f"a book must be a Polyglot file that can be read ({cause}), got {str(path)!r}"
        ) from error
    if fault := _fault(reader):
        reader.close()
        raise DataError(f"a book must be a Polyglot file ({fault}), got {str(path)!r}")
    return reader


def _fault(reader: chess.polyglot.MemoryMappedReader) -> str:
    size = len(reader)
    if size == 0:
        return "it has no entries"
    keys = [reader[index].key for index in range(0, size, max(1, size // _PROBES))]
    return "" if keys == sorted(keys) else "its entries are not in order"
