"""What a simulation claims of its errors, against what they are over many seeds."""

import math
from functools import cache

import numpy as np
import numpy.typing as npt
import pytest

from tests.scrabble.fixtures_lexicons import tiny
from tests.scrabble.simulation_cases import Case
from zeitnot._native import ArmState, Sampling, SimulationReport
from zeitnot.monitors import bonferroni
from zeitnot.turns import Arm, Snapshot

SEEDS = 120


@cache
def case(unseen: int) -> Case:
    return Case.make(tiny(), seed=13, unseen=unseen, plays=3, arms=3)


def arm_of(state: ArmState) -> Arm:
    return Arm(
        mean_pts=state.utility_mean,
        variance=state.utility_variance,
        samples=state.samples,
        covariance=state.covariance,
    )


def claimed_error(one: Arm, other: Arm) -> float:
    """Read the error of a difference off the loss of stopping at a gap of nothing."""
    level = Arm(
        mean_pts=one.mean_pts, variance=other.variance, samples=other.samples, covariance=other.covariance
    )
    return bonferroni(Snapshot(arms=2, samples=1, top=(one, level))) * math.sqrt(2.0 * math.pi)


def difference_and_error(report: SimulationReport, best: int, other: int) -> tuple[float, float]:
    by_index = {state.index: arm_of(state) for state in report.arms}
    difference = by_index[best].mean_pts - by_index[other].mean_pts
    return difference, claimed_error(by_index[best], by_index[other])


@pytest.mark.parametrize("sampling", list(Sampling))
@pytest.mark.parametrize(("unseen", "samples"), [(40, 60), (9, 30)])
def test_the_claimed_error_of_a_difference_is_the_spread_over_seeds(
    unseen: int, samples: int, sampling: Sampling
) -> None:
    """With nine tiles unseen there are 72 deals: half of them are known after 30 samples."""
    best, other = (arm.index for arm in case(unseen).run(2000, plies=2).arms[:2])
    found = []
    for seed in range(SEEDS):
        report = case(unseen).run(
            samples, plies=2, seed=seed, sampling=sampling, first_samples=20, batch_s=0.01
        )
        if report.arms[0].index == best:
            found.append(difference_and_error(report, best, other))
    differences, errors = np.array(found).T
    assert len(differences) > SEEDS / 2
    real = differences.std(ddof=1)
    claimed = math.sqrt((errors**2).mean())
    assert real == pytest.approx(claimed, rel=0.2)


def paired_samples(
    rng: np.random.Generator, runs: int, counts: tuple[int, int]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Draw two arms on shared deals, one of them further than the other."""
    shared = rng.normal(0.0, 3.0, size=(runs, max(counts)))
    one, other = (shared[:, :count] + rng.normal(0.0, 2.0, size=(runs, count)) for count in counts)
    return one, other


@pytest.mark.parametrize("counts", [(30, 90), (90, 30), (50, 50)])
def test_deals_that_only_one_arm_has_seen_share_nothing(counts: tuple[int, int]) -> None:
    """Var(mean 1 - mean 2) is v1 / n1 + v2 / n2 - 2 cov / max(n1, n2): the shared deals are min of n1 n2."""
    one, other = paired_samples(np.random.default_rng(1), 20_000, counts)
    real = (one.mean(axis=1) - other.mean(axis=1)).std()
    best, second = (Arm(mean_pts=0.0, variance=13.0, samples=count, covariance=9.0) for count in counts)
    assert real == pytest.approx(claimed_error(best, second), rel=0.02)
