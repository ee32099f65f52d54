"""Parameters of policies: dataclass fields whose types carry their range.

One description serves the constructor, TOML files, environment variables, `--set` and UCI options.
"""

import ast
import dataclasses
import difflib
import inspect
import itertools
import math
import textwrap
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Annotated, Any, TypeVar

from zeitnot.errors import SettingError
from zeitnot.policies.base import hooks_of
from zeitnot.untrusted import shown

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Range:
    """Smallest and largest value of a parameter, both allowed."""

    low: float
    """Smallest value."""
    high: float
    """Largest value."""


Seconds = Annotated[float, Range(0.0, 86_400.0)]
Share = Annotated[float, Range(0.0, 1.0)]
Multiplier = Annotated[float, Range(0.0, 100.0)]
Turns = Annotated[float, Range(1.0, 1_000.0)]
Count = Annotated[int, Range(1, 1_000_000)]
Depth = Annotated[int, Range(0, 246)]
Centipawns = Annotated[float, Range(0.0, 100_000.0)]
Points = Annotated[float, Range(0.0, 10_000.0)]
Figure = Annotated[float, Range(-1e6, 1e6)]
"""A coefficient without a unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """Description of one parameter of a policy."""

    name: str
    """Field name, including the unit."""
    kind: Any
    """Type of the value without its range; for several values, the type of each."""
    several: bool
    """Whether the value is a tuple, written with commas."""
    optional: bool
    """Whether `none` is a value."""
    low: float
    """Smallest value; -inf without a range."""
    high: float
    """Largest value; inf without a range."""
    default: Any
    """Value if nothing is set."""
    owner: type
    """Class of the policy."""

    @property
    def doc(self) -> str:
        """Description of the parameter; read from the source on demand, because that takes a while."""
        return _field_docs(self.owner).get(self.name, "")

    @property
    def game(self) -> str:
        """The only game that the parameter applies to, from the policy's `only_in`; empty for every game of
        the policy."""
        return hooks_of(self.owner).only_in.get(self.name, "")

    def read(self, value: Any) -> Any:
        """Return the checked value of a value or of its text."""
        if self.optional and (value is None or str(value).strip().lower() == "none"):
            return None
        if not self.several:
            return self._read_one(value)
        items = value.split(",") if isinstance(value, str) else value
        if not isinstance(items, list | tuple) or len(items) != len(self.default):
            raise SettingError(f"{self.name} must be {len(self.default)} values, got {shown(value)}")
        return tuple(self._read_one(item) for item in items)

    def expected(self) -> str:
        """Return a description of the allowed values."""
        words = _kind_words(self.kind)
        if math.isfinite(self.low) and math.isfinite(self.high):
            words += f" from {self.low:g} to {self.high:g}"
        return f"{len(self.default)} times {words}" if self.several else words

    def text(self, value: Any) -> str:
        """Return a value as text that `read` accepts."""
        if value is None:
            return "none"
        if isinstance(value, tuple):
            return ",".join(map(self.text, value))
        if isinstance(value, Enum):
            return str(value.value)
        return str(value).lower() if isinstance(value, bool) else str(value)

    def _read_one(self, value: Any) -> Any:
        try:
            result = (
                _read_text(self.kind, value.strip())
                if isinstance(value, str)
                else _read_value(self.kind, value)
            )
        except (KeyError, ValueError, TypeError, OverflowError) as error:
            raise SettingError(f"{self.name} must be {self.expected()}, got {shown(value)}") from error
        if isinstance(result, int | float) and not self.low <= result <= self.high:
            raise SettingError(f"{self.name} must be {self.expected()}, got {shown(value)}")
        return result


def parameters_of(policy: Any) -> dict[str, Parameter]:
    """Return the parameters of a policy or its class: all fields that can be written as text."""
    return _parameters(policy if isinstance(policy, type) else type(policy))


def check(policy: Any) -> None:
    """Check every parameter against its range; for use in `__post_init__`."""
    for name, parameter in parameters_of(policy).items():
        value = getattr(policy, name)
        if parameter.read(value) != value:
            raise SettingError(f"{name} must be {parameter.expected()}, got {shown(value)}")


def read_settings(policy: Any, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return checked settings for a policy or its class; for an unknown name the error suggests the
    nearest."""
    known = parameters_of(policy)
    values: dict[str, Any] = {}
    for name, value in settings.items():
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"see `zeitnot policies {_policy_name(policy)}`"
            raise SettingError(f"{_policy_name(policy)} has no parameter {name!r}; {hint}")
        values[name] = known[name].read(value)
    return values


def with_settings(policy: P, settings: Mapping[str, Any]) -> P:
    """Return a copy of a policy with some parameters set; a policy without parameters need not be a
    dataclass."""
    values = read_settings(policy, settings)
    return dataclasses.replace(policy, **values) if values else policy  # type: ignore[type-var]  # it has parameters


def _policy_name(policy: Any) -> str:
    cls: type = policy if isinstance(policy, type) else type(policy)
    return hooks_of(cls).name or cls.__name__


@cache
def _parameters(cls: type) -> dict[str, Parameter]:
    if not dataclasses.is_dataclass(cls):
        return {}
    try:
        hints = typing.get_type_hints(cls, include_extras=True)
    except (NameError, TypeError, AttributeError) as error:
        raise SettingError(
            f"the fields of {_policy_name(cls)} must have types that can be read: {error}"
        ) from error
    found = {}
    for field in dataclasses.fields(cls):
        parameter = _parameter(field, hints[field.name], typing.cast(type, cls))
        if parameter is not None:
            found[field.name] = parameter
    return found


def _parameter(field: "dataclasses.Field[Any]", hint: Any, owner: type) -> Parameter | None:
    several = optional = False
    low, high = -math.inf, math.inf
    while True:
        origin, arguments = typing.get_origin(hint), typing.get_args(hint)
        if origin is Annotated:
            low, high = next(((r.low, r.high) for r in arguments[1:] if isinstance(r, Range)), (low, high))
            hint = arguments[0]
        elif origin in (typing.Union, types.UnionType) and type(None) in arguments and len(arguments) == 2:  # noqa: PLR2004 (X | None)
            optional, hint = True, next(a for a in arguments if a is not type(None))
        elif origin is tuple:
            several, hint = True, arguments[0]
        else:
            break
    if not (isinstance(hint, type) and issubclass(hint, bool | int | float | str)):
        return None  # an estimator or another object: set by code, not by text
    return Parameter(
        name=field.name,
        kind=hint,
        several=several,
        optional=optional,
        low=low,
        high=high,
        default=field.default,
        owner=owner,
    )


@cache
def _field_docs(cls: type) -> dict[str, str]:
    """Return the docstrings of the fields, including those of base classes; none if there is no source."""
    docs = {
        name: doc for base in cls.__bases__ if base is not object for name, doc in _field_docs(base).items()
    }
    try:
        body = ast.parse(textwrap.dedent(inspect.getsource(cls))).body[0]
    except (OSError, TypeError, SyntaxError):
        return docs
    statements = body.body if isinstance(body, ast.ClassDef) else []
    for statement, below in itertools.pairwise(statements):
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            match below:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    docs[statement.target.id] = inspect.cleandoc(text).replace("\n", " ")
    return docs


def _kind_words(kind: type) -> str:
    if issubclass(kind, Enum):
        return f"one of {', '.join(str(e.value) for e in kind)}"
    return {bool: "true or false", int: "a whole number", float: "a number"}.get(kind, "a text")


_TRUTH = {
    **dict.fromkeys(("true", "yes", "on", "1"), True),
    **dict.fromkeys(("false", "no", "off", "0"), False),
}


def _read_text(kind: Any, text: str) -> Any:
    if kind is bool:
        return _TRUTH[text.lower()]
    if issubclass(kind, Enum):
        return kind(text.lower())
    return kind(text)


def _read_value(kind: type, value: Any) -> Any:
    if isinstance(value, bool) is not (kind is bool):
        raise TypeError("a truth value is not a number")
    if kind is float and isinstance(value, int):
        return float(value)
    if issubclass(kind, Enum):
        return kind(value)
    if not isinstance(value, kind):
        raise TypeError(f"not of type {kind.__name__}")
    return value
