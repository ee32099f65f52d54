import math

import pytest

from zeitnot.errors import DataError
from zeitnot.turns import Step, Trail, pluralised, side_by_side


def test_steps_are_kept_with_the_result_after_each() -> None:
    trail = Trail.start("share", 10.0).times("phase", 1.5, "middle game").plus("increment", 2.0)
    assert [step.result_s for step in trail.steps] == [10.0, 15.0, 17.0]
    assert trail.seconds == 17.0
    assert trail.steps[1] == Step("phase", "times", 1.5, 15.0, "middle game")


def test_a_longer_trail_leaves_the_shorter_one_alone() -> None:
    first = Trail.start("share", 10.0)
    first.plus("increment", 2.0)
    assert first.seconds == 10.0
    assert len(first.steps) == 1


@pytest.mark.parametrize(("cap_s", "expected_s", "steps"), [(8.0, 8.0, 2), (10.0, 10.0, 1), (12.0, 10.0, 1)])
def test_a_cap_leaves_a_step_only_when_it_bites(cap_s: float, expected_s: float, steps: int) -> None:
    trail = Trail.start("share", 10.0).at_most("cap", cap_s)
    assert (trail.seconds, len(trail.steps)) == (expected_s, steps)


@pytest.mark.parametrize(
    ("floor_s", "expected_s", "steps"), [(8.0, 10.0, 1), (10.0, 10.0, 1), (12.0, 12.0, 2)]
)
def test_a_floor_leaves_a_step_only_when_it_bites(floor_s: float, expected_s: float, steps: int) -> None:
    trail = Trail.start("share", 10.0).at_least("floor", floor_s)
    assert (trail.seconds, len(trail.steps)) == (expected_s, steps)


def test_a_factor_leaves_an_unlimited_trail_unlimited() -> None:
    assert Trail.unlimited("infinite").times("nothing", 0.0).seconds == math.inf


def test_a_cap_makes_a_number_of_what_is_none() -> None:
    assert Trail.start("broken", math.nan).at_most("clock", 3.0).seconds == 3.0


def test_a_trail_without_steps_is_refused() -> None:
    with pytest.raises(DataError, match="at least one step, got none"):
        Trail(())


def test_a_trail_prints_as_people_read_it() -> None:
    trail = Trail.start("base", 12.4).times("complexity", 1.5, "gap 0.3 pts").at_most("remaining - 2 s", 5.0)
    assert str(trail) == "base 12.4 s; complexity x1.5: gap 0.3 pts; remaining - 2 s <=5 s = 5 s"


@pytest.mark.parametrize(
    ("number", "text"),
    [(1, "1 move"), (1.0, "1 move"), (40, "40 moves"), (0.5, "0.5 moves"), (12.34, "12.3 moves")],
)
def test_what_is_counted_is_named_in_the_right_number(number: float, text: str) -> None:
    assert pluralised(number, "move") == text


@pytest.mark.parametrize(
    ("trail", "text"),
    [
        (Trail.start("base", 2.0), "2 s"),
        (Trail.start("base", 2.0).plus("increment", 0.5), "+0.5 s"),
        (Trail.start("base", 2.0).plus("increment", 0.0), "+0 s"),
        (Trail.start("base", 2.0).plus("lag", -0.5), "-0.5 s"),
        (Trail.start("base", 2.0).times("phase", 1.25), "x1.25"),
        (Trail.start("base", 2.0).at_most("cap", 1.5), "<=1.5 s"),
        (Trail.start("base", 2.0).at_most("cap", -1.5), "<=-1.5 s"),
        (Trail.start("base", 2.0).at_least("floor", 3.0), ">=3 s"),
    ],
)
def test_a_figure_shows_how_it_is_applied(trail: Trail, text: str) -> None:
    assert trail.steps[-1].figure_text == text


def test_steps_that_target_and_limit_share_are_listed_once() -> None:
    base = Trail.start("base", 2.0).times("phase", 1.5)
    target, limit = base.plus("increment", 1.0), base.times("spare", 3.0).at_most("cap", 8.0)
    assert [(step.name, *columns) for step, *columns in side_by_side(target, limit)] == [
        ("base", True, True),
        ("phase", True, True),
        ("increment", True, False),
        ("spare", False, True),
        ("cap", False, True),
    ]


def test_a_limit_that_is_a_longer_target_adds_its_own_steps() -> None:
    base = Trail.start("base", 2.0)
    assert [(step.name, *columns) for step, *columns in side_by_side(base, base.times("spare", 3.0))] == [
        ("base", True, True),
        ("spare", False, True),
    ]


def test_a_target_that_is_the_limit_is_listed_once() -> None:
    base = Trail.start("base", 2.0).times("phase", 1.5)
    assert [columns for _, *columns in side_by_side(base, base)] == [[True, True], [True, True]]


def test_two_trails_that_begin_differently_share_nothing_even_where_later_steps_agree() -> None:
    target, limit = (Trail.start(name, 2.0).plus("increment", 1.0) for name in ("target", "limit"))
    assert [(step.name, *columns) for step, *columns in side_by_side(target, limit)] == [
        ("target", True, False),
        ("increment", True, False),
        ("limit", False, True),
        ("increment", False, True),
    ]
