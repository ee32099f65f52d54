import pytest

from zeitnot.monitors import Deadline, SoftTarget, between_depths
from zeitnot.turns import GO_ON, EndgamePly, Iteration, Progress, Reason, SimulationCheck, Snapshot, Tick


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
