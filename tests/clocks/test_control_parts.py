"""The cost of Scrabble overtime."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot.clocks import Clock, Overtime, TimeControl
from zeitnot.errors import SettingError


@pytest.mark.source("M1.penalty", "M37")
@pytest.mark.parametrize(
    ("over_s", "penalty_pts"),
    [(-5, 0), (0, 0), (0.001, 10), (59.999, 10), (60, 10), (60.001, 20), (61, 20), (600, 100)],
)
def test_a_started_minute_costs_ten_points(over_s: float, penalty_pts: int) -> None:
    clock = Clock(TimeControl.scrabble())
    clock.spend(1500 + over_s)
    assert clock.penalty_pts == penalty_pts
    assert Overtime().penalty_pts(over_s) == penalty_pts


@pytest.mark.source("M1.cap")
def test_overtime_is_no_loss_without_a_cap() -> None:
    clock = Clock(TimeControl.scrabble())
    clock.spend(100_000)
    assert not clock.flagged
    assert clock.overtime_s == 98_500


@pytest.mark.source("M1.cap")
@pytest.mark.parametrize(("over_s", "flagged"), [(599, False), (600, False), (600.001, True)])
def test_beyond_the_cap_the_game_is_lost(over_s: float, flagged: bool) -> None:
    clock = Clock(TimeControl.parse("25:00 -10/min max 10:00"))
    clock.spend(1500 + over_s)
    assert clock.flagged is flagged


@pytest.mark.source("M1.increment")
def test_an_increment_goes_with_overtime() -> None:
    clock = Clock(TimeControl.parse("0:10+5 -10/min"))
    clock.spend(12)
    assert clock.remaining_s == 3
    assert clock.penalty_pts == 0


def test_rounding_does_not_begin_a_period() -> None:
    clock = Clock(TimeControl.scrabble(60.0))
    for _ in range(1200):
        clock.spend(0.1)
    assert clock.overtime_s == pytest.approx(60.0)
    assert clock.penalty_pts == 10


@pytest.mark.parametrize(
    ("over_s", "begun"), [(0.95e-6, 0), (1.05e-6, 1), (60.00000095, 1), (60.00000105, 2)]
)
def test_more_than_a_microsecond_begins_a_period(over_s: float, begun: int) -> None:
    assert Overtime().periods_begun(over_s) == begun


def test_other_controls_have_no_overtime() -> None:
    clock = Clock(TimeControl.sudden_death(10))
    clock.spend(20)
    assert (clock.overtime_s, clock.penalty_pts) == (0.0, 0)


@given(
    over_s=st.floats(0.001, 10_000),
    period_s=st.floats(1, 1000),
    forfeit_after_s=st.none() | st.floats(0, 10_000),
)
def test_the_time_already_paid_for_costs_no_more(
    over_s: float, period_s: float, forfeit_after_s: float | None
) -> None:
    overtime = Overtime(period_s=period_s, forfeit_after_s=forfeit_after_s)
    later_s = over_s + overtime.paid_s(over_s) * (1 - 1e-9)
    assert overtime.penalty_pts(later_s) == overtime.penalty_pts(over_s)
    assert overtime.forfeits(later_s) == overtime.forfeits(over_s)


def test_a_period_without_length_is_refused() -> None:
    with pytest.raises(SettingError, match=r"period_s must be .* got 0"):
        Overtime(period_s=0)
