import math
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot.monitors import (
    NO_CONTEXT,
    SearchContext,
    bonferroni,
    difference_error,
    exact_independent,
    expected_excess,
    rule_of_thumb,
    two_arm_heuristic,
)
from zeitnot.turns import Arm, Iteration, Snapshot

SAMPLES = 100
DRAWS = 400_000

ERRORS_PTS = st.floats(0.05, 5.0)
ARMS = st.lists(st.tuples(st.floats(-10, 10), ERRORS_PTS), min_size=2, max_size=8)


def snapshot_of(arms: list[tuple[float, float]], covariances: list[float] | None = None) -> Snapshot:
    """Return arms with the given means and standard errors, best mean first."""
    covariances = covariances or [0.0] * len(arms)
    top = tuple(
        Arm(mean_pts=mean, variance=error**2 * SAMPLES, samples=SAMPLES, covariance=covariance * SAMPLES)
        for (mean, error), covariance in sorted(zip(arms, covariances, strict=True), reverse=True)
    )
    return Snapshot(arms=len(top), samples=SAMPLES * len(top), top=top)


def monte_carlo(means: list[float], covariance: np.ndarray) -> tuple[float, float]:
    """Return an estimate of E[best of the arms] - E[first arm], and its error."""
    draws = np.random.default_rng(20).multivariate_normal(means, covariance, size=DRAWS)
    losses = draws.max(axis=1) - draws[:, 0]
    return float(losses.mean()), float(losses.std() / math.sqrt(DRAWS))


CASES = [
    pytest.param([(30.0, 1.0), (29.0, 1.5)], id="two close arms"),
    pytest.param([(30.0, 2.0), (30.0, 2.0)], id="two equal arms"),
    pytest.param([(30.0, 0.5), (29.0, 3.0), (28.5, 1.0)], id="a wide second arm"),
    pytest.param([(30.0, 1.0)] * 8, id="eight equal arms"),
    pytest.param([(30.0 - 0.3 * i, 1.0 + 0.2 * i) for i in range(8)], id="eight close arms"),
    pytest.param([(30.0, 0.01), (29.9, 2.0), (29.0, 2.0)], id="one sharp arm"),
]


@pytest.mark.parametrize("arms", CASES)
def test_exact_loss_of_independent_arms_agrees_with_monte_carlo(arms: list[tuple[float, float]]) -> None:
    estimate, error = monte_carlo([m for m, _ in arms], np.diag([e**2 for _, e in arms]))
    assert exact_independent(snapshot_of(arms)) == pytest.approx(estimate, abs=5 * error)


@pytest.mark.parametrize("arms", CASES)
def test_bonferroni_bounds_the_exact_loss_from_above(arms: list[tuple[float, float]]) -> None:
    snapshot = snapshot_of(arms)
    exact, bound = exact_independent(snapshot), bonferroni(snapshot)
    if len(arms) == 2:
        assert bound == pytest.approx(exact, abs=1e-7)
    else:
        assert bound > exact


def test_fifteen_close_arms_make_the_bound_two_to_three_times_too_large() -> None:
    snapshot = snapshot_of([(30.0 - 0.2 * i, 1.0) for i in range(15)])
    assert 2.0 < bonferroni(snapshot) / exact_independent(snapshot) < 3.0


@pytest.mark.parametrize("correlation", [-0.5, 0.0, 0.5, 0.9])
def test_deals_shared_by_two_arms_enter_through_their_covariance(correlation: float) -> None:
    errors = (1.5, 2.0)
    shared = correlation * errors[0] * errors[1]
    estimate, error = monte_carlo(
        [30.0, 29.0], np.array([[errors[0] ** 2, shared], [shared, errors[1] ** 2]])
    )
    snapshot = snapshot_of([(30.0, errors[0]), (29.0, errors[1])], [0.0, shared])
    assert bonferroni(snapshot) == pytest.approx(estimate, abs=5 * error)


def test_deals_shared_by_many_arms_keep_the_bound_above_the_loss() -> None:
    errors = np.array([1.5, 2.0, 1.0, 1.8])
    covariance = np.outer(errors, errors) * (0.7 + 0.3 * np.eye(4))
    means = [30.0, 29.5, 29.5, 29.0]
    estimate, error = monte_carlo(means, covariance)
    arms = list(zip(means, map(float, errors), strict=True))
    bound = bonferroni(snapshot_of(arms, [0.0, *map(float, covariance[0, 1:])]))
    assert bound > estimate - 5 * error
    assert bound < bonferroni(snapshot_of(arms))


def test_fewer_shared_deals_share_less() -> None:
    best = Arm(mean_pts=30.0, variance=400.0, samples=400)
    few = Arm(mean_pts=29.0, variance=400.0, samples=100, covariance=300.0)
    loss_pts = bonferroni(Snapshot(arms=2, samples=500, top=(best, few)))
    # Of the 400 deals of the best arm the other has seen 100: cov / 400 of each mean is common.
    error_pts = math.sqrt(400.0 / 400 + 400.0 / 100 - 2 * 300.0 / 400)
    assert loss_pts == pytest.approx(expected_excess(1.0, error_pts))


@pytest.mark.source("M9.estimate")
@pytest.mark.parametrize(("gap_pts", "errors"), [(2.0, (1.0, 1.0)), (0.5, (2.0, 1.0)), (5.0, (0.5, 0.5))])
def test_heuristic_is_the_chance_of_being_wrong_times_the_gap(
    gap_pts: float, errors: tuple[float, float]
) -> None:
    rng = np.random.default_rng(9)
    best = rng.normal(30.0, errors[0], DRAWS)
    second = rng.normal(30.0 - gap_pts, errors[1], DRAWS)
    wrong = float((second > best).mean())
    estimate = two_arm_heuristic(snapshot_of([(30.0, errors[0]), (30.0 - gap_pts, errors[1])]))
    assert estimate == pytest.approx(wrong * gap_pts, abs=5 * gap_pts * math.sqrt(0.25 / DRAWS))


@pytest.mark.source("M9.estimate")
def test_heuristic_is_zero_at_gap_zero_where_the_exact_loss_is_largest() -> None:
    snapshot = snapshot_of([(30.0, 1.0), (30.0, 1.0)])
    assert two_arm_heuristic(snapshot) == 0.0
    assert exact_independent(snapshot) == pytest.approx(1 / math.sqrt(math.pi))


@pytest.mark.parametrize("gap", [-3.0, 0.0, 0.5, 4.0])
def test_expected_excess_is_the_mean_of_what_is_won(gap: float) -> None:
    draws = np.random.default_rng(3).normal(-gap, 1.7, DRAWS).clip(min=0)
    error = float(draws.std()) / math.sqrt(DRAWS)
    assert expected_excess(gap, 1.7) == pytest.approx(float(draws.mean()), abs=5 * error + 1e-12)


def test_expected_excess_without_doubt_is_what_is_seen() -> None:
    assert (expected_excess(2.0, 0.0), expected_excess(-2.0, 0.0)) == (0.0, 2.0)


@pytest.mark.parametrize("estimator", [two_arm_heuristic, bonferroni, exact_independent])
def test_one_arm_or_none_loses_nothing(estimator: object) -> None:
    assert callable(estimator)
    assert estimator(Snapshot(arms=0, samples=0, top=())) == 0.0
    assert estimator(snapshot_of([(30.0, 1.0)])) == 0.0


@pytest.mark.parametrize("estimator", [two_arm_heuristic, bonferroni, exact_independent])
def test_arms_without_doubt_lose_nothing(estimator: object) -> None:
    assert callable(estimator)
    assert estimator(snapshot_of([(30.0, 0.0), (29.0, 0.0), (20.0, 0.0)])) == 0.0


def test_an_arm_never_sampled_may_win_anything() -> None:
    arms = (Arm(mean_pts=30.0, variance=4.0, samples=10), Arm(mean_pts=0.0, variance=0.0, samples=0))
    snapshot = Snapshot(arms=2, samples=10, top=arms)
    assert bonferroni(snapshot) == exact_independent(snapshot) == math.inf
    assert two_arm_heuristic(snapshot) == 15.0


def test_a_certain_arm_among_doubtful_ones_is_a_floor() -> None:
    # The best arm is certain: the loss is what the uncertain one alone can win.
    assert exact_independent(snapshot_of([(30.0, 0.0), (29.0, 2.0)])) == pytest.approx(
        expected_excess(1.0, 2.0), abs=1e-8
    )
    # A certain second arm below an uncertain best one.
    assert exact_independent(snapshot_of([(30.0, 2.0), (29.0, 0.0)])) == pytest.approx(
        expected_excess(1.0, 2.0), abs=1e-8
    )


@given(arms=ARMS)
def test_no_estimate_is_negative_and_the_bound_holds(arms: list[tuple[float, float]]) -> None:
    snapshot = snapshot_of(arms)
    exact, bound, heuristic = exact_independent(snapshot), bonferroni(snapshot), two_arm_heuristic(snapshot)
    assert 0 <= exact <= bound * (1 + 1e-6) + 1e-6
    pair = bonferroni(Snapshot(arms=2, samples=1, top=snapshot.top[:2]))
    assert pair <= exact + 1e-6
    assert heuristic >= 0


@given(gap=st.floats(0, 100), error=st.floats(0.001, 100))
def test_expected_excess_is_the_closed_form(gap: float, error: float) -> None:
    z = gap / error
    normal = NormalDist()
    assert expected_excess(gap, error) == pytest.approx(
        error * (normal.pdf(z) - z * normal.cdf(-z)), abs=1e-9 * error
    )


@given(gap=st.floats(0, 20), error=ERRORS_PTS, closer=st.floats(0, 1))
def test_a_smaller_gap_is_never_a_smaller_loss(gap: float, error: float, closer: float) -> None:
    assert expected_excess(gap * closer, error) >= expected_excess(gap, error)


def test_one_sample_of_each_arm_is_enough_for_an_error() -> None:
    one, other = (Arm(mean_pts=mean, variance=9.0, samples=1) for mean in (30.0, 29.0))
    assert difference_error(one, other) == pytest.approx(18.0**0.5)


def test_a_best_arm_never_sampled_may_be_anything() -> None:
    unknown, known = (Arm(mean_pts=30.0, variance=4.0, samples=samples) for samples in (0, 10))
    assert difference_error(unknown, known) == difference_error(known, unknown) == math.inf


def test_a_doubt_of_a_billionth_of_a_point_still_counts() -> None:
    assert expected_excess(0.0, 1e-9) == pytest.approx(1e-9 / math.sqrt(2 * math.pi), rel=1e-6, abs=0)
    best, other = (
        Arm(mean_pts=mean, variance=variance, samples=1) for mean, variance in ((0, 0), (-1e-9, 1e-18))
    )
    pair = Snapshot(arms=2, samples=2, top=(best, other))
    assert two_arm_heuristic(pair) == pytest.approx(1e-9 * NormalDist().cdf(-1.0), rel=1e-6, abs=0)
    equal = Arm(mean_pts=0.0, variance=1e-18, samples=1)
    twins = Snapshot(arms=2, samples=2, top=(equal, equal))
    assert exact_independent(twins) == pytest.approx(1e-9 / math.sqrt(math.pi), rel=1e-6, abs=0)


@pytest.mark.parametrize("mean", [30.0, -30.0])
@pytest.mark.parametrize("errors", [(0.01, 2.0), (2.0, 0.01), (1.0, 1.0), (0.0, 5.0)])
@pytest.mark.parametrize("gap_pts", [0.0, 0.1, 10.0])
def test_exact_loss_of_two_arms_is_the_closed_form_however_sharp_they_are(
    mean: float, errors: tuple[float, float], gap_pts: float
) -> None:
    snapshot = snapshot_of([(mean, errors[0]), (mean - gap_pts, errors[1])])
    closed = expected_excess(gap_pts, math.hypot(*errors))
    assert exact_independent(snapshot) == pytest.approx(closed, abs=1e-8)


def depth(number: int, move: str, share: float | None = None) -> Iteration:
    return Iteration(elapsed_s=1.0, depth=number, score_cp=0.0, best_move=move, best_move_share=share)


def test_the_loss_falls_with_the_share_of_the_best_move_its_age_and_the_depth() -> None:
    depths = [depth(2, "e2e4"), depth(3, "d2d4"), depth(4, "d2d4", 0.7)]
    # 0.1 x (1.2 - 0.7) / (1 + 0.3 x 2 depths with this move) / sqrt(4)
    assert rule_of_thumb(depths, NO_CONTEXT) == pytest.approx(0.015625)


def test_a_move_that_comes_back_has_the_age_of_its_return() -> None:
    depths = [depth(7, "e2e4"), depth(8, "d2d4"), depth(9, "e2e4", 0.7)]
    assert rule_of_thumb(depths, NO_CONTEXT) == pytest.approx(0.1 * 0.5 / 1.3 / 3)


def test_an_unknown_share_counts_as_three_fifths() -> None:
    assert rule_of_thumb([depth(1, "e2e4")], NO_CONTEXT) == pytest.approx(0.1 * 0.6 / 1.3)


@pytest.mark.parametrize(
    ("usual_nodes", "usual_s", "nodes", "elapsed_s", "expected"),
    [
        (1000.0, None, 4000, 0.5, math.log(4.0)),
        (1000.0, 0.25, 4000, 0.5, math.log(4.0)),  # nodes count first
        (None, 0.25, 4000, 0.5, math.log(2.0)),
        (None, None, 4000, 0.5, None),
        (1000.0, None, 0, 0.5, None),
        (None, 0.25, 4000, 0.0, None),
        (0.0, None, 4000, 0.5, None),
        (-1.0, None, 4000, 0.5, None),
    ],
)
def test_the_effort_of_a_search_is_relative_to_a_usual_turn(
    usual_nodes: float | None, usual_s: float | None, nodes: int, elapsed_s: float, expected: float | None
) -> None:
    context = SearchContext(usual_nodes=usual_nodes, usual_s=usual_s)
    last = Iteration(depth=9, elapsed_s=elapsed_s, nodes=nodes, score_cp=0, best_move="e2e4")
    assert context.effort(last) == (None if expected is None else pytest.approx(expected))
