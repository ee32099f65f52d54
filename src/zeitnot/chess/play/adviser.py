"""Adviser: hints for the human, and whether the engine agrees to a draw. It costs the engine no time."""

from dataclasses import dataclass

import chess

from zeitnot.chess.analyst import Analyst, ScoredMove


@dataclass(slots=True, kw_only=True)
class Adviser:
    """Looks at the human's position with an engine of its own, so that the opponent's keeps what it knows."""

    nodes: int = 200_000
    """Nodes of a look: a fraction of a second."""
    level_cp: float = 20.0
    """An engine better by more than this plays on; this project's figure."""
    level_from_move: int = 30
    """A level game is drawn by agreement from this move on; this project's figure."""
    worse_cp: float = 150.0
    """An engine worse by more than this takes a draw at any time; this project's figure."""
    _analyst: Analyst | None = None

    def best(self, board: chess.Board) -> ScoredMove:
        """Find a move for the side to move, which has one."""
        if self._analyst is None:
            self._analyst = Analyst()
        return self._analyst.moves(board, nodes=self.nodes, lines=1)[0]

    def agrees_to_draw(self, board: chess.Board) -> bool:
        """Tell whether the side that is not to move takes a draw."""
        own_cp = -self.best(board).score_cp
        if own_cp < -self.worse_cp:
            return True
        return abs(own_cp) <= self.level_cp and board.fullmove_number >= self.level_from_move
