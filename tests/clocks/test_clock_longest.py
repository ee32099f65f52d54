"""The longest turn that does not lose the game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot.clocks import Clock, TimeControl

CONTROLS = ["1:00", "1:00+2", "0:10 d3", "0:10 b3", "2/0:10, 0:20", "0:10 byo 3x5", "0:10 byo 4/0:20", "*10"]


@given(
    control=st.sampled_from(CONTROLS),
    turns_s=st.lists(st.floats(min_value=0.0, max_value=1.5), max_size=6),
)
def test_a_turn_may_take_as_long_as_it_says_and_no_longer(control: str, turns_s: list[float]) -> None:
    clock = Clock(TimeControl.parse(control))
    for turn_s in turns_s:
        clock.spend(turn_s)
    if clock.flagged:
        return
    state, longest_s = clock.snapshot(), clock.longest_s
    clock.spend(max(0.0, longest_s - 1e-6))
    assert not clock.flagged
    clock.restore(state)
    clock.spend(longest_s + 1e-6)
    assert clock.flagged


@pytest.mark.parametrize(
    ("control", "turns_s", "longest_s"),
    [
        ("1:00 byo 3x30", [], 150),
        ("1:00 byo 3x30", [61], 90),
        ("1:00 byo 3x30", [91], 60),
        ("25:00 -10/min max 10:00", [], 2100),
        ("25:00 -10/min max 10:00", [1700], 400),
        ("1:00", [60], 0),
        ("1:00", [61], 0),
    ],
)
def test_periods_and_overtime_count_and_a_lost_game_has_no_time(
    control: str, turns_s: list[float], longest_s: float
) -> None:
    clock = Clock(TimeControl.parse(control))
    for turn_s in turns_s:
        clock.spend(turn_s)
    assert clock.longest_s == longest_s


def test_overtime_without_a_cap_loses_nothing() -> None:
    assert Clock(TimeControl.parse("25:00 -10/min")).longest_s == float("inf")
