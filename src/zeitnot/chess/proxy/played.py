"""Played: what a turn of another engine came to."""

from dataclasses import dataclass

import chess

from zeitnot.chess.uci.game import legal_move
from zeitnot.errors import DataError
from zeitnot.turns import TurnRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A move, and what it cost."""

    move: str
    """In UCI notation; empty when there is no legal move."""
    ponder: str
    """The expected answer; empty when none is known."""
    record: TurnRecord
    """The turn's row."""
    fault: str = ""
    """What happened to the engine, in words; empty: nothing."""


def legal_text(board: chess.Board, text: str, among: tuple[str, ...] = ()) -> str:
    """Give a move in its usual spelling; empty when it is not legal here, or not among those asked for."""
    try:
        move = board.uci(legal_move(board, text))
    except DataError:
        return ""
    return move if not among or move in among else ""


def ponder_text(board: chess.Board, move: str, ponder: str) -> str:
    """Give the expected answer in its usual spelling; empty when it is not legal after the move."""
    if not move or not ponder:
        return ""
    after = board.copy(stack=False)
    after.push_uci(move)
    return legal_text(after, ponder)
