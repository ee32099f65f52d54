"""Adviser: hints for the human and draw offers, at no cost to the engine's clock."""

from dataclasses import dataclass

import chess

from zeitnot.chess.analyst import Analyst, ScoredMove


@dataclass(slots=True, kw_only=True)
class Adviser:
    """Analyses the human's position with a separate engine, so that the opponent's state is kept."""

    nodes: int = 200_000
    """Nodes of an analysis: a fraction of a second."""
    level_cp: float = 20.0
    """The engine declines a draw when it is better by more than this; this project's figure."""
    level_from_move: int = 30
    """First move from which a level game may be drawn by agreement; this project's figure."""
    worse_cp: float = 150.0
    """The engine accepts a draw at any time when it is worse by more than this; this project's figure."""
    _analyst: Analyst | None = None

    def best(self, board: chess.Board) -> ScoredMove:
        """Return the best move of the side to move, which must have one."""
        if self._analyst is None:
            self._analyst = Analyst()
        return self._analyst.moves(board, nodes=self.nodes, lines=1)[0]

    def agrees_to_draw(self, board: chess.Board) -> bool:
        """Return whether the side that is not to move accepts a draw."""
        own_cp = -self.best(board).score_cp
        if own_cp < -self.worse_cp:
            return True
        return abs(own_cp) <= self.level_cp and board.fullmove_number >= self.level_from_move
