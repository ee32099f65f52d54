from tests.turns.scripted import Granting, manager_of
from zeitnot.clocks import ClockReading
from zeitnot.turns import Overhead, Reason, end_line, plan_lines


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
