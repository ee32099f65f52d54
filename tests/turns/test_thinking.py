import math

import pytest

from tests.turns.scripted import Granting, manager_of
from zeitnot.clocks import ClockReading
from zeitnot.errors import SettingError, StateError
from zeitnot.turns import (
    GO_ON,
    Arm,
    EndgamePly,
    Factor,
    Iteration,
    Limits,
    Progress,
    Reason,
    SimulationCheck,
    Snapshot,
    Thinking,
    Tick,
    TurnRecord,
    Verdict,
)

MINUTE = ClockReading(remaining_s=60.0)


def depth(number: int, *, elapsed_s: float = 0.1, nodes: int = 0, mate_in: int | None = None) -> Iteration:
    return Iteration(
        elapsed_s=elapsed_s, depth=number, score_cp=20.0, best_move="e2e4", nodes=nodes, mate_in=mate_in
    )


def check(*, samples: int, elapsed_s: float = 0.1) -> SimulationCheck:
    top = (Arm(mean_pts=31.5, variance=400.0, samples=samples),)
    return SimulationCheck(
        elapsed_s=elapsed_s, started_s=0.0, snapshot=Snapshot(arms=1, samples=samples, top=top)
    )


def ply(number: int, *, nodes: int = 0, elapsed_s: float = 0.1) -> EndgamePly:
    return EndgamePly(
        elapsed_s=elapsed_s, started_s=0.0, budget_s=1.0, depth=number, value_pts=7.0, nodes=nodes
    )


def thinking(
    *verdicts: Verdict, limits: Limits | None = None, clock: ClockReading = MINUTE, target_s: float = 1.0
) -> Thinking:
    policy = Granting(target_s=target_s, limit_s=2.0, verdicts=verdicts)
    return manager_of(policy).begin(clock=clock, limits=limits or Limits())


def test_the_hard_limit_stops_whatever_the_monitor_says() -> None:
    turn = thinking(GO_ON, GO_ON)
    assert turn.observe(Tick(elapsed_s=1.999)) is GO_ON
    assert turn.observe(Tick(elapsed_s=2.0)).reason is Reason.LIMIT


@pytest.mark.source("T2.depth", "T2.beyond", "A8.depth", "A8.nodes")
@pytest.mark.parametrize(
    ("limits", "before", "reaching", "reason"),
    [
        (Limits(depth=6), depth(5), depth(6), Reason.DEPTH),
        (Limits(depth=6), ply(5), ply(6), Reason.DEPTH),
        (Limits(nodes=1000), depth(9, nodes=999), depth(9, nodes=1000), Reason.NODES),
        (Limits(nodes=1000), ply(3, nodes=999), ply(3, nodes=1000), Reason.NODES),
        (Limits(nodes=1000), check(samples=999), check(samples=1000), Reason.NODES),
        (Limits(mate=3), depth(9, mate_in=4), depth(9, mate_in=3), Reason.MATE),
        (Limits(nodes=1), Tick(elapsed_s=0.1), depth(1, nodes=1), Reason.NODES),
        (Limits(mate=3), depth(9, mate_in=-2), depth(9, mate_in=1), Reason.MATE),
        (Limits(mate=3), depth(9, mate_in=0), depth(9, mate_in=1), Reason.MATE),
    ],
)
def test_the_callers_limits_end_the_search(
    limits: Limits, before: Progress, reaching: Progress, reason: Reason
) -> None:
    turn = thinking(limits=limits)
    assert not turn.observe(before).stop
    assert turn.observe(reaching).reason is reason
    assert turn.finish(used_s=0.1).reason is reason


@pytest.mark.source("G8.fixed_depth", "A8.depth")
@pytest.mark.parametrize("limits", [Limits(depth=6), Limits(depth=6, infinite=True)])
def test_depth_ends_a_search_without_a_clock(limits: Limits) -> None:
    turn = manager_of(Granting()).begin(limits=limits)
    assert not turn.observe(depth(5, elapsed_s=1e6)).stop
    assert turn.observe(depth(6, elapsed_s=2e6)).reason is Reason.DEPTH


@pytest.mark.source("T2.infinite", "A12.infinite")
def test_infinite_never_stops_by_time() -> None:
    turn = manager_of(Granting()).begin(clock=MINUTE, limits=Limits(infinite=True))
    assert turn.budget.limit_s == math.inf
    assert turn.observe(depth(90, elapsed_s=1e8)) is GO_ON
    assert turn.finish(used_s=1e8).reason is Reason.CALLER


@pytest.mark.source("T2.move_time", "A12.move_time", "A1.deadline")
def test_move_time_is_used_as_it_is() -> None:
    turn = manager_of(Granting()).begin(clock=ClockReading(remaining_s=30.0), limits=Limits(move_time_s=5.0))
    assert turn.budget.target_s == turn.budget.limit_s == 5.0
    assert turn.observe(depth(30, elapsed_s=4.99)) is GO_ON
    assert turn.observe(Tick(elapsed_s=5.0)).reason is Reason.LIMIT


def test_move_time_is_clipped_to_what_the_clock_beside_it_can_bear() -> None:
    turn = manager_of(Granting()).begin(clock=ClockReading(remaining_s=2.0), limits=Limits(move_time_s=10.0))
    assert turn.budget.limit_s == pytest.approx(1.6)
    assert turn.budget.limit.steps[-1].name == "what the clock can bear"


def test_a_report_after_the_turn_is_refused() -> None:
    turn = manager_of(Granting()).begin(clock=ClockReading(remaining_s=30.0))
    turn.finish(used_s=1.0)
    with pytest.raises(StateError, match="a search reports before its turn is finished"):
        turn.observe(Tick(elapsed_s=1.0))


def test_a_saving_stop_is_void_while_a_period_to_come_would_give_as_much() -> None:
    policy = Granting(verdicts=(Verdict(reason=Reason.STABLE), Verdict(reason=Reason.STABLE)))
    clock = ClockReading(remaining_s=5.0, extra_s=30.0, period_s=30.0)
    turn = manager_of(policy).begin(clock=clock)
    assert not turn.observe(Tick(elapsed_s=3.0)).stop
    assert turn.observe(Tick(elapsed_s=29.0)).stop


@pytest.mark.source("A1.unlimited")
def test_no_clock_and_no_limits_runs_until_the_caller_stops_it() -> None:
    turn = manager_of(Granting()).begin()
    assert turn.observe(depth(200, elapsed_s=1e8)) is GO_ON
    record = turn.finish(used_s=1e8, reason=Reason.CALLER)
    assert record.clock_before_s is None


@pytest.mark.parametrize(
    ("said_s", "target_s"),
    [(1.5, 1.5), (5.0, 2.0), (0.0, 0.0), (math.inf, 2.0)],
    ids=["in", "over", "0", "inf"],
)
def test_a_moved_target_stays_within_the_limit(said_s: float, target_s: float) -> None:
    turn = thinking(Verdict(target_s=said_s))
    turn.observe(depth(5))
    assert turn.target_s == target_s
    assert turn.finish(used_s=0.1).target_s == target_s


@pytest.mark.parametrize(
    "reason",
    [
        Reason.TARGET,
        Reason.UNAFFORDABLE,
        Reason.RESERVE,
        Reason.STABLE,
        Reason.LOSS_BELOW_PRICE,
        Reason.PLATEAU,
    ],
)
def test_a_stop_to_save_time_is_void_while_time_is_free(reason: Reason) -> None:
    delay = ClockReading(remaining_s=60.0, extra_s=1.5, free_s=1.5)
    said = Verdict(reason=reason, expected_loss_pts=0.3, events=("counted",), target_s=1.7)
    turn = thinking(said, said, clock=delay)
    assert not turn.observe(depth(5, elapsed_s=1.4)).stop
    assert turn.events == ["counted"]
    assert (turn.target_s, turn.expected_loss_pts) == (1.7, 0.3)
    assert turn.observe(depth(6, elapsed_s=1.5)).reason is reason


@pytest.mark.parametrize("reason", [Reason.MATE, Reason.ONE_MOVE, Reason.SOLVED, Reason.OTHER])
def test_a_stop_for_another_reason_holds_even_while_time_is_free(reason: Reason) -> None:
    delay = ClockReading(remaining_s=60.0, extra_s=1.5, free_s=1.5)
    assert thinking(Verdict(reason=reason), clock=delay).observe(depth(5)).reason is reason


def test_free_time_keeps_the_target_from_moving_below_it() -> None:
    delay = ClockReading(remaining_s=60.0, extra_s=1.5, free_s=1.5)
    turn = thinking(Verdict(target_s=0.5), clock=delay)
    turn.observe(depth(5))
    assert turn.target_s == 1.5


def test_the_record_tells_what_the_search_reported_last() -> None:
    turn = thinking()
    turn.observe(depth(5, nodes=100))
    turn.observe(depth(6, nodes=300, elapsed_s=0.4))
    record = turn.finish(used_s=0.5, move="d2d4", clock_after_s=59.0)
    assert (record.depth, record.nodes, record.score_cp, record.move) == (6, 300, 20.0, "d2d4")
    assert (record.used_s, record.clock_before_s, record.clock_after_s) == (0.5, 60.0, 59.0)
    assert record.overshoot_s == pytest.approx(-1.5)


def test_the_record_of_a_turn_without_reports_has_no_work_in_it() -> None:
    record = thinking().finish(used_s=0.5)
    assert (record.depth, record.nodes, record.samples) == (0, 0, 0)
    assert (record.simulation_s, record.endgame_s) == (0.0, 0.0)
    assert (record.score_cp, record.value_pts, record.move) == (None, None, "")
    bare = TurnRecord(policy="mine", ply=0, clock_before_s=60.0, budget=record.budget, used_s=0.5)
    assert (bare.depth, bare.nodes, bare.samples, bare.target_s) == (0, 0, 0, 0.0)
    assert (bare.simulation_s, bare.endgame_s, bare.ponder_hit) == (0.0, 0.0, False)


def test_the_record_of_a_scrabble_turn_has_samples_and_value() -> None:
    turn = thinking()
    turn.observe(check(samples=500))
    turn.observe(ply(3, nodes=40))
    record = turn.finish(used_s=0.5, simulation_s=0.3, endgame_s=0.1)
    assert (record.samples, record.value_pts, record.depth, record.nodes) == (500, 7.0, 3, 40)
    assert (record.simulation_s, record.endgame_s) == (0.3, 0.1)


def test_a_simulation_alone_gives_the_mean_of_its_best_arm_as_value() -> None:
    turn = thinking()
    turn.observe(check(samples=500))
    assert turn.finish(used_s=0.5).value_pts == 31.5


def test_factors_and_loss_said_last_outlive_the_verdict_that_stops() -> None:
    said = Verdict(target_s=1.5, factors=(Factor("stability", 0.7),), expected_loss_pts=0.25)
    turn = thinking(said)
    turn.observe(depth(5))
    turn.observe(Tick(elapsed_s=2.0))
    record = turn.finish(used_s=2.0)
    assert record.reason is Reason.LIMIT
    assert (record.factors, record.expected_loss_pts) == ((Factor("stability", 0.7),), 0.25)


def test_what_the_monitor_says_at_the_limit_is_kept_beside_the_stop() -> None:
    said = Verdict(reason=Reason.STABLE, note="settled", expected_loss_pts=0.25, events=("late",))
    turn = thinking(said)
    verdict = turn.observe(check(samples=10, elapsed_s=2.5))
    assert (verdict.reason, verdict.note, verdict.expected_loss_pts) == (Reason.LIMIT, "", 0.25)
    assert turn.events == ["late"]


def test_the_callers_reason_comes_before_the_monitors() -> None:
    turn = thinking(Verdict(reason=Reason.STABLE))
    turn.observe(depth(5))
    assert turn.finish(used_s=0.1, reason=Reason.BOOK).reason is Reason.BOOK


def test_a_turn_is_finished_once() -> None:
    turn = thinking()
    turn.finish(used_s=0.1)
    with pytest.raises(StateError, match=r"a turn is finished once, got a second finish\(\)"):
        turn.finish(used_s=0.1)


@pytest.mark.parametrize("used_s", [-0.1, math.nan, math.inf])
def test_time_used_must_be_a_time(used_s: float) -> None:
    turn = thinking()
    with pytest.raises(SettingError, match="used_s must be 0 or more seconds, got"):
        turn.finish(used_s=used_s)
    assert turn.finish(used_s=0.1).used_s == 0.1
