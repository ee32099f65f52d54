"""Sound rows: games and turns of a file that may be damaged, held to what can be counted."""

from dataclasses import replace
from typing import Any

from zeitnot.errors import DataError
from zeitnot.lab.match.plan import MatchPlan
from zeitnot.lab.match.record_bounds import bounded
from zeitnot.lab.store.rows import GameRow, TurnRow

_HALF_POINTS = (0, 1, 2)
_LONGEST = 1e12
"""Seconds or points beyond this are damage, and would overflow in sums."""
_VALUES = ("score_cp", "value_pts", "expected_loss_pts")
"""What engines and policies said; runs of earlier versions have it as it was said."""


def sound_game(plan: MatchPlan, game: GameRow) -> GameRow:
    """Give the game; a DataError names it when the plan does not have it."""
    if not _is_sound_game(plan, game):
        raise DataError(f"games of a run must be as its plan has them, got {game!r}")
    return game


def sound_turn(game: GameRow, turn: TurnRow) -> TurnRow:
    """Return the turn of a game, absurd scores clamped; a DataError names it when it cannot be."""
    clamped: dict[str, Any] = {name: _clamped(getattr(turn, name)) for name in _VALUES}
    turn = replace(turn, **clamped)
    if not _is_sound_turn(turn) or turn.participant != (game.first, game.second)[turn.seat]:
        raise DataError(f"turns of a run must be those of its games, got {turn!r}")
    return turn


def _is_sound_game(plan: MatchPlan, game: GameRow) -> bool:
    number: object = game.number
    if not isinstance(number, int) or not 0 <= number < plan.total_games:
        return False
    texts = (game.words, game.notes, game.began, game.fault or "")
    points = (game.first_pts or 0, game.second_pts or 0, game.hiccups)
    return (
        plan.order(game.number).sides == (game.first, game.second)
        and game.half_points in _HALF_POINTS
        and game.fault_seat in (None, 0, 1)
        and all(isinstance(each, str) for each in texts)
        and all(isinstance(each, int) for each in points)
        and all(isinstance(each, int | float) for each in (game.first_left_s, game.second_left_s))
        and _is_time(game.took_s)
    )


def _is_sound_turn(turn: TurnRow) -> bool:
    perhaps = (turn.target_s, turn.clock_before_s, turn.clock_after_s, turn.overshoot_s)
    values = (turn.expected_loss_pts, turn.score_cp, turn.value_pts)
    return (
        turn.seat in (0, 1)
        and all(isinstance(each, int) for each in (turn.ply, turn.place, turn.depth, turn.samples))
        and turn.ply >= 0
        and all(isinstance(each, str) for each in (turn.phase, turn.reason, turn.move))
        and _is_time(turn.used_s)
        and _is_time(turn.referee_s)
        and all(each is None or _is_time(each) for each in (*perhaps, *values))
    )


def _clamped(value: object) -> object:
    return bounded(value) if isinstance(value, int | float) else value


def _is_time(value: object) -> bool:
    return isinstance(value, int | float) and abs(value) < _LONGEST
