"""Move times: what clocks say comes back as it was spent, whatever the control."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot.clocks import Clock, Stage, TimeControl
from zeitnot.review import Source, StatedTime, side_times, stated_time

stages = st.builds(
    Stage,
    base_s=st.integers(60, 7200).map(float),
    increment_s=st.sampled_from([0.0, 0.5, 2.0, 30.0]),
)


@st.composite
def controls(draw: st.DrawFn) -> TimeControl:
    last = draw(stages)
    if draw(st.booleans()):
        moves = draw(st.integers(2, 12))
        first = Stage(base_s=last.base_s, moves=moves, increment_s=last.increment_s)
        return TimeControl(stages=(first, last))
    return TimeControl(stages=(last,))


@given(controls(), st.lists(st.floats(0.001, 0.9), min_size=1, max_size=40))
def test_clocks_give_back_what_was_spent(control: TimeControl, parts: list[float]) -> None:
    clock = Clock(control)
    used, stated = [], []
    for part in parts:
        used.append(round(part * clock.remaining_s / 4, 1) + 0.1)
        clock.spend(used[-1])
        stated.append(StatedTime(clock_s=round(clock.remaining_s, 1), is_whole=False))
    found = side_times(stated, control)
    assert [move.used_s for move in found.moves] == pytest.approx(used, abs=0.11)
    assert all(not move.problem for move in found.moves)


@given(controls(), st.lists(st.floats(0.001, 0.9), min_size=1, max_size=40))
def test_move_times_give_the_clock(control: TimeControl, parts: list[float]) -> None:
    clock = Clock(control)
    left, stated = [], []
    for part in parts:
        used_s = part * clock.remaining_s / 4
        clock.spend(used_s)
        left.append(clock.remaining_s)
        stated.append(StatedTime(used_s=used_s, source=Source.MOVE_TIME))
    found = side_times(stated, control)
    assert [move.after_s for move in found.moves] == pytest.approx(left)


@given(st.lists(st.one_of(st.none(), st.floats(-1e6, 1e6)), max_size=30), st.booleans())
def test_any_clocks_give_a_time_or_a_problem(clocks_s: list[float | None], known: bool) -> None:
    control = TimeControl.fischer(300.0, 3.0) if known else None
    found = side_times([StatedTime(clock_s=each) for each in clocks_s], control)
    for move in found.moves:
        assert move.problem or move.used_s is not None
        assert move.used_s is None or move.used_s >= 0


@given(st.text(max_size=60))
def test_any_comment_is_read(comment: str) -> None:
    stated_time(comment)
    stated_time(f"[%clk {comment}] [%emt {comment}]")


@pytest.mark.parametrize(
    ("comment", "clock_s", "used_s", "source"),
    [
        ("[%clk 1:02:03]", 3723.0, None, Source.NONE),
        ("[%eval 0.3] [%clk 0:00:07.4]", 7.4, None, Source.NONE),
        ("[%clk 0:09:59.9][%timestamp 1]", 599.9, 0.1, Source.TIMESTAMP),
        ("[%emt 0:00:05]", None, 5.0, Source.MOVE_TIME),
        ("[%emt 1.213]", None, 1.213, Source.MOVE_TIME),
        ("+0.68/12 0.232s", None, 0.232, Source.COMMENT),
        ("-M5/30 12s, White mates", None, 12.0, Source.COMMENT),
        ("+0.30/10 250ms", None, 0.25, Source.COMMENT),
        ("0.13/20 13", None, 13.0, Source.COMMENT),
        ("+0.30/10 1:05", None, 65.0, Source.COMMENT),
        ("d=30, sd=50, mt=107026, tl=7092974, s=1", 7092.974, 107.026, Source.COMMENT),
        ("ev=0.1, d=2, mt=00:00:12, tl=01:59:48, s=20000 kN/s", 7188.0, 12.0, Source.COMMENT),
        ("1.2s", None, 1.2, Source.COMMENT),
        ("0.93s, Draw by 3-fold repetition", None, 0.93, Source.COMMENT),
        ("250ms", None, 0.25, Source.COMMENT),
        ("4s was the record", None, None, Source.NONE),
        ("[%clk 0:09: 58.4]", 598.4, None, Source.NONE),
        ("[%emt 0:00: 52]", None, 52.0, Source.MOVE_TIME),
        ("[%clk 1:02 03]", None, None, Source.NONE),
        ("book", None, None, Source.NONE),
        ("a good move in 10/20 games", None, None, Source.NONE),
    ],
)
def test_comments_of_all_kinds(
    comment: str, clock_s: float | None, used_s: float | None, source: Source
) -> None:
    found = stated_time(comment)
    assert found.clock_s == clock_s
    assert found.used_s == pytest.approx(used_s)
    assert found.source is source


def test_a_clock_and_a_time_that_differ_are_told() -> None:
    stated = [StatedTime(clock_s=290.0, used_s=25.0, source=Source.MOVE_TIME)]
    (move,) = side_times(stated, TimeControl.sudden_death(300.0)).moves
    assert move.used_s == 10.0
    assert move.problem == "the clock says 10 s, emt says 25 s: the clock is taken"


def test_more_than_the_clock_had_is_told() -> None:
    stated = [StatedTime(used_s=400.0, source=Source.MOVE_TIME)]
    (move,) = side_times(stated, TimeControl.sudden_death(300.0)).moves
    assert move.problem == "400 s is more than the clock had: 5:00"


def test_a_book_move_that_leaves_the_clock_as_it_is_takes_no_time() -> None:
    stated = [
        StatedTime(clock_s=7200.0 + 30.0 * (n > 1), used_s=0.0, source=Source.COMMENT) for n in range(4)
    ]
    found = side_times(stated, TimeControl.fischer(7200.0, 30.0)).moves
    assert [move.used_s for move in found] == [0.0, 0.0, 0.0, 0.0]
    assert "stood still" in found[1].problem
    assert not found[2].problem


@pytest.mark.parametrize("at_40_s", [60.0, 5.0])
def test_a_stage_whose_time_comes_late_is_told_once_and_costs_no_move_its_time(at_40_s: float) -> None:
    control = TimeControl.from_pgn("2/100:3/50:50")
    clocks_s = (at_40_s + 20.0, at_40_s, at_40_s - 3.0, at_40_s + 32.0, at_40_s + 72.0)
    found = side_times([StatedTime(clock_s=each_s) for each_s in clocks_s], control).moves
    assert [move.used_s for move in found] == [80.0 - at_40_s, 20.0, 3.0, 15.0, 10.0]
    assert [move.problem for move in found if move.problem] == [
        "the time of the next stage, 0:50, is not on the clock yet"
    ]
    assert found[1].problem
    assert found[3].before_s == at_40_s + 47.0


def test_a_clock_that_rises_by_more_than_the_stage_is_still_impossible() -> None:
    stated = [StatedTime(clock_s=each_s) for each_s in (90.0, 60.0, 130.0)]
    found = side_times(stated, TimeControl.from_pgn("2/100:50")).moves
    assert found[2].used_s is None
    assert "more than a move adds" in found[2].problem


def test_without_a_control_a_written_time_goes_before_the_clock() -> None:
    stated = [
        StatedTime(clock_s=clock_s, used_s=used_s, source=Source.COMMENT)
        for clock_s, used_s in ((100.0, 5.0), (98.0, 7.0), (90.0, 13.0))
    ]
    found = side_times(stated, None).moves
    assert [move.used_s for move in found] == [5.0, 7.0, 13.0]
    assert not any(move.problem for move in found)


def test_a_clock_without_the_increment_of_a_move_is_told_and_the_written_time_taken() -> None:
    stated = [StatedTime(clock_s=8578.0, used_s=421.6, source=Source.COMMENT)]
    (move,) = side_times(stated, TimeControl.fischer(9000.0, 30.0)).moves
    assert move.used_s == 421.6
    assert move.problem == "the clock shows nothing of the 30 s that a move adds"


def test_times_that_were_rounded_accuse_nobody_of_using_more_than_the_clock_had() -> None:
    rounded = [stated_time("+0.10/20 13s") for _ in range(20)]
    exact = [stated_time("+0.10/20 13.000s") for _ in range(20)]
    control = TimeControl.sudden_death(252.0)
    assert not any(move.problem for move in side_times(rounded, control).moves)
    assert side_times(exact, control).moves[-1].problem == "13 s is more than the clock had: 0:05"


def test_lag_that_a_server_gives_back_is_told_and_the_next_move_keeps_its_time() -> None:
    stated = [StatedTime(clock_s=each_s, is_whole=False) for each_s in (61.5, 63.9, 62.4, 70.0)]
    lag, found, after, rise = side_times(stated, TimeControl.fischer(60.0, 2.0)).moves
    assert (lag.used_s, lag.problem) == (0.5, "")
    assert found.used_s == 0.0
    assert found.problem.endswith(", 0.4 s more than a move adds: read as lag that was given back")
    assert after.used_s == pytest.approx(3.5)
    assert rise.used_s is None
    (written,) = side_times(
        [StatedTime(clock_s=61.0, used_s=4.0, source=Source.MOVE_TIME)], TimeControl.sudden_death(59.5)
    ).moves
    assert written.used_s == 4.0
