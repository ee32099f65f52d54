"""PGN of a match: every move with its clock, its time, and what the engine saw."""

import datetime
import math
from collections.abc import Sequence

import chess
import chess.engine
import chess.pgn

from zeitnot.chess.native_search import MATE_CP
from zeitnot.chess.openings import Opening, parse_opening
from zeitnot.chess.play.game import Ending
from zeitnot.chess.play.pgn import Names, game_tree
from zeitnot.games import GameOrder, MatchTerms, opening_line
from zeitnot.turns import PlayedTurn, TurnRecord

_DIGITS = 3
"""Milliseconds: a move at a fast control takes few of them."""
_MOST_MOVES_TO_MATE = 1000


def opening_of(terms: MatchTerms, order: GameOrder) -> Opening:
    """Return the opening of a game."""
    return parse_opening(opening_line(terms, order))


def game_pgn(
    terms: MatchTerms,
    order: GameOrder,
    board: chess.Board,
    turns: Sequence[PlayedTurn],
    *,
    ending: Ending,
    day: datetime.datetime,
) -> str:
    """Write a game of a match, with comments [%eval], [%clk], [%emt] and `score/depth time` as runners do.

    The turns are those after the opening; a last one that lost on time is on no board. A game whose turns
    are lost has no comments.
    """
    players = [participant.name for participant in terms.participants]
    names = Names(white=players[order.sides[0]], black=players[order.sides[1]], date=day)
    round_name = f"{order.pair + 1}.{order.swapped + 1}"
    control = terms.time_control
    tree = game_tree(board, names, " - ".join(players), round_name, control=control, ending=ending)
    given = len(opening_of(terms, order).moves)
    node: chess.pgn.GameNode = tree
    for number, move in enumerate(board.move_stack):
        node = node.add_variation(move)
        if given <= number < given + len(turns):
            _comment(node, turns[number - given])
    node.comment = f"{node.comment} {ending.words}".strip()
    return f"{tree}\n"


def _comment(node: chess.pgn.GameNode, turn: PlayedTurn) -> None:
    record = turn.record
    node.comment = f"{_score_text(record)}{turn.referee_s:.3f}s"
    if record.score_cp is not None:
        white = node.turn() == chess.BLACK  # the move was made by the other side than the one to move now
        score = _score(record.score_cp)
        pov = chess.engine.PovScore(score, chess.WHITE if white else chess.BLACK)
        node.set_eval(pov, record.depth or None)
    if record.clock_after_s is not None and math.isfinite(record.clock_after_s):
        node.set_clock(round(max(0.0, record.clock_after_s), _DIGITS))
    node.set_emt(round(turn.referee_s, _DIGITS))


def _score(score_cp: float) -> chess.engine.Score:
    away = MATE_CP - abs(score_cp)
    if 0 <= away < _MOST_MOVES_TO_MATE:
        return chess.engine.Mate(round(math.copysign(max(1.0, away), score_cp)))
    return chess.engine.Cp(round(score_cp))


def _score_text(record: TurnRecord) -> str:
    if record.score_cp is None:
        return ""
    score = _score(record.score_cp)
    mate = score.mate()
    text = f"{'+' if mate > 0 else '-'}M{abs(mate)}" if mate is not None else f"{record.score_cp / 100:+.2f}"
    return f"{text}/{record.depth} "
