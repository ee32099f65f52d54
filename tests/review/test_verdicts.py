"""Verdicts: time trouble by the clock, and the bounds between one verdict and the next."""

from dataclasses import replace

import pytest

from zeitnot.clocks import TimeControl
from zeitnot.review import MoveFigures, TimeVerdict, VerdictRules, trouble_since, verdict_of

QUIET = MoveFigures(
    used_s=10.0,
    best_s=10.0,
    wanted_s=12.0,
    usual_s=10.0,
    total_s=400.0,
    price_per_s=0.001,
    loss=0.0,
    first_loss=0.0,
    used_loss=0.0,
    best_loss=0.0,
    wanted_loss=0.0,
    legal_moves=30,
    gap=0.01,
    is_steady=True,
    found="Nf3",
)


@pytest.mark.parametrize(
    ("control", "last_calm_s", "trouble_s"),
    [("180", 30.5, 29.5), ("180+2", 3.5, 3.2), ("5400+30", 505.0, 495.0), ("60", 10.1, 9.9)],
)
def test_time_trouble_is_a_third_of_an_even_share(control: str, last_calm_s: float, trouble_s: float) -> None:
    rules = TimeControl.from_pgn(control)
    assert trouble_since([last_calm_s, trouble_s, trouble_s], [30, 31, 32], rules) == [None, 31, 31]


def test_few_moves_to_the_control_are_no_trouble() -> None:
    rules = TimeControl.from_pgn("40/7200:3600")
    before_s = [7200.0] * 38 + [130.0, 70.0, 3650.0]
    assert trouble_since(before_s, range(1, 42), rules) == [None] * 41
    assert trouble_since([7200.0] * 30 + [130.0], range(1, 32), rules)[-1] == 31


def test_without_a_known_clock_nobody_is_in_trouble() -> None:
    assert trouble_since([None, None], [1, 2], None) == [None, None]
    assert trouble_since([5.0, 5.0], [1, 2], TimeControl(move_time_s=5.0)) == [None, None]


@pytest.mark.parametrize(
    ("changes", "verdict"),
    [
        ({}, TimeVerdict.WELL_SPENT),
        ({"used_s": None}, TimeVerdict.UNKNOWN),
        ({"legal_moves": 1}, TimeVerdict.FORCED),
        ({"gap": 0.3}, TimeVerdict.FORCED),
        ({"gap": 0.3, "is_steady": False}, TimeVerdict.WELL_SPENT),
        ({"gap": 0.3, "loss": 0.3}, TimeVerdict.NOT_TIME),
        ({"used_s": 40.0, "best_s": 1.0, "price_per_s": 0.001}, TimeVerdict.TOO_LONG),
        ({"used_s": 29.0, "best_s": 15.0}, TimeVerdict.WELL_SPENT),
        ({"used_s": 22.0, "best_s": 1.0, "price_per_s": 0.001}, TimeVerdict.TOO_LONG),
        ({"used_s": 20.0, "best_s": 1.0, "price_per_s": 0.001}, TimeVerdict.WELL_SPENT),
        ({"used_s": 40.0, "best_s": 1.0, "loss": 0.2}, TimeVerdict.NOT_TIME),
        ({"used_s": 1.0, "loss": 0.2}, TimeVerdict.TOO_QUICK),
        ({"used_s": 6.0, "loss": 0.2}, TimeVerdict.NOT_TIME),
        (
            {"used_s": 9.0, "wanted_s": 30.0, "loss": 0.04, "used_loss": 0.04, "wanted_loss": 0.01},
            TimeVerdict.TOO_QUICK,
        ),
        (
            {"used_s": 9.0, "wanted_s": 30.0, "loss": 0.0, "used_loss": 0.04, "wanted_loss": 0.01},
            TimeVerdict.WELL_SPENT,
        ),
        ({"trouble_since": 31, "used_s": 1.0, "loss": 0.2}, TimeVerdict.TIME_TROUBLE),
        ({"trouble_since": 31, "legal_moves": 1}, TimeVerdict.FORCED),
    ],
)
def test_the_verdict_follows_from_the_figures(changes: dict[str, object], verdict: TimeVerdict) -> None:
    assert verdict_of(replace(QUIET, **changes)).verdict is verdict  # type: ignore[arg-type]


def test_a_long_think_that_found_something_is_praised() -> None:
    found = verdict_of(replace(QUIET, used_s=35.0, best_s=30.0, first_loss=0.2, used_loss=0.01))
    assert found.verdict is TimeVerdict.WELL_SPENT
    assert found.words == "35 s found what the first sight would have missed (0.19)"
    assert found.cost == pytest.approx(0.19)


def test_time_trouble_goes_by_the_turns_that_the_tiles_left_let_expect() -> None:
    control = TimeControl.parse("25:00 -10/min")
    left_s, numbers = [120.0, 120.0], [9, 10]
    assert trouble_since(left_s, numbers, control, to_come=[6.0, 2.0]) == [None, None]
    rules = VerdictRules(usual_turns=12)
    assert trouble_since(left_s, numbers, control, rules, to_come=[6.0, 2.0]) == [9, None]
    assert trouble_since([-5.0], [12], control, rules, to_come=[1.0]) == [12]


def test_a_quick_mistake_that_more_time_would_not_have_found_promises_nothing() -> None:
    quick = replace(QUIET, used_s=1.0, loss=0.2)
    assert "would probably have found Nf3" in verdict_of(quick).words
    found = verdict_of(replace(quick, used_loss=0.2, wanted_loss=0.15))
    assert found.verdict is TimeVerdict.TOO_QUICK
    assert found.words == "1 s only, and it lost 0.20; that is hard to see here"
