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


def test_rounding_does_not_lose_a_game() -> None:
    clock = Clock(TimeControl.parse("1:00 -10/min max 1:00"))
    for _ in range(1200):
        clock.spend(0.1)
    assert clock.overtime_s > 60.0
    assert not clock.flagged
    clock.spend(0.001)
    assert clock.flagged


@pytest.mark.source("M1.penalty", "M1.cap", "M37")
@given(
    turns_ms=st.lists(st.integers(0, 90_000), min_size=1, max_size=40),
    bank_ms=st.sampled_from((1, 999, 60_000, 600_000)),
    points=st.sampled_from((1, 5, 10)),
    period_ms=st.sampled_from((1_000, 30_000, 60_000)),
    cap_ms=st.none() | st.sampled_from((0, 60_000, 600_000)),
)
def test_penalties_and_forfeits_are_those_of_whole_milliseconds(
    turns_ms: list[int], bank_ms: int, points: int, period_ms: int, cap_ms: int | None
) -> None:
    """The oracle counts in integers: a period begun counts whole, and only more than the cap forfeits."""
    overtime = Overtime(
        points=points, period_s=period_ms / 1000, forfeit_after_s=None if cap_ms is None else cap_ms / 1000
    )
    clock = Clock(TimeControl.scrabble(bank_ms / 1000, overtime=overtime))
    used_ms = 0
    for turn_ms in turns_ms:
        clock.spend(turn_ms / 1000)
        used_ms += turn_ms
        over_ms = max(0, used_ms - bank_ms)
        assert clock.penalty_pts == points * -(-over_ms // period_ms)
        assert clock.flagged == (cap_ms is not None and over_ms > cap_ms)
        if clock.flagged:
            break


@pytest.mark.parametrize(
    ("text", "costs"),
    [
        ("25:00 -10/min", {0.0: 0, 0.001: 10, 60.0: 10, 60.001: 20, 599.0: 100}),
        ("25:00 -5/30s", {0.001: 5, 30.0: 5, 30.001: 10, 60.0: 10}),
        ("25:00 -1/s", {0.0: 0, 0.001: 1, 1.0: 1, 12.5: 13}),
    ],
)
def test_other_ways_to_charge_for_overtime_are_written_in_the_control(
    text: str, costs: dict[float, int]
) -> None:
    control = TimeControl.parse(text)
    assert control.overtime is not None
    assert TimeControl.parse(str(control)) == control
    assert {over_s: control.overtime.penalty_pts(over_s) for over_s in costs} == costs


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
