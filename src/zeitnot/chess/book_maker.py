"""Book maker: the most likely opening positions and the moves the engine rates best in them."""

import heapq
import math
from collections.abc import Callable
from dataclasses import dataclass

import chess
import chess.polyglot

from zeitnot.chess.analyst import Analyst
from zeitnot.chess.book import BookEntry
from zeitnot.chess.opening_maker import within
from zeitnot.errors import SettingError


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
        for name in ("plies", "positions", "nodes", "candidates", "most_weight"):
            if getattr(self, name) < 1:
                raise SettingError(f"{name} must be at least 1, got {getattr(self, name)!r}")
        for name in ("window_cp", "answer_window_cp"):
            if not getattr(self, name) >= 0:
                raise SettingError(f"{name} must not be negative, got {getattr(self, name)!r}")
        for name in ("spread_cp", "answer_spread_cp"):
            if not getattr(self, name) > 0:
                raise SettingError(f"{name} must be above 0, got {getattr(self, name)!r}")


def make_book(rules: BookRules, *, on_position: Callable[[int], None] | None = None) -> list[BookEntry]:
    """Return the entries of the most likely positions, which are analysed first."""
    analyst = Analyst()
    entries: list[BookEntry] = []
    waiting = [(-1.0, 0, chess.Board())]
    seen = {chess.polyglot.zobrist_hash(chess.Board())}
    positions = 0
    while waiting and positions < rules.positions:
        likelihood, _, board = heapq.heappop(waiting)
        scored = analyst.moves(board, nodes=rules.nodes, lines=rules.candidates)
        for each, gap_cp in within(scored, rules.window_cp):
            weight = max(1, round(rules.most_weight * math.exp(-gap_cp / rules.spread_cp)))
            entries.append(BookEntry.of(board, each.move, weight=weight))
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
