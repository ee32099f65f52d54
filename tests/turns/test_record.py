from typing import Any

from tests.turns.scripted import Granting, manager_of
from zeitnot.clocks import ClockReading
from zeitnot.turns import Budget, Factor, Overhead, Reason, Trail, TurnRecord, end_line, plan_lines

BASE = Trail.start("base", 1.0)
BUDGET = Budget(target=BASE, limit=BASE.times("spare", 2.0))


def lines_of(budget: Budget = BUDGET, **fields: Any) -> list[str]:
    record = TurnRecord(policy="mine", ply=0, clock_before_s=60.0, budget=budget, used_s=0.9, **fields)
    return plan_lines(record, move="1. e4")


def test_a_turn_is_explained_from_its_clock_to_what_ended_it() -> None:
    thinking = manager_of(Granting()).begin(clock=ClockReading(remaining_s=60.0))
    record = thinking.finish(used_s=0.9, reason=Reason.TARGET)
    lines = plan_lines(record, move="1. e4")
    assert lines[0] == "1. e4: planned by Granting, 1:00 on the clock"
    assert lines[-1].split() == ["granted", "1", "s", "2", "s"]
    assert end_line(record, found="depth 7") == "  ended after 0.9 s at depth 7: target"


def test_time_kept_for_lag_is_named() -> None:
    manager = manager_of(Granting(), overhead=Overhead(mean_s=0.31))
    record = manager.begin(clock=ClockReading(remaining_s=60.0)).finish(used_s=0.9)
    assert (
        plan_lines(record, move="1. e4")[1]
        == "  12.4 s of it kept for lag: planned as if they were not there"
    )


def test_each_step_has_its_result_under_target_limit_or_both() -> None:
    share = Trail.start("even share", 1.5, "40 turns").times("phase", 2.0)
    budget = Budget(target=share.plus("lag", -0.5), limit=share.times("spare", 3.0, "a third"))
    assert lines_of(budget, target_s=2.5)[1:] == [
        "  step                               target    limit",
        "  even share                          1.5 s    1.5 s  (40 turns)",
        "  phase                         x2      3 s      3 s",
        "  lag                       -0.5 s    2.5 s",
        "  spare                         x3               9 s  (a third)",
        "  granted                             2.5 s      9 s",
    ]


def test_a_note_that_does_not_fit_into_eighty_columns_has_a_line_of_its_own() -> None:
    fits, too_long = "n" * 24, "n" * 25
    budget = Budget.same_target_and_limit(Trail.start("base", 1.0, fits).times("phase", 2.0, too_long))
    base, phase, note, _ = lines_of(budget)[2:6]
    assert len(base) == 80
    assert base.endswith(f"  ({fits})")
    assert phase == "  phase                         x2      2 s      2 s"
    assert note == f"      ({too_long})"


def test_a_target_that_moved_is_told_with_what_moved_it() -> None:
    assert lines_of(target_s=1.5)[-1] == "  target moved to 1.5 s in the search"
    factors = (Factor("stability", 0.75), Factor("trend", 2.0))
    assert (
        lines_of(target_s=1.5, factors=factors)[-1]
        == "  target moved to 1.5 s in the search: stability x0.75, trend x2"
    )
    assert lines_of(target_s=1.0, factors=factors) == lines_of(target_s=1.0)


def test_pondering_is_told_of_only_where_the_expected_reply_came() -> None:
    plain = lines_of(target_s=1.0)
    assert lines_of(target_s=1.0, pondered_s=0.7, ponder_hit=False) == plain
    assert lines_of(target_s=1.0, ponder_hit=True) == plain
    hit = lines_of(target_s=1.0, pondered_s=0.7, ponder_hit=True)
    assert [line for line in hit if line not in plain] == [
        "  the expected reply came after 0.7 s of pondering, which count up to the target"
    ]
