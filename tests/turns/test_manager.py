import logging
import math
from dataclasses import replace
from typing import Any

import pytest

from tests.turns.scripted import Broken, BrokenMonitor, Granting, MuteError, manager_of, turn_of
from zeitnot.clocks import ClockReading
from zeitnot.policies.uniform import Uniform
from zeitnot.turns import (
    Budget,
    Calibration,
    ChessFeatures,
    EndgamePly,
    Iteration,
    Limits,
    Overhead,
    Reason,
    Safety,
    Split,
    Tick,
    TimeManager,
    Trail,
    Turn,
    Verdict,
)


def test_a_policy_is_told_everything_the_manager_knows() -> None:
    policy = Granting()
    manager = manager_of(policy, calibration=Calibration(alpha=0.5), overhead=Overhead(mean_s=0.005))
    own, opponent = ClockReading(remaining_s=60.0, increment_s=1.0), ClockReading(remaining_s=50.0)
    features, limits = ChessFeatures(move_number=9), Limits(depth=20)
    record = manager.begin(clock=own, opponent=opponent, limits=limits, ply=16, features=features).finish(
        used_s=1.0
    )
    manager.begin(clock=ClockReading(remaining_s=60.0), ply=18)
    first, second = policy.turns
    assert (first.clock, first.opponent, first.limits) == (own, opponent, limits)
    assert (first.ply, first.features, first.initial_s) == (16, features, 60.0)
    assert (first.calibration.alpha, first.overhead.mean_s, first.previous) == (0.5, 0.005, None)
    assert (second.previous, second.initial_s) == (record, 60.0)


def test_what_the_caller_does_not_say_is_one_line_at_the_start_of_a_game() -> None:
    policy = Granting()
    clock = ClockReading(remaining_s=60.0)
    manager_of(policy).begin(clock=clock)
    assert (policy.turns[0].lines, policy.turns[0].ply) == (1, 0)
    assert (Turn(clock=clock).lines, Turn(clock=clock).ply) == (1, 0)


def test_a_record_is_corrected_as_long_as_it_is_the_last() -> None:
    manager = manager_of(Granting())
    first = manager.begin(clock=ClockReading(remaining_s=60.0)).finish(used_s=1.0)
    rescored = replace(first, score_cp=50.0)
    manager.correct(first, rescored)
    assert manager.previous is rescored
    second = manager.begin(clock=ClockReading(remaining_s=59.0)).finish(used_s=1.0)
    manager.correct(rescored, first)
    assert manager.previous is second


@pytest.mark.parametrize(("limits", "name"), [(Limits(), "no clock"), (Limits(infinite=True), "infinite")])
def test_an_unlimited_budget_says_why_it_is_so(limits: Limits, name: str) -> None:
    budget = manager_of(Granting()).begin(limits=limits).budget
    assert [step.name for step in budget.limit.steps] == [name]


def test_a_move_time_without_a_clock_is_nothing_but_that() -> None:
    budget = manager_of(Granting()).begin(limits=Limits(move_time_s=1e6)).budget
    assert str(budget.limit) == "move time 1000000 s = 1000000 s"


def test_a_new_game_forgets_the_game_and_keeps_what_was_measured() -> None:
    policy = Granting()
    manager = manager_of(policy)
    turn_of(manager, ClockReading(remaining_s=60.0))
    turn_of(manager, ClockReading(remaining_s=58.7))
    learned = manager.overhead
    assert learned != Overhead()
    manager.new_game(initial_s=300.0)
    turn_of(manager, ClockReading(remaining_s=290.0))
    assert manager.overhead == learned
    assert (policy.turns[-1].previous, policy.turns[-1].initial_s) == (None, 300.0)


@pytest.mark.parametrize("remaining_s", [0.0, -0.001, -60.0, 1e-9, 0.05])
@pytest.mark.parametrize("policy", [Uniform(), Granting(), Granting(target_s=math.inf, limit_s=math.inf)])
def test_an_empty_clock_gets_no_time_and_no_complaint(policy: Any, remaining_s: float) -> None:
    turn = manager_of(policy).begin(clock=ClockReading(remaining_s=remaining_s, increment_s=5.0))
    assert turn.budget.target_s == turn.budget.limit_s == 0.0
    assert turn.observe(Tick(elapsed_s=0.0)).reason is Reason.LIMIT
    assert turn.finish(used_s=0.01).fault == ""


@pytest.mark.parametrize("remaining_s", [-math.inf, math.nan])
def test_a_clock_that_is_no_number_gets_no_time_rather_than_all_of_it(remaining_s: float) -> None:
    assert manager_of(Uniform()).begin(clock=ClockReading(remaining_s=remaining_s)).budget.limit_s == 0.0


def test_an_increment_that_has_not_arrived_is_not_spent() -> None:
    policy = Granting(target_s=10.0, limit_s=10.0)
    turn = manager_of(policy).begin(clock=ClockReading(remaining_s=1.0, increment_s=10.0))
    assert turn.budget.limit_s == pytest.approx(0.8)


@pytest.mark.parametrize("moves_to_go", [0, 1])
def test_the_last_move_before_the_time_control_keeps_its_distance(moves_to_go: int) -> None:
    policy = Granting(target_s=60.0, limit_s=60.0)
    turn = manager_of(policy).begin(clock=ClockReading(remaining_s=60.0, moves_to_go=moves_to_go))
    assert turn.budget.limit_s == pytest.approx(48.0)


def test_the_floor_and_the_share_can_be_set() -> None:
    safety = Safety(floor_s=1.0, largest_share=1.0, unknown_share=0.0)
    manager = manager_of(Granting(limit_s=99.0), safety=safety)
    assert manager.begin(clock=ClockReading(remaining_s=10.0)).budget.limit_s == pytest.approx(8.9)


@pytest.mark.source("M2.rates", "M2.update", "M15")
def test_rates_are_measured_every_turn() -> None:
    manager = manager_of(Granting())
    turn = manager.begin(clock=ClockReading(remaining_s=60.0))
    ply = EndgamePly(elapsed_s=0.5, started_s=0.2, budget_s=1.0, depth=2, value_pts=1.0, nodes=3000)
    turn.observe(ply)
    turn.finish(used_s=0.5, movegen_s=0.05, endgame_s=0.3)
    assert manager.calibration.movegen.seconds == 0.05
    assert manager.calibration.node.seconds == pytest.approx(0.0001)
    assert manager.calibration.sample == Calibration().sample


@pytest.mark.source("M2.update")
def test_totals_of_the_caller_win_over_the_last_report() -> None:
    manager = manager_of(Granting())
    turn = manager.begin(clock=ClockReading(remaining_s=60.0))
    turn.observe(EndgamePly(elapsed_s=0.5, started_s=0.2, budget_s=1.0, depth=2, value_pts=1.0, nodes=3000))
    record = turn.finish(used_s=0.9, simulation_s=0.2, endgame_s=0.6, nodes=6000, samples=400)
    assert (record.nodes, record.samples) == (6000, 400)
    assert manager.calibration.node.seconds == pytest.approx(0.0001)
    assert manager.calibration.sample.seconds == pytest.approx(0.0005)


def test_chess_nodes_do_not_enter_the_endgame_rate() -> None:
    manager = manager_of(Granting())
    turn = manager.begin(clock=ClockReading(remaining_s=60.0))
    turn.observe(Iteration(elapsed_s=0.1, depth=9, score_cp=0.0, best_move="e2e4", nodes=90_000))
    assert turn.finish(used_s=0.2, endgame_s=0.2, nodes=120_000).nodes == 120_000
    assert manager.calibration.node == Calibration().node


def test_events_of_all_turns_are_counted() -> None:
    manager = manager_of(Granting(verdicts=(Verdict(events=("unstable", "tactical")),)))
    for _ in range(3):
        turn = manager.begin(clock=ClockReading(remaining_s=60.0))
        turn.observe(Tick(elapsed_s=0.1))
        turn.finish(used_s=0.1)
    assert manager.events == {"unstable": 3, "tactical": 3}


def granting(target_s: float, limit_s: float) -> Budget:
    return Budget(target=Trail.start("granted", target_s), limit=Trail.start("granted", limit_s))


@pytest.mark.parametrize(
    ("plans", "words"),
    [
        (ZeroDivisionError("no moves"), "plan: ZeroDivisionError: no moves"),
        ("a budget", "plan: plan must return a Budget, got 'a budget'"),
        (granting(math.nan, 1.0), "plan: the target must be 0 or more seconds, got nan"),
        (granting(1.0, math.nan), "plan: the limit must be 0 or more seconds, got nan"),
        (granting(-1.0, 1.0), "plan: the target must be 0 or more seconds, got -1.0"),
        (granting(1.0, -1.0), "plan: the limit must be 0 or more seconds, got -1.0"),
        (replace(granting(1.0, 2.0), settings=None), "plan: the settings must be a SearchSettings, got None"),  # type: ignore[arg-type]
        (MuteError(), "plan: MuteError"),
    ],
)
def test_a_plan_that_fails_is_replaced_by_uniform_and_reported(plans: Any, words: str) -> None:
    manager = manager_of(Broken(plans=plans))
    clock = ClockReading(remaining_s=60.0)
    turn = manager.begin(clock=clock)
    assert turn.budget.target_s == Uniform().plan(Turn(clock=clock)).target_s
    assert turn.observe(Tick(elapsed_s=turn.budget.limit_s)).stop
    record = turn.finish(used_s=0.1)
    assert record.fault == words
    assert record.policy == "Broken"
    assert manager.events["fallbacks"] == 1


def test_an_infinite_plan_is_clipped_like_any_other() -> None:
    turn = manager_of(Broken(plans=granting(math.inf, math.inf))).begin(clock=ClockReading(remaining_s=60.0))
    assert turn.budget.limit_s == pytest.approx(48.0)


@pytest.mark.parametrize(
    ("watches", "words"),
    [
        (KeyError("x"), "monitor: KeyError: 'x'"),
        (object, "monitor: monitor must return a Monitor, got <object"),
        (list, "monitor: monitor must return a Monitor, got []"),
        (lambda: None, "monitor: monitor must return a Monitor, got None"),
    ],
)
def test_a_monitor_that_cannot_be_made_is_replaced_and_reported(watches: Any, words: str) -> None:
    turn = manager_of(Broken(watches=watches)).begin(clock=ClockReading(remaining_s=60.0))
    assert not turn.observe(Tick(elapsed_s=0.1)).stop
    assert turn.observe(Tick(elapsed_s=2.0)).stop
    assert turn.finish(used_s=2.0).fault.startswith(words)


@pytest.mark.parametrize(
    ("says", "words"),
    [
        (RuntimeError("lost"), "monitor: RuntimeError: lost"),
        ("stop", "monitor: observe must return a Verdict, got 'stop'"),
        (lambda: None, "monitor: observe must return a Verdict, got None"),
        (Verdict(target_s=math.nan), "monitor: the target must be 0 or more seconds, got nan"),
        (Verdict(events=None), "monitor: the events must be a tuple of texts, got None"),  # type: ignore[arg-type]
        (Verdict(events=([],)), "monitor: the events must be a tuple of texts, got ([],)"),  # type: ignore[arg-type]
        (Verdict(reason=[]), "monitor: the reason must be none or a Reason, got []"),  # type: ignore[arg-type]
        (Verdict(target_s=-1.0), "monitor: the target must be 0 or more seconds, got -1.0"),
    ],
)
def test_a_monitor_that_fails_is_replaced_and_reported(says: Any, words: str) -> None:
    turn = manager_of(Broken(watches=lambda: BrokenMonitor(says))).begin(clock=ClockReading(remaining_s=60.0))
    assert not turn.observe(Tick(elapsed_s=0.1)).stop
    assert not turn.observe(Tick(elapsed_s=0.2)).stop
    assert turn.observe(Tick(elapsed_s=2.0)).reason is Reason.LIMIT
    assert turn.finish(used_s=2.0).fault == words


def test_the_monitor_of_the_fallback_stands_in_for_one_that_fails() -> None:
    fallback = Granting(verdicts=(Verdict(), Verdict(reason=Reason.STABLE)))
    policy = Broken(watches=lambda: BrokenMonitor(RuntimeError("lost")))
    turn = TimeManager(policy, fallback=fallback).begin(clock=ClockReading(remaining_s=60.0))
    assert turn.observe(Tick(elapsed_s=0.1)).reason is None
    assert turn.observe(Tick(elapsed_s=0.2)).reason is Reason.STABLE
    assert turn.finish(used_s=0.2).fault == "monitor: RuntimeError: lost"


def test_a_monitors_fault_is_counted_and_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    manager = manager_of(Broken(watches=lambda: BrokenMonitor(RuntimeError("lost"))))
    with caplog.at_level(logging.WARNING, logger="zeitnot"):
        for remaining_s in (60.0, 59.0):
            turn = manager.begin(clock=ClockReading(remaining_s=remaining_s))
            turn.observe(Tick(elapsed_s=0.1))
            turn.observe(Tick(elapsed_s=0.2))
            turn.finish(used_s=1.0)
    assert manager.events["fallbacks"] == 2
    words = "policy Broken failed, the fallback stood in: monitor: RuntimeError: lost"
    assert [record.getMessage() for record in caplog.records] == [words]


def test_the_same_fault_with_other_figures_and_words_is_logged_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    policy = Broken()
    manager = manager_of(policy)
    with caplog.at_level(logging.WARNING, logger="zeitnot"):
        for number, words in enumerate(("no move", "no hope", "no more")):
            policy.plans = RuntimeError(f"{words} {number}")
            manager.begin(clock=ClockReading(remaining_s=60.0 - number)).finish(used_s=1.0)
        policy.plans = ValueError("of another kind")
        manager.begin(clock=ClockReading(remaining_s=50.0)).finish(used_s=1.0)
    told = [record.getMessage().rpartition("stood in: ")[2] for record in caplog.records]
    assert told == ["plan: RuntimeError: no move 0", "plan: ValueError: of another kind"]
    assert manager.events["fallbacks"] == 4


def test_a_split_of_text_under_a_clipped_target_costs_the_plan_only() -> None:
    split = Split(movegen_s="a", simulation_s=1.0, endgame_s=1.0, cushion_s=1.0)  # type: ignore[arg-type]
    turn = manager_of(Broken(plans=replace(granting(99.0, 99.0), split=split))).begin(
        clock=ClockReading(remaining_s=60.0)
    )
    assert turn.fault == "plan: movegen_s of the split must be 0 or more seconds, got 'a'"


@pytest.mark.parametrize("plans", [ValueError("x"), None, "text"])
@pytest.mark.parametrize("watches", [ValueError("x"), lambda: BrokenMonitor(ValueError("x"))])
def test_even_a_broken_fallback_does_not_cost_the_game(plans: Any, watches: Any) -> None:
    policy, fallback = Broken(plans=plans or "text", watches=watches), Broken(plans=plans, watches=watches)
    turn = TimeManager(policy, fallback=fallback).begin(clock=ClockReading(remaining_s=60.0))
    assert 0 < turn.budget.target_s <= turn.budget.limit_s <= 2.0
    assert not turn.observe(Tick(elapsed_s=0.0)).stop
    assert turn.observe(Tick(elapsed_s=turn.budget.limit_s)).reason is Reason.LIMIT
    assert turn.finish(used_s=1.0).fault.startswith("plan: ")


@pytest.mark.parametrize(
    "sent",
    [{"moves_to_go": -5}, {"moves_to_go": 0}, {"increment_s": -5.0}, {"increment_s": math.nan}],
)
def test_nonsense_that_an_interface_sends_is_as_if_not_sent(sent: dict[str, Any]) -> None:
    turn = manager_of(Uniform()).begin(clock=ClockReading(remaining_s=60.0, **sent))
    assert turn.fault == ""
    assert turn.budget == manager_of(Uniform()).begin(clock=ClockReading(remaining_s=60.0)).budget


def test_the_turn_after_a_fault_belongs_to_the_policy_again() -> None:
    policy = Broken(plans=ValueError("once"))
    manager = manager_of(policy)
    turn_of(manager, ClockReading(remaining_s=60.0))
    policy.plans = None
    record = manager.begin(clock=ClockReading(remaining_s=59.0)).finish(used_s=1.0)
    assert (record.fault, record.budget.target_s) == ("", 1.0)


def test_an_interrupt_by_the_user_is_not_swallowed() -> None:
    class Interrupted:
        def plan(self, turn: Turn) -> Budget:
            raise KeyboardInterrupt

        def monitor(self, turn: Turn, budget: Budget) -> Any:
            raise AssertionError

    with pytest.raises(KeyboardInterrupt):
        manager_of(Interrupted()).begin(clock=ClockReading(remaining_s=60.0))


def test_a_manager_is_called_what_its_policy_is_called() -> None:
    assert manager_of(Uniform()).name == "uniform"
    assert manager_of(Granting()).name == "Granting"
    assert manager_of(Granting(), name="mine").name == "mine"
