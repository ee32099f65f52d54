"""Planted cases get the right verdicts."""

from collections.abc import Callable

import pytest

from tests.review.planted_games import BLUNDER, RECAPTURE, planted
from zeitnot.review import (
    GameReview,
    JudgeSettings,
    MoveReview,
    SideReview,
    TimeVerdict,
    TurnCache,
    review_games,
)

Reviewed = Callable[..., tuple[GameReview, SideReview]]
DAWDLING = {4: 240.0, 6: 190.0, 10: 200.0, 12: 120.0, **dict.fromkeys(range(16, 32, 2), 5.0)}


@pytest.fixture
def reviewed(quick: JudgeSettings, cache: TurnCache) -> Reviewed:
    def review(white_s: dict[int, float], control: str = "900+5") -> tuple[GameReview, SideReview]:
        found = review_games(
            [planted(white_s, control=control)], settings=quick, cache=cache, managers=("uniform",)
        )
        (game,) = found.games
        return game, game.sides[0]

    return review


def at(side: SideReview, ply: int) -> MoveReview:
    return next(each for each in side.moves if each.move.ply == ply)


def test_a_recapture_thought_about_for_five_minutes_is_too_long(reviewed: Reviewed) -> None:
    _, side = reviewed({RECAPTURE: 300.0})
    found = at(side, RECAPTURE)
    assert found.verdict is TimeVerdict.TOO_LONG
    assert found.words.startswith("5:00 for a forced move")
    assert found.best_s is not None
    assert found.best_s < 30.0
    assert at(reviewed({})[1], RECAPTURE).verdict is TimeVerdict.FORCED


def test_a_blunder_in_one_second_is_too_quick_and_a_moment(reviewed: Reviewed) -> None:
    game, side = reviewed({BLUNDER: 1.0})
    found = at(side, BLUNDER)
    assert found.verdict is TimeVerdict.TOO_QUICK
    assert found.loss > 0.1
    assert found.words.startswith("1 s only; ")
    assert f"would probably have found {found.best}" in found.words
    assert found in game.moments
    assert side.trouble_from is None
    assert side.calm_loss >= found.loss


def test_the_same_blunder_after_a_long_think_is_not_a_matter_of_time(reviewed: Reviewed) -> None:
    assert at(reviewed({BLUNDER: 60.0})[1], BLUNDER).verdict is TimeVerdict.NOT_TIME


def test_a_game_lost_by_earlier_dawdling_says_where_the_time_was_missing(reviewed: Reviewed) -> None:
    _, side = reviewed(DAWDLING, control="900")
    blunder = at(side, BLUNDER)
    assert blunder.verdict is TimeVerdict.TIME_TROUBLE
    assert blunder.words.startswith("in time trouble since move 8 (")
    assert side.trouble_from == 8
    assert side.trouble_loss >= blunder.loss
    long = [each for each in side.moves if each.verdict is TimeVerdict.TOO_LONG]
    assert {each.move.ply for each in long} >= {4, 10}
    assert all("it was missing from move 8 on" in each.words for each in long)
    assert side.calm_loss == pytest.approx(side.loss - side.trouble_loss)


def test_a_premove_is_forced_where_the_move_is_and_too_quick_where_it_blunders(reviewed: Reviewed) -> None:
    _, side = reviewed({RECAPTURE: 0.1, BLUNDER: 0.1})
    assert at(side, RECAPTURE).verdict is TimeVerdict.FORCED
    assert at(side, BLUNDER).verdict is TimeVerdict.TOO_QUICK
    assert at(side, BLUNDER).words.startswith("0.1 s only")


def test_an_increment_above_every_move_leaves_nobody_in_time_trouble(reviewed: Reviewed) -> None:
    _, side = reviewed({}, control="60+30")
    assert side.trouble_from is None
    assert side.used_s == pytest.approx(12.0 * len(side.moves))
    assert side.left_s == pytest.approx(60.0 + 18.0 * len(side.moves))


def test_a_player_whose_moves_took_no_time_is_not_measured_by_it(reviewed: Reviewed) -> None:
    _, side = reviewed(dict.fromkeys(range(0, 32, 2), 0.0))
    assert {each.verdict for each in side.moves} == {TimeVerdict.UNKNOWN}
    assert {each.words for each in side.moves} == {"the player has no two times above 0 to measure it by"}
    assert side.loss > 0.1


def test_a_player_who_never_had_time_is_in_trouble_from_the_first_move(reviewed: Reviewed) -> None:
    _, side = reviewed({0: 880.0, **dict.fromkeys(range(2, 32, 2), 1.0)}, control="900")
    assert side.trouble_from == 2
    assert at(side, 0).verdict is TimeVerdict.TOO_LONG
    assert "it was missing from move 2 on" in at(side, 0).words
    assert at(side, BLUNDER).verdict is TimeVerdict.TIME_TROUBLE
