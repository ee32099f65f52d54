"""Mergen: when it stops a search, and its use as a library."""

import math

import pytest

from zeitnot.clocks import ClockReading, GameClock, TimeControl, WorkTime, time_text
from zeitnot.models import make_manager
from zeitnot.policies.mergen import Mergen
from zeitnot.turns import (
    GO_ON,
    Budget,
    ChessFeatures,
    EndgamePly,
    Factor,
    Iteration,
    Limits,
    Monitor,
    Reason,
    SearchSettings,
    Tick,
    Trail,
    Turn,
)

START = ChessFeatures(move_number=1, legal_moves=20, pieces=32)
"""The starting position: no captures, no checks."""


def depth(number: int, elapsed_s: float = 0.0, *, score_cp: float = 0.0, move: str = "e2e4") -> Iteration:
    return Iteration(elapsed_s=elapsed_s, depth=number, score_cp=score_cp, best_move=move)


def watch(policy: Mergen | None = None, *, maximum_depth: int | None = None) -> Monitor:
    budget = Budget(
        target=Trail.start("target", 1.0),
        limit=Trail.start("maximum", 2.5),
        settings=SearchSettings(maximum_depth=maximum_depth),
    )
    return (policy or Mergen()).monitor(Turn(clock=ClockReading(remaining_s=180.0)), budget)


def test_search_stops_at_the_target_between_depths() -> None:
    monitor = watch()
    assert monitor.observe(depth(1, 0.9)) is GO_ON
    assert monitor.observe(Tick(elapsed_s=2.4)) is GO_ON
    assert monitor.observe(depth(2, 1.0)).reason is Reason.TARGET
    assert monitor.observe(Tick(elapsed_s=2.5)).reason is Reason.LIMIT


def test_other_work_stops_at_the_target() -> None:
    ply = EndgamePly(elapsed_s=1.0, started_s=0.0, budget_s=5.0, depth=3, value_pts=1.0)
    assert watch().observe(ply).reason is Reason.TARGET


@pytest.mark.source("G8.fixed_depth")
def test_depth_limit_ends_the_search() -> None:
    monitor = watch(maximum_depth=4)
    assert monitor.observe(depth(3)) is GO_ON
    assert monitor.observe(depth(4)).reason is Reason.DEPTH


def emergency_watch(policy: Mergen | None = None, *, free_s: float = 0.0) -> Monitor:
    """Return the monitor with 8 s left: a target of 0.8 s, a limit of 1.2 s."""
    policy = policy or Mergen()
    turn = Turn(clock=ClockReading(remaining_s=8.0, free_s=free_s), features=START)
    return policy.monitor(turn, policy.plan(turn))


@pytest.mark.source("G7.depth")
def test_depth_limit_of_an_emergency_holds_from_seven_tenths_of_the_target_on() -> None:
    monitor = emergency_watch()
    assert monitor.observe(depth(3, 0.6)) is GO_ON
    assert monitor.observe(depth(4, 0.559)) is GO_ON
    assert monitor.observe(depth(4, 0.561)).reason is Reason.DEPTH
    assert monitor.observe(depth(9, 0.561)).reason is Reason.DEPTH
    assert emergency_watch(Mergen(emergency_deepening_share=0.0)).observe(depth(4)).reason is Reason.DEPTH


def test_emergency_does_not_lower_the_depth_while_time_is_free() -> None:
    assert emergency_watch(free_s=8.0).observe(depth(4, 0.6)) is GO_ON


def test_unstable_evaluation_moves_nothing_unless_set() -> None:
    monitor = watch()
    assert monitor.observe(depth(1)) is GO_ON
    assert monitor.observe(depth(2, score_cp=-300.0, move="d2d4")) is GO_ON


@pytest.mark.source("G13.instability")
def test_unstable_evaluation_gets_more_time_within_the_maximum() -> None:
    monitor = watch(Mergen(unstable_factor=1.5))
    assert monitor.observe(depth(1)) is GO_ON
    assert monitor.observe(depth(2, score_cp=50.0)) is GO_ON
    assert monitor.observe(depth(3, score_cp=-1.0)).target_s == pytest.approx(1.5)
    assert monitor.observe(depth(4, 1.4, score_cp=-1.0, move="d2d4")).target_s == pytest.approx(2.25)
    extended = monitor.observe(depth(5, 1.4, score_cp=-1.0, move="e2e4"))
    assert extended.target_s == 2.5
    assert extended.factors == (Factor("unstable evaluation", 1.5**3),)
    assert monitor.observe(depth(6, 2.4, move="e2e4")) is GO_ON


@pytest.mark.source("G8.infinite", "G8.fixed_depth")
@pytest.mark.parametrize("limits", [Limits(infinite=True), Limits(depth=5)])
def test_search_without_a_clock_runs_until_its_own_limit(limits: Limits) -> None:
    thinking = make_manager("mergen").begin(limits=limits, features=START)
    assert thinking.budget.limit_s == math.inf
    assert not thinking.observe(depth(4, 1e6)).stop
    assert (thinking.observe(depth(5, 2e6)).reason is Reason.DEPTH) is (limits.depth == 5)


@pytest.mark.source("G10.manager", "G10.times", "G10.report", "G10.text")
def test_library_user_makes_a_manager_asks_for_times_and_reports_what_was_used() -> None:
    source = WorkTime()
    clock = GameClock(TimeControl.parse("10+5"), source)
    manager = make_manager("mergen", {"kind": "rapid"})
    clock.start()
    thinking = manager.begin(clock=clock.reading(), features=START)
    target_s, maximum_s = thinking.budget.target_s, thinking.budget.limit_s
    assert (time_text(target_s), time_text(maximum_s)) == ("9.8s", "24.5s")
    assert not thinking.observe(depth(6, 4.0)).stop
    source.advance(9.9)
    assert thinking.observe(depth(7, 9.9)).stop
    used_s = clock.press()
    record = thinking.finish(used_s=used_s, clock_after_s=clock.remaining_s(0))
    assert record.used_s == pytest.approx(9.9)
    assert record.reason is Reason.TARGET
    assert time_text(clock.remaining_s(0)) == "9m 55s"
