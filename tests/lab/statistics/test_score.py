"""Games and pairs: counted, added, and seen from the other side; win rate and spread of Scrabble."""

import math
from statistics import mean, stdev

import pytest
from hypothesis import given

from tests.lab.statistics.strategies import outcomes, score_of, scores
from zeitnot.errors import SettingError
from zeitnot.lab import Pentanomial, Score, SpreadScore, Trinomial
from zeitnot.scrabble.autoplay import Deal, Tally


def test_games_of_one_opening_are_a_pair() -> None:
    score = score_of([[2, 1], [0, 2], [1, 1], [2, 2], [0, 1]])
    assert score.games == Trinomial(wins=4, draws=4, losses=2)
    assert score.pairs == Pentanomial(counts=(0, 1, 2, 1, 1))
    assert score.points == score.pairs.points == 6.0


def test_a_game_whose_pair_is_not_complete_counts_as_points_only() -> None:
    score = score_of([[2, 1], [0]])
    assert score.points == 1.5
    assert score.judged == Pentanomial(counts=(0, 0, 0, 1, 0))


def test_games_without_any_pair_are_judged_one_by_one() -> None:
    assert score_of([[2], [0], [1]]).judged == Trinomial(wins=1, draws=1, losses=1)


def test_ratios_of_draws_and_pairs() -> None:
    assert Trinomial(wins=1, draws=2, losses=1).draw_ratio == 0.5
    assert Trinomial().draw_ratio is None
    pairs = Pentanomial(counts=(1, 3, 10, 4, 2))
    assert (pairs.draw_ratio, pairs.pairs_ratio) == (0.5, 1.5)
    assert Pentanomial(counts=(0, 0, 3, 1, 0)).pairs_ratio == math.inf
    assert Pentanomial(counts=(0, 0, 3, 0, 0)).pairs_ratio is None
    assert Pentanomial().draw_ratio is None


@given(outcomes)
def test_the_other_side_has_the_points_that_are_left(one: Trinomial | Pentanomial) -> None:
    assert one.swapped().points == one.games - one.points
    assert one.swapped().swapped() == one


@given(scores, scores)
def test_scores_add_up(one: Score, other: Score) -> None:
    both = one.plus(other)
    assert both.points == one.points + other.points
    assert both.games.games == one.games.games + other.games.games
    assert both == other.plus(one)
    assert both.swapped() == one.swapped().plus(other.swapped())


def test_what_cannot_be_counted_is_refused() -> None:
    with pytest.raises(SettingError, match=r"must be 0 or more, got \(0, 0, -1\)"):
        Trinomial(wins=-1)
    with pytest.raises(SettingError, match="counts of pairs must be five"):
        Pentanomial(counts=(1, 2, 3))
    with pytest.raises(SettingError, match="half points of a pair must be from 0 to 4, got 5"):
        Pentanomial.of_pair(5)
    with pytest.raises(SettingError, match="pairs must be made of the games"):
        Score(games=Trinomial(losses=2), pairs=Pentanomial.of_pair(4))


PAIRS = [(100, 0), (-100, 40), (200, 1), (-35, -80), (12, 0)]
"""Spreads of the two games of each pair."""


def counted(pairs: list[tuple[int, int]]) -> SpreadScore:
    return SpreadScore.of_pairs([((pts > 0) - (pts < 0) + 1, pts) for pts in pair] for pair in pairs)


def test_errors_are_counted_over_pairs() -> None:
    score = counted(PAIRS)
    spreads = [mean(pair) for pair in PAIRS]
    won = [0.75, 0.5, 1.0, 0.0, 0.75]
    assert score.pairs == 5
    for estimate, values in ((score.win_rate, won), (score.spread_pts, spreads)):
        assert estimate.mean == pytest.approx(mean(values))
        assert estimate.error == pytest.approx(1.96 * stdev(values) / math.sqrt(5))


def test_it_agrees_with_the_tally_of_autoplay() -> None:
    tally = Tally()
    for first, second in PAIRS:
        scores = ((400 + first, 400), (400 + second, 400))
        tally.add(Deal(scores=scores, bingos=(0, 0), exchanges=(0, 0), turns=40))
    assert counted(PAIRS).win_rate == tally.win_rate
    assert counted(PAIRS).spread_pts == tally.spread_pts


def test_the_other_side_sees_the_opposite_with_the_same_error() -> None:
    here, there = counted(PAIRS), counted(PAIRS).swapped()
    assert there == counted([(-first, -second) for first, second in PAIRS])
    assert there.win_rate.mean == pytest.approx(1 - here.win_rate.mean)
    assert there.spread_pts.mean == -here.spread_pts.mean
    assert there.win_rate.error == here.win_rate.error


def test_no_pairs_and_one_pair_have_no_error() -> None:
    assert SpreadScore().win_rate.error is None
    assert counted(PAIRS[:1]).spread_pts.mean == 50
    assert counted(PAIRS[:1]).spread_pts.error is None
