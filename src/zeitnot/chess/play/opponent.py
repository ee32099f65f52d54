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
"""Depth where neither a clock nor a depth ends the search: about a second for a move."""


@dataclass(slots=True, kw_only=True)
class Opponent:
    """The engine's side of the board."""

    engine: Engine
    """Searches under its manager."""
    depth: int | None = None
    """Go no deeper; None: as the control says."""
    uses_book: bool = True
    """Whether it plays from a book while that has moves."""
    book: Path | None = None
    """The book; None: the built-in one."""
    rng: random.Random = field(default_factory=random.Random)
    """Draws the book moves."""

    def request(self, game: Game) -> Request:
        """Ask for a move in the position as it stands."""
        mover = game.board.turn
        return Request(
            board=game.board,
            clock=game.reading(mover),
            opponent=game.reading(not mover),
            limits=Limits(depth=self._depth(game)),
        )

    def ponder_request(self, game: Game, expected: str) -> Request | None:
        """Ask for a move after the reply that is expected; None where that ends the game, or none is."""
        mover, board = not game.board.turn, game.board.copy()
        if game.ending is not None or not expected:
            return None
        board.push_uci(expected)
        if ending_of(board) is not None:
            return None
        return Request(
            board=board,
            clock=game.reading(mover),  # it stands meanwhile
            opponent=game.reading(not mover),
            limits=Limits(depth=self._depth(game), ponder=True),
        )

    def book_move(self, game: Game) -> chess.Move | None:
        """Play without thinking, where the book has a move."""
        if not self.uses_book:
            return None
        move = book_move(game.board, self.book, self.rng)
        if move is not None:
            self.engine.book_turn(self.request(game), game.board.uci(move))
        return move

    def begin_game(self, game: Game) -> None:
        """Forget the game before."""
        self.engine.new_game()
        self.forget_turns(game)

    def forget_turns(self, game: Game) -> None:
        """Begin the manager's game anew, as after turns that were taken back."""
        self.engine.manager.new_game(initial_s=game.initial_s)

    def _depth(self, game: Game) -> int | None:
        if self.depth is not None or game.control.depth is not None:
            return self.depth or game.control.depth
        return UNCLOCKED_DEPTH if game.initial_s is None else None
