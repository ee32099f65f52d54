"""Stalled games: what is recorded of a game whose player never answered and took its process with it."""

import datetime
from collections.abc import Sequence

import chess

from zeitnot.chess.play.game import Ending
from zeitnot.lab.match.participant import GameKind
from zeitnot.lab.match.pgn import game_pgn, opening_of
from zeitnot.lab.match.plan import MatchPlan
from zeitnot.lab.match.played import Fault, PlayedGame


def stalled_game(
    plan: MatchPlan,
    number: int,
    *,
    seat: int,
    moves: Sequence[str],
    left_s: tuple[float, float],
    note: str,
) -> PlayedGame:
    """Make a lost game for the seat on turn; its moves are known, the records of its turns are not."""
    order, now = plan.order(number), datetime.datetime.now(datetime.UTC)
    words = f"{plan.participants[order.sides[seat]].name} did not answer"
    text, scores_pts = "", None
    if plan.game is GameKind.CHESS:
        board = opening_of(plan, order).board()
        for move in moves:
            board.push_uci(move)
        ending = Ending.won(chess.BLACK if seat == 0 else chess.WHITE, words, termination="rules infraction")
        text = game_pgn(plan, order, board, (), ending=ending, day=now)
    else:
        scores_pts = (-1, 0) if seat == 0 else (0, -1)  # as one that is forfeited
    return PlayedGame(
        number=number,
        half_points=0 if seat == 0 else 2,
        words=words,
        fault=Fault.STALL,
        fault_seat=seat,
        scores_pts=scores_pts,
        left_s=left_s,
        notes=(note,),
        text=text,
        began=now.isoformat(timespec="seconds"),
    )
