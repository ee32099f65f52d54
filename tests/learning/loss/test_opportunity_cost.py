"""Expected opportunity cost: against closed forms where there are any, and against simulation."""

import math

import numpy as np
import pytest

from zeitnot.learning.loss.rows import opportunity_cost, opportunity_costs
from zeitnot.monitors import bonferroni, exact_independent
from zeitnot.turns import Arm, Snapshot


def snapshot(
    means: list[float], *, variance: float = 400.0, samples: int = 400, covariance: float = 0.0
) -> Snapshot:
    top = tuple(
        Arm(
            mean_pts=mean,
            variance=variance,
            samples=samples,
            covariance=covariance if place else variance,
        )
        for place, mean in enumerate(means)
    )
    return Snapshot(arms=len(means), samples=samples * len(means), top=top)


@pytest.mark.parametrize("covariance", [-200.0, 0.0, 100.0, 350.0])
@pytest.mark.parametrize("gap", [0.0, 0.5, 3.0])
def test_two_arms_lose_what_the_closed_form_says(gap: float, covariance: float) -> None:
    two = snapshot([10.0, 10.0 - gap], covariance=covariance)
    assert opportunity_cost(two) == pytest.approx(bonferroni(two), rel=2e-3, abs=1e-6)


def test_independent_arms_lose_what_the_quadrature_says() -> None:
    many = snapshot([10.0, 9.8, 9.5, 9.5, 9.0, 8.0, 8.0, 5.0])
    assert opportunity_cost(many) == pytest.approx(exact_independent(many), rel=2e-3)


@pytest.mark.source("M30.ranking")
def test_arms_that_share_deals_lose_what_a_simulation_of_them_loses() -> None:
    means, variance, samples, covariance = [10.0, 9.9, 9.7, 9.6, 9.0], 400.0, 100, 250.0
    draw = np.random.default_rng(1)
    own = draw.normal(0, math.sqrt(variance / samples), size=400_000)
    slope = covariance / variance
    rest = math.sqrt(variance / samples * (1 - slope**2))
    others = [mean + slope * own + draw.normal(0, rest, size=own.size) for mean in means[1:]]
    best = means[0] + own
    lost = float((np.maximum.reduce([best, *others]) - best).mean())
    assert opportunity_cost(snapshot(means, samples=samples, covariance=covariance)) == pytest.approx(
        lost, rel=0.01
    )


def test_close_arms_lose_less_than_the_bound() -> None:
    close = snapshot([10.0] * 8)
    assert 0.3 * bonferroni(close) < opportunity_cost(close) < 0.7 * bonferroni(close)


def test_many_snapshots_at_once_are_each_as_alone() -> None:
    cases = [snapshot([10.0, 10.0 - 0.01 * number, 9.0]) for number in range(300)]
    together = opportunity_costs(cases)
    assert together[[0, 17, 299]] == pytest.approx([opportunity_cost(cases[each]) for each in (0, 17, 299)])


def test_one_arm_or_none_loses_nothing() -> None:
    assert opportunity_cost(snapshot([10.0])) == pytest.approx(0.0, abs=1e-9)
    assert opportunity_cost(Snapshot(arms=0, samples=0, top=())) == pytest.approx(0.0, abs=1e-9)
    assert opportunity_costs([]).shape == (0,)


def test_an_arm_without_samples_leaves_it_finite() -> None:
    unseen = Snapshot(
        arms=2,
        samples=10,
        top=(Arm(mean_pts=1.0, variance=4.0, samples=10), Arm(mean_pts=0.0, variance=0.0, samples=0)),
    )
    assert 0.0 < opportunity_cost(unseen) < 100.0
