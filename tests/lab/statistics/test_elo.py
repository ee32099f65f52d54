"""Elo, logistic and normalised, and superiority: published figures, a bootstrap, the ends of the scale."""

import math

import numpy as np
import pytest
from hypothesis import assume, example, given

from tests.lab.statistics.strategies import outcomes, pentanomials
from zeitnot.lab import (
    EloEstimate,
    Pentanomial,
    Trinomial,
    elo_of,
    elo_of_share,
    likelihood_of_superiority,
    normalised_elo_of,
    share_of_elo,
)


def known(estimate: EloEstimate | None) -> EloEstimate:
    assert estimate is not None
    return estimate


# From the tests of fastchess, app/tests/elo_test.cpp.
@pytest.mark.parametrize(
    ("one", "normalised", "normalised_error", "superiority"),
    [
        (Trinomial(wins=76, losses=89, draws=123), -20.76, 40.13, 0.1553),
        (Trinomial(wins=136, losses=96, draws=111), 49.77, 36.77, 0.9960),
        (Trinomial(wins=34, losses=356), -508.44, 34.48, None),
        (Pentanomial(counts=(34, 54, 63, 64, 75)), 57.94, 28.28, 1.0),
        (Pentanomial(counts=(332, 433, 498, 333, 334)), -9.17, 10.96, 0.0505),
        (Pentanomial(counts=(7895, 8757, 5685, 568, 9999)), -19.01, 2.65, 0.0),
    ],
)
def test_normalised_elo_and_superiority_are_those_of_fastchess(
    one: Trinomial | Pentanomial, normalised: float, normalised_error: float, superiority: float | None
) -> None:
    estimate = known(normalised_elo_of(one))
    assert estimate.elo == pytest.approx(normalised, abs=0.006)
    assert estimate.error == pytest.approx(normalised_error, abs=0.006)
    if superiority is not None:
        assert likelihood_of_superiority(one) == pytest.approx(superiority, abs=6e-5)


# The first four from the same file; the last two are the examples of fishtest's stat_util.py with what its
# get_elo gives for them.
@pytest.mark.parametrize(
    ("one", "elo", "error"),
    [
        (Trinomial(wins=136, losses=96, draws=111), 40.70, 30.43),
        (Pentanomial(counts=(34, 54, 63, 64, 75)), 55.58, 27.65),
        (Pentanomial(counts=(332, 433, 498, 333, 334)), -8.64, 10.33),
        (Pentanomial(counts=(7895, 8757, 5685, 568, 9999)), -21.04, 2.95),
        (Pentanomial(counts=(10789, 19328, 33806, 19402, 10543)), -0.7736, 1.2776),
        (Pentanomial(counts=(39, 2226, 31451, 2412, 40)), 0.9030, 0.6625),
    ],
)
def test_elo_is_that_of_fastchess_and_fishtest(
    one: Trinomial | Pentanomial, elo: float, error: float
) -> None:
    estimate = known(elo_of(one))
    assert estimate.elo == pytest.approx(elo, abs=0.006)
    assert estimate.error == pytest.approx(error, abs=0.006)


def test_intervals_are_those_of_a_bootstrap_by_pairs() -> None:
    one = Pentanomial(counts=(30, 90, 160, 120, 50))
    rng = np.random.default_rng(1)
    drawn = rng.multinomial(one.pairs, np.array(one.counts) / one.pairs, size=20_000) / one.pairs
    values = np.linspace(0.0, 1.0, 5)
    shares = drawn @ values
    deviations = np.sqrt(2 * (drawn @ values**2 - shares**2))
    low, high = (elo_of_share(float(each)) for each in np.quantile(shares, [0.025, 0.975]))
    estimate = known(elo_of(one))
    assert (estimate.low, estimate.high) == pytest.approx((low, high), abs=1.0)
    low, high = np.quantile((shares - 0.5) / deviations, [0.025, 0.975]) * 800 / math.log(10)
    estimate = known(normalised_elo_of(one))
    assert (estimate.low, estimate.high) == pytest.approx((low, high), abs=1.0)


def test_normalised_elo_is_elo_between_equals_that_never_draw() -> None:
    one = Trinomial(wins=501_000, losses=499_000)
    assert known(normalised_elo_of(one)).elo == pytest.approx(known(elo_of(one)).elo, rel=1e-4)


def test_shares_and_elo_are_inverse() -> None:
    assert elo_of_share(0.75) == pytest.approx(190.85, abs=0.01)
    assert elo_of_share(share_of_elo(-123.4)) == pytest.approx(-123.4)
    assert (share_of_elo(math.inf), share_of_elo(-1e9)) == (1.0, 0.0)
    assert (elo_of_share(1.0), elo_of_share(0.0)) == (math.inf, -math.inf)


@pytest.mark.parametrize("none", [Trinomial(), Pentanomial()])
def test_no_games_say_nothing(none: Trinomial | Pentanomial) -> None:
    assert elo_of(none) is None
    assert normalised_elo_of(none) is None
    assert likelihood_of_superiority(none) == 0.5


@pytest.mark.parametrize("all_won", [Trinomial(wins=10), Pentanomial(counts=(0, 0, 0, 0, 10))])
def test_all_wins_are_infinite_with_a_finite_lower_end(all_won: Trinomial | Pentanomial) -> None:
    estimate = known(elo_of(all_won))
    assert (estimate.elo, estimate.high, estimate.error) == (math.inf, math.inf, math.inf)
    # Clopper and Pearson: at a chance of 0.6915 ten of ten still come in 2.5 % of all cases.
    assert estimate.low == pytest.approx(elo_of_share(0.6915), abs=0.1)
    assert 0 < known(normalised_elo_of(all_won)).low < math.inf
    assert likelihood_of_superiority(all_won) == pytest.approx(1 - 0.5**11)


def test_all_draws_are_even_but_not_certain() -> None:
    few, many = (Pentanomial(counts=(0, 0, pairs, 0, 0)) for pairs in (2, 1000))
    for estimate_of in (elo_of, normalised_elo_of):
        assert known(estimate_of(few)).elo == 0.0
        assert known(estimate_of(few)).error > 100
        assert 0 < known(estimate_of(many)).error < 20
    assert likelihood_of_superiority(many) == 0.5


@given(outcomes)
def test_swapping_sides_negates(one: Trinomial | Pentanomial) -> None:
    for estimate_of in (elo_of, normalised_elo_of):
        here, there = estimate_of(one), estimate_of(one.swapped())
        assert (here is None) == (there is None) == (one.games == 0)
        if here and there:
            assert (here.elo, here.low, here.high) == pytest.approx(
                (-there.elo, -there.high, -there.low), abs=1e-6
            )
    assert likelihood_of_superiority(one) == pytest.approx(1 - likelihood_of_superiority(one.swapped()))


@given(outcomes)
@example(Pentanomial.of_pair(3))
def test_the_interval_holds_the_estimate(one: Trinomial | Pentanomial) -> None:
    assume(one.games)
    for estimate in (known(elo_of(one)), known(normalised_elo_of(one))):
        assert estimate.low <= estimate.elo <= estimate.high
        assert estimate.low < estimate.high
        assert estimate.error > 0


@given(pentanomials)
def test_a_level_pair_moves_towards_equality(one: Pentanomial) -> None:
    assume(one.pairs)
    more = one.plus(Pentanomial.of_pair(2))
    for estimate_of in (elo_of, normalised_elo_of):
        before, after = known(estimate_of(one)).elo, known(estimate_of(more)).elo
        assert abs(after) <= abs(before)
        assert before == 0 or after == 0 or (before > 0) == (after > 0)
