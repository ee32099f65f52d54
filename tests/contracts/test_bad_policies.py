"""Bad policies: the contract checks find them; a manager loses their advice, not the game."""

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import given, note

from tests.contracts.strategies import searches, turns
from tests.turns.scripted import Broken, BrokenMonitor, MuteError, manager_of
from zeitnot.clocks import ClockReading
from zeitnot.monitors import Deadline
from zeitnot.policies.contract import contract_breaches
from zeitnot.policies.parameters import Seconds
from zeitnot.policies.uniform import Uniform
from zeitnot.turns import Budget, Monitor, Progress, Split, Tick, Trail, Turn, Verdict


def granting(target_s: float, limit_s: float) -> Budget:
    return Budget(target=Trail.start("granted", target_s), limit=Trail.start("granted", limit_s))


def said(**fields: Any) -> Broken:
    return Broken(watches=lambda: BrokenMonitor(Verdict(**fields)))


BAD: dict[str, Callable[[], Broken]] = {
    "raises": lambda: Broken(plans=ZeroDivisionError("no moves left")),
    "plans text": lambda: Broken(plans="three seconds"),
    "plans nan": lambda: Broken(plans=granting(math.nan, math.nan)),
    "plans a negative time": lambda: Broken(plans=granting(-1.0, 3.0)),
    "plans a negative limit": lambda: Broken(plans=granting(0.0, -3.0)),
    "makes no monitor": lambda: Broken(watches=RuntimeError("no model")),
    "makes nothing of a monitor": lambda: Broken(watches=lambda: None),
    "monitor raises": lambda: Broken(watches=lambda: BrokenMonitor(RuntimeError("lost"))),
    "monitor says nothing": lambda: Broken(watches=lambda: BrokenMonitor(lambda: None)),
    "monitor says text": lambda: Broken(watches=lambda: BrokenMonitor("go on")),
    "monitor moves the target to nan": lambda: Broken(
        watches=lambda: BrokenMonitor(Verdict(target_s=math.nan))
    ),
    "plans a depth in words": lambda: Broken(plans=replace(granting(1.0, 3.0), minimum_depth="deep")),  # type: ignore[arg-type]
    "plans without settings": lambda: Broken(plans=replace(granting(1.0, 3.0), settings=None)),  # type: ignore[arg-type]
    "splits a target to nan": lambda: Broken(
        plans=replace(
            granting(1.0, 3.0),
            split=Split(movegen_s=math.nan, simulation_s=-1.0, endgame_s=0.0, cushion_s=0.0),
        )
    ),
    "raises what cannot be printed": lambda: Broken(plans=MuteError()),
    "monitor raises what cannot be printed": lambda: Broken(watches=lambda: BrokenMonitor(MuteError())),
    "monitor has no reason but a list": lambda: said(reason=[]),
    "monitor has a reason of its own": lambda: said(reason="because"),
    "monitor has no events": lambda: said(events=None),
    "monitor has events that cannot be counted": lambda: said(events=([],)),
    "monitor notes nothing": lambda: said(note=None),
    "monitor loses a text": lambda: said(expected_loss_pts="1"),
    "monitor moves the target below 0": lambda: Broken(watches=lambda: BrokenMonitor(Verdict(target_s=-1.0))),
}


@given(turn=turns, search=searches(most=5))
def test_bad_policies_are_replaced_reported_and_survived(turn: Turn, search: list[Progress]) -> None:
    for what, make in BAD.items():
        note(what)
        assert_survived(make(), turn, [Tick(elapsed_s=0.0), *search])


def assert_survived(policy: Broken, turn: Turn, search: list[Progress]) -> None:
    manager = manager_of(policy, overhead=turn.overhead)
    for clock in (turn.clock, ClockReading(remaining_s=60.0)):
        thinking = manager.begin(clock=clock, limits=turn.limits, features=turn.features)
        limit_s = thinking.budget.limit_s
        assert 0 <= thinking.budget.target_s <= limit_s <= max(0.0, clock.bearable_s)
        for report in search:
            assert thinking.observe(report).stop or report.elapsed_s < limit_s
            assert 0 <= thinking.target_s <= limit_s
        assert thinking.finish(used_s=0.0).fault != ""


def test_an_infinite_plan_needs_no_replacing_only_clipping() -> None:
    manager = manager_of(Broken(plans=granting(math.inf, math.inf)))
    thinking = manager.begin(clock=ClockReading(remaining_s=60.0))
    assert thinking.budget.limit_s < 60.0
    assert thinking.finish(used_s=1.0).fault == ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgetful:
    """Plans something else every time it is asked."""

    calls: Any = field(default_factory=itertools.count, compare=False)

    def plan(self, turn: Turn) -> Budget:
        return Budget.same_target_and_limit(
            Trail.start("call", min(turn.clock.bearable_s, next(self.calls) * 1e-9))
        )

    def monitor(self, turn: Turn, budget: Budget) -> Monitor:
        return Deadline(budget.limit_s)


@dataclass(frozen=True, slots=True, kw_only=True)
class Greedy:
    """Takes the increment before it arrives."""

    def plan(self, turn: Turn) -> Budget:
        return Budget.same_target_and_limit(
            Trail.start("all", max(0.0, turn.clock.bearable_s) + turn.clock.increment_s)
        )

    def monitor(self, turn: Turn, budget: Budget) -> Monitor:
        return Deadline(budget.limit_s)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hasty:
    """Has a target beyond its limit."""

    def plan(self, turn: Turn) -> Budget:
        return granting(turn.clock.bearable_s, 0.0)

    def monitor(self, turn: Turn, budget: Budget) -> Monitor:
        return Deadline(budget.limit_s)


@dataclass(slots=True)
class _Moody:
    moods: Any

    def observe(self, progress: Progress) -> Verdict:
        return Verdict(note=str(next(self.moods)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Moody:
    """Judges the same search differently every time."""

    moods: Any = field(default_factory=itertools.count, compare=False)

    def plan(self, turn: Turn) -> Budget:
        return Uniform().plan(turn)

    def monitor(self, turn: Turn, budget: Budget) -> Monitor:
        return _Moody(self.moods)


@dataclass(frozen=True, slots=True, kw_only=True)
class Careless(Uniform):
    """Has a default outside its own range, and no docstring for it."""

    spare_s: Seconds = -1.0

    def __post_init__(self) -> None:
        """Check nothing."""


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        (Forgetful(), "the same turn must get the same budget, got another"),
        (Greedy(), "limit must be at most the"),
        (Hasty(), "target must be from 0 to the limit, got"),
        (Moody(), "the same progress must get the same verdict, got"),
        (Careless(), "the default of spare_s must keep its own rule: spare_s must be a number from 0"),
        (Careless(), "spare_s must have a docstring below it, got none"),
    ],
)
def test_the_kit_for_authors_says_what_is_wrong(policy: Any, words: str) -> None:
    assert any(words in breach for breach in contract_breaches(policy, cases=50))


@pytest.mark.parametrize("make", BAD.values(), ids=BAD)
def test_the_kit_for_authors_raises_nothing_itself(make: Callable[[], Broken]) -> None:
    assert contract_breaches(make(), cases=20) != []
