"""Opponent: the engine as a player with its book, and the adviser for hints and draw offers."""

import random
from dataclasses import dataclass, field
from pathlib import Path

import chess

from zeitnot.chess.analyst import Analyst, ScoredMove
from zeitnot.chess.book import book_move
from zeitnot.chess.engine import Engine, Request
from zeitnot.chess.play.game import Game, ending_of
from zeitnot.turns import Limits


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


UNCLOCKED_DEPTH = 14
"""Search depth without a clock or depth limit: about a second per move."""


@dataclass(slots=True, kw_only=True)
class Opponent:
    """The engine's side of the board."""

    engine: Engine
    """Engine that searches the moves."""
    depth: int | None = None
    """Maximum depth; None for the one of the time control."""
    uses_book: bool = True
    """Whether it plays from a book while the book has moves."""
    book: Path | None = None
    """Path of the book; None for the built-in one."""
    rng: random.Random = field(default_factory=random.Random)
    """Random generator for book moves."""

    def request(self, game: Game, *, expected: chess.Board | None = None) -> Request:
        """Return the request for a move in the current position, or to ponder on an expected one."""
        board = game.board if expected is None else expected
        return Request(
            board=board,
            clock=game.reading(board.turn),  # it is stopped while pondering
            opponent=game.reading(not board.turn),
            limits=Limits(depth=self._depth(game), ponder=expected is not None),
        )

    def ponder_request(self, game: Game, expected: str) -> Request | None:
        """Return the request to ponder on the expected reply; None without one or where it ends the game."""
        if game.ending is not None or not expected:
            return None
        board = game.board.copy()
        board.push_uci(expected)
        return None if ending_of(board) is not None else self.request(game, expected=board)

    def book_move(self, game: Game) -> chess.Move | None:
        """Return a move from the book, if it has one."""
        if not self.uses_book:
            return None
        move = book_move(game.board, self.book, self.rng)
        if move is not None:
            self.engine.book_turn(self.request(game), game.board.uci(move))
        return move

    def begin_game(self, game: Game) -> None:
        """Reset the engine for a new game."""
        self.engine.new_game()
        self.forget_turns(game)

    def forget_turns(self, game: Game) -> None:
        """Reset the manager's game, as after moves were taken back."""
        self.engine.manager.new_game(initial_s=game.initial_s)

    def _depth(self, game: Game) -> int | None:
        if self.depth is not None or game.control.depth is not None:
            return self.depth or game.control.depth
        return UNCLOCKED_DEPTH if game.initial_s is None else None
