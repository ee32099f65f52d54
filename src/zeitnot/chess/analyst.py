"""Analyst: scores the moves of a position in so many nodes; the same question always has the same answer."""

from dataclasses import dataclass

import chess

from zeitnot.chess.engine import Engine, Request
from zeitnot.models import make_manager
from zeitnot.turns import Limits

HASH_MB = 2
"""Table of the analyst: it is emptied before every question, and the questions are small."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredMove:
    """A move with its score."""

    move: chess.Move
    """The move."""
    score_cp: float
    """In centipawns, from the side that moves; mates lie beyond 31,000."""
    depth: int
    """Depth that was finished."""


class Analyst:
    """Answers from a clean slate each time: no clock, one thread, nothing remembered."""

    def __init__(self) -> None:
        """Make the engine."""
        self._engine = Engine(make_manager("uniform"), hash_mb=HASH_MB)

    def moves(self, board: chess.Board, *, nodes: int, lines: int) -> tuple[ScoredMove, ...]:
        """Score the best moves, best first; none when the game is over. Too few nodes are doubled."""
        if not any(board.legal_moves):
            return ()
        self._engine.new_game()
        request = Request(board=board, limits=Limits(nodes=nodes), lines=lines)
        last = self._engine.think(request).result.last
        if not last.lines:
            return self.moves(board, nodes=2 * nodes, lines=lines)
        return tuple(
            ScoredMove(move=board.parse_uci(line.moves[0]), score_cp=float(line.score_cp), depth=last.depth)
            for line in last.lines
            if line.moves
        )
