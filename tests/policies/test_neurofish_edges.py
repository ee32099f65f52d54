"""NeuroFish: minimum depths of tactical and unstable positions, ranges of parameters, and exact bounds."""

from typing import Any

import pytest

from zeitnot.clocks import ClockReading
from zeitnot.errors import SettingError
from zeitnot.policies import parameters_of
from zeitnot.policies.neurofish import Neurofish
from zeitnot.turns import Budget, Iteration, Monitor, Reason, Trail, Turn


def turn(remaining_s: float, increment_s: float = 0.0) -> Turn:
    return Turn(clock=ClockReading(remaining_s=remaining_s, increment_s=increment_s))


def watch() -> Monitor:
    """Return a monitor whose target of a second is past, with time to the limit."""
    budget = Budget(target=Trail.start("target", 1.0), limit=Trail.start("limit", 10.0))
    return Neurofish().monitor(turn(60.0), budget)


def done(depth: int, elapsed_s: float, **values: Any) -> Iteration:
    return Iteration(
        **{"elapsed_s": elapsed_s, "depth": depth, "score_cp": 0.0, "best_move": "e2e4", **values}
    )


def test_a_tactical_position_is_searched_to_depth_5() -> None:
    monitor = watch()
    assert monitor.observe(done(4, 1.1, fail_highs=2, fail_lows=1)).events == ("min_depth_forced",)
    assert monitor.observe(done(5, 1.2)).reason is Reason.TARGET


def test_an_unstable_position_is_searched_to_depth_5() -> None:
    monitor = watch()
    monitor.observe(done(3, 0.9))
    assert "score_instability" in monitor.observe(done(4, 1.1, score_cp=201.0)).events
    assert monitor.observe(done(5, 1.2, score_cp=201.0)).reason is Reason.TARGET


def test_minimum_depths_are_those_of_the_document() -> None:
    policy = Neurofish()
    depths = (policy.absolute_depth, policy.preferred_depth, policy.tactical_depth, policy.unstable_depth)
    assert depths == (3, 5, 5, 5)
    assert not policy.stops_mid_move
    assert policy.plan(turn(180.0)).settings.break_off_depth is None


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("normal_divisor", 1.0, 1000.0),
        ("hard_stop_factor", 1.0, 100.0),
        ("emergency_depth", 1, 246),
        ("quiescence_depth", 1, 246),
        ("aspiration_retries", 0, 100),
        ("aspiration_retries_tactical", 0, 100),
    ],
)
def test_parameters_have_these_ranges(name: str, low: float, high: float) -> None:
    parameter = parameters_of(Neurofish)[name]
    assert (parameter.low, parameter.high) == (low, high)


def test_regimes_and_bands_may_end_together_but_not_cross() -> None:
    together = Neurofish(emergency_below_s=10.0, critical_below_s=10.0, low_below_s=10.0)
    assert together.plan(turn(10.0)).target.steps[0].name == "normal clock"
    assert Neurofish(quiescence_divisors=(2.0, 2.0, 2.0)).plan(turn(10.0)).settings.quiescence.band_ends
    with pytest.raises(SettingError, match="emergency_, critical_ and low_below_s must rise"):
        Neurofish(low_below_s=9.0)
    with pytest.raises(SettingError, match="quiescence_divisors must fall"):
        Neurofish(quiescence_divisors=(4.0, 2.0, 3.0))


def test_quiet_checks_are_searched_for_a_ply_but_not_in_the_emergency_search() -> None:
    assert Neurofish().plan(turn(180.0)).settings.quiescence.check_depth == 1
    assert Neurofish().plan(turn(1.9)).settings.quiescence.check_depth == 0


def test_a_move_time_of_exactly_150_ms_is_no_emergency() -> None:
    budget = Neurofish(emergency_kept_s=0.0, emergency_divisor=1.0).plan(turn(0.15))
    assert budget.target_s == 0.15
    assert budget.settings.maximum_depth is None


@pytest.mark.parametrize(
    ("remaining_s", "increment_s", "emergency"),
    [
        (3.0, 2.0, False),
        (2.99, 2.0, True),
        (2.5, 0.0, True),
        (3.0, 0.0, True),
        (1.0, 0.0, True),
        (60.0, 0.0, False),
    ],
)
def test_an_emergency_is_a_clock_below_three_seconds_or_the_emergency_search(
    remaining_s: float, increment_s: float, emergency: bool
) -> None:
    assert Neurofish().plan(turn(remaining_s, increment_s)).emergency is emergency
