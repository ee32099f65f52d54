"""Stalled games: what is recorded of a game whose player never answered and took its process with it."""

import datetime
from collections.abc import Sequence

from zeitnot.games import Fault, PlayedGame
from zeitnot.lab.match.plan import MatchPlan


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
    game = plan.played_game
    scores_pts = None
    if game.has_points:
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
        text=game.stalled_text(plan, order, seat=seat, moves=moves, words=words),
        began=now.isoformat(timespec="seconds"),
    )
