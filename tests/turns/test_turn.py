import math
from typing import Any

import pytest

from zeitnot.clocks import ClockReading
from zeitnot.errors import SettingError
from zeitnot.turns import NO_LIMITS, Limits, Turn


def test_all_words_of_a_go_line_fit() -> None:
    limits = Limits(
        move_time_s=1.0,
        depth=5,
        nodes=1000,
        mate=3,
        infinite=True,
        ponder=True,
        search_moves=("e2e4", "d2d4"),
    )
    assert limits.search_moves == ("e2e4", "d2d4")


@pytest.mark.source("G8.infinite", "A12.move_time", "A12.infinite")
def test_only_move_time_and_infinite_take_the_word_from_the_clock() -> None:
    assert NO_LIMITS.clock_rules
    assert Limits(depth=5, nodes=1000, mate=3).clock_rules
    assert not Limits(move_time_s=0.0).clock_rules
    assert not Limits(infinite=True).clock_rules


def test_a_limit_of_nothing_is_a_limit() -> None:
    limits = Limits(move_time_s=0.0, depth=0, nodes=0, mate=0)
    assert (limits.move_time_s, limits.depth, limits.nodes, limits.mate) == (0.0, 0, 0, 0)


@pytest.mark.parametrize(
    "setting", [{"move_time_s": -1.0}, {"move_time_s": math.nan}, {"depth": -1}, {"mate": -2}]
)
def test_a_negative_limit_is_refused_by_its_name(setting: dict[str, Any]) -> None:
    (name,) = setting
    with pytest.raises(SettingError, match=f"{name} must not be negative, got"):
        Limits(**setting)


@pytest.mark.parametrize(
    ("own_s", "other_s", "lead"),
    [
        (30.0, 10.0, 0.5),
        (10.0, 30.0, -0.5),
        (10.0, 10.0, 0.0),
        (0.0, 0.0, 0.5),
        (-5.0, 10.0, -1.0),
        (5.0, -5.0, 1.0),
    ],
)
def test_a_lead_on_the_clock_is_a_share_of_both_clocks(own_s: float, other_s: float, lead: float) -> None:
    turn = Turn(clock=ClockReading(remaining_s=own_s), opponent=ClockReading(remaining_s=other_s))
    assert turn.clock_lead == pytest.approx(lead, abs=1e-3)


def test_nobody_leads_where_the_opponents_clock_says_nothing() -> None:
    own = ClockReading(remaining_s=5.0)
    last = ClockReading(remaining_s=5.0, moves_to_go=1)
    assert Turn(clock=own).clock_lead == 0.0
    assert Turn(clock=own, opponent=ClockReading(remaining_s=math.inf)).clock_lead == 0.0
    assert Turn(clock=last, opponent=ClockReading(remaining_s=60.0)).clock_lead == 0.0
