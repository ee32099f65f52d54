"""Turn words: messages about a turn, before, during and after it."""

import math
from dataclasses import dataclass

import chess

from zeitnot._native import Report
from zeitnot.chess.play.game import Game, Played
from zeitnot.clocks import Kind, clock_face, time_text
from zeitnot.turns import Reason, Thinking, TurnRecord, end_line, plan_lines

LOW_S = 10.0
"""A clock below this is an emergency, whatever the policy says (G7)."""

_CP = 100
_LINE_MOVES = 6


def both_clocks(game: Game, human: chess.Color) -> str:
    """Return both clocks as text, the human's first; empty without clocks."""
    if math.isinf(game.left_s(human)):
        return ""
    faces = []
    for name, colour in (("you", human), ("engine", not human)):
        periods = game.periods_left(colour)
        faces.append(f"{name} {clock_face(max(0.0, game.left_s(colour)))}{f' x{periods}' if periods else ''}")
    return "  ".join(faces)


def mode_line(kind: Kind, words: str, *, left_s: float) -> str:
    """Return the line before a game: its kind and the engine's clock."""
    mode = f"{kind.value.replace('_', ' ').capitalize()} mode: {words}"
    return mode if math.isinf(left_s) else f"{mode}; the engine has {time_text(left_s)}"


def emergency_line(thinking: Thinking) -> str:
    """Return a warning when time is short, by the policy's account or below ten seconds; else empty."""
    budget, clock = thinking.budget, thinking.turn.clock
    if math.isinf(clock.remaining_s):
        return ""
    named = budget.emergency or budget.quick_exit is Reason.LOW_TIME
    # Time that is renewed every move, as in byoyomi, is short without being an emergency.
    short = (named or clock.remaining_s < LOW_S) and not clock.free_s
    if not short:
        return ""
    return f"EMERGENCY: the engine has {time_text(clock.remaining_s)} left"


def plan_line(thinking: Thinking) -> str:
    """Return the line with the engine's budget."""
    budget, depth = thinking.budget, thinking.turn.limits.depth
    if math.isinf(budget.limit_s):
        return f"Engine thinks to depth {depth}" if depth else "Engine thinks until Enter"
    times = f"target {time_text(budget.target_s)}, maximum {time_text(budget.limit_s)}"
    return f"Engine thinks: {times}{f', at most depth {depth}' if depth else ''}"


def report_words(board: chess.Board, report: Report | None) -> str:
    """Describe the progress of a running search."""
    if report is None:
        return ""
    follow = board.copy(stack=False)
    moves = [follow.push_uci(text) for text in report.lines[0].moves[:_LINE_MOVES]]
    return f"depth {report.depth}  {score_text(board.turn, report)}  {board.variation_san(moves)}"


def score_text(turn: chess.Color, report: Report | None) -> str:
    """Return a score for White: `+0.31`, `mate in 3`, `mated in 2`; empty when there is none."""
    if report is None:
        return ""
    line = report.lines[0]
    if line.mate_in:
        return f"{'mate' if line.mate_in > 0 else 'mated'} in {abs(line.mate_in)}"
    white_cp = line.score_cp if turn == chess.WHITE else -line.score_cp
    return f"{white_cp / _CP:+.2f}"


def numbered_san(board: chess.Board, move: chess.Move) -> str:
    """Return a move with its number: `12. Nf3`, `12... Nc6`."""
    dots = "." if board.turn == chess.WHITE else "..."
    return f"{board.fullmove_number}{dots} {board.san(move)}"


def played_line(san: str, played: Played, record: TurnRecord, *, score: str) -> str:
    """Return the line for an engine move: depth, time used and time left."""
    found = f", {score}" if score else ""
    pondered_s = record.pondered_s if record.ponder_hit else None
    expected = "" if pondered_s is None else f" after pondering for {time_text(pondered_s)}"
    time = f"{time_text(played.used_s)}{expected}"
    return f"Engine plays {san}: depth {record.depth}, {time}{_left(played)}{found}"


def book_line(san: str, played: Played) -> str:
    """Return the line for an engine move from its book."""
    return f"Engine plays {san} from its book{_left(played)}"


def _left(played: Played) -> str:
    return f", {time_text(played.left_s)} left" if math.isfinite(played.left_s) else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineTurn:
    """A move of the engine and how it was found."""

    plies: int
    """Number of plies played before the move."""
    san: str
    """Move with its number: `12... Nc6`."""
    record: TurnRecord | None
    """Record of the turn; None for a book move."""


def why_lines(turn: EngineTurn) -> list[str]:
    """Return the explanation of a move: target and limit step by step, then what ended the search."""
    record = turn.record
    if record is None:
        return [f"{turn.san} came from the book: nothing was searched, no time was planned."]
    found = f"depth {record.depth}, {record.nodes:,} nodes"
    return [*plan_lines(record, move=turn.san), end_line(record, found=found)]
