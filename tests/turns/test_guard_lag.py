"""What the guard keeps on the clock for the lag of later turns, and what a policy sees of it."""

import math
from typing import Any

import pytest

from zeitnot.clocks import ClockReading
from zeitnot.policies import Learned, Uniform
from zeitnot.turns import NO_CONNECTION, Overhead, Policy, Safety, TimeManager, Turn


@pytest.mark.parametrize("moves_to_go", [1, 2, 5])
def test_each_later_turn_keeps_its_lag_and_a_least_share(moves_to_go: int) -> None:
    clock = ClockReading(remaining_s=10.0, moves_to_go=moves_to_go)
    turn = Turn(clock=clock, overhead=Overhead(mean_s=0.11))
    left_s = 10.0 - 1.5 * 0.11 - 0.02
    later_s = (moves_to_go - 1) * (0.1 + 0.01)
    assert Safety(largest_share=1.0).bearable_s(turn) == pytest.approx(left_s - later_s)


def lagging(overhead: Overhead, remaining_s: float = 60.0, **reading: Any) -> Turn:
    clock = ClockReading(remaining_s=remaining_s, **reading)
    return Turn(clock=clock, opponent=ClockReading(remaining_s=50.0), overhead=overhead)


def test_a_turn_on_a_good_connection_is_planned_as_it_is() -> None:
    turn = lagging(Overhead(), increment_s=2.0)
    assert Safety().planning_turn(turn) is turn


def test_what_is_kept_for_lag_comes_off_both_clocks() -> None:
    turn = lagging(Overhead(recurring_s=0.3), increment_s=2.0)
    seen = Safety().planning_turn(turn)
    assert seen.clock == ClockReading(remaining_s=59.7, increment_s=2.0)
    assert seen.opponent == ClockReading(remaining_s=49.7)


@pytest.mark.parametrize(("increment_s", "seen_s"), [(2.0, 1.7), (0.05, 0.0)])
def test_lag_comes_off_the_increment_even_of_an_empty_clock(increment_s: float, seen_s: float) -> None:
    turn = lagging(Overhead(mean_s=0.31), remaining_s=0.0, increment_s=increment_s, extra_s=5.0)
    seen = Safety().planning_turn(turn)
    assert (seen.clock.remaining_s, seen.clock.increment_s) == pytest.approx((0.0, seen_s))
    assert seen.overhead.mean_s == 0.01


@pytest.mark.parametrize(
    ("remaining_s", "kept_s"),
    [(60.0, 40 * 0.31), (0.5, 0.95 * 0.5), (0.0, 0.0), (-3.0, 0.0), (math.inf, 0.0)],
)
def test_lag_of_later_turns_is_kept_as_far_as_there_is_a_clock(remaining_s: float, kept_s: float) -> None:
    turn = lagging(Overhead(mean_s=0.31), remaining_s=remaining_s)
    assert Safety().kept_for_lag_s(turn) == pytest.approx(kept_s)


@pytest.mark.parametrize(
    ("recurring_s", "kept_s"),
    [
        (0.1, 0.0),  # no more than any turn may have
        (0.3, 0.3 + 2 * 2 * (0.3 - 0.11)),
    ],
)
def test_a_lag_that_came_again_is_kept_with_two_of_its_worst_spells(
    recurring_s: float, kept_s: float
) -> None:
    overhead = Overhead(recurring_s=recurring_s, recent_s=(0.01, 0.3, 0.3, 0.01))
    turn = lagging(overhead, increment_s=0.06, period_s=0.04)
    assert Safety().kept_for_lag_s(turn) == pytest.approx(kept_s)


@pytest.mark.parametrize(
    ("reading", "kept_s"),
    [
        ({"remaining_s": 47.9, "moves_to_go": 40}, 0.12),
        ({"remaining_s": 48.1, "moves_to_go": 40}, 0.0),  # a tenth of an even share is not missed
        ({"remaining_s": 1.1, "moves_to_go": 1, "increment_s": 2.0}, 0.12),
        ({"moves_to_go": 1, "free_s": 60.0}, 0.0),  # comes again on every turn
        ({}, 0.0),
    ],
)
def test_turns_that_share_a_clock_are_planned_without_what_no_turn_may_touch(
    reading: dict[str, Any], kept_s: float
) -> None:
    turn = lagging(Overhead(), **reading)
    assert Safety().kept_for_lag_s(turn) == pytest.approx(kept_s)
    assert Safety().kept_for_lag_s(lagging(Overhead(), remaining_s=0.1, moves_to_go=1)) == pytest.approx(
        0.095
    )


@pytest.mark.parametrize("policy", [Uniform(), Learned(price_factor=1.0, limit_factor=1.0)])
def test_the_last_move_of_a_short_stage_has_as_much_time_as_the_others(policy: Policy) -> None:
    manager = TimeManager(policy, fallback=Uniform(), overhead=NO_CONNECTION)
    manager.new_game(initial_s=4.0)
    left_s, used_s = 4.0, []
    for to_go in range(40, 0, -1):
        thinking = manager.begin(clock=ClockReading(remaining_s=left_s, moves_to_go=to_go))
        used_s.append(thinking.budget.target_s)
        left_s -= used_s[-1]
        thinking.finish(used_s=used_s[-1])
    assert left_s >= manager.overhead.usual_s
    assert used_s[-1] > 0.8 * max(used_s)
