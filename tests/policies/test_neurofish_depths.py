import pytest

from zeitnot.clocks import ClockReading
from zeitnot.policies import Uniform
from zeitnot.policies.neurofish import Neurofish
from zeitnot.turns import (
    GO_ON,
    Budget,
    Iteration,
    Limits,
    Monitor,
    Reason,
    SimulationCheck,
    Snapshot,
    Tick,
    TimeManager,
    Trail,
    Turn,
    Verdict,
)


def turn(remaining_s: float) -> Turn:
    return Turn(clock=ClockReading(remaining_s=remaining_s))


def done(
    depth: int,
    elapsed_s: float,
    score_cp: float = 20.0,
    *,
    fail_highs: int = 0,
    fail_lows: int = 0,
    soft_stopped: bool = False,
) -> Iteration:
    return Iteration(
        elapsed_s=elapsed_s,
        depth=depth,
        score_cp=score_cp,
        best_move="e2e4",
        fail_highs=fail_highs,
        fail_lows=fail_lows,
        soft_stopped=soft_stopped,
    )


def watch(target_s: float, *, limit_s: float | None = None, policy: Neurofish | None = None) -> Monitor:
    budget = Budget(
        target=Trail.start("target", target_s),
        limit=Trail.start("limit", 1.5 * target_s if limit_s is None else limit_s),
    )
    return (policy or Neurofish()).monitor(turn(60.0), budget)


def after(monitor: Monitor, *iterations: Iteration) -> Verdict:
    """Show depths of which only the last may stop the search, and return the last verdict."""
    for iteration in iterations[:-1]:
        assert not monitor.observe(iteration).stop
    return monitor.observe(iterations[-1])


@pytest.mark.source("N10.begun")
def test_a_depth_that_fits_is_begun() -> None:
    # 0.8 s x 4 = 3.2 s; 0.55 of it is 1.76 s; 2.0 s are left
    assert after(watch(4.0), done(4, 1.1), done(5, 1.2), done(6, 2.0)) is GO_ON


@pytest.mark.source("N8.prediction", "N10.not_begun")
def test_the_worked_search_ends_after_depth_5() -> None:
    # 0.6 s x 4 = 2.4 s; 0.55 of it is 1.32 s; 0.53 s of 1.5 s are left
    times_s = (0.01, 0.04, 0.12, 0.37, 0.97)
    verdict = after(watch(1.5), *(done(depth, time_s) for depth, time_s in enumerate(times_s, start=1)))
    assert verdict.reason is Reason.UNAFFORDABLE
    assert verdict.note == "the next depth would take about 2.4 s, 0.53 s are left"


@pytest.mark.source("N10.begun", "N10.not_begun")
def test_the_prediction_turns_at_55_percent_of_the_next_depth() -> None:
    assert (
        after(watch(10.0), done(4, 1.0), done(5, 2.0), done(6, 4.5)) is GO_ON
    )  # 2.5 x 2.2 = 5.5 of 5.5 left
    assert after(watch(10.0), done(4, 1.0), done(5, 1.9), done(6, 4.5)).reason is Reason.UNAFFORDABLE


@pytest.mark.source("N7.preferred", "N8.minimum")
def test_depths_up_to_the_minimum_begin_whatever_the_prediction() -> None:
    monitor = watch(2.0)
    assert monitor.observe(done(3, 0.1)) is GO_ON
    assert monitor.observe(done(4, 1.9)) is GO_ON


@pytest.mark.source("N5.soft_stop", "N7.preferred", "N8.minimum", "N8.soft_stop", "N18.min_depth_forced")
def test_a_soft_stop_at_depth_3_still_lets_depth_5_finish() -> None:
    monitor = watch(1.0, limit_s=10.0)
    for depth, elapsed_s in ((3, 1.1), (4, 1.6)):
        verdict = monitor.observe(done(depth, elapsed_s))
        assert not verdict.stop
        assert verdict.events == ("min_depth_forced",)
    assert monitor.observe(done(5, 3.0)).reason is Reason.TARGET


@pytest.mark.source("N7.absolute")
def test_the_soft_stop_waits_for_the_absolute_minimum_when_the_others_are_smaller() -> None:
    monitor = watch(1.0, limit_s=10.0, policy=Neurofish(preferred_depth=1))
    assert monitor.observe(done(2, 1.1)).events == ("min_depth_forced",)
    assert monitor.observe(done(3, 1.2)).reason is Reason.TARGET
    assert Neurofish(preferred_depth=1).plan(turn(60.0)).minimum_depth == 3


@pytest.mark.source("N5.hard_stop", "N8.hard_stop")
@pytest.mark.parametrize("depth", [1, 4, 9])
def test_the_hard_stop_ends_at_once_at_any_depth(depth: int) -> None:
    assert watch(1.0).observe(done(depth, 1.5)).reason is Reason.LIMIT


@pytest.mark.source("N5.hard_stop")
def test_inside_a_depth_only_the_hard_stop_counts() -> None:
    monitor = watch(1.0)
    assert monitor.observe(Tick(elapsed_s=1.4)) is GO_ON
    assert monitor.observe(Tick(elapsed_s=1.5)).reason is Reason.LIMIT


@pytest.mark.source("N13.beyond")
def test_a_soft_stop_from_the_quiescence_budget_counts_like_the_move_time() -> None:
    assert after(watch(100.0), done(5, 1.0), done(6, 1.1, soft_stopped=True)).reason is Reason.TARGET


@pytest.mark.source("N11.reserve", "N18.emergency_reserve_stop")
def test_with_less_than_the_reserve_left_the_preferred_depth_is_enough() -> None:
    verdict = after(watch(2.0), done(4, 1.19), done(5, 1.2), done(6, 1.26))
    assert verdict.reason is Reason.RESERVE
    assert verdict.events == ("emergency_reserve_stop",)
    assert after(watch(2.0), done(4, 1.19), done(5, 1.2), done(6, 1.25)) is GO_ON


@pytest.mark.source("N11.preferred")
def test_the_reserve_waits_for_the_preferred_depth() -> None:
    monitor = watch(2.0, policy=Neurofish(preferred_depth=7, tactical_depth=3))
    # Failed windows make the position tactical, whose minimum is done; the preferred depth is not.
    assert after(monitor, done(4, 1.29), done(5, 1.3, fail_lows=3), done(6, 1.31)) is GO_ON
    assert monitor.observe(done(7, 1.32)).reason is Reason.RESERVE


# Instability


@pytest.mark.source("N9.swing", "N9.soft_stop", "N18.tactical_extension", "N18.score_instability")
def test_a_swing_of_250_cp_takes_the_soft_stop_back_and_extends_the_search() -> None:
    verdict = after(watch(2.0), done(4, 1.8, 150.0), done(5, 2.1, -100.0))
    assert not verdict.stop
    assert verdict.clears_soft_stop
    assert verdict.events == ("score_instability", "tactical_extension")


@pytest.mark.source("N9.soft_stop")
def test_the_soft_stop_counts_again_after_the_extension() -> None:
    monitor = watch(2.0)
    after(monitor, done(4, 1.8, 150.0), done(5, 2.1, -100.0))
    assert monitor.observe(done(6, 2.5, -90.0)).reason is Reason.TARGET


@pytest.mark.source("N9.soft_stop", "N10.not_begun")
def test_an_extension_is_predicted_against_the_hard_stop() -> None:
    # 0.7 s x 4 x 0.55 = 1.54 s; 1.1 s are left before the hard stop at 3 s
    verdict = after(watch(2.0), done(4, 1.1, 150.0), done(5, 1.2, 150.0), done(6, 1.9, -100.0))
    assert verdict.reason is Reason.UNAFFORDABLE
    assert not verdict.clears_soft_stop
    assert verdict.events == ("score_instability",)


@pytest.mark.source("N9.soft_stop")
def test_a_swing_beyond_the_prediction_of_the_target_still_extends() -> None:
    # 0.5 s x 4 x 0.55 = 1.1 s: more than the 0.3 s to the target, less than the 1.3 s to the hard stop
    begun = (done(4, 1.1, 150.0), done(5, 1.2, 150.0))
    assert after(watch(2.0), *begun, done(6, 1.7, -100.0)).clears_soft_stop
    assert after(watch(2.0), *begun, done(6, 1.7, 100.0)).reason is Reason.UNAFFORDABLE


@pytest.mark.source("N9.swing", "N9.small_depths")
@pytest.mark.parametrize(
    ("depth", "score_cp", "extends"),
    [(3, -51.0, True), (3, -50.0, False), (3, 351.0, True), (2, -500.0, False)],
)
def test_a_swing_counts_above_200_cp_and_beyond_depth_2(depth: int, score_cp: float, extends: bool) -> None:
    verdict = after(watch(5.0), done(depth - 1, 0.01, 150.0), done(depth, 0.02, score_cp))
    assert verdict.clears_soft_stop is extends


@pytest.mark.source("N7.unstable", "N9.marks")
def test_an_unstable_position_has_its_own_minimum_depth() -> None:
    monitor = watch(1.0, limit_s=10.0, policy=Neurofish(unstable_depth=7))
    after(monitor, done(4, 0.5, 150.0), done(5, 1.1, -100.0))
    assert monitor.observe(done(6, 1.2, -100.0)).events == ("min_depth_forced",)
    assert monitor.observe(done(7, 1.3, -100.0)).reason is Reason.TARGET


@pytest.mark.source("N7.tactical", "N16.mark")
@pytest.mark.parametrize("highs", [0, 1, 2, 3])
def test_a_window_that_fails_more_often_than_the_retries_makes_the_position_tactical(highs: int) -> None:
    monitor = watch(1.0, limit_s=10.0, policy=Neurofish(tactical_depth=7))
    assert not monitor.observe(done(5, 0.5, fail_highs=highs, fail_lows=3 - highs)).stop
    assert monitor.observe(done(6, 1.1)).events == ("min_depth_forced",)
    assert monitor.observe(done(7, 1.2)).reason is Reason.TARGET


@pytest.mark.source("N7.tactical", "N16.mark")
def test_a_window_that_holds_within_the_retries_leaves_the_position_as_it_was() -> None:
    monitor = watch(1.0, limit_s=10.0, policy=Neurofish(tactical_depth=7))
    assert not monitor.observe(done(4, 0.5, fail_highs=1, fail_lows=1)).stop
    assert monitor.observe(done(5, 1.1)).reason is Reason.TARGET


# Counters


@pytest.mark.source("N18.shallow_search_d2", "N18.shallow_search_d3")
@pytest.mark.parametrize(("depth", "counter"), [(2, "shallow_search_d2"), (3, "shallow_search_d3")])
def test_a_move_from_a_small_depth_is_counted(depth: int, counter: str) -> None:
    verdict = after(watch(1.0), done(depth, 0.9), done(depth, 1.5))
    assert verdict.events == (counter, "time_overruns")


@pytest.mark.source("N18.time_overruns")
def test_an_overrun_is_counted_once() -> None:
    monitor = watch(1.0)
    assert monitor.observe(Tick(elapsed_s=1.6)).events == ("time_overruns",)
    assert monitor.observe(Tick(elapsed_s=1.7)) == Verdict(reason=Reason.LIMIT)


@pytest.mark.source("N18.time_overruns")
@pytest.mark.parametrize(("elapsed_s", "events"), [(1.0, ()), (1.01, ("time_overruns",))])
def test_an_overrun_is_a_turn_longer_than_its_move_time(elapsed_s: float, events: tuple[str, ...]) -> None:
    verdict = watch(1.0).observe(done(5, elapsed_s))
    assert (verdict.reason, verdict.events) == (Reason.TARGET, events)


@pytest.mark.source("N18.time_overruns", "N18.shallow_search_d3")
def test_the_manager_keeps_the_counters_over_turns() -> None:
    manager = TimeManager(Neurofish(), fallback=Uniform())
    for _ in range(2):
        thinking = manager.begin(clock=ClockReading(remaining_s=300.0))
        thinking.observe(done(3, 0.1))
        thinking.observe(Tick(elapsed_s=thinking.budget.limit_s + 0.1))
        thinking.finish(used_s=thinking.budget.limit_s + 0.1)
    assert manager.events == {"shallow_search_d3": 2, "time_overruns": 2}


@pytest.mark.source("N17.depth")
def test_the_emergency_search_ends_with_its_second_depth() -> None:
    policy, now = Neurofish(), turn(1.0)
    monitor = policy.monitor(now, policy.plan(now))
    assert monitor.observe(done(1, 0.001)) is GO_ON
    assert monitor.observe(done(2, 0.002)).reason is Reason.DEPTH


def test_a_depth_the_caller_asked_for_ends_the_search() -> None:
    manager = TimeManager(Neurofish(), fallback=Uniform())
    thinking = manager.begin(clock=ClockReading(remaining_s=300.0), limits=Limits(depth=2))
    assert not thinking.observe(done(1, 0.01)).stop
    assert thinking.observe(done(2, 0.02)).reason is Reason.DEPTH


def test_a_game_without_depths_stops_at_the_move_time() -> None:
    check = SimulationCheck(elapsed_s=1.0, started_s=0.0, snapshot=Snapshot(arms=0, samples=0, top=()))
    assert watch(1.1).observe(check) is GO_ON
    assert watch(1.0).observe(check).reason is Reason.TARGET
