"""What a score is worth."""

import math
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from zeitnot.chess.native_search import mate_cp
from zeitnot.chess.score_curve import OWN_GAMES, ScoreCurve
from zeitnot.errors import SettingError

SCORES_CP = st.floats(min_value=-100_000, max_value=100_000)


@given(score_cp=SCORES_CP)
def test_what_one_side_gains_the_other_loses(score_cp: float) -> None:
    assert OWN_GAMES.expected_score(score_cp) + OWN_GAMES.expected_score(-score_cp) == pytest.approx(1.0)
    assert OWN_GAMES.won(score_cp) + OWN_GAMES.won(-score_cp) <= 1.0


@given(first_cp=SCORES_CP, second_cp=SCORES_CP)
def test_more_is_never_worth_less(first_cp: float, second_cp: float) -> None:
    lower, higher = sorted((first_cp, second_cp))
    assert OWN_GAMES.expected_score(lower) <= OWN_GAMES.expected_score(higher)


def test_a_mate_is_a_whole_game() -> None:
    assert OWN_GAMES.expected_score(mate_cp(3)) == 1.0
    assert OWN_GAMES.expected_score(mate_cp(-3)) == 0.0


def test_half_the_games_are_won_where_the_curve_says_so() -> None:
    curve = ScoreCurve(win_at_cp=100.0, spread_cp=50.0)
    assert curve.won(100.0) == 0.5
    assert curve.won(150.0) == pytest.approx(math.e / (1 + math.e))
    assert curve.expected_score(0.0) == 0.5


@given(st.floats(20.0, 300.0), st.floats(20.0, 300.0), st.floats(-600.0, 600.0))
def test_the_score_of_an_expected_score_is_found_again(win: float, spread: float, score_cp: float) -> None:
    curve = ScoreCurve(win_at_cp=win, spread_cp=spread)
    assume(abs(2.0 * curve.expected_score(score_cp) - 1.0) < 1.0 - 1e-6)
    assert curve.score_cp(curve.expected_score(score_cp)) == pytest.approx(score_cp, abs=1e-3 * spread)


def test_no_expected_score_is_beyond_all_scores() -> None:
    assert OWN_GAMES.score_cp(1.0) == pytest.approx(-OWN_GAMES.score_cp(0.0), rel=1e-3)
    assert 1000.0 < OWN_GAMES.score_cp(1.5) < 10_000.0
    assert math.isfinite(ScoreCurve(win_at_cp=1e6, spread_cp=1e-3).score_cp(0.7))


@pytest.mark.parametrize("name", ["win_at_cp", "spread_cp"])
def test_constants_must_be_positive(name: str) -> None:
    with pytest.raises(SettingError, match=f"{name} must be above 0 centipawns, got -1.0"):
        replace(OWN_GAMES, **{name: -1.0})
