"""The native search: positions, settings and reports in its terms, and a short search for a stand-in move."""

import math
from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any, TypeVar

import chess

from zeitnot._native import (
    AspirationSettings,
    ChessSearch,
    ChessSearchSettings,
    Position,
    QuiescenceSettings,
    Report,
    SearchLine,
    SearchResult,
    StopControl,
)
from zeitnot.chess.unruled_board import UnruledBoard
from zeitnot.errors import DataError
from zeitnot.turns import Iteration, SearchSettings

Native = TypeVar("Native")

DEEPEST = 245
"""Maximum depth of the native search."""


def position_of(board: chess.Board) -> Position:
    """Return the native position of a board with all its moves, which repetitions need."""
    try:
        return Position(
            board.root().fen(shredder=board.chess960),
            # The moves as the stack has them, written for the board they were played on.
            [move.uci() for move in board.move_stack],
            chess960=board.chess960,
        )
    except ValueError as error:
        raise DataError(f"a position must be one that can occur in a game; {error}") from error


def native_settings(settings: SearchSettings, *, lines: int = 1) -> ChessSearchSettings:
    """Return the settings as the native search takes them, copied field by field."""
    native = ChessSearchSettings()
    native.quiescence = _copied(settings.quiescence, QuiescenceSettings())
    native.aspiration = _copied(settings.aspiration, AspirationSettings())
    native.node_interval = settings.node_interval
    native.maximum_depth = min(settings.maximum_depth or DEEPEST, DEEPEST)
    if settings.break_off_depth is not None:
        native.break_off_depth = settings.break_off_depth
    native.multi_pv = lines
    native.gap_cp = settings.gap_cp
    return native


def _copied(settings: Any, native: Native) -> Native:  # noqa: ANN401 (a part of SearchSettings)
    for field in fields(settings):
        setattr(native, field.name, getattr(settings, field.name))
    return native


MATE_CP = 100_000.0
"""Score of a mate on the board; each move to mate takes one off."""


def iteration_of(report: Report) -> Iteration:
    """Return a native report as an iteration for the policy."""
    best = report.lines[0]
    score_cp, second_cp = _score_cp(best), None
    if len(report.lines) > 1:
        second_cp = _score_cp(report.lines[1])
    elif report.lead_cp is not None:
        second_cp = score_cp - report.lead_cp
    return Iteration(
        elapsed_s=report.elapsed_s,
        depth=report.depth,
        score_cp=score_cp,
        best_move=best.moves[0],
        mate_in=best.mate_in or None,
        nodes=report.nodes,
        best_move_share=report.best_move_share,
        best_move_changes=report.best_move_changes,
        second_score_cp=second_cp,
        selective_depth=best.selective_depth,
        fail_highs=report.fail_highs,
        fail_lows=report.fail_lows,
        hash_full=report.permille_full / 1000,
        soft_stopped=report.soft_stopped,
        line=tuple(best.moves),
    )


def mate_cp(moves: int) -> float:
    """Return the score of a mate in a number of moves, negative when being mated."""
    return MATE_CP - moves if moves > 0 else -MATE_CP - moves


def _score_cp(line: SearchLine) -> float:
    return mate_cp(line.mate_in) if line.mate_in else line.score_cp


_STAND_IN_NODES = 20_000
"""Node limit: about ten milliseconds, enough not to lose a piece."""
_STAND_IN_DEPTH = 8


def short_search(
    search: ChessSearch,
    position: Position,
    settings: SearchSettings,
    on_iteration: Callable[[Report], bool],
    *,
    depth: int,
    nodes: int,
    search_moves: Sequence[str],
    work_per_second: float = 0.0,
) -> SearchResult:
    """Search one line without a deadline, in this thread: only the depth and the nodes limit it."""
    control = StopControl(work_per_second=work_per_second or nodes)
    control.start(soft_s=math.inf, hard_s=math.inf)
    native, moves = native_settings(settings, lines=1), list(search_moves)
    return search.run(position, native, control, on_iteration, depth=depth, nodes=nodes, search_moves=moves)


def stand_in_move(board: chess.Board, search_moves: tuple[str, ...] = ()) -> str:
    """Return a legal move found by a search of a few plies; empty when there is none."""
    first = next(iter(board.legal_moves), None)
    if first is None or isinstance(board, UnruledBoard):
        return ""
    try:
        result = short_search(
            ChessSearch(hash_mb=1, threads=1),
            position_of(board),
            SearchSettings(),
            lambda _: False,
            depth=_STAND_IN_DEPTH,
            nodes=_STAND_IN_NODES,
            search_moves=search_moves,
        )
    except Exception:  # noqa: BLE001 (any legal move is better than none)
        return board.uci(first)
    return result.best or board.uci(first)
