"""The three monitors that compare a gain with the price of a second."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from zeitnot.monitors import DeepeningPrice, EndgamePrice, SearchContext, SimulationPrice
from zeitnot.turns import (
    GO_ON,
    Arm,
    EndgamePly,
    Iteration,
    Reason,
    SimulationCheck,
    Snapshot,
    Tick,
)


def loss_of_one_point(_: Snapshot) -> float:
    return 1.0


def hundredth_of_a_game(_: Sequence[Iteration], __: SearchContext) -> float:
    return 0.01


def simulated(
    elapsed_s: float, *, started_s: float = 0.0, budget_s: float | None = None, per_s: int = 1000
) -> SimulationCheck:
    arms = (Arm(mean_pts=2.0, variance=100.0, samples=50), Arm(mean_pts=1.0, variance=100.0, samples=50))
    samples = round(per_s * (elapsed_s - started_s))
    snapshot = Snapshot(arms=2, samples=samples, top=arms)
    return SimulationCheck(elapsed_s=elapsed_s, started_s=started_s, snapshot=snapshot, budget_s=budget_s)


def deepened(elapsed_s: float, depth: int = 8) -> Iteration:
    return Iteration(
        elapsed_s=elapsed_s, depth=depth, score_cp=10.0, best_move="e2e4", nodes=round(1e5 * elapsed_s)
    )


def solved(elapsed_s: float, depth: int, value_pts: float, *, budget_s: float = 100.0) -> EndgamePly:
    return EndgamePly(
        elapsed_s=elapsed_s,
        started_s=0.0,
        budget_s=budget_s,
        depth=depth,
        value_pts=value_pts,
        nodes=round(1000 * elapsed_s),
    )


def test_a_simulation_goes_on_while_a_second_gains_more_than_it_costs() -> None:
    # A second gains 0.5 x 1 point / time used: 0.25 after two seconds, 0.125 after four.
    monitor = SimulationPrice(price_at=lambda _: 0.2, decay=0.5, estimator=loss_of_one_point)
    assert not monitor.observe(simulated(2.0)).stop
    verdict = monitor.observe(simulated(4.0))
    assert verdict.reason is Reason.LOSS_BELOW_PRICE
    assert verdict.expected_loss_pts == 1.0


def test_a_decided_simulation_ends_even_when_time_costs_nothing() -> None:
    for least_loss_pts, stops in ((0.9, False), (1.1, True)):
        monitor = SimulationPrice(
            price_at=lambda _: 0.0,
            decay=0.5,
            estimator=loss_of_one_point,
            least_loss_pts=least_loss_pts,
        )
        assert monitor.observe(simulated(2.0)).stop is stops


def test_the_time_of_a_simulation_counts_from_its_own_start() -> None:
    monitor = SimulationPrice(price_at=lambda _: 0.2, decay=0.5, estimator=loss_of_one_point)
    assert not monitor.observe(simulated(12.0, started_s=10.0)).stop


def test_the_price_is_asked_for_at_the_speed_that_is_seen() -> None:
    asked: list[float | None] = []

    def price_at(speed: float | None) -> float:
        asked.append(speed)
        return 0.0

    monitor = SimulationPrice(price_at=price_at, decay=0.5, estimator=loss_of_one_point)
    monitor.observe(simulated(2.0))
    monitor.observe(simulated(2.1, per_s=500))  # so soon it is not asked for again
    monitor.observe(simulated(4.0, per_s=500))
    monitor.observe(simulated(8.0, per_s=500))  # nor at the same speed
    assert asked == [1000.0, 500.0]


def test_solved_samples_are_no_measure_of_the_speed_and_end_with_their_budget() -> None:
    asked: list[float | None] = []

    def price_at(speed: float | None) -> float:
        asked.append(speed)
        return 0.0

    monitor = SimulationPrice(price_at=price_at, decay=0.5, estimator=loss_of_one_point)
    assert not monitor.observe(simulated(1.0, budget_s=2.0)).stop
    assert monitor.observe(simulated(2.0, budget_s=2.0)).reason is Reason.TARGET
    assert set(asked) == {None}


def test_a_search_begins_no_depth_that_gains_less_than_it_costs() -> None:
    monitor = DeepeningPrice(price_at=lambda _: 0.004, decay=0.5, estimator=hundredth_of_a_game)
    assert not monitor.observe(deepened(1.0)).stop
    assert monitor.observe(deepened(2.0, 9)).reason is Reason.LOSS_BELOW_PRICE


def test_a_recent_change_of_the_best_move_is_worth_another_depth() -> None:
    def judged(change_weight: float, depth_s: float) -> bool:
        monitor = DeepeningPrice(
            price_at=lambda _: 0.004, decay=0.5, estimator=hundredth_of_a_game, change_weight=change_weight
        )
        monitor.observe(replace(deepened(0.5, 7), best_move="d2d4"))
        return monitor.observe(deepened(depth_s, 8)).stop

    # A second gains 0.005 / time used, and twice that after one change with weight 1: up to 2.5 s.
    assert [judged(0.0, 1.2), judged(0.0, 1.3)] == [False, True]
    assert [judged(1.0, 2.4), judged(1.0, 2.6)] == [False, True]


def test_a_search_finishes_its_minimum_depth_whatever_it_costs() -> None:
    monitor = DeepeningPrice(
        price_at=lambda _: 1e9, decay=0.5, estimator=hundredth_of_a_game, minimum_depth=4
    )
    assert monitor.observe(deepened(1.0, 3)) is GO_ON
    assert monitor.observe(deepened(1.1, 4)).stop


def test_an_endgame_depth_is_begun_only_if_it_is_worth_its_time() -> None:
    losses = ((4.0, 1.0), (2.0, 0.1))
    monitor = EndgamePrice(price_at=lambda _: 0.5, ply_losses_pts=losses)
    # The next depth takes three times the first: 3 s cost 1.5 points, and 4 points are at stake.
    assert not monitor.observe(solved(1.0, 1, 10.0)).stop
    # It took 2 s and changed nothing: 4 s more cost 2 points, and a tenth of one is at stake.
    verdict = monitor.observe(solved(3.0, 2, 10.0))
    assert verdict.reason is Reason.LOSS_BELOW_PRICE
    assert verdict.expected_loss_pts == 0.1


def test_a_value_that_has_just_changed_is_worth_another_depth() -> None:
    monitor = EndgamePrice(price_at=lambda _: 0.3, ply_losses_pts=((4.0, 1.0), (2.0, 0.1)))
    monitor.observe(solved(1.0, 1, 10.0))
    assert not monitor.observe(solved(3.0, 2, 14.0)).stop


def test_an_endgame_depth_that_will_not_finish_is_not_begun() -> None:
    monitor = EndgamePrice(price_at=lambda _: 0.0, ply_losses_pts=((4.0, 1.0),))
    assert monitor.observe(solved(1.0, 1, 10.0, budget_s=4.0)).reason is Reason.UNAFFORDABLE


@pytest.mark.parametrize("depth", [1, 2, 3, 40])
def test_a_table_of_losses_that_is_too_short_ends_in_its_last_row(depth: int) -> None:
    monitor = EndgamePrice(price_at=lambda _: 0.0, ply_losses_pts=((4.0, 1.0), (2.0, 0.5)))
    assert monitor.observe(solved(1.0, depth, 10.0)).expected_loss_pts == (4.0 if depth == 1 else 2.0)


def test_other_progress_concerns_none_of_them() -> None:
    tick = Tick(elapsed_s=1e9)
    for monitor in (
        SimulationPrice(price_at=lambda _: 1.0, decay=0.5),
        DeepeningPrice(price_at=lambda _: 1.0, decay=0.5),
        EndgamePrice(price_at=lambda _: 1.0, ply_losses_pts=()),
    ):
        assert monitor.observe(tick) is GO_ON
