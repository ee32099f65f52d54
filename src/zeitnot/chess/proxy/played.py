"""Played: the result of another engine's turn."""

from dataclasses import dataclass

import chess

from zeitnot.chess.uci.game import legal_move
from zeitnot.errors import DataError
from zeitnot.turns import TurnRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """Result of a turn of another engine."""

    move: str
    """Move in UCI notation; empty when there is no legal one."""
    ponder: str
    """Expected reply; empty when none is known."""
    record: TurnRecord
    """Record of the turn."""
    fault: str = ""
    """Description of what went wrong with the engine; empty when nothing did."""


def legal_text(board: chess.Board, text: str, among: tuple[str, ...] = ()) -> str:
    """Return a move in standard UCI notation; empty when it is illegal or not among those allowed."""
    try:
        move = board.uci(legal_move(board, text))
    except DataError:
        return ""
    return move if not among or move in among else ""


def ponder_text(board: chess.Board, move: str, ponder: str) -> str:
    """Return the expected reply in standard UCI notation; empty when it is illegal after the move."""
    if not move or not ponder:
        return ""
    after = board.copy(stack=False)
    after.push_uci(move)
    return legal_text(after, ponder)
