"""Clocks saved and restored."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.clocks.strategies import controls, times_s
from zeitnot.clocks import Clock, ClockState, TimeControl, WorkTime
from zeitnot.errors import DataError, SettingError

turns_s = st.lists(times_s(most_ms=100_000), max_size=20)


@given(control=controls, turns_s=turns_s, more_s=turns_s)
def test_a_restored_clock_goes_on_as_the_old_one(
    control: TimeControl, turns_s: list[float], more_s: list[float]
) -> None:
    old = Clock(control)
    for turn_s in turns_s:
        old.spend(turn_s)
    text = json.dumps(old.snapshot().to_json(), allow_nan=False)
    new = Clock(control, state=ClockState.from_json(json.loads(text)))
    for turn_s in more_s:
        old.spend(turn_s)
        new.spend(turn_s)
    assert new.snapshot() == old.snapshot()
    assert new.reading() == old.reading()


@given(control=controls, first_s=times_s(most_ms=100_000), second_s=times_s(most_ms=100_000))
def test_a_running_clocks_snapshot_counts_the_time_so_far(
    control: TimeControl, first_s: float, second_s: float
) -> None:
    source = WorkTime()
    old = Clock(control, source)
    old.start()
    source.advance(first_s)
    new = Clock(control, source, old.snapshot())
    assert (new.running, new.remaining_s, new.flagged) == (False, old.remaining_s, old.flagged)
    assert new.reading() == old.reading()
    new.start()
    source.advance(second_s)
    assert new.stop() == pytest.approx(old.stop())
    assert new.remaining_s == pytest.approx(old.remaining_s)


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("byo 3x30", ClockState(remaining_s=30, in_byoyomi=True, periods_left=3)),
        ("0:01 byo 3x30", ClockState(remaining_s=1, periods_left=3)),
    ],
)
def test_byoyomi_begins_at_once_only_without_main_time(text: str, state: ClockState) -> None:
    assert Clock(TimeControl.parse(text)).snapshot() == state


@pytest.mark.parametrize("text", ["3:00", "3+2", "25:00 -10/min", "*60", "5 s/move", "inf"])
def test_only_byoyomi_has_periods(text: str) -> None:
    clock = Clock(TimeControl.parse(text))
    assert (clock.periods_left, clock.snapshot().periods_left) == (0, 0)
    clock.spend(1)
    assert (clock.periods_left, clock.snapshot().periods_left) == (0, 0)


def test_a_state_of_another_control_is_refused() -> None:
    with pytest.raises(SettingError, match="the stage must be one of '3:00', got 1"):
        Clock(TimeControl.sudden_death(180), state=ClockState(remaining_s=1, stage=1))
    with pytest.raises(SettingError, match="a state in byoyomi must have a control with it, got '3:00'"):
        Clock(TimeControl.sudden_death(180), state=ClockState(remaining_s=1, in_byoyomi=True))


def test_a_state_read_from_outside_is_checked() -> None:
    values = ClockState(remaining_s=1.0).to_json()
    with pytest.raises(DataError, match="flagged must be of type bool, got 1"):
        ClockState.from_json(values | {"flagged": 1})
    with pytest.raises(DataError, match="a clock's state must have the fields"):
        ClockState.from_json({"remaining_s": 1.0})


def test_a_saved_number_is_at_most_a_million_million() -> None:
    values = ClockState(remaining_s=1.0).to_json()
    assert ClockState.from_json(values | {"turns_played": 10**12}).turns_played == 10**12


@pytest.mark.parametrize(
    "values",
    [{"turns_played": 10**12 + 1}, {"remaining_s": 1.1e12}, {"remaining_s": -math.inf}, {"used_s": math.inf}],
)
def test_a_larger_number_is_damage(values: dict[str, float]) -> None:
    (name,) = values
    with pytest.raises(DataError, match=f"{name} must be at most 1e[+]12, got"):
        ClockState.from_json(ClockState(remaining_s=1.0).to_json() | values)


def test_a_clock_without_a_limit_is_saved_like_any_other_infinity() -> None:
    values = ClockState.initial(TimeControl.infinite()).to_json()
    assert values["remaining_s"] == "inf"
    with pytest.raises(DataError, match="remaining_s must be of type float, got None"):
        ClockState.from_json(values | {"remaining_s": None})
