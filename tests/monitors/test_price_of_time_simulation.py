import math
from collections.abc import Callable
from typing import Any

import pytest

from zeitnot.monitors import LossBelowPrice, two_arm_heuristic
from zeitnot.turns import GO_ON, Arm, Iteration, Reason, SimulationCheck, Snapshot, Tick


def check(
    elapsed_s: float, loss_pts: float = 0.0, *, samples: int = 0, started_s: float = 1.0
) -> SimulationCheck:
    """Return a report of a simulation that began one second into the turn; the score carries the loss to
    return."""
    snapshot = Snapshot(arms=2, samples=samples, top=(), score_difference_pts=loss_pts)
    return SimulationCheck(elapsed_s=elapsed_s, started_s=started_s, snapshot=snapshot)


def said(snapshot: Snapshot) -> float:
    return snapshot.score_difference_pts


@pytest.mark.source("M10.rule")
@pytest.mark.parametrize(("loss_pts", "reason"), [(0.79, Reason.LOSS_BELOW_PRICE), (0.81, None)])
def test_it_stops_when_the_loss_is_below_the_worth_of_the_time_left(
    loss_pts: float, reason: Reason | None
) -> None:
    # 10 s to use, 2 s used, 8 s left at a tenth of a point each.
    monitor = LossBelowPrice(simulation_s=10.0, price_pts_per_s=0.1, estimator=said)
    verdict = monitor.observe(check(3.0, loss_pts))
    assert (verdict.reason, verdict.expected_loss_pts) == (reason, loss_pts)


@pytest.mark.source("M11.rate")
@pytest.mark.parametrize(("last_pts", "reason"), [(4.75, Reason.PLATEAU), (4.65, None)])
def test_it_stops_when_the_loss_falls_slower_than_time_is_worth(
    last_pts: float, reason: Reason | None
) -> None:
    # Three seconds at a tenth of a point: the loss must have fallen by 0.3 since three checks ago.
    monitor = LossBelowPrice(simulation_s=10.0, price_pts_per_s=0.1, estimator=said)
    for elapsed_s in (2.0, 3.0, 4.0):
        assert monitor.observe(check(elapsed_s, 5.0)).reason is None
    assert monitor.observe(check(5.0, last_pts)).reason is reason


@pytest.mark.source("M11.three_checks")
def test_a_plateau_takes_three_checks_before_it() -> None:
    monitor = LossBelowPrice(simulation_s=10.0, price_pts_per_s=0.1, estimator=said)
    reasons = [monitor.observe(check(2.0 + i, 5.0)).reason for i in range(4)]
    assert reasons == [None, None, None, Reason.PLATEAU]


def test_a_plateau_looks_at_the_recent_checks_only() -> None:
    monitor = LossBelowPrice(simulation_s=100.0, price_pts_per_s=0.01, estimator=said)
    losses_pts = [90.0, 80.0, 70.0, 60.0, 59.999, 59.998, 59.997]
    reasons = [monitor.observe(check(2.0 + i, loss_pts)).reason for i, loss_pts in enumerate(losses_pts)]
    assert reasons == [None] * 6 + [Reason.PLATEAU]


@pytest.mark.source("M10.whole_turn")
@pytest.mark.parametrize(("loss_pts", "reason"), [(1.69, Reason.LOSS_BELOW_PRICE), (1.71, None)])
def test_the_time_left_can_be_that_of_the_whole_turn(loss_pts: float, reason: Reason | None) -> None:
    # 2 s of 10 s of simulation are used; the turn ends at 20 s, so 17 s are left at a tenth of a point each.
    monitor = LossBelowPrice(simulation_s=10.0, turn_s=20.0, price_pts_per_s=0.1, estimator=said)
    assert monitor.observe(check(3.0, loss_pts)).reason is reason


@pytest.mark.source("M11.rises")
@pytest.mark.parametrize(("rises", "reason"), [(True, Reason.PLATEAU), (False, None)])
def test_a_loss_that_rises_is_a_plateau_by_the_letter_only(rises: bool, reason: Reason | None) -> None:
    monitor = LossBelowPrice(simulation_s=10.0, price_pts_per_s=0.1, estimator=said, plateau_of_rises=rises)
    reasons = [monitor.observe(check(2.0 + i, loss)).reason for i, loss in enumerate((2.0, 2.0, 2.0, 5.0))]
    assert reasons == [None, None, None, reason]


def test_time_used_up_ends_the_simulation_at_any_loss() -> None:
    monitor = LossBelowPrice(simulation_s=10.0, price_pts_per_s=0.1, estimator=said)
    assert monitor.observe(check(11.0, 50.0)).reason is Reason.TARGET


def test_a_worthless_future_never_buys_a_stop() -> None:
    monitor = LossBelowPrice(simulation_s=10.0, price_pts_per_s=0.0, estimator=said)
    assert monitor.observe(check(2.0, 0.0)).reason is None


def test_a_loss_not_yet_known_goes_on() -> None:
    monitor = LossBelowPrice(simulation_s=10.0, price_pts_per_s=0.1, estimator=lambda snapshot: math.inf)
    assert [monitor.observe(check(2.0 + i)).reason for i in range(5)] == [None] * 5


def test_other_progress_does_not_concern_it() -> None:
    monitor = LossBelowPrice(simulation_s=10.0, price_pts_per_s=9.0)
    assert monitor.observe(Tick(elapsed_s=20.0)) is GO_ON
    assert monitor.observe(Iteration(elapsed_s=20.0, depth=1, score_cp=0.0, best_move="e2e4")) is GO_ON


@pytest.mark.source("M9.fallback", "M10.rule")
def test_the_two_arm_heuristic_is_asked_where_there_is_no_model() -> None:
    arms = (Arm(mean_pts=30.0, variance=400.0, samples=100), Arm(mean_pts=28.0, variance=400.0, samples=100))
    snapshot = Snapshot(arms=2, samples=200, top=arms)
    report = SimulationCheck(elapsed_s=2.0, started_s=1.0, snapshot=snapshot)
    estimator: Callable[[Snapshot], float] = two_arm_heuristic
    verdict = LossBelowPrice(simulation_s=10.0, price_pts_per_s=0.01).observe(report)
    assert verdict.expected_loss_pts == estimator(snapshot) > 0


def reasons(monitor: LossBelowPrice, *checks: SimulationCheck) -> list[Reason | None]:
    return [monitor.observe(each).reason for each in checks]


def patient(**settings: Any) -> LossBelowPrice:
    """Return a monitor whose price stops no simulation with a loss of a point or more."""
    return LossBelowPrice(simulation_s=100.0, price_pts_per_s=0.01, estimator=said, **settings)


def test_by_default_every_check_counts_for_a_plateau() -> None:
    few_more = [check(2.0 + i, 5.0, samples=100 + i) for i in range(4)]
    assert reasons(patient(), *few_more) == [None, None, None, Reason.PLATEAU]
    assert reasons(patient(plateau_growth=1.5), *few_more) == [None] * 4
    half_more = [check(2.0 + i, 5.0, samples=round(64 * 1.5**i)) for i in range(4)]
    assert reasons(patient(plateau_growth=1.5), *half_more) == [None, None, None, Reason.PLATEAU]


def test_by_default_a_loss_that_rises_is_no_plateau() -> None:
    assert reasons(patient(), *(check(2.0 + i, 5.0 + i) for i in range(4))) == [None] * 4


def test_time_that_is_over_is_worth_nothing() -> None:
    late = LossBelowPrice(simulation_s=10.0, turn_s=2.5, price_pts_per_s=0.1, estimator=said)
    assert late.observe(check(3.0, 0.005)).reason is None


def test_another_simulation_of_the_turn_begins_its_own_plateau() -> None:
    monitor = patient()
    first = [check(2.0 + i, 50.0) for i in range(3)]
    second = [check(8.0 + i, 50.0, started_s=7.0) for i in range(4)]
    assert reasons(monitor, *first, *second) == [None] * 6 + [Reason.PLATEAU]


def test_a_check_at_the_very_start_counts_for_a_plateau() -> None:
    assert reasons(patient(), *(check(1.0 + i, 5.0) for i in range(4)))[-1] is Reason.PLATEAU


def test_a_plateau_takes_time_however_little() -> None:
    assert reasons(patient(), *(check(2.0 + 0.1 * i, 5.0) for i in range(4)))[-1] is Reason.PLATEAU
    assert reasons(patient(), *(check(2.0, 5.0) for _ in range(4))) == [None] * 4


def test_a_loss_that_falls_exactly_as_fast_as_time_is_worth_goes_on() -> None:
    monitor = LossBelowPrice(simulation_s=10.0, price_pts_per_s=0.25, estimator=said)
    losses_pts = (16.0, 15.75, 15.5, 15.25)
    assert reasons(monitor, *(check(2.0 + i, loss) for i, loss in enumerate(losses_pts))) == [None] * 4
