"""Arms by themselves: who leads on shared deals, and who is sampled next."""

import numpy as np
import pytest

from zeitnot._native import Arms, Sampling

ADAPTIVE = [rule for rule in Sampling if rule != Sampling.ROUND_ROBIN]


def lucky_start() -> Arms:
    """Make two arms whose first deals were good for both; the better one has gone on to ordinary deals."""
    arms = Arms(2, win_pts=0.0, spread_weight=1.0)
    for deal in range(200):
        luck = 20.0 if deal < 50 else 0.0
        noise = float(deal % 3)
        arms.add(0, 10.0 + luck + noise, 0.5)
        if deal < 50:
            arms.add(1, 8.0 + luck - noise, 0.5)
    return arms


def test_arms_are_compared_on_the_deals_of_both() -> None:
    best, other = lucky_start().states()
    assert (best.index, best.samples, other.samples) == (0, 200, 50)
    shared = [10.0 + deal % 3 - 8.0 + deal % 3 for deal in range(50)]
    assert best.utility_mean - other.utility_mean == pytest.approx(np.mean(shared))
    assert other.equity_mean > best.equity_mean, "its own mean still has the luck"


def test_the_error_of_the_difference_is_that_of_the_shared_deals() -> None:
    best, other = lucky_start().states()
    shared = [10.0 + deal % 3 - 8.0 + deal % 3 for deal in range(50)]
    squared = best.utility_variance / 200 + other.utility_variance / 50 - 2 * other.covariance / 200
    assert squared == pytest.approx(np.var(shared, ddof=1) / 50)


def contest(sampling: Sampling, batch: int) -> list[int]:
    """Let a rule share 3,000 samples among a leader, a close second and eight that are far behind."""
    rng = np.random.default_rng(5)
    arms, counts = Arms(10, win_pts=0.0, spread_weight=1.0), [0] * 10
    means = [10.0, 9.5, *[0.0] * 8]
    luck = rng.normal(0.0, 5.0, size=4_000)
    while sum(counts) < 3_000:
        for arm, share in enumerate(arms.share(batch, sampling, first_samples=10)):
            for _ in range(share):
                arms.add(arm, means[arm] + luck[counts[arm]] + float(rng.normal(0.0, 4.0)), 0.5)
                counts[arm] += 1
    return counts


@pytest.mark.parametrize("sampling", ADAPTIVE)
@pytest.mark.parametrize("batch", [7, 100])
def test_most_samples_go_where_the_decision_lies(sampling: Sampling, batch: int) -> None:
    counts = contest(sampling, batch)
    assert sum(counts[:2]) > 2_000
    assert min(counts[:2]) > 500
    assert min(counts) >= 10


def test_small_batches_give_small_shares_their_due() -> None:
    """Twenty arms that are alike: none waits for ever because its part of a batch is below one."""
    rng = np.random.default_rng(6)
    arms, counts = Arms(20, win_pts=0.0, spread_weight=1.0), [0] * 20
    while sum(counts) < 4_000:
        for arm, share in enumerate(arms.share(5, Sampling.BY_LOSS, first_samples=10)):
            for _ in range(share):
                arms.add(arm, float(rng.normal(0.0, 10.0)), 0.5)
                counts[arm] += 1
    assert min(counts) > 30


def test_samples_are_of_arms_that_exist() -> None:
    with pytest.raises(ValueError, match="one of the arms"):
        Arms(2).add(2, 0.0, 0.5)
    with pytest.raises(ValueError, match="count must be 1 to"):
        Arms(0)
