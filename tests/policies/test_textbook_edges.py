"""Textbook: the bounds of repeated factors, and the edges of the clock."""

import pytest

from zeitnot.clocks import ClockReading
from zeitnot.policies.textbook import Textbook, TextbookComplete
from zeitnot.turns import Budget, Iteration, Trail, Turn


def turn_with(remaining_s: float) -> Turn:
    return Turn(clock=ClockReading(remaining_s=remaining_s))


def factors(policy: Textbook, *depths: Iteration) -> dict[str, float]:
    """Return the factors on a soft limit of a second after these depths."""
    budget = Budget(target=Trail.start("soft", 1.0), limit=Trail.start("hard", 1e9))
    monitor = policy.monitor(turn_with(600.0), budget)
    return {each.name: each.value for each in [monitor.observe(depth) for depth in depths][-1].factors}


def test_a_factor_that_is_repeated_stays_within_a_million() -> None:
    falling = [
        Iteration(elapsed_s=0.0, depth=number, score_cp=-100.0 * number, best_move="e2e4")
        for number in range(1, 6)
    ]
    assert factors(Textbook(repeats=True, drop_factor=50.0), *falling)["score drop"] == 1e6
    easy = [
        Iteration(elapsed_s=0.0, depth=number, score_cp=500.0, best_move="e2e4", second_score_cp=0.0)
        for number in range(1, 4)
    ]
    assert factors(Textbook(repeats=True, easy_factor=0.005), *easy)["easy move"] == 1e-6


def test_the_last_hundredths_of_a_second_are_divided_as_well() -> None:
    assert Textbook(margin_s=0.0, least_s=0.0).plan(turn_with(0.06)).limit_s == pytest.approx(0.004)
    complete = TextbookComplete(margin_s=0.0, least_s=0.0).plan(turn_with(0.08))
    assert (complete.target_s, complete.limit_s) == pytest.approx((0.002, 0.01))


def test_ten_seconds_are_no_emergency() -> None:
    assert not Textbook().plan(turn_with(10.0)).emergency
    assert Textbook().plan(turn_with(9.99)).emergency
