"""Search words: the `position` and `go` commands sent to an engine."""

import math

import chess

from zeitnot.chess.engine import Request
from zeitnot.clocks import ClockReading
from zeitnot.turns import Limits

_LIMIT_WORDS = ("depth", "nodes", "mate")


def go_words(limits: Limits, *, bearable_s: float = math.inf) -> list[str]:
    """Return the numeric limits of a search as words of `go`."""
    words = [f"{name} {number}" for name in _LIMIT_WORDS if (number := getattr(limits, name)) is not None]
    if limits.move_time_s is not None and not limits.ponder:
        words.append(f"movetime {max(1, round(min(limits.move_time_s, bearable_s) * 1000))}")
    return words


def position_line(board: chess.Board) -> str:
    """Return the `position` command of a board with all its moves."""
    root = board.root()
    start = "startpos" if root.fen() == chess.STARTING_FEN else f"fen {root.fen(shredder=board.chess960)}"
    moves = " ".join(move.uci() for move in board.move_stack)
    return f"position {start}{f' moves {moves}' if moves else ''}"


def own_clock_line(request: Request) -> str:
    """Return the `go` command with both clocks, for an engine that manages its own time."""
    words = go_words(request.limits)
    own, other = ("w", "b") if request.board.turn == chess.WHITE else ("b", "w")
    words += _clock_words(own, request.clock)
    words += _clock_words(other, request.opponent or request.clock)
    clock = request.clock
    if clock is not None and clock.moves_to_go is not None:
        words.append(f"movestogo {clock.moves_to_go}")
    if request.limits.infinite or not words:
        words.insert(0, "infinite")
    if request.limits.ponder:
        words.insert(0, "ponder")
    if request.limits.search_moves:
        words.append(f"searchmoves {' '.join(request.limits.search_moves)}")
    return f"go {' '.join(words)}"


def _clock_words(side: str, clock: ClockReading | None) -> list[str]:
    if clock is None or clock.remaining_s == math.inf:
        return []
    words = [f"{side}time {round(clock.remaining_s * 1000)}"]
    return [*words, f"{side}inc {round(clock.increment_s * 1000)}"] if clock.increment_s else words
