"""Validation: checks of what callers pass to `TimeManager.begin` and of what policies answer."""

import dataclasses
import math
from collections.abc import Callable
from functools import cache
from typing import Any, get_args, get_type_hints

from zeitnot.clocks import ClockReading
from zeitnot.errors import SettingError
from zeitnot.turns.budget import Aspiration, Budget, Quiescence, SearchSettings, Split
from zeitnot.turns.calibration import Overhead
from zeitnot.turns.features import BoardFeatures, ChessFeatures, ScrabbleFeatures
from zeitnot.turns.trail import Operation, Step, Trail
from zeitnot.turns.turn import Limits
from zeitnot.turns.verdict import Factor, Memory, Reason, Verdict

_LARGEST = 10**15
"""Largest whole number accepted where a number is expected: a longer one fails when it is converted to a
float."""
_MOST = 1_000_000
"""Largest setting of a search: the largest value of a parameter, well within native integers."""


def _is_number(value: object) -> bool:
    return isinstance(value, float) or (isinstance(value, int) and -_LARGEST <= value <= _LARGEST)


_Rule = tuple[Callable[[Any], bool], str]


def _several(count: int, rule: _Rule) -> _Rule:
    holds, words = rule

    def hold(values: object) -> bool:
        return isinstance(values, tuple) and len(values) == count and all(map(holds, values))

    return hold, f"{count} times {words}"


def _whole(least: int, most: int) -> _Rule:
    return lambda x: isinstance(x, int) and least <= x <= most, f"a whole number from {least} to {most}"


def _or_none(rule: _Rule) -> _Rule:
    holds, words = rule
    return lambda x: x is None or holds(x), f"none or {words}"


_WHOLE = _whole(0, _MOST)
_COUNT = _whole(1, _MOST)
_SHARE: _Rule = (lambda x: _is_number(x) and x >= 0, "a number of 0 or more")
_SECONDS: _Rule = (lambda x: _is_number(x) and 0 <= x < math.inf, "0 or more seconds")
_TRUTH: _Rule = (lambda x: isinstance(x, bool), "true or false")
_REASON: _Rule = (lambda x: x is None or isinstance(x, Reason), "none or a Reason")

_RULES_BY_TYPE: dict[Any, _Rule] = {
    int: _WHOLE,
    int | None: _or_none(_WHOLE),
    float: _SHARE,
    bool: _TRUTH,
    Reason | None: _REASON,
    tuple[int, int, int, int]: _several(4, _WHOLE),
    tuple[float, float, float]: _several(3, _SHARE),
}
_RULES_BY_NAME: dict[str, _Rule] = {
    "SearchSettings.node_interval": _COUNT,
    "Quiescence.move_interval": _COUNT,
    "Split.samples": _or_none(_whole(0, _LARGEST)),
    "Split.check_every_samples": _whole(1, _LARGEST),
    "Split.nodes": _or_none(_whole(0, _LARGEST)),
}
"""Rules of fields that have another than their type."""


@cache
def _rules(cls: type) -> dict[str, _Rule]:
    """Return the rules of a class's fields, by their names and types; times are in seconds."""
    found = {}
    for name, kind in get_type_hints(cls).items():
        by_type = _SECONDS if kind is float and name.endswith("_s") else _RULES_BY_TYPE.get(kind)
        if rule := _RULES_BY_NAME.get(f"{cls.__name__}.{name}", by_type):
            found[name] = rule
    return found


_OPERATIONS = frozenset(get_args(Operation))
_EXAMPLES = {"clock": "ClockReading(remaining_s=10.0)", "opponent": "ClockReading(remaining_s=10.0)"}
_ARGUMENTS: dict[str, tuple[type, ...]] = {
    "clock": (ClockReading,),
    "opponent": (ClockReading,),
    "limits": (Limits,),
    "lines": (int,),
    "ply": (int,),
    "features": (BoardFeatures, ChessFeatures, ScrabbleFeatures),
    "lag": (Overhead,),
}
"""Types of the arguments of `begin`. Without this check, a number in place of a reading fails much later and
less clearly."""


def check_arguments(**given: object) -> None:
    """Raise a SettingError that names an argument of the wrong type; None means not given."""
    for name, value in given.items():
        if value is None and name != "limits":
            continue
        if not isinstance(value, _ARGUMENTS[name]):
            kinds = " or ".join(kind.__name__ for kind in _ARGUMENTS[name])
            example = f" such as {_EXAMPLES[name]}" if name in _EXAMPLES else ""
            raise SettingError(f"{name} must be of type {kinds}{example}, got {value!r:.80}")


def problem_in_budget(budget: object) -> str:
    """Return what is wrong with a policy's plan; empty if nothing is."""
    if not isinstance(budget, Budget):
        return f"plan must return a Budget, got {budget!r:.80}"
    settings, split = budget.settings, budget.split
    return (
        _in_trail("target", budget.target)
        or _in_trail("limit", budget.limit)
        or _in_fields("budget", budget, Budget)
        or _in_fields("settings", settings, SearchSettings)
        or _in_fields("quiescence", settings.quiescence, Quiescence)
        or _in_fields("aspiration", settings.aspiration, Aspiration)
        or ("" if split is None else _in_fields("split", split, Split))
        or problem_in_memory(budget.memory)
    )


def problem_in_verdict(verdict: object) -> str:
    """Return what is wrong with a monitor's verdict; empty if nothing is. Hand-written, because it is called
    often."""
    if type(verdict) is not Verdict:
        return f"observe must return a Verdict, got {verdict!r:.80}"
    reason: object = verdict.reason
    target_s: Any = verdict.target_s
    loss_pts: Any = verdict.expected_loss_pts
    if reason is not None and type(reason) is not Reason:
        return f"the reason must be none or a Reason, got {reason!r:.80}"
    if target_s is not None and not (_is_number(target_s) and target_s >= 0):
        return f"the target must be 0 or more seconds, got {target_s!r:.80}"
    if loss_pts is not None and not (_is_number(loss_pts) and loss_pts >= 0):
        return f"the expected loss must be 0 or more points, got {loss_pts!r:.80}"
    if type(verdict.note) is not str or type(verdict.clears_soft_stop) is not bool:
        return f"the note must be a text and clears_soft_stop true or false, got {verdict!r:.80}"
    if verdict.factors != () and not _are_factors(verdict.factors):
        return f"the factors must be a tuple of Factor, got {verdict.factors!r:.80}"
    events = verdict.events
    if events != () and not (type(events) is tuple and all(type(event) is str for event in events)):
        return f"the events must be a tuple of texts, got {events!r:.80}"
    return "" if verdict.memory is None else problem_in_memory(verdict.memory)


def problem_in_memory(memory: object) -> str:
    """Return what is wrong with a policy's memory; empty if nothing is."""
    if memory is None:
        return ""
    if not isinstance(memory, Memory) or not dataclasses.is_dataclass(memory):
        return f"the memory must be none or a dataclass that inherits from Memory, got {memory!r:.80}"
    for field in dataclasses.fields(memory):
        value = getattr(memory, field.name)
        if not isinstance(value, int | float) or math.isnan(value):
            return f"{field.name} of the memory must be a number, got {value!r:.80}"
    return ""


def error_words(error: BaseException) -> str:
    """Return the class and text of an error, or the class alone if it has no printable text."""
    try:
        return f"{type(error).__name__}: {error}"
    except BaseException:  # noqa: BLE001 (a policy's own class of error, whose text may raise anything)
        return type(error).__name__


def _in_trail(name: str, trail: object) -> str:
    if not isinstance(trail, Trail):
        return f"the {name} must be a Trail, got {trail!r:.80}"
    for step in trail.steps:
        if type(step) is not Step:
            return f"the {name} must be a trail of steps, got {step!r:.80}"
        words, operation, figure, result_s, note = step
        if type(words) is not str or type(note) is not str:
            return f"the {name} must have steps with names, got {step!r:.80}"
        if operation not in _OPERATIONS or not (_is_number(figure) and _is_number(result_s)):
            return f"the {name} must have steps with an operation and a figure, got {step!r:.80}"
    seconds: Any = trail.seconds
    if not (_is_number(seconds) and seconds >= 0):
        return f"the {name} must be 0 or more seconds, got {seconds!r:.80}"
    return ""


def _in_fields(place: str, value: object, cls: type) -> str:
    if not isinstance(value, cls):
        return f"the {place} must be a {cls.__name__}, got {value!r:.80}"
    for name, (holds, words) in _rules(cls).items():
        if not holds(getattr(value, name)):
            return f"{name} of the {place} must be {words}, got {getattr(value, name)!r:.80}"
    return ""


def _are_factors(factors: object) -> bool:
    if type(factors) is not tuple:
        return False
    for factor in factors:
        if type(factor) is not Factor or type(factor.name) is not str:
            return False
        value: Any = factor.value
        if not _is_number(value) or value != value:  # noqa: PLR0124 (nan alone differs from itself)
            return False
    return True
