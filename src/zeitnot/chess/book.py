"""Book: opening moves read from Polyglot files, played without a search."""

import random
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import chess
import chess.polyglot

from zeitnot.errors import DataError

BUILT_IN = Path(__file__).parent / "data" / "book.bin"
"""Book shipped with the package; the README next to it names the command that made it."""

_ENTRY = struct.Struct(">QHHI")
"""Polyglot's entry format: key, move, weight, learning."""

_MOST_WEIGHT = 0xFFFF
_PROBES = 64
"""Number of entries whose order is checked: enough to tell a book from any other file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BookEntry:
    """One move of one position in a book."""

    key: int
    """Polyglot's hash of the position."""
    move: chess.Move
    """Move; castling is king to rook, as in Polyglot."""
    weight: int
    """How often the move is played, relative to the other moves of the position."""

    @classmethod
    def of(cls, board: chess.Board, move: chess.Move, *, weight: int) -> "BookEntry":
        """Return the entry of a legal move."""
        if board.is_castling(move):
            rook_file = 7 if board.is_kingside_castling(move) else 0
            rook = chess.square(rook_file, chess.square_rank(move.from_square))
            move = chess.Move(move.from_square, rook)
        return cls(key=chess.polyglot.zobrist_hash(board), move=move, weight=min(weight, _MOST_WEIGHT))

    def packed(self) -> bytes:
        """Return the entry as sixteen bytes."""
        promotion = 0 if self.move.promotion is None else self.move.promotion - 1
        raw = promotion << 12 | self.move.from_square << 6 | self.move.to_square
        return _ENTRY.pack(self.key, raw, self.weight, 0)


def packed_book(entries: Iterable[BookEntry]) -> bytes:
    """Return the bytes of a book, sorted by position, the most played move first."""
    return b"".join(each.packed() for each in sorted(entries, key=lambda each: (each.key, -each.weight)))


def book_move(board: chess.Board, path: Path | None, rng: random.Random) -> chess.Move | None:
    """Return a move drawn by its weight; None when the book has none. Without a path, use the built-in book.

    A missing or invalid file raises a DataError; the move is always legal.
    """
    with open_book(path) as reader:
        entries = [(entry.move, entry.weight) for entry in reader.find_all(board)]
    if not entries:
        return None
    return rng.choices([move for move, _ in entries], [weight for _, weight in entries])[0]


def open_book(path: Path | None) -> chess.polyglot.MemoryMappedReader:
    """Open a book, by default the built-in one; an invalid file raises a DataError."""
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
