"""Review form: a review as plain values, for JSON."""

from typing import Any

from zeitnot.games import Estimate, find_game
from zeitnot.review.move_review import MoveReview
from zeitnot.review.player_profile import GroupFigures, PlayerProfile
from zeitnot.review.review import GameReview, Review
from zeitnot.review.side_review import SideReview
from zeitnot.review.verdicts import TimeVerdict

_DIGITS = 6


def review_form(review: Review) -> dict[str, Any]:
    """Return a review in a form that `json.dumps` accepts; `points` says what losses are counted in."""
    return {
        "game": review.game,
        "points": review.reviewer.points_words,
        "engine": review.engine or "built-in",
        find_game(review.game).work_unit: review.work,
        "is_complete": review.is_complete,
        "games": [_game_form(each) for each in review.games],
        "unread": [{"place": each.place, "reason": each.reason} for each in review.unread],
        "players": [_profile_form(each, review.reviewer.seat_word) for each in review.profiles],
    }


def _game_form(review: GameReview) -> dict[str, Any]:
    game = review.game
    seats = find_game(game.game).seats
    return {
        "place": game.place,
        seats[0]: game.players[0],
        seats[1]: game.players[1],
        "result": game.result,
        "date": game.date,
        "control": None if game.control is None else str(game.control),
        "problems": list(game.problems),
        "moments": [each.move.ply for each in review.moments],
        "sides": [_side_form(each, game.game) for each in review.sides],
    }


def _side_form(side: SideReview, name: str) -> dict[str, Any]:
    pace, game = side.pace, find_game(name)
    return {
        "name": side.name,
        game.reviewer().seat_word: game.seats[side.seat],
        f"{game.work_unit}_per_s": _number(pace.work_per_s if pace else None),
        "price_per_s": _number(side.price_per_s),
        "used_s": _number(side.used_s),
        "left_s": _number(side.left_s),
        "achieved": _number(side.achieved),
        "achievable": _number(side.achievable),
        "share": _number(side.share),
        "share_error_95": _number(side.share_error),
        "moved_s": _number(side.moved_s),
        "gain": _number(side.gain),
        "gain_with_all": _number(side.gain_with_all),
        "loss": _number(side.loss),
        "trouble_loss": _number(side.trouble_loss),
        "calm_loss": _number(side.calm_loss),
        "expected_loss": _number(side.expected_loss),
        "trouble_from": side.trouble_from,
        **({"penalty": _number(side.penalty)} if game.has_points else {}),
        "moves": [_move_form(each, name) for each in side.moves],
        "managers": [
            {
                "name": each.name,
                "used_s": [_number(used_s) for used_s in each.used_s],
                "loss": _number(each.loss),
                "left_s": _number(each.left_s),
                "flagged": each.is_flagged,
            }
            for each in side.managers
        ],
    }


def _move_form(review: MoveReview, name: str) -> dict[str, Any]:
    move, game = review.move, find_game(name)
    move_key, is_judged = game.reviewer().move_key, review.verdict is not TimeVerdict.NOT_JUDGED
    return {
        "ply": move.ply,
        "number": move.number,
        move_key: move.text,
        game.notation.lower(): move.position,
        "used_s": _number(move.time.used_s),
        "clock_before_s": _number(move.time.before_s),
        "clock_after_s": _number(move.time.after_s),
        "source": move.time.source.value,
        "problem": move.time.problem,
        "verdict": review.verdict.value,
        "words": review.words,
        "cost": _number(review.cost),
        "loss": _number(review.loss) if is_judged else None,
        "loss_error": _number(review.loss_error) if is_judged else None,
        "score": _number(review.score) if is_judged else None,
        "best": review.best,
        "line": list(review.line),
        "value": _number(review.value),
        "best_s": _number(review.best_s),
        "phase": review.phase,
        "trouble_since": review.trouble_since,
        "choices": [
            {
                "after_s": _number(each.after_s),
                game.work_unit: round(each.work),
                move_key: each.move,
                "loss": _number(each.loss),
            }
            for each in review.choices
        ],
    }


def _profile_form(profile: PlayerProfile, seat_word: str) -> dict[str, Any]:
    return {
        "name": profile.name,
        "all": _group_form(profile.all),
        "phases": [_group_form(each) for each in profile.phases],
        "controls": [_group_form(each) for each in profile.controls],
        f"{seat_word}s": [_group_form(each) for each in profile.seats],
        "gain": _estimate_form(profile.gain),
        "trend": _estimate_form(profile.trend),
        "typical": profile.typical,
    }


def _group_form(group: GroupFigures) -> dict[str, Any]:
    return {
        "name": group.name,
        "games": group.games,
        "moves": group.moves,
        "move_s": _number(group.move_s),
        "loss": _number(group.loss),
        "trouble_loss": _number(group.trouble_loss),
        "too_long": _number(group.too_long),
        "too_quick": _number(group.too_quick),
        "share": _estimate_form(group.share),
    }


def _estimate_form(estimate: Estimate | None) -> dict[str, float | None] | None:
    if estimate is None:
        return None
    return {"mean": _number(estimate.mean), "error_95": _number(estimate.error)}


def _number(value: float | None) -> float | None:
    return None if value is None else round(float(value), _DIGITS) + 0.0
