from dataclasses import dataclass

import pytest

from tests.turns.scripted import Scripted
from zeitnot.monitors import Deadline, SoftTarget, any_of, between_depths
from zeitnot.turns import (
    GO_ON,
    EndgamePly,
    Factor,
    Iteration,
    Memory,
    Progress,
    Reason,
    SimulationCheck,
    Snapshot,
    Tick,
    Verdict,
)


def depth(number: int, elapsed_s: float) -> Iteration:
    return Iteration(elapsed_s=elapsed_s, depth=number, score_cp=0.0, best_move="e2e4")


def check(elapsed_s: float) -> SimulationCheck:
    return SimulationCheck(elapsed_s=elapsed_s, started_s=0.0, snapshot=Snapshot(arms=0, samples=0, top=()))


def ply(elapsed_s: float) -> EndgamePly:
    return EndgamePly(elapsed_s=elapsed_s, started_s=0.0, budget_s=9.0, depth=1, value_pts=0.0)


@pytest.mark.source("T4.hard")
@pytest.mark.parametrize("progress", [Tick(elapsed_s=2.0), depth(1, 2.0), check(2.0), ply(2.0)])
def test_a_deadline_stops_at_once_whatever_is_reported(progress: Progress) -> None:
    assert Deadline(2.0).observe(progress).reason is Reason.LIMIT
    assert Deadline(2.001).observe(progress) is GO_ON


@pytest.mark.source("T4.soft")
def test_a_soft_target_begins_no_new_depth() -> None:
    target = SoftTarget(target_s=2.0)
    assert target.observe(depth(9, 1.99)) is GO_ON
    assert target.observe(depth(1, 2.0)).reason is Reason.TARGET


@pytest.mark.source("T4.soft")
def test_a_soft_target_lets_a_depth_under_way_finish() -> None:
    assert SoftTarget(target_s=2.0).observe(Tick(elapsed_s=5.0)) is GO_ON


def test_a_soft_target_waits_for_the_minimum_depth() -> None:
    target = SoftTarget(target_s=2.0, minimum_depth=5)
    assert target.observe(depth(4, 3.0)) is GO_ON
    assert target.observe(depth(5, 3.0)).reason is Reason.TARGET


def test_work_that_can_end_anywhere_is_broken_off_at_the_target() -> None:
    target = SoftTarget(target_s=2.0, breaks_off=True)
    assert target.observe(Tick(elapsed_s=1.99)) is GO_ON
    assert target.observe(Tick(elapsed_s=2.0)).reason is Reason.TARGET


@pytest.mark.parametrize("progress", [check(2.0), ply(2.0)])
def test_a_check_or_a_ply_past_the_target_is_the_last(progress: Progress) -> None:
    assert SoftTarget(target_s=2.0).observe(progress).reason is Reason.TARGET


@pytest.mark.parametrize(
    ("elapsed_s", "tick", "ply"),
    [(0.9, None, None), (1.0, None, Reason.TARGET), (2.0, Reason.LIMIT, Reason.LIMIT)],
)
def test_between_depths_a_tick_waits_for_the_limit_and_other_steps_for_the_target(
    elapsed_s: float, tick: Reason | None, ply: Reason | None
) -> None:
    step = EndgamePly(elapsed_s=elapsed_s, started_s=0.0, budget_s=9.0, depth=1, value_pts=0.0)
    assert between_depths(Tick(elapsed_s=elapsed_s), target_s=1.0, limit_s=2.0).reason is tick
    assert between_depths(step, target_s=1.0, limit_s=2.0).reason is ply


TICK = Tick(elapsed_s=0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted(Memory):
    """A memory that can be told from another."""

    count: int


STOP = Verdict(reason=Reason.MATE, note="mate in 2")


def test_nothing_to_say_is_passed_on_as_the_constant() -> None:
    assert any_of(Scripted([GO_ON]), Scripted([GO_ON])).observe(TICK) is GO_ON
    assert any_of().observe(TICK) is GO_ON


def test_a_single_word_is_passed_on_as_it_is() -> None:
    assert any_of(Scripted([GO_ON]), Scripted([STOP]), Scripted([GO_ON])).observe(TICK) is STOP


def test_the_first_that_stops_has_the_word() -> None:
    other = Verdict(reason=Reason.LIMIT, note="late")
    verdict = any_of(Scripted([STOP]), Scripted([other])).observe(TICK)
    assert (verdict.reason, verdict.note) == (Reason.MATE, "mate in 2")


def test_a_later_stop_keeps_what_an_earlier_monitor_knows() -> None:
    earlier = Verdict(
        target_s=3.0,
        factors=(Factor("stability", 0.7),),
        expected_loss_pts=0.2,
        events=("unstable",),
        clears_soft_stop=True,
    )
    later = Verdict(
        reason=Reason.TARGET,
        note="past",
        events=("forced",),
        expected_loss_pts=9.0,
        factors=(Factor("x", 1.0),),
    )
    verdict = any_of(Scripted([earlier]), Scripted([later])).observe(TICK)
    assert (verdict.reason, verdict.note, verdict.target_s) == (Reason.TARGET, "past", 3.0)
    assert (verdict.expected_loss_pts, verdict.events) == (0.2, ("unstable", "forced"))
    assert verdict.factors == (Factor("stability", 0.7), Factor("x", 1.0))
    assert verdict.clears_soft_stop


def test_the_first_memory_is_kept_and_a_later_one_if_there_is_no_other() -> None:
    one, two = Counted(count=1), Counted(count=2)

    def kept(first: Counted | None, second: Counted | None) -> Memory | None:
        monitors = (Scripted([Verdict(memory=memory, note="a")]) for memory in (first, second))
        return any_of(*monitors).observe(TICK).memory

    assert (kept(one, two), kept(None, two), kept(one, None), kept(None, None)) == (one, two, one, None)


def test_every_monitor_sees_all_progress_even_after_a_stop() -> None:
    last = Scripted([GO_ON, GO_ON])
    monitor = any_of(Scripted([STOP, GO_ON]), last)
    monitor.observe(TICK)
    monitor.observe(TICK)
    assert last.verdicts == []
