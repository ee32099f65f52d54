"""Analyst: scores the moves of a position within a node limit; the same question has the same answer."""

from dataclasses import dataclass

import chess

from zeitnot.chess.engine import Engine, Request
from zeitnot.models import make_manager
from zeitnot.turns import Limits

HASH_MB = 2
"""Size of the transposition table; it is cleared before every question, and the searches are small."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredMove:
    """A move with its score."""

    move: chess.Move
    """The move."""
    score_cp: float
    """Score in centipawns for the side to move; mates lie beyond 31,000."""
    depth: int
    """Last depth that was completed."""


class Analyst:
    """Scores moves without a clock, on one thread, and with a cleared table each time."""

    def __init__(self) -> None:
        self._engine = Engine(make_manager("uniform"), hash_mb=HASH_MB)

    def moves(self, board: chess.Board, *, nodes: int, lines: int) -> tuple[ScoredMove, ...]:
        """Return the best moves with their scores, best first; too few nodes are doubled."""
        if not any(board.legal_moves):
            return ()
        self._engine.new_game()
        request = Request(board=board, limits=Limits(nodes=nodes), lines=lines)
        self._engine.think(request)
        last = self._engine.result.last
        if not last.lines:
            return self.moves(board, nodes=2 * nodes, lines=lines)
        return tuple(
            ScoredMove(move=board.parse_uci(line.moves[0]), score_cp=float(line.score_cp), depth=last.depth)
            for line in last.lines
            if line.moves
        )


def within(scored: tuple[ScoredMove, ...], window_cp: float) -> list[tuple[ScoredMove, float]]:
    """Return the moves within a window of the best, each with its score difference."""
    gaps = [(each, scored[0].score_cp - each.score_cp) for each in scored]
    return [(each, gap_cp) for each, gap_cp in gaps if gap_cp <= window_cp]
