"""Time controls as values: their kinds and the rules that they check."""

import math
from collections.abc import Callable

import pytest

from zeitnot.clocks import Byoyomi, DelayKind, Kind, Overtime, Stage, TimeControl
from zeitnot.errors import SettingError


@pytest.mark.source("G1.kinds")
@pytest.mark.parametrize(
    ("base_s", "kind"),
    [
        (0, Kind.BULLET),
        (179.999, Kind.BULLET),
        (180, Kind.BLITZ),
        (599.999, Kind.BLITZ),
        (600, Kind.RAPID),
        (3599.999, Kind.RAPID),
        (3600, Kind.CLASSICAL),
    ],
)
def test_kind_goes_by_the_base_time(base_s: float, kind: Kind) -> None:
    assert Kind.of_base(base_s) is kind


@pytest.mark.source("G1.kinds")
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("1+0", Kind.BULLET),
        ("3+2", Kind.BLITZ),
        ("25 -10/min", Kind.RAPID),
        ("40/90, 30", Kind.CLASSICAL),
        ("5x30 byo", Kind.RAPID),
        ("1 s/move", Kind.BULLET),
        ("4.4 s/move", Kind.BULLET),
        ("4.5 s/move", Kind.BLITZ),
        ("0 d10", Kind.BLITZ),
        ("0+1", Kind.BULLET),
        ("inf", Kind.INFINITE),
        ("depth 5", Kind.FIXED_DEPTH),
    ],
)
def test_every_control_has_a_kind(text: str, kind: Kind) -> None:
    assert TimeControl.parse(text).kind is kind


def test_infinite_depth_and_move_time_have_no_clock() -> None:
    for text in ("inf", "depth 5", "5 s/move"):
        assert not TimeControl.parse(text).has_clock
    assert TimeControl.parse("3+2").has_clock


ONE = (Stage(base_s=60),)
BROKEN: dict[str, Callable[[], object]] = {
    "base_s must be at least 0 and at most 1000000000 s, got -1": lambda: Stage(base_s=-1),
    "base_s must be at least 0 and at most 1000000000 s, got nan": lambda: Stage(base_s=math.nan),
    "base_s must be at least 0 and at most 1000000000 s, got 1000000001": lambda: Stage(base_s=1_000_000_001),
    "increment_s must be at least 0 and at most 1000000000 s, got inf": lambda: Stage(
        base_s=1, increment_s=math.inf
    ),
    "moves must be a whole number from 1 to 999999, got 0": lambda: Stage(base_s=1, moves=0),
    "moves must be a whole number from 1 to 999999, got 1000000": lambda: Stage(base_s=1, moves=1_000_000),
    "moves must be a whole number from 1 to 999999, got True": lambda: Stage(base_s=1, moves=True),
    "a Bronstein delay needs delay_s above 0, got 0.0": lambda: Stage(
        base_s=1, delay_kind=DelayKind.BRONSTEIN
    ),
    "period_s must be above 0 and at most 1000000000 s, got 0": lambda: Byoyomi(period_s=0),
    "several periods must be of one move each, got 2 moves": lambda: Byoyomi(period_s=30, periods=2, moves=2),
    "points must be a whole number from 1 to 999999, got -10": lambda: Overtime(points=-10),
    "forfeit_after_s must be at least 0 and at most 1000000000 s, got -1": lambda: Overtime(
        forfeit_after_s=-1
    ),
    "every stage but the last must have a number of moves, got '1:00, 1:00'": lambda: TimeControl(
        stages=ONE + ONE
    ),
    "the first stage must have time for a move, got '0:00'": lambda: TimeControl.sudden_death(0),
    "every stage must give some time, got '40/1:00, 0:00'": lambda: TimeControl(
        stages=(Stage(base_s=60, moves=40), Stage(base_s=0))
    ),
    "byoyomi, hourglass and overtime need a stage, got ()": lambda: TimeControl(hourglass=True),
    "move_time_s must be above 0 and at most 1000000000 s, got 0": lambda: TimeControl(move_time_s=0),
    "a control with a depth must have no time per move, got 1.0": lambda: TimeControl(
        depth=1, move_time_s=1.0
    ),
    "a fixed depth or time per move must have no stages, got '1:00'": lambda: TimeControl(
        stages=ONE, depth=1
    ),
    "byoyomi must follow a stage of base time alone, got '1:00+1'": lambda: TimeControl(
        stages=(Stage(base_s=60, increment_s=1),), byoyomi=Byoyomi(period_s=30)
    ),
    "an hourglass must have one stage of base time alone, got '1:00+1'": lambda: TimeControl(
        stages=(Stage(base_s=60, increment_s=1),), hourglass=True
    ),
    "overtime must follow a single stage without moves or delay, got '1:00 d5'": lambda: TimeControl(
        stages=(Stage(base_s=60, delay_s=5),), overtime=Overtime()
    ),
}


@pytest.mark.parametrize("rule", BROKEN)
def test_a_broken_rule_is_named_with_what_came_instead(rule: str) -> None:
    with pytest.raises(SettingError) as caught:
        BROKEN[rule]()
    assert str(caught.value) == rule


def test_the_longest_time_and_the_largest_count_are_allowed() -> None:
    stage = Stage(base_s=1e9, moves=999_999)
    assert (stage.base_s, stage.moves) == (1e9, 999_999)


def test_byoyomi_hourglass_and_overtime_are_not_mixed() -> None:
    with pytest.raises(SettingError, match="byoyomi, hourglass and overtime must not be mixed"):
        TimeControl(stages=ONE, hourglass=True, overtime=Overtime())
