import math
from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot.errors import SettingError
from zeitnot.turns import NO_CONNECTION, Calibration, Overhead, Rate

LAGS_S = st.floats(0, 10) | st.sampled_from([math.inf, math.nan, -1.0])


@pytest.mark.source("M28.guesses")
def test_first_guesses_are_a_tenth_a_thousandth_and_a_tenth_of_that() -> None:
    calibration = Calibration()
    rates = (calibration.movegen.seconds, calibration.sample.seconds, calibration.node.seconds)
    assert rates == (0.1, 0.001, 0.0001)


@pytest.mark.source("M28.corrected", "M2.update")
def test_first_measurement_replaces_the_guess() -> None:
    after = Calibration().after_turn(
        movegen_s=0.02, samples=1000, simulation_s=0.5, nodes=2000, endgame_s=0.1
    )
    assert after.movegen == Rate(seconds=0.02, measurements=1)
    assert after.sample == Rate(seconds=0.0005, measurements=1)
    assert after.node == Rate(seconds=0.00005, measurements=1)


@pytest.mark.source("M15")
def test_later_measurements_enter_with_weight_three_tenths() -> None:
    once = Calibration().after_turn(movegen_s=0.1, samples=100, simulation_s=0.1, nodes=100, endgame_s=0.2)
    twice = once.after_turn(movegen_s=0.2, samples=100, simulation_s=0.2, nodes=100, endgame_s=0.4)
    assert twice.movegen.seconds == pytest.approx(0.3 * 0.2 + 0.7 * 0.1)
    assert twice.sample.seconds == pytest.approx(0.3 * 0.002 + 0.7 * 0.001)
    assert twice.node.seconds == pytest.approx(0.3 * 0.004 + 0.7 * 0.002)


@pytest.mark.source("M2.rates")
def test_a_phase_that_did_no_work_keeps_its_rate() -> None:
    before = Calibration().after_turn(movegen_s=0.1, samples=100, simulation_s=0.1, nodes=100, endgame_s=0.2)
    after = before.after_turn(movegen_s=0.3)
    assert (after.sample, after.node) == (before.sample, before.node)
    assert after.movegen.measurements == 2


@pytest.mark.parametrize(
    "turn",
    [{"samples": 1000}, {"nodes": 1000}, {"simulation_s": 0.5}, {"endgame_s": 0.5}, {}],
    ids=["samples", "nodes", "simulation", "endgame", "nothing"],
)
def test_work_without_a_time_and_a_time_without_work_keep_the_rates(turn: dict[str, Any]) -> None:
    assert Calibration().after_turn(**turn) == Calibration()


@pytest.mark.parametrize(
    ("turn", "measured"),
    [
        ({"samples": 1, "simulation_s": 0.5}, Calibration(sample=Rate(seconds=0.5, measurements=1))),
        ({"nodes": 1, "endgame_s": 0.25}, Calibration(node=Rate(seconds=0.25, measurements=1))),
        ({"movegen_s": 0.0}, Calibration(movegen=Rate(seconds=0.0, measurements=1))),
    ],
)
def test_a_single_sample_or_node_or_an_instant_list_is_a_measurement(
    turn: dict[str, Any], measured: Calibration
) -> None:
    assert Calibration().after_turn(**turn) == measured


@pytest.mark.parametrize("nonsense", [math.nan, math.inf, -0.1])
def test_nonsense_measurements_are_passed_over(nonsense: float) -> None:
    assert Rate(seconds=0.5, measurements=3).after(nonsense, alpha=0.3) == Rate(seconds=0.5, measurements=3)
    assert Overhead().after(nonsense) == Overhead()


@pytest.mark.source("M17.rates")
def test_a_machine_twice_as_fast_shows_in_the_rate_alone() -> None:
    slow = Calibration().after_turn(samples=1000, simulation_s=1.0)
    fast = Calibration().after_turn(samples=2000, simulation_s=1.0)
    assert fast.sample.seconds == pytest.approx(slow.sample.seconds / 2)


def test_overhead_settles_on_a_steady_lag() -> None:
    overhead = Overhead()
    for _ in range(300):
        overhead = overhead.after(0.2)
    assert overhead.mean_s == pytest.approx(0.2, rel=0.01)
    assert overhead.worst_s == pytest.approx(0.3, rel=0.01)


def test_one_spike_raises_the_worst_at_once_and_the_mean_a_little() -> None:
    overhead = Overhead()
    for _ in range(50):
        overhead = overhead.after(0.01)
    spiked = overhead.after(1.0)
    assert spiked.worst_s == pytest.approx(1.5)
    assert spiked.mean_s < 0.12


@pytest.mark.parametrize("told_s", [0.0, 0.1, 0.5])
def test_a_bad_minute_is_forgotten_down_to_what_was_assumed_at_first(told_s: float) -> None:
    overhead = Overhead(worst_s=told_s).after(1.0)
    assert overhead.worst_s == pytest.approx(1.5)
    for _ in range(300):
        overhead = overhead.after(0.01)
    assert overhead.worst_s == pytest.approx(max(told_s, 0.015), rel=0.1)


@given(lags_s=st.lists(LAGS_S, max_size=30))
def test_overhead_stays_finite_and_its_worst_never_below_its_mean(lags_s: list[float]) -> None:
    overhead = Overhead()
    for lag_s in lags_s:
        overhead = overhead.after(lag_s)
        assert 0 <= overhead.mean_s <= overhead.worst_s < math.inf
        if 0 <= lag_s < min(overhead.outage_s, math.inf):
            assert overhead.worst_s >= lag_s


def test_a_dropped_connection_teaches_nothing() -> None:
    known = Overhead().after(0.02)
    dropped = known.after(30.0)
    assert (dropped.worst_s, dropped.recurring_s) == (known.worst_s, known.recurring_s)
    assert dropped.after(0.02).mean_s == pytest.approx(known.after(0.02).after(0.02).mean_s)


def test_a_line_that_always_loses_seconds_is_believed_in_the_end() -> None:
    overhead = Overhead().after(0.02)
    assert overhead.after(5.0).worst_s < 0.2
    for _ in range(2):
        overhead = overhead.after(5.0)
    assert overhead.worst_s == 7.5
    assert overhead.after(6.0).worst_s == 9.0


def test_one_hiccup_changes_no_plan() -> None:
    overhead = Overhead()
    for lag_s in (0.01, 0.4, 0.01, 0.01):
        overhead = overhead.after(lag_s)
        assert overhead.mean_s == pytest.approx(0.01)
        assert overhead.recurring_s == pytest.approx(0.01)


def test_a_first_hiccup_may_come_again_until_the_next_turn_shows_that_it_does_not() -> None:
    first = Overhead().after(0.4)
    assert (first.mean_s, first.recurring_s) == pytest.approx((0.01, 0.4))
    assert first.after(0.01).recurring_s == pytest.approx(0.01)


def test_a_habit_shows_after_two_turns_and_is_forgotten_after_eight() -> None:
    overhead = Overhead().after(0.3).after(0.3)
    assert overhead.mean_s == pytest.approx((0.01 + 0.3 + 0.3) / 3)
    for _ in range(6):
        overhead = overhead.after(0.3)
    assert overhead.mean_s == pytest.approx(0.3)
    for _ in range(8):
        overhead = overhead.after(0.0)
    assert overhead.mean_s == 0.0


def test_a_lag_that_came_twice_may_come_again_for_a_hundred_turns() -> None:
    overhead = Overhead().after(0.01).after(0.5).after(0.01).after(0.6)
    for _ in range(97):
        overhead = overhead.after(0.01)
    assert overhead.recurring_s == pytest.approx(0.5)
    assert overhead.after(0.01).recurring_s == pytest.approx(0.01)


def test_the_worst_spell_is_what_turns_in_a_row_took_off_the_clock() -> None:
    overhead = Overhead(mean_s=0.0)
    for lag_s in (0.0, 0.31, 0.31, 0.0, 0.31, *[0.0] * 8, 5.0):
        overhead = overhead.after(lag_s)
    assert overhead.worst_spell_s(brought_s=0.1) == pytest.approx(0.2 + 0.2 - 0.11 + 0.2)
    assert overhead.worst_spell_s(brought_s=0.4) == 0.0
    short = Overhead(mean_s=0.0).after(0.05).after(0.05)
    assert short.worst_spell_s(brought_s=0.03) == pytest.approx(0.01 + 0.01)


def test_two_overheads_of_one_turn_add_up_and_the_sum_forgets_as_the_first() -> None:
    both = Overhead(mean_s=0.01, worst_s=0.1, recurring_s=0.05, measurements=3).plus(
        Overhead(mean_s=0.002, worst_s=0.02, recurring_s=0.01)
    )
    assert both.mean_s == pytest.approx(0.012)
    assert both.recurring_s == pytest.approx(0.06)
    assert both.worst_s == pytest.approx(0.12)
    assert both.usual_s == pytest.approx(0.12)
    assert both.measurements == 3


@pytest.mark.parametrize("figure", [{"mean_s": math.nan}, {"worst_s": -1.0}, {"assumed_s": math.inf}])
def test_an_overhead_that_is_no_time_is_refused(figure: dict[str, float]) -> None:
    with pytest.raises(SettingError, match="must be 0 or more seconds"):
        Overhead(**figure)  # type: ignore[arg-type]


def after_lags(*lags_s: float) -> Overhead:
    overhead = Overhead(mean_s=0.0)
    for lag_s in lags_s:
        overhead = overhead.after(lag_s)
    return overhead


def test_the_worse_half_of_all_turns_is_expected_again() -> None:
    overhead = after_lags(*[0.1, 0.3] * 10, *[0.0] * 18)
    assert overhead.mean_s == 0.0
    assert overhead.expected_s(40) == pytest.approx(0.2)
    assert after_lags(0.0, 0.0, 0.0, 0.9).expected_s(40) == 0.0  # a single one is not expected again


def test_a_lag_that_grows_steadily_is_expected_to_go_on() -> None:
    growing = [0.01 * turn for turn in range(1, 13)]
    overhead = after_lags(*growing)
    assert overhead.rising_s == pytest.approx(0.01)
    assert overhead.expected_s(20) == pytest.approx(overhead.mean_s + 0.01 * (8 + 20) / 2)
    assert after_lags(*growing[:10]).rising_s == 0.0  # too few to tell
    assert after_lags(*growing[:11], 0.05).rising_s == 0.0
    assert after_lags(*[0.01] * 8, *[0.3] * 4).rising_s == 0.0  # one step is not growth
    assert after_lags(*[0.01] * 4, *[0.02] * 5, *[0.03] * 3).rising_s == 0.0  # neither is standing still


def test_a_connection_is_known_after_as_many_turns_as_are_remembered() -> None:
    assert not after_lags(*[0.0] * 99).is_known
    assert after_lags(*[0.0] * 100).is_known
    assert NO_CONNECTION.is_known
    assert not Overhead().is_known


def test_a_connection_about_which_nothing_is_known_has_the_usual_figures() -> None:
    assert asdict(Overhead()) == {
        "mean_s": 0.01,
        "rough_s": 0.0,
        "rising_s": 0.0,
        "recurring_s": 0.0,
        "worst_s": 0.1,
        "measurements": 0,
        "recent_s": (),
        "window": 100,
        "mean_window": 8,
        "margin": 1.5,
        "forgetting": 0.98,
        "outage_s": 2.0,
        "assumed_s": 0.1,
    }


def test_a_caller_who_assumes_no_worst_case_has_none() -> None:
    none = Overhead(mean_s=0.0, worst_s=0.0)
    assert none.usual_s == 0.0
    assert Overhead(mean_s=0.02, worst_s=0.0).usual_s == pytest.approx(0.03)
    assert none.plus(Overhead(mean_s=0.0, worst_s=0.02)).usual_s == 0.02
    assert Overhead(mean_s=0.0, worst_s=0.02).plus(none).usual_s == 0.02


def test_an_outage_is_more_than_two_seconds_and_more_than_the_worst_case() -> None:
    assert not Overhead().is_outage(2.0)
    assert Overhead().is_outage(2.001)
    assert not Overhead(worst_s=3.0).is_outage(3.0)
    assert Overhead(worst_s=3.0).is_outage(3.001)


def test_seconds_that_the_margin_above_a_known_lag_covers_are_no_outage() -> None:
    assert Overhead(mean_s=2.0).after(3.0).worst_s == 4.5
    assert Overhead(mean_s=2.0).after(3.001).worst_s == 3.0
