"""Stand-in: a move from a short search, for when an engine gives none."""

import math

import chess

from zeitnot._native import ChessSearch, StopControl
from zeitnot.chess.engine import position_of
from zeitnot.chess.native_settings import native_settings
from zeitnot.turns import SearchSettings

_NODES = 20_000
"""Node limit: about ten milliseconds, enough not to lose a piece."""
_DEPTH = 8


def stand_in_move(board: chess.Board, search_moves: tuple[str, ...] = ()) -> str:
    """Return a legal move found by a search of a few plies; empty when there is none."""
    first = next(iter(board.legal_moves), None)
    if first is None:
        return ""
    control = StopControl(work_per_second=_NODES)
    control.start(soft_s=math.inf, hard_s=math.inf)
    try:
        result = ChessSearch(hash_mb=1, threads=1).run(
            position_of(board),
            native_settings(SearchSettings(), lines=1),
            control,
            lambda _: False,
            depth=_DEPTH,
            nodes=_NODES,
            search_moves=list(search_moves),
        )
    except Exception:  # noqa: BLE001 (any legal move is better than none)
        return board.uci(first)
    return result.best or board.uci(first)
