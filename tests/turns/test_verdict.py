"""Memory: what a policy carries from turn to turn, in a game and through a file."""

import json
import math
from dataclasses import dataclass, replace
from typing import Any

import pytest

from tests.turns.scripted import Broken, BrokenMonitor, Granting, manager_of
from zeitnot.clocks import ClockReading
from zeitnot.errors import DataError
from zeitnot.turns import Budget, Memory, Tick, Trail, Turn, TurnRecord, Verdict, from_json_form, to_json_form

CLOCK = ClockReading(remaining_s=60.0)
GRANTED = Budget.same_target_and_limit(Trail.start("granted", 1.0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Count(Memory):
    turns: int = 0
    calm: bool = False


@dataclass(frozen=True, slots=True)
class Other(Memory):
    figure: float


class Counting(Granting):
    """Counts its own turns in its memory."""

    def plan(self, turn: Turn) -> Budget:
        before = turn.remembered(Count) or Count()
        return replace(Granting.plan(self, turn), memory=Count(turns=before.turns + 1))


def test_a_plan_gets_back_what_it_wanted_to_remember() -> None:
    manager = manager_of(Counting())
    records = [manager.begin(clock=CLOCK, ply=ply).finish(used_s=0.1) for ply in (0, 2, 4)]
    assert [record.memory for record in records] == [Count(turns=1), Count(turns=2), Count(turns=3)]
    manager.new_game()
    assert manager.begin(clock=CLOCK, ply=6).finish(used_s=0.1).memory == Count(turns=1)


def test_what_a_monitor_says_last_is_remembered_in_place_of_the_plan() -> None:
    verdicts = (Verdict(memory=Count(turns=7)), Verdict(memory=Count(turns=8)), Verdict())
    thinking = manager_of(Counting(verdicts=verdicts)).begin(clock=CLOCK)
    for elapsed_s in (0.1, 0.2, 0.3):
        thinking.observe(Tick(elapsed_s=elapsed_s))
    assert thinking.finish(used_s=0.3).memory == Count(turns=8)


def test_a_turn_does_not_give_one_policy_what_another_remembered() -> None:
    record = TurnRecord(
        policy="other", ply=0, clock_before_s=60.0, budget=GRANTED, used_s=1.0, memory=Other(3.0)
    )
    assert Turn(clock=CLOCK, previous=record).remembered(Count) is None
    assert Turn(clock=CLOCK, previous=record).remembered(Other) == Other(3.0)
    assert Turn(clock=CLOCK).remembered(Count) is None


@pytest.mark.parametrize("wrong", ["x", Memory(), Other("many"), Other(math.nan)])  # type: ignore[arg-type]
def test_what_is_no_memory_costs_the_advice(wrong: Any) -> None:
    planned = manager_of(Broken(plans=replace(GRANTED, memory=wrong))).begin(clock=CLOCK)
    assert "memory must be" in planned.fault
    watched = manager_of(Broken(watches=lambda: BrokenMonitor(Verdict(memory=wrong)))).begin(clock=CLOCK)
    watched.observe(Tick(elapsed_s=0.1))
    assert "memory must be" in watched.fault


def test_a_memory_comes_back_from_a_file_and_one_of_a_policy_that_is_gone_as_none() -> None:
    form = json.loads(json.dumps(to_json_form(replace(GRANTED, memory=Count(turns=2, calm=True)))))
    assert from_json_form(Budget, form).memory == Count(turns=2, calm=True)
    assert from_json_form(Budget, {**form, "memory": {"type": "gone:Gone", "x": 1}}) == GRANTED
    without = {key: form[key] for key in form if key not in ("memory", "emergency")}
    assert from_json_form(Budget, without) == GRANTED  # as in older runs
    with pytest.raises(DataError, match=r"Budget\.memory"):
        from_json_form(Budget, {**form, "memory": 3})
    with pytest.raises(DataError, match=r"Budget\.memory"):
        from_json_form(Budget, {**form, "memory": {**form["memory"], "turns": "two"}})
