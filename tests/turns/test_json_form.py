import json
import math
from dataclasses import dataclass
from typing import Any

import pytest

from zeitnot.clocks import ClockReading, Overtime
from zeitnot.errors import DataError
from zeitnot.turns import (
    Arm,
    Budget,
    ChessFeatures,
    Factor,
    Iteration,
    Limits,
    Quiescence,
    Reason,
    ScrabbleFeatures,
    SearchSettings,
    SimulationCheck,
    Snapshot,
    Split,
    Trail,
    Turn,
    TurnRecord,
    Verdict,
    from_json_form,
    to_json_form,
)


def through_json(value: Any) -> Any:
    return from_json_form(type(value), json.loads(json.dumps(to_json_form(value), allow_nan=False)))


BUDGET = Budget(
    target=Trail.start("share", 4.0, "30 turns").times("phase", 1.5).at_most("cap", 5.0),
    limit=Trail.unlimited("infinite"),
    minimum_depth=3,
    settings=SearchSettings(node_interval=25, maximum_depth=2),
    split=Split(movegen_s=0.1, simulation_s=3.0, endgame_s=1.0, cushion_s=0.2, samples=3000),
    quick_exit=Reason.CLEAR_BEST,
)
RECORD = TurnRecord(
    policy="magpie",
    ply=12,
    clock_before_s=300.5,
    clock_after_s=-1.25,
    budget=BUDGET,
    used_s=3.5,
    reason=Reason.LOSS_BELOW_PRICE,
    factors=(Factor("stability", 0.7),),
    score_cp=-math.inf,
    features=ScrabbleFeatures(bag_tiles=3, gap_pts=0.5),
    fault="plan: ValueError: ä",
)
TURN = Turn(
    clock=ClockReading(remaining_s=-3.0, extra_s=57.0, free_s=57.0, overtime=Overtime(forfeit_after_s=600.0)),
    opponent=ClockReading(remaining_s=math.inf),
    limits=Limits(depth=4, search_moves=("e2e4",)),
    features=ChessFeatures(in_check=True),
    previous=RECORD,
)
CHECK = SimulationCheck(
    elapsed_s=2.0,
    started_s=0.1,
    snapshot=Snapshot(arms=1, samples=7, top=(Arm(mean_pts=-3.5, variance=2.0, samples=7),)),
)
ITERATION = Iteration(
    elapsed_s=0.5, depth=7, score_cp=31.0, best_move="e2e4", mate_in=-3, line=("e2e4", "e7e5")
)
VERDICT = Verdict(reason=Reason.TARGET, target_s=3.0, events=("unstable",), note="why")


@pytest.mark.parametrize(
    "value", [BUDGET, RECORD, TURN, CHECK, ITERATION, VERDICT], ids=lambda v: type(v).__name__
)
def test_values_come_back_equal_through_json(value: Any) -> None:
    assert through_json(value) == value


@dataclass(frozen=True)
class Bounds:
    """A value with a tuple of two places, each of its own type."""

    ends: tuple[float, str]


def test_a_tuple_of_two_places_is_no_list_of_any_length() -> None:
    assert through_json(Bounds((1.5, "x"))) == Bounds((1.5, "x"))
    with pytest.raises(DataError, match=r"Bounds\.ends must be 2 values, got \[1\.5\]"):
        from_json_form(Bounds, {"ends": [1.5]})


def test_a_field_that_earlier_versions_wrote_is_read_over() -> None:
    form = to_json_form(SearchSettings(node_interval=25)) | {"emergency": True}
    assert from_json_form(SearchSettings, form) == SearchSettings(node_interval=25)


def test_a_number_that_is_none_comes_back_as_such() -> None:
    assert math.isnan(through_json(Factor("broken", math.nan)).value)


def test_whole_numbers_are_taken_for_floats_and_not_the_other_way() -> None:
    assert from_json_form(Factor, {"name": "x", "value": 2}) == Factor("x", 2.0)
    with pytest.raises(DataError, match=r"Limits\.depth must be a value of type int, got 2\.5"):
        from_json_form(Limits, {"depth": 2.5})


@pytest.mark.parametrize(
    ("cls", "form", "message"),
    [
        (Limits, 3, r"Limits must be an object, got 3"),
        (Limits, {"deepth": 3}, r"Limits must be no field but .*'depth'.*, got \['deepth'\]"),
        (Limits, {"depth": True}, r"Limits\.depth must be a value of type int, got True"),
        (Limits, {"depth": -3}, r"Limits: depth must not be negative, got -3"),
        (Limits, {"type": "Quiescence"}, r"Limits must be of type Limits, got 'Quiescence'"),
        (Limits, {"search_moves": "e2e4"}, r"Limits\.search_moves must be a list, got 'e2e4'"),
        (Limits, {"search_moves": [1]}, r"Limits\.search_moves\[0\] must be a value of type str, got 1"),
        (Limits, {"move_time_s": "soon"}, r"Limits\.move_time_s must be a number, got 'soon'"),
        (Limits, {"move_time_s": 10**400}, r"Limits\.move_time_s must be a number in the range .*, got 1000"),
        (Verdict, {"reason": "tired"}, r"Verdict\.reason must be one of \['limit', .*\], got 'tired'"),
        (Quiescence, {"move_limits": [1, 2]}, r"Quiescence\.move_limits must be 4 values, got \[1, 2\]"),
        (Trail, {"steps": []}, r"Trail: a trail must have at least one step, got none"),
        (Trail, {"steps": [["share", "start"]]}, r"Trail\.steps\[0\] must be 5 values, got"),
        (
            Trail,
            {"steps": [["share", "minus", 1, 1, ""]]},
            r"Trail\.steps\[0\]\.operation must be one of .*, got 'minus'",
        ),
        (ClockReading, {}, r"ClockReading: .*remaining_s"),
        (
            Turn,
            {"clock": {"remaining_s": 1}, "features": {}},
            r"Turn\.features must be a type out of .*, got {}",
        ),
        (
            Turn,
            {"clock": {"remaining_s": 1}, "features": {"type": []}},
            r"Turn\.features must be a type out of",
        ),
    ],
)
def test_a_form_that_breaks_its_promise_is_refused_with_the_place(cls: type, form: Any, message: str) -> None:
    with pytest.raises(DataError, match=message):
        from_json_form(cls, form)
