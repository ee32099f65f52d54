"""The contract of policies, as checks that authors can run on their own policies.

    assert contract_breaches(MyPolicy()) == []

Every check returns sentences, one for each broken rule; none raises, whatever the policy does.
"""

import copy
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import MISSING
from random import Random
from typing import Any

from zeitnot.errors import ZeitnotError
from zeitnot.policies.contract_cases import random_reports, random_turn
from zeitnot.policies.parameters import parameters_of
from zeitnot.policies.uniform import Uniform
from zeitnot.turns import (
    Budget,
    Policy,
    Progress,
    Thinking,
    TimeManager,
    Turn,
    TurnRecord,
    error_words,
    from_json_form,
    problem_in_budget,
    problem_in_verdict,
    to_json_form,
)

_Check = Callable[[], Iterator[str]]


def contract_breaches(policy: Policy, *, cases: int = 300, seed: int = 0) -> list[str]:
    """Run a policy through random turns and searches, and return every breach; the same seed repeats them."""
    rng = Random(seed)
    breaches = parameter_breaches(policy)
    for _ in range(cases):
        turn, reports = random_turn(rng), random_reports(rng)
        found = [*plan_breaches(policy, turn), *monitor_breaches(policy, turn, reports)]
        found += managed_breaches(policy, turn, reports)
        breaches += [f"{breach} (on {turn!r})" for breach in found]
    return breaches


def parameter_breaches(policy: Policy) -> list[str]:
    """Check that every parameter has a valid default that can be written as text and read back."""
    return _sentences("parameters", lambda: _check_parameters(policy))


def plan_breaches(policy: Policy, turn: Turn) -> list[str]:
    """Check one plan: 0 <= target <= limit <= what the clock can bear, and the same for the same turn."""
    return _sentences("plan", lambda: _check_plan(policy, turn))


def monitor_breaches(policy: Policy, turn: Turn, reports: Sequence[Progress]) -> list[str]:
    """Check the verdicts of a monitor, and that the same search gets the same verdicts again."""
    return _sentences("monitor", lambda: _check_monitor(policy, turn, reports))


def managed_breaches(policy: Policy, turn: Turn, reports: Sequence[Progress]) -> list[str]:
    """Check a turn under a manager: overhead and floor stay on the clock, and no fault is recorded."""
    return _sentences("managed", lambda: _check_managed(policy, turn, reports))


def _sentences(what: str, check: _Check) -> list[str]:
    try:
        return [f"{what}: {sentence}" for sentence in check()]
    except Exception as error:  # noqa: BLE001 (whatever a policy raises is reported as a breach)
        return [f"{what}: nothing may be raised, got {error_words(error)}"]


def _check_parameters(policy: Policy) -> Iterator[str]:
    for name, parameter in parameters_of(policy).items():
        if not parameter.doc:
            yield f"{name} must have a docstring below it, got none"
        if parameter.default is MISSING:
            yield f"{name} must have a default, got none"
            continue
        try:
            again = parameter.read(parameter.text(parameter.read(parameter.default)))
        except ZeitnotError as error:
            yield f"the default of {name} must keep its own rule: {error}"
            continue
        if again != parameter.default:
            yield f"the default of {name} must survive being text, got {again!r} for {parameter.default!r}"


def _check_plan(policy: Policy, turn: Turn) -> Iterator[str]:
    budget = policy.plan(turn)
    wrong = problem_in_budget(budget)
    if wrong:
        yield wrong
        return
    bearable_s = turn.clock.bearable_s + turn.clock.buyable_s(budget.periods_bought)
    if not 0 <= budget.target_s <= budget.limit_s:
        yield f"target must be from 0 to the limit, got {budget.target_s!r} and {budget.limit_s!r}"
    if not budget.limit_s <= bearable_s:
        yield f"limit must be at most the {bearable_s!r} s the clock can bear, got {budget.limit_s!r}"
    if policy.plan(turn) != budget or copy.deepcopy(policy).plan(turn) != budget:
        yield "the same turn must get the same budget, got another"
    if _through_json(Budget, budget) != budget:
        yield f"a budget must come back equal through JSON, got {_through_json(Budget, budget)!r}"
    split = budget.split
    if split is not None:
        searched_s = split.inference_s + split.simulation_s + split.endgame_s
        total_s = split.movegen_s + searched_s + split.cushion_s
        if total_s > budget.target_s * (1 + 1e-9) + 1e-9:
            yield f"a split must add up to the target of {budget.target_s!r} s at most, got {split!r}"


def _check_monitor(policy: Policy, turn: Turn, reports: Sequence[Progress]) -> Iterator[str]:
    budget = policy.plan(turn)
    monitors = [policy.monitor(turn, budget), policy.monitor(turn, budget)]
    monitors.append(copy.deepcopy(policy).monitor(turn, budget))
    for report in reports:
        first, *others = [monitor.observe(report) for monitor in monitors]
        wrong = problem_in_verdict(first)
        if wrong:
            yield wrong
            return
        if any(other != first for other in others):
            yield f"the same progress must get the same verdict, got {first!r} and {others!r}"


def _check_managed(policy: Policy, turn: Turn, reports: Sequence[Progress]) -> Iterator[str]:
    manager = TimeManager(policy, fallback=Uniform(), overhead=turn.overhead, calibration=turn.calibration)
    manager.new_game(initial_s=turn.initial_s, previous=turn.previous)
    yield from _check_turn(manager, turn, turn.ply, reports)
    # The next turn gets back what the policy wanted to remember.
    yield from _check_turn(manager, turn, turn.ply + 2, reports)


def _check_turn(manager: TimeManager, turn: Turn, ply: int, reports: Sequence[Progress]) -> Iterator[str]:
    thinking = manager.begin(
        clock=turn.clock, opponent=turn.opponent, limits=turn.limits, ply=ply, features=turn.features
    )
    limit_s = thinking.budget.limit_s
    bearable_s = turn.clock.bearable_s + turn.clock.buyable_s(thinking.budget.periods_bought)
    most_s = max(0.0, bearable_s - manager.overhead.usual_s - manager.safety.floor_s)
    if not limit_s <= most_s:
        yield f"limit must leave the usual overhead and the floor: at most {most_s!r} s, got {limit_s!r}"
    yield from _check_thinking(thinking, reports)
    record = thinking.finish(used_s=max((report.elapsed_s for report in reports), default=0.0))
    if record.fault:
        yield f"the guard must have nothing to catch, got {record.fault}"
    if _through_json(TurnRecord, record) != record:
        yield f"a record must come back equal through JSON, got {_through_json(TurnRecord, record)!r}"


def _check_thinking(thinking: Thinking, reports: Sequence[Progress]) -> Iterator[str]:
    limit_s = thinking.budget.limit_s
    for report in reports:
        verdict = thinking.observe(report)
        if report.elapsed_s >= limit_s and not verdict.stop:
            yield f"the limit of {limit_s!r} s must stop the search, got {verdict!r}"
        if not 0 <= thinking.target_s <= limit_s:
            yield f"the target must stay from 0 to the limit of {limit_s!r} s, got {thinking.target_s!r}"


def _through_json(cls: type[Any], value: object) -> object:
    return from_json_form(cls, json.loads(json.dumps(to_json_form(value), allow_nan=False)))
