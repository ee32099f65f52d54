"""What a policy sees of a clock."""

import math
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.clocks.strategies import controls, times_s
from zeitnot.clocks import Clock, ClockReading, Overtime, TimeControl, WorkTime


def read_after(text: str, *turns_s: float) -> ClockReading:
    clock = Clock(TimeControl.parse(text))
    for turn_s in turns_s:
        clock.spend(turn_s)
    return clock.reading()


def test_remaining_time_alone_makes_a_reading() -> None:
    assert ClockReading(remaining_s=5.0).bearable_s == 5.0


@pytest.mark.parametrize(
    ("remaining_s", "bearable_s"), [(-3.0, 1.0), (0.0, 1.0), (0.0625, 1.0625), (2.0, 3.0)]
)
def test_a_negative_clock_bears_only_the_extra_time(remaining_s: float, bearable_s: float) -> None:
    assert ClockReading(remaining_s=remaining_s, extra_s=1.0).bearable_s == bearable_s


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ({"remaining_s": math.nan}, {"remaining_s": 0.0}),
        ({"remaining_s": -math.inf}, {"remaining_s": 0.0}),
        ({"remaining_s": 9.0, "moves_to_go": -5}, {"remaining_s": 9.0}),
        ({"remaining_s": 9.0, "moves_to_go": 0}, {"remaining_s": 9.0}),
        ({"remaining_s": 9.0, "increment_s": -5.0}, {"remaining_s": 9.0}),
        ({"remaining_s": 9.0, "increment_s": math.nan}, {"remaining_s": 9.0}),
        ({"remaining_s": 9.0, "extra_s": math.inf, "free_s": -1.0}, {"remaining_s": 9.0}),
    ],
)
def test_nonsense_is_read_as_if_it_had_not_been_sent(sent: dict[str, Any], read: dict[str, Any]) -> None:
    assert ClockReading(**sent) == ClockReading(**read)


@pytest.mark.parametrize("name", ["increment_s", "extra_s", "free_s", "period_s"])
def test_hundredths_of_a_second_count(name: str) -> None:
    sent: dict[str, Any] = {"remaining_s": 9.0, name: 0.02}
    assert getattr(ClockReading(**sent), name) == 0.02


@pytest.mark.parametrize("remaining_s", [-3.0, 0.0, math.inf])
def test_empty_overdrawn_and_endless_clocks_stay_as_they_are(remaining_s: float) -> None:
    assert ClockReading(remaining_s=remaining_s).remaining_s == remaining_s


def test_a_period_and_free_time_leave_later_turns_as_well_off() -> None:
    assert read_after("1:00 byo 5x30").lasting_s == 30
    assert read_after("1:00 byo 5x30", 60).lasting_s == 30
    assert read_after("1:00 d5").lasting_s == 5
    assert read_after("25:00 -10/min", 1515).lasting_s == 0


@pytest.mark.source("T1.increment", "T1.moves_to_go")
def test_increment_and_moves_to_go_are_told_but_not_spendable() -> None:
    reading = read_after("40/90:00+30, 30:00+30", 100)
    assert reading == ClockReading(remaining_s=5330, increment_s=30, moves_to_go=39)
    assert reading.bearable_s == 5330


def test_a_simple_delay_is_extra_and_free() -> None:
    reading = read_after("1:00 d5", 15)
    assert (reading.remaining_s, reading.extra_s, reading.free_s, reading.bearable_s) == (50, 5, 5, 55)


def test_a_bronstein_delay_is_free_but_not_extra() -> None:
    reading = read_after("1:00 b5", 15)
    assert (reading.remaining_s, reading.extra_s, reading.free_s, reading.bearable_s) == (50, 0, 5, 50)
    assert read_after("0:03 b5").free_s == 3


def test_while_main_time_runs_one_period_is_extra() -> None:
    assert read_after("1:00 byo 5x30", 20) == ClockReading(
        remaining_s=40, extra_s=30, period_s=30, periods_left=5
    )


@pytest.mark.parametrize(("used_s", "periods"), [(60, 5), (61, 5), (95, 4)])
def test_in_byoyomi_the_whole_period_is_free(used_s: float, periods: int) -> None:
    assert read_after("1:00 byo 5x30", used_s) == ClockReading(
        remaining_s=30, moves_to_go=1, free_s=30, periods_left=periods
    )


def test_before_a_canadian_block_one_moves_share_of_it_is_extra() -> None:
    assert read_after("1:00 byo 20/5:00").extra_s == 15


def test_in_a_canadian_block_only_its_last_move_has_free_time() -> None:
    assert read_after("1:00 byo 2/5:00", 60) == ClockReading(
        remaining_s=300, moves_to_go=1, free_s=300, periods_left=1
    )
    assert read_after("byo 2/5:00") == ClockReading(remaining_s=300, moves_to_go=2, periods_left=1)


@pytest.mark.source("M1.penalty")
def test_the_rest_of_a_started_overtime_minute_may_be_used_and_carries_over() -> None:
    overtime = Overtime()
    before = read_after("25:00 -10/min", 1490)
    assert before == ClockReading(remaining_s=10, overtime=overtime)
    over = read_after("25:00 -10/min", 1515)
    assert over == ClockReading(remaining_s=-15, extra_s=45, overtime=overtime)
    assert over.bearable_s == 45
    assert read_after("25:00 -10/min", 1515, 5).bearable_s == 40


@pytest.mark.source("M1.penalty")
def test_at_exactly_zero_nothing_is_free() -> None:
    assert read_after("25:00 -10/min", 1500) == ClockReading(remaining_s=0, overtime=Overtime())


def test_the_forfeit_cap_limits_the_free_time() -> None:
    assert read_after("25:00 -10/min max 0:30", 1515).bearable_s == 15


@pytest.mark.source("M1.penalty")
@pytest.mark.parametrize(
    ("text", "used_s", "periods", "buyable_s"),
    [
        ("25:00 -10/min", 1490, 1, 60),
        ("25:00 -10/min", 1490, 3, 180),
        ("25:00 -10/min", 1500, 1, 60),
        ("25:00 -10/min", 1515, 1, 60),
        ("25:00 -5/30s", 1490, 2, 60),
        ("25:00 -10/min", 1490, 0, 0),
        ("25:00 -10/min", 1490, -1, 0),
        ("25:00 -10/min max 1:30", 1490, 1, 60),
        ("25:00 -10/min max 1:30", 1490, 2, 90),
        ("25:00 -10/min max 1:30", 1515, 1, 30),
        ("25:00 -10/min max 0:30", 1515, 1, 0),
        ("25:00", 1490, 1, 0),
        ("inf", 0, 1, 0),
    ],
)
def test_overtime_can_be_bought_by_the_period_up_to_the_cap(
    text: str, used_s: float, periods: int, buyable_s: float
) -> None:
    assert read_after(text, used_s).buyable_s(periods) == buyable_s


def test_one_period_is_bought_unless_told_otherwise() -> None:
    assert read_after("25:00 -10/min", 1490).buyable_s() == 60


def test_an_endless_clock_has_nothing_to_buy() -> None:
    assert ClockReading(remaining_s=math.inf, overtime=Overtime()).buyable_s() == 0


def test_no_period_bought_adds_nothing_to_a_clock_sent_without_extra_time() -> None:
    assert ClockReading(remaining_s=-15.0, overtime=Overtime()).buyable_s(0) == 0


def test_move_time_is_free_to_use() -> None:
    assert read_after("5 s/move", 1) == ClockReading(remaining_s=5, moves_to_go=1, free_s=5)


def test_reading_a_running_clock_counts_the_time_so_far() -> None:
    source = WorkTime()
    clock = Clock(TimeControl.parse("1:00+2 d5"), source)
    clock.start()
    source.advance(3)
    assert clock.reading() == ClockReading(remaining_s=60, increment_s=2, extra_s=2, free_s=2)
    source.advance(3)
    assert clock.reading() == ClockReading(remaining_s=59, increment_s=2)


@pytest.mark.parametrize(
    ("text", "running_s", "reading"),
    [
        ("5 s/move", 6, ClockReading(remaining_s=-1, moves_to_go=1)),
        ("0:03 b5", 2, ClockReading(remaining_s=1, free_s=1)),
        ("0:03 b5", 4, ClockReading(remaining_s=-1)),
        ("1:00 byo 2x30", 125, ClockReading(remaining_s=-5, moves_to_go=1, periods_left=0)),
        ("1:00 byo 3/5:00", 70, ClockReading(remaining_s=290, moves_to_go=3, periods_left=1)),
    ],
)
def test_nothing_is_free_past_the_end_and_a_block_begins_with_the_turn_that_reaches_it(
    text: str, running_s: float, reading: ClockReading
) -> None:
    source = WorkTime()
    clock = Clock(TimeControl.parse(text), source)
    clock.start()
    source.advance(running_s)
    assert clock.reading() == reading


def test_the_last_move_of_a_stage_is_one_move_to_go() -> None:
    assert read_after("2/1:00, 5:00", 10).moves_to_go == 1


@given(control=controls, turns_s=st.lists(times_s(most_ms=1_000_000), max_size=8), share=st.floats(0, 1))
def test_what_the_clock_can_bear_loses_neither_game_nor_period_nor_points(
    control: TimeControl, turns_s: list[float], share: float
) -> None:
    clock = Clock(control)
    for turn_s in turns_s:
        clock.spend(turn_s)
    flagged, periods_left, penalty_pts = clock.flagged, clock.periods_left, clock.penalty_pts
    clock.spend(share * min(clock.reading().bearable_s, 1e8))
    assert (clock.flagged, clock.periods_left) == (flagged, periods_left)
    assert clock.penalty_pts <= penalty_pts


@given(control=controls, turns_s=st.lists(times_s(most_ms=1_000_000), max_size=8))
def test_all_that_the_clock_can_bear_can_be_used_to_the_last_bit(
    control: TimeControl, turns_s: list[float]
) -> None:
    clock = Clock(control)
    for turn_s in turns_s:
        clock.spend(turn_s)
    flagged = clock.flagged
    clock.spend(min(clock.reading().bearable_s, 1e8))
    assert clock.flagged is flagged


@given(control=controls, turns_s=st.lists(times_s(most_ms=1_000_000), max_size=8))
@example(control=TimeControl.scrabble(), turns_s=[1515.0])
@example(control=TimeControl.parse("1:00 byo 5x30"), turns_s=[61.0])
def test_free_time_costs_nothing_afterwards(control: TimeControl, turns_s: list[float]) -> None:
    used, unused = Clock(control), Clock(control)
    for turn_s in turns_s:
        used.spend(turn_s)
        unused.spend(turn_s)
    if used.flagged:
        return
    used.spend(used.reading().free_s * (1 - 1e-9))
    unused.spend(0.0)
    assert used.remaining_s == pytest.approx(unused.remaining_s)
