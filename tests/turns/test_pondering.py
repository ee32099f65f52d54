import math

import pytest

from tests.turns.scripted import Granting, manager_of
from zeitnot.clocks import ClockReading
from zeitnot.errors import StateError
from zeitnot.turns import GO_ON, Iteration, Limits, Reason, Thinking, TimeManager, Verdict

MINUTE = ClockReading(remaining_s=60.0, increment_s=2.0)


def iteration(number: int, *, elapsed_s: float) -> Iteration:
    return Iteration(elapsed_s=elapsed_s, depth=number, score_cp=20.0, best_move="e2e4")


def pondering(
    *verdicts: Verdict, limits: Limits | None = None, manager: TimeManager | None = None
) -> Thinking:
    policy = Granting(target_s=1.0, limit_s=3.0, verdicts=verdicts)
    return (manager or manager_of(policy)).begin(clock=MINUTE, limits=limits or Limits(ponder=True))


@pytest.mark.source("T12.hit", "G13.pondering")
def test_nothing_stops_a_search_that_ponders() -> None:
    turn = pondering(Verdict(reason=Reason.STABLE))
    assert turn.hard_deadline_s == turn.soft_deadline_s == math.inf
    assert not turn.observe(iteration(9, elapsed_s=0.5)).stop
    assert not turn.observe(iteration(30, elapsed_s=1e6)).stop


@pytest.mark.source("T12.hit")
def test_after_an_early_hit_what_was_thought_counts_and_the_rest_is_left() -> None:
    turn = pondering()
    turn.observe(iteration(5, elapsed_s=0.4))
    turn.ponder_hit(0.4)
    assert (turn.soft_deadline_s, turn.hard_deadline_s) == (1.0, 3.0)
    assert turn.observe(iteration(6, elapsed_s=2.9)) is GO_ON
    assert turn.observe(iteration(7, elapsed_s=3.0)).reason is Reason.LIMIT


@pytest.mark.source("T12.hit")
def test_after_a_late_hit_the_target_is_past_and_the_limit_as_far_as_ever_from_it() -> None:
    turn = pondering()
    turn.ponder_hit(100.0)
    assert (turn.soft_deadline_s, turn.hard_deadline_s) == (100.0, 102.0)
    assert turn.observe(iteration(30, elapsed_s=101.9)) is GO_ON
    assert turn.observe(iteration(31, elapsed_s=102.0)).reason is Reason.LIMIT


@pytest.mark.parametrize(
    ("hit_s", "soft_s", "hard_s"), [(0.4, 1.0, 3.0), (1.0, 1.0, 3.0), (100.0, 100.0, 102.0)]
)
def test_both_deadlines_are_known_before_the_hit(hit_s: float, soft_s: float, hard_s: float) -> None:
    turn = pondering()
    assert turn.deadlines_s(hit_s=hit_s) == (soft_s, hard_s)
    turn.ponder_hit(hit_s)
    assert (turn.soft_deadline_s, turn.hard_deadline_s) == (soft_s, hard_s)


class Watching:
    """A monitor that records the times it is shown."""

    def __init__(self) -> None:
        self.seen_s: list[float] = []

    def observe(self, progress: Iteration) -> Verdict:
        self.seen_s.append(progress.elapsed_s)
        return GO_ON


@pytest.mark.source("T12.hit")
def test_the_policy_sees_time_stand_still_at_the_target_while_pondering() -> None:
    watching = Watching()

    class Policy(Granting):
        def monitor(self, turn: object, budget: object) -> Watching:  # type: ignore[override]
            return watching

    turn = manager_of(Policy(target_s=1.0, limit_s=3.0)).begin(clock=MINUTE, limits=Limits(ponder=True))
    for elapsed_s in (0.05, 0.5, 1.0, 50.0):
        turn.observe(iteration(5, elapsed_s=elapsed_s))
    turn.ponder_hit(60.0)
    turn.observe(iteration(6, elapsed_s=60.5))
    assert watching.seen_s == [0.05, 0.5, 1.0, 1.0, 1.5]


@pytest.mark.source("T12.hit")
def test_what_would_have_stopped_the_search_is_known_at_the_hit() -> None:
    turn = pondering(Verdict(reason=Reason.MATE), GO_ON, Verdict(reason=Reason.TARGET, note="past"))
    assert turn.ripe is None
    turn.observe(iteration(5, elapsed_s=0.2))
    assert turn.ripe is Reason.MATE
    turn.observe(iteration(6, elapsed_s=0.4))
    assert turn.ripe is None
    turn.observe(iteration(7, elapsed_s=1.4))
    turn.ponder_hit(1.5)
    assert turn.ripe is Reason.TARGET


def test_a_target_that_moves_while_pondering_is_kept() -> None:
    turn = pondering(Verdict(target_s=2.0))
    turn.observe(iteration(5, elapsed_s=0.2))
    turn.ponder_hit(5.0)
    assert turn.soft_deadline_s == 5.0
    assert turn.hard_deadline_s == 6.0


@pytest.mark.source("T12.miss")
def test_a_miss_leaves_no_trace_in_the_manager() -> None:
    manager = manager_of(Granting(target_s=1.0, limit_s=3.0))
    played = manager.begin(clock=ClockReading(remaining_s=59.0, increment_s=2.0)).finish(used_s=1.0)
    turn = pondering(manager=manager)  # its clock shows the previous turn
    overhead = manager.overhead
    assert overhead.measurements == 1
    record = turn.finish(used_s=0.0, move="e2e4")
    assert (record.used_s, record.ponder_hit, record.pondered_s) == (0.0, False, None)
    assert manager.previous is played
    # The same clock again: the increment was for the previous turn, and no time was lost.
    manager.begin(clock=MINUTE)
    assert manager.overhead is overhead


@pytest.mark.source("T12.hit")
def test_a_hit_is_a_turn_like_any_other() -> None:
    manager = manager_of(Granting(target_s=1.0, limit_s=3.0))
    turn = pondering(manager=manager)
    turn.ponder_hit(0.7)
    record = turn.finish(used_s=0.5)
    assert (record.ponder_hit, record.pondered_s) == (True, 0.7)
    assert manager.previous is record
    manager.begin(clock=ClockReading(remaining_s=61.45, increment_s=2.0))
    assert manager.overhead.measurements == 1


def test_a_move_time_that_was_pondered_through_is_over_at_the_hit() -> None:
    turn = manager_of(Granting()).begin(limits=Limits(move_time_s=2.0, ponder=True))
    turn.ponder_hit(10.0)
    assert turn.hard_deadline_s == 10.0


def test_infinite_stays_infinite_after_the_hit() -> None:
    turn = manager_of(Granting()).begin(limits=Limits(infinite=True, ponder=True))
    turn.ponder_hit(10.0)
    assert turn.hard_deadline_s == math.inf


@pytest.mark.parametrize("hits", [0, 1])
def test_a_hit_needs_a_search_that_ponders(hits: int) -> None:
    turn = pondering(limits=Limits(ponder=bool(hits)))
    for _ in range(hits):
        turn.ponder_hit(0.1)
    with pytest.raises(StateError, match="a ponder hit ends pondering"):
        turn.ponder_hit(0.1)
