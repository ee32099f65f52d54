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


@pytest.mark.parametrize(("remaining_s", "bearable_s"), [(-3.0, 1.0), (0.0, 1.0), (2.0, 3.0)])
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
