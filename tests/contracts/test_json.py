"""Everything that is stored or sent reads back from JSON unchanged."""

import json
from typing import Any

from hypothesis import given

from tests.contracts.strategies import budgets, readings, records, reports, turns
from zeitnot.clocks import ClockReading
from zeitnot.turns import Budget, Progress, Turn, TurnRecord, from_json_form, to_json_form


def through_json(value: Any) -> Any:
    return from_json_form(type(value), json.loads(json.dumps(to_json_form(value), allow_nan=False)))


@given(budget=budgets)
def test_budgets_come_back_equal(budget: Budget) -> None:
    assert through_json(budget) == budget


@given(record=records)
def test_records_come_back_equal(record: TurnRecord) -> None:
    assert through_json(record) == record


@given(turn=turns)
def test_turns_come_back_equal(turn: Turn) -> None:
    assert through_json(turn) == turn


@given(reading=readings)
def test_readings_come_back_equal(reading: ClockReading) -> None:
    assert through_json(reading) == reading


@given(report=reports)
def test_progress_comes_back_equal(report: Progress) -> None:
    assert through_json(report) == report
