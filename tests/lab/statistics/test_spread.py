"""Scrabble matches: win rate and spread with errors over pairs."""

import math
from statistics import mean, stdev

import pytest

from zeitnot.lab.statistics.spread import SpreadScore
from zeitnot.scrabble.autoplay import Deal, Tally

PAIRS = [(100, 0), (-100, 40), (200, 1), (-35, -80), (12, 0)]
"""Spreads of the two games of each pair."""


def counted(pairs: list[tuple[int, int]]) -> SpreadScore:
    score = SpreadScore()
    for pair in pairs:
        score = score.plus(SpreadScore.of_pair(*pair))
    return score


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
