"""Book: opening moves in Polyglot files, played without a search; and the maker of the built-in one."""

import heapq
import math
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import chess
import chess.polyglot
from chess.polyglot import ENTRY_STRUCT, Entry

from zeitnot.chess.analyst import Analyst, within
from zeitnot.errors import DataError, check_above, check_least

BUILT_IN = Path(__file__).parent / "data" / "book.bin"
"""Book shipped with the package; the README next to it names the command that made it."""

_MOST_WEIGHT = 0xFFFF
_PROBES = 64
"""Number of entries whose order is checked: enough to tell a book from any other file."""


def book_entry(board: chess.Board, move: chess.Move, *, weight: int) -> Entry:
    """Return the entry of a legal move; castling is king to rook, as in Polyglot."""
    if board.is_castling(move):
        rook_file = 7 if board.is_kingside_castling(move) else 0
        rook = chess.square(rook_file, chess.square_rank(move.from_square))
        move = chess.Move(move.from_square, rook)
    promotion = 0 if move.promotion is None else move.promotion - 1
    raw_move = promotion << 12 | move.from_square << 6 | move.to_square
    return Entry(chess.polyglot.zobrist_hash(board), raw_move, min(weight, _MOST_WEIGHT), 0, move)


def packed_book(entries: Iterable[Entry]) -> bytes:
    """Return the bytes of a book, sorted by position, the most played move first."""
    ordered = sorted(entries, key=lambda each: (each.key, -each.weight))
    return b"".join(ENTRY_STRUCT.pack(*each[:4]) for each in ordered)


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
        cause = (error.strerror or f"not a whole number of {ENTRY_STRUCT.size}-byte entries").lower()
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


@dataclass(frozen=True, slots=True, kw_only=True)
class BookRules:
    """Size of a book and choice of its moves. All figures are this project's own."""

    plies: int = 8
    """Depth of the deepest position, in plies from the start."""
    positions: int = 1000
    """Number of positions in the book, the most likely ones; each has about three 16-byte entries."""
    nodes: int = 80_000
    """Nodes spent on scoring the moves of a position."""
    candidates: int = 8
    """Number of moves scored in each position."""
    window_cp: float = 15.0
    """A move worse than the best by more than this is not played."""
    spread_cp: float = 10.0
    """Score difference at which a move is played e times less often than the best."""
    answer_window_cp: float = 60.0
    """A move worse than the best by more than this is not expected of an opponent."""
    answer_spread_cp: float = 30.0
    """Score difference at which an opponent's move is expected e times less often than the best."""
    most_weight: int = 1000
    """Weight of the best move in a book entry."""

    def __post_init__(self) -> None:
        check_least(self, 1, "plies", "positions", "nodes", "candidates", "most_weight")
        check_least(self, 0, "window_cp", "answer_window_cp")
        check_above(self, 0, "spread_cp", "answer_spread_cp")


def make_book(rules: BookRules, *, on_position: Callable[[int], None] | None = None) -> list[Entry]:
    """Return the entries of the most likely positions, which are analysed first."""
    analyst = Analyst()
    entries: list[Entry] = []
    waiting = [(-1.0, 0, chess.Board())]
    seen = {chess.polyglot.zobrist_hash(chess.Board())}
    positions = 0
    while waiting and positions < rules.positions:
        likelihood, _, board = heapq.heappop(waiting)
        scored = analyst.moves(board, nodes=rules.nodes, lines=rules.candidates)
        for each, gap_cp in within(scored, rules.window_cp):
            weight = max(1, round(rules.most_weight * math.exp(-gap_cp / rules.spread_cp)))
            entries.append(book_entry(board, each.move, weight=weight))
        positions += 1
        if on_position is not None:
            on_position(positions)
        if board.ply() >= rules.plies:
            continue
        answers = within(scored, rules.answer_window_cp)
        shares = [math.exp(-gap_cp / rules.answer_spread_cp) for _, gap_cp in answers]
        for (each, _), share in zip(answers, shares, strict=True):
            after = board.copy()
            after.push(each.move)
            key = chess.polyglot.zobrist_hash(after)
            if key not in seen:
                seen.add(key)
                # A running count breaks ties, so that boards are never compared.
                heapq.heappush(waiting, (likelihood * share / sum(shares), len(seen), after))
    return entries
