"""Opponent: the engine as a player, with its book."""

import random
from dataclasses import dataclass, field
from pathlib import Path

import chess

from zeitnot.chess.book import book_move
from zeitnot.chess.engine import Engine, Request
from zeitnot.chess.play.ending import ending_of
from zeitnot.chess.play.game import Game
from zeitnot.turns import Limits

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

    def request(self, game: Game) -> Request:
        """Return the request for a move in the current position."""
        mover = game.board.turn
        return Request(
            board=game.board,
            clock=game.reading(mover),
            opponent=game.reading(not mover),
            limits=Limits(depth=self._depth(game)),
        )

    def ponder_request(self, game: Game, expected: str) -> Request | None:
        """Return the request to ponder on the expected reply; None without one or where it ends the game."""
        mover, board = not game.board.turn, game.board.copy()
        if game.ending is not None or not expected:
            return None
        board.push_uci(expected)
        if ending_of(board) is not None:
            return None
        return Request(
            board=board,
            clock=game.reading(mover),  # it is stopped meanwhile
            opponent=game.reading(not mover),
            limits=Limits(depth=self._depth(game), ponder=True),
        )

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
