"""Learned: budgets of chess turns computed by hand."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.policies.fixtures_learned import SAVED, chess, step, turn_with, values
from zeitnot.monitors import SearchContext
from zeitnot.policies import Learned, parameters_of
from zeitnot.policies.learned import LearnedMemory
from zeitnot.turns import Budget, ChessFeatures, Iteration, Overhead, Reason, Trail, Turn, TurnRecord


def test_a_turn_uses_its_part_of_the_clock_and_five_times_that_at_most() -> None:
    budget = chess().plan(turn_with(60.0))
    assert budget.target_s == pytest.approx(3.0 / SAVED)
    assert budget.limit_s == pytest.approx(15.0 / SAVED)
    assert budget.target.steps[0].note.startswith("20 turns to come, a second costs ")
    assert isinstance(budget.memory, LearnedMemory)
    assert (budget.memory.usage_ratio, budget.memory.usual_s) == pytest.approx((1.0, 3.0 / SAVED))
    assert (budget.periods_bought, budget.split, budget.quick_exit) == (0, None, None)


@pytest.mark.parametrize(("turns", "share"), [(10.0, 0.3), (5.0, 0.4), (2.0, 1.0), (1.0, 1.0)])
def test_one_turn_gets_three_tenths_of_the_clock_or_two_even_shares_at_most(
    turns: float, share: float
) -> None:
    assert chess(turns).plan(turn_with(60.0)).limit_s == pytest.approx(60.0 * share)


def test_later_increments_and_free_time_are_planned_with() -> None:
    plan = chess().plan
    assert plan(turn_with(60.0, increment_s=1.0)).target_s == pytest.approx((60 + 19 * 0.95) / 20 / SAVED)
    assert plan(turn_with(60.0, free_s=1.0)).target_s == pytest.approx((60 + 19) / 20 / SAVED)
    assert plan(turn_with(60.0, period_s=1.0)).target_s == pytest.approx((60 + 19) / 20 / SAVED)
    assert plan(turn_with(60.0, extra_s=20.0)).target_s == pytest.approx(80 / 20 / SAVED)
    few = chess(1.5).plan(turn_with(60.0, increment_s=10.0))
    assert step(few.target, "turns at this price") == pytest.approx((60 + 0.5 * 9.5) / 1.5 / SAVED)


def test_lag_and_the_reserve_are_not_planned_with() -> None:
    late = replace(turn_with(60.0), overhead=Overhead(mean_s=0.1, worst_s=0.0))
    assert chess().plan(late).target_s == pytest.approx((60 - 2) / 20 / SAVED)
    assert chess(reserve_s=10.0).plan(turn_with(60.0)).target_s == pytest.approx(50 / 20 / SAVED)
    assert chess(reserve_s=70.0).plan(turn_with(60.0)).target_s == pytest.approx(1e-4 / 20 / SAVED)


def test_moves_to_go_end_the_count_of_turns() -> None:
    policy = Learned(chess=values(10.0, 20.0, ends=(40.0,)))
    turn = turn_with(60.0, features=ChessFeatures(move_number=1))
    assert policy._turns(turn) == (10.0, 20.0)
    for to_go, turns in ((4, (4.0, 0.0)), (10, (10.0, 0.0)), (14, (10.0, 4.0)), (80, (10.0, 20.0))):
        assert policy._turns(replace(turn, clock=replace(turn.clock, moves_to_go=to_go))) == turns
    assert chess().plan(turn_with(60.0, moves_to_go=4)).target_s == pytest.approx(60 / 4 / SAVED)


@pytest.mark.parametrize(("to_go", "share"), [(1, 1.0), (2, 0.75), (3, 2 / 3), (4, 0.5)])
def test_the_last_moves_of_a_stage_leave_half_of_an_even_share_to_each_later_one(
    to_go: int, share: float
) -> None:
    assert chess().plan(turn_with(60.0, moves_to_go=to_go)).limit_s == pytest.approx(60.0 * share)


def test_the_only_move_takes_a_twentieth_of_a_second() -> None:
    def limit_s(features: ChessFeatures) -> float:
        return chess().plan(turn_with(60.0, features=features)).limit_s

    assert limit_s(ChessFeatures(legal_moves=1)) == 0.05
    assert limit_s(ChessFeatures(legal_moves=2)) == pytest.approx(15.0 / SAVED)
    assert (
        Learned(chess=values(20.0)).plan(turn_with(60.0, features=ChessFeatures(legal_moves=1))).target_s
        == 0.05
    )


def after(memory: LearnedMemory | None, *, used_s: float, nodes: int = 0) -> Turn:
    budget = Budget.same_target_and_limit(Trail.start("x", 1.0))
    record = TurnRecord(
        policy="learned", ply=0, clock_before_s=61.0, budget=budget, used_s=used_s, memory=memory, nodes=nodes
    )
    return replace(turn_with(60.0), previous=record)


@pytest.mark.parametrize(
    ("used_s", "before", "ratio"),
    [
        (2.0, 1.0, 1.0),
        (4.0, 1.0, 1.1),
        (1.0, 2.0, 1.9),
        (100.0, 1.0, 1.4),  # at most five times the usual
        (100.0, 2.0, 2.5),
        (0.0, 0.42, 0.4),
    ],
)
def test_the_usage_ratio_follows_the_turns_of_the_game_within_bounds(
    used_s: float, before: float, ratio: float
) -> None:
    turn = after(LearnedMemory(usage_ratio=before, usual_s=2.0), used_s=used_s)
    budget = chess().plan(turn)
    assert isinstance(budget.memory, LearnedMemory)
    assert budget.memory.usage_ratio == pytest.approx(ratio)
    # The bank is divided by the ratio, and what such turns use is multiplied by it.
    assert budget.target_s == pytest.approx(3.0 / SAVED)
    assert step(budget.target, "turns at this price") == pytest.approx(3.0 / SAVED / ratio)


def test_without_a_memory_the_usage_ratio_is_one() -> None:
    for turn in (turn_with(60.0), after(None, used_s=9.0)):
        memory = chess().plan(turn).memory
        assert isinstance(memory, LearnedMemory)
        assert memory.usage_ratio == 1.0
    tiny = after(LearnedMemory(usage_ratio=1.0, usual_s=0.0), used_s=0.0002)
    assert chess()._usage_ratio(tiny) == pytest.approx(1.1)


def test_the_speed_of_chess_is_measured_now_or_before_or_assumed() -> None:
    policy = Learned(million_nodes_per_s=2.0)
    assert policy._speed(turn_with(), None).nodes_per_s == 2e6
    assert policy._speed(turn_with(), 5e5).nodes_per_s == 5e5
    assert policy._speed(turn_with(), 1e15).nodes_per_s == 1e12
    assert policy._speed(after(None, used_s=2.0, nodes=300), None).nodes_per_s == 150.0
    assert policy._speed(after(None, used_s=2.0, nodes=1), None).nodes_per_s == 0.5
    for unknown in (after(None, used_s=2.0), after(None, used_s=1e-4, nodes=300)):
        assert policy._speed(unknown, None).nodes_per_s == 2e6
    assert policy._speed(after(None, used_s=2.0, nodes=300), 5e5).nodes_per_s == 5e5
    assert Learned()._speed(turn_with(), None).nodes_per_s == 1e6
    assert Learned(million_nodes_per_s=0.0)._speed(turn_with(), None).nodes_per_s == 1.0
    assert policy._speed(turn_with(), None).samples_per_s == pytest.approx(1000.0)


def certain(_: Sequence[Iteration], __: SearchContext) -> float:
    return 0.0


def test_a_chess_search_is_judged_from_the_fourth_depth_on_and_ends_at_the_limit_or_with_a_mate() -> None:
    policy = chess(deepening_loss=certain)
    turn = turn_with(60.0)
    budget = policy.plan(turn)

    def reason(depth: int, elapsed_s: float = 0.1, mate_in: int | None = None) -> Reason | None:
        iteration = Iteration(
            elapsed_s=elapsed_s, depth=depth, score_cp=0.0, best_move="e2e4", nodes=1000, mate_in=mate_in
        )
        return policy.monitor(turn, budget).observe(iteration).reason

    assert reason(3) is None
    assert reason(4) is Reason.LOSS_BELOW_PRICE
    assert reason(3, mate_in=2) is Reason.MATE
    assert reason(3, elapsed_s=budget.limit_s) is Reason.LIMIT


def test_very_short_and_very_long_clocks_are_planned_with() -> None:
    assert chess(10.0).plan(turn_with(0.05)).limit_s == pytest.approx(0.3 * 0.05)
    assert step(chess().plan(turn_with(1e12)).target, "turns at this price") == pytest.approx(
        1e9 / 20 / SAVED
    )


def test_phases_that_are_over_do_not_count() -> None:
    fast = replace(values(10.0).phases[0], until=5.0, work_used=(1e3, 1.0))
    policy = replace(chess(), chess=replace(values(20.0), phases=(fast, *values(20.0).phases)))
    budget = policy.plan(turn_with(60.0, features=ChessFeatures(move_number=30)))
    assert budget.target_s == pytest.approx(3.0 / SAVED)


def test_the_bounds_of_the_usage_ratio_include_one() -> None:
    parameters = parameters_of(Learned)
    least, most = parameters["course_least"], parameters["course_most"]
    assert (least.low, least.high, most.low, most.high) == (0.1, 1.0, 1.0, 10.0)
