"""One player's clock, for each kind of control."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.clocks.strategies import controls, times_s
from zeitnot.clocks import Clock, TimeControl, WorkTime
from zeitnot.errors import SettingError, StateError


def clock_of(text: str) -> Clock:
    return Clock(TimeControl.parse(text), WorkTime())


@pytest.mark.source("T1.sudden_death")
def test_sudden_death_runs_down_and_flags_below_zero() -> None:
    clock = clock_of("1:00")
    clock.spend(60)
    assert (clock.remaining_s, clock.flagged) == (0.0, False)
    clock.spend(0.5)
    assert (clock.remaining_s, clock.flagged) == (-0.5, True)


@pytest.mark.source("T1.increment", "M1.increment")
def test_the_increment_comes_after_the_move() -> None:
    clock = clock_of("3:00+2")
    clock.spend(10)
    assert clock.remaining_s == 172
    clock.spend(172.5)
    assert (clock.remaining_s, clock.flagged) == (-0.5, True)


def test_without_base_time_the_clock_begins_with_one_increment() -> None:
    clock = clock_of("0+1")
    clock.spend(0.5)
    assert clock.remaining_s == 1.5


def test_a_flag_once_fallen_stays_down() -> None:
    clock = clock_of("0:10+5")
    clock.spend(11)
    clock.spend(0)
    assert (clock.remaining_s, clock.flagged) == (-1, True)


@pytest.mark.source("T1.moves_to_go")
def test_a_new_stage_adds_its_time_to_what_is_left() -> None:
    clock = clock_of("2/10:00+30, 5:00+10")
    clock.spend(100)
    clock.spend(200)
    assert clock.remaining_s == 600 - 300 + 2 * 30 + 300
    clock.spend(60)
    assert clock.remaining_s == 660 - 60 + 10
    assert clock.reading().moves_to_go is None


@pytest.mark.source("T1.moves_to_go")
def test_stages_follow_one_another_in_order() -> None:
    clock = clock_of("1/10:00, 1/5:00, 1:00")
    clock.spend(100)
    assert (clock.remaining_s, clock.reading().moves_to_go) == (600 - 100 + 300, 1)
    clock.spend(100)
    assert (clock.remaining_s, clock.reading().moves_to_go) == (800 - 100 + 60, None)


@pytest.mark.source("T1.moves_to_go")
def test_a_last_stage_with_moves_repeats() -> None:
    clock = clock_of("2/1:00")
    for _ in range(6):
        clock.spend(10)
    assert clock.remaining_s == 4 * 60 - 60
    assert clock.reading().moves_to_go == 2


def test_time_out_before_the_last_move_of_a_stage_loses() -> None:
    clock = clock_of("2/1:00, 5:00")
    clock.spend(30)
    clock.spend(31)
    assert (clock.remaining_s, clock.flagged) == (-1, True)


def test_a_simple_delay_is_free_and_cannot_be_saved() -> None:
    clock = clock_of("1:00 d5")
    clock.spend(3)
    assert clock.remaining_s == 60
    clock.spend(7)
    assert clock.remaining_s == 58
    clock.spend(63)
    assert (clock.remaining_s, clock.flagged) == (0, False)
    clock.spend(5)
    assert not clock.flagged
    clock.spend(5.5)
    assert clock.flagged


def test_bronstein_gives_back_what_was_used_of_the_delay() -> None:
    clock = clock_of("1:00 b5")
    clock.spend(3)
    assert clock.remaining_s == 60
    clock.spend(7)
    assert clock.remaining_s == 58
    clock.spend(59)
    assert (clock.remaining_s, clock.flagged) == (-1, True)


@pytest.mark.parametrize("text", ["0.1s d0.2", "0.9s b0.2"])
def test_a_turn_of_exactly_the_delay_costs_nothing(text: str) -> None:
    clock = clock_of(text)
    before_s = clock.remaining_s
    clock.spend(0.2)
    assert clock.remaining_s == before_s  # to the last bit: 0.1 + 0.2 - 0.2 is more than 0.1


def test_a_byoyomi_period_kept_is_renewed() -> None:
    clock = clock_of("1:00 byo 3x30")
    clock.spend(61)
    assert (clock.remaining_s, clock.periods_left) == (30, 3)
    clock.spend(30)
    assert (clock.remaining_s, clock.periods_left, clock.flagged) == (30, 3, False)


def test_byoyomi_periods_are_lost_one_by_one() -> None:
    clock = clock_of("1:00 byo 3x30")
    clock.spend(60 + 31)
    assert (clock.remaining_s, clock.periods_left) == (30, 2)
    clock.spend(31)
    assert (clock.periods_left, clock.flagged) == (1, False)
    clock.spend(31)
    assert (clock.remaining_s, clock.periods_left, clock.flagged) == (-1, 0, True)


def test_main_time_and_one_period_together_lose_no_period() -> None:
    clock = clock_of("0.1s byo 3x0.2")
    clock.spend(clock.reading().bearable_s)  # 0.1 + 0.2, of which 0.1 leaves more than 0.2
    assert (clock.remaining_s, clock.periods_left) == (0.2, 3)


def test_one_long_turn_can_lose_all_periods() -> None:
    clock = clock_of("1:00 byo 3x30")
    clock.spend(60 + 90)
    assert (clock.periods_left, clock.flagged) == (1, False)
    clock = clock_of("1:00 byo 3x30")
    clock.spend(60 + 91)
    assert (clock.remaining_s, clock.flagged) == (-1, True)


def test_a_canadian_block_is_renewed_when_its_moves_are_made() -> None:
    clock = clock_of("1:00 byo 3/5:00")
    clock.spend(70)
    assert (clock.remaining_s, clock.reading().moves_to_go) == (290, 2)
    clock.spend(100)
    assert (clock.remaining_s, clock.reading().moves_to_go) == (190, 1)
    clock.spend(190)
    assert (clock.remaining_s, clock.reading().moves_to_go) == (300, 3)
    clock.spend(301)
    assert clock.flagged


def test_move_time_is_the_same_for_every_move() -> None:
    clock = clock_of("5 s/move")
    clock.spend(1)
    assert clock.remaining_s == 5
    clock.spend(5)
    assert (clock.remaining_s, clock.flagged) == (5, False)
    clock.spend(5.5)
    assert (clock.remaining_s, clock.flagged) == (-0.5, True)


@pytest.mark.parametrize("text", ["inf", "depth 5"])
def test_without_a_limit_time_never_runs_out(text: str) -> None:
    clock = clock_of(text)
    clock.spend(1e8)
    assert (clock.remaining_s, clock.flagged, clock.used_s) == (math.inf, False, 1e8)


@pytest.mark.source("M2.time")
def test_a_running_clock_shows_its_time_live() -> None:
    source = WorkTime()
    clock = Clock(TimeControl.fischer(60, 2), source)
    clock.start()
    source.advance(10)
    assert (clock.running, clock.remaining_s, clock.used_s, clock.turn_used_s) == (True, 50, 10, 10)
    source.advance(51)
    assert (clock.remaining_s, clock.flagged) == (-1, True)
    assert clock.stop() == 61
    assert (clock.running, clock.snapshot().turns_played, clock.used_s, clock.turn_used_s) == (
        False,
        1,
        61,
        0,
    )


def test_byoyomi_runs_live_through_its_periods() -> None:
    source = WorkTime()
    clock = Clock(TimeControl.parse("1:00 byo 2x30"), source)
    clock.start()
    seen = []
    for _ in range(6):
        source.advance(25)
        seen.append((clock.remaining_s, clock.periods_left, clock.flagged))
    assert seen == [
        (35, 2, False),
        (10, 2, False),
        (15, 2, False),
        (20, 1, False),
        (-5, 0, True),
        (-30, 0, True),
    ]


def test_a_period_that_has_run_to_its_end_has_no_time_left() -> None:
    source = WorkTime()
    clock = Clock(TimeControl.parse("1:00 byo 3x30"), source)
    clock.start()
    source.advance(60 + 30 + 30)
    assert (clock.remaining_s, clock.periods_left, clock.flagged) == (0, 2, False)


def test_a_simple_delay_holds_the_running_clock() -> None:
    source = WorkTime()
    clock = Clock(TimeControl.parse("1:00 d5"), source)
    clock.start()
    source.advance(4)
    assert clock.remaining_s == 60
    source.advance(4)
    assert clock.remaining_s == 57


def test_a_pause_interrupts_the_turn() -> None:
    source = WorkTime()
    clock = Clock(TimeControl.parse("1:00 d5"), source)
    clock.start()
    source.advance(4)
    clock.pause()
    source.advance(100)
    clock.start()
    source.advance(4)
    assert clock.stop() == 8
    assert (clock.remaining_s, clock.snapshot().turns_played) == (57, 1)


def test_credit_adds_time() -> None:
    clock = clock_of("1:00")
    clock.credit(60)
    assert clock.remaining_s == 120
    with pytest.raises(SettingError, match="seconds must be at least 0"):
        clock.credit(-1)


def test_calls_that_the_state_does_not_allow_are_refused() -> None:
    clock = clock_of("3+2")
    with pytest.raises(StateError, match="must be started before it is stopped"):
        clock.stop()
    with pytest.raises(StateError, match="must be started before it is stopped"):
        clock.pause()
    clock.start()
    with pytest.raises(StateError, match="must be stopped before it is started"):
        clock.start()
    with pytest.raises(StateError, match="must be stopped before time is charged"):
        clock.spend(1)


@pytest.mark.parametrize("used_s", [-1, math.nan, math.inf])
def test_time_used_must_be_a_number_of_seconds(used_s: float) -> None:
    with pytest.raises(SettingError, match="time used must be at least 0 s and finite, got"):
        clock_of("3+2").spend(used_s)


turns_s = st.lists(times_s(most_ms=100_000), max_size=20)


@pytest.mark.source("M2.time")
@given(base_s=times_s(least_ms=1), increment_s=times_s(most_ms=60_000), turns_s=turns_s)
def test_time_used_and_time_left_are_the_time_given(
    base_s: float, increment_s: float, turns_s: list[float]
) -> None:
    clock = Clock(TimeControl.fischer(base_s, increment_s))
    increments = 0
    for turn_s in turns_s:
        clock.spend(turn_s)
        increments += not clock.flagged
    assert clock.used_s + clock.remaining_s == pytest.approx(base_s + increments * increment_s)
    assert clock.snapshot().turns_played == len(turns_s)


@given(control=controls, turn_s=times_s(most_ms=100_000))
def test_the_running_clock_and_the_finished_turn_agree_on_the_flag(
    control: TimeControl, turn_s: float
) -> None:
    source = WorkTime()
    clock = Clock(control, source)
    clock.start()
    source.advance(turn_s)
    live = clock.flagged
    clock.stop()
    assert clock.flagged is live
