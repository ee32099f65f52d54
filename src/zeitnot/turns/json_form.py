"""JSON form of the values in this package: plain dictionaries, checked when they are read."""

import dataclasses
import math
import types
import typing
from enum import Enum
from functools import cache
from typing import Any, TypeVar

from zeitnot.errors import DataError, ZeitnotError
from zeitnot.turns.validation import problem_in_memory
from zeitnot.turns.verdict import Memory
from zeitnot.untrusted import UNREADABLE, cause_of, placed, shown

T = TypeVar("T")

_RETIRED = {"SearchSettings": frozenset({"emergency"})}
"""Fields of earlier versions, which old runs still have; they are ignored."""
_SCALARS = (float, int, str, bool)
_NUMBERS = {"inf": math.inf, "-inf": -math.inf, "nan": math.nan}


def to_json_form(value: Any) -> Any:
    """Return a value in a form that `json.dumps` accepts; infinity becomes a string, because JSON has
    none."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        form = {f.name: to_json_form(getattr(value, f.name)) for f in dataclasses.fields(value)}
        name = value.file_name() if isinstance(value, Memory) else type(value).__name__
        return {"type": name, **form}
    if isinstance(value, tuple | list):
        return [to_json_form(item) for item in value]
    return value


def from_json_form(cls: type[T], form: Any) -> T:
    """Return a value of a class from its JSON form; anything else is a DataError that names the place."""
    try:
        return typing.cast(T, _read(cls, form, cls.__name__))
    except (RecursionError, MemoryError) as error:
        raise DataError(f"{cls.__name__} must be a value of this program: {cause_of(error)}") from error


def _read(kind: Any, form: Any, place: str) -> Any:
    # Most values are plain; what else they could be takes longer to find out.
    return _read_scalar(kind, form, place) if kind in _SCALARS else _read_made(kind, form, place)


def _read_made(kind: Any, form: Any, place: str) -> Any:
    origin = typing.get_origin(kind)
    if origin in (typing.Union, types.UnionType):
        return _read_union(typing.get_args(kind), form, place)
    if origin is tuple:
        return _read_tuple(typing.get_args(kind), form, place)
    if origin is typing.Literal:
        return _expect(form in typing.get_args(kind), form, f"one of {typing.get_args(kind)}", place)
    if kind is Memory:
        return _read_memory(form, place)
    if dataclasses.is_dataclass(kind):
        return _read_dataclass(kind, form, place)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _read_enum(kind, form, place)
    if isinstance(kind, type) and issubclass(kind, tuple):  # a named tuple
        hints = _hints(kind)
        _expect(isinstance(form, list) and len(form) == len(hints), form, f"{len(hints)} values", place)
        return kind(
            *(_read(h, item, f"{place}.{n}") for (n, h), item in zip(hints.items(), form, strict=True))
        )
    return _read_scalar(kind, form, place)


def _read_union(choices: tuple[Any, ...], form: Any, place: str) -> Any:
    if form is None and type(None) in choices:
        return None
    choices = tuple(choice for choice in choices if choice is not type(None))
    if len(choices) == 1:
        return _read(choices[0], form, place)
    named = {choice.__name__: choice for choice in choices}
    name = form.get("type") if isinstance(form, dict) else None
    _expect(isinstance(name, str) and name in named, form, f"a type out of {sorted(named)}", place)
    return _read(named[str(name)], form, place)


def _read_tuple(kinds: tuple[Any, ...], form: Any, place: str) -> tuple[Any, ...]:
    _expect(isinstance(form, list), form, "a list", place)
    if len(kinds) == 2 and kinds[1] is Ellipsis:  # noqa: PLR2004 (tuple[X, ...] has two arguments)
        kinds = (kinds[0],) * len(form)
    _expect(len(kinds) == len(form), form, f"{len(kinds)} values", place)
    return tuple(_read(k, v, f"{place}[{i}]") for i, (k, v) in enumerate(zip(kinds, form, strict=True)))


def _read_memory(form: Any, place: str) -> Memory | None:
    """Return a policy's memory; None if its kind is unknown, because that policy is not loaded."""
    _expect(isinstance(form, dict), form, "an object", place)
    name = form.get("type")
    kind = Memory.kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        return None
    memory: Memory = _read_dataclass(kind, {key: form[key] for key in form if key != "type"}, place)
    wrong = problem_in_memory(memory)
    _expect(not wrong, form, "what a policy may carry", place)
    return memory


def _read_dataclass(cls: Any, form: Any, place: str) -> Any:
    _expect(isinstance(form, dict), form, "an object", place)
    hints = _hints(cls)
    name = form.get("type", cls.__name__)
    _expect(name == cls.__name__, name, f"of type {cls.__name__}", place)
    unknown = sorted(set(form) - set(hints) - {"type"} - _RETIRED.get(cls.__name__, frozenset()))
    _expect(not unknown, unknown, f"no field but {sorted(hints)}", place)
    values = {name: _read(hints[name], form[name], f"{place}.{name}") for name in hints if name in form}
    with placed(place, TypeError, *UNREADABLE, ZeitnotError):
        return cls(**values)


def _read_enum(kind: type[Enum], form: Any, place: str) -> Enum:
    try:
        return kind(form)
    except ValueError as error:
        raise DataError(f"{place} must be one of {[e.value for e in kind]}, got {shown(form)}") from error


def _read_scalar(kind: Any, form: Any, place: str) -> Any:
    if kind is float:
        if isinstance(form, str) and form in _NUMBERS:
            return _NUMBERS[form]
        number = isinstance(form, int | float) and not isinstance(form, bool)
        try:
            return float(_expect(number, form, "a number", place))
        except OverflowError as error:
            raise DataError(f"{place} must be a number in the range of a float, got {shown(form)}") from error
    matches = isinstance(form, kind) and not (kind is int and isinstance(form, bool))
    return _expect(matches, form, f"a value of type {kind.__name__}", place)


def _expect(rule: bool, form: Any, expected: str, place: str) -> Any:
    if not rule:
        raise DataError(f"{place} must be {expected}, got {shown(form)}")
    return form


@cache
def _hints(cls: Any) -> dict[str, Any]:
    return typing.get_type_hints(cls)
