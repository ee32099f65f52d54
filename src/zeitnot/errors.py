"""All errors that Zeitnot raises on purpose.

    ZeitnotError
    ├── SettingError        a parameter is out of its range, unknown, or of the wrong type
    ├── ParseError          a text does not follow its grammar; carries the position
    ├── StateError          a call that the object's state does not allow (stopping a stopped clock)
    ├── DataError           a value read from outside (JSON, file) does not have the expected form
    ├── EngineFaultError    another engine failed; carries the kind of failure
    ├── UnknownPolicyError  no policy of that name
    ├── UnknownGameError    no game of that name
    └── MissingExtraError   an optional dependency is not installed; carries the install line

Messages state the rule, then the value that broke it. Only `zeitnot.cli` prints them and sets the exit code.
"""

from collections.abc import Callable
from typing import Any, Literal


class ZeitnotError(Exception):
    """Base of every error in this package."""

    def __reduce__(self) -> tuple[object, ...]:
        """Support pickling, so that an error can be sent between processes, whatever made it."""
        return _made_again, (type(self), self.args), self.__dict__


def _made_again(cls: type[Exception], args: tuple[object, ...]) -> Exception:
    return cls.__new__(cls, *args)


class SettingError(ZeitnotError, ValueError):
    """A parameter breaks its rule."""


def check_each(settings: object, rule: str, holds: Callable[[Any], bool], *names: str) -> None:
    """Raise a SettingError for the first of these fields for which the rule does not hold."""
    for name in names:
        if not holds(getattr(settings, name)):
            raise SettingError(f"{name} must be {rule}, got {getattr(settings, name)!r}")


def check_least(settings: object, least: float, *names: str) -> None:
    """Raise a SettingError for the first of these fields that is below its least value."""
    check_each(settings, f"at least {least}", lambda value: value >= least, *names)


def check_above(settings: object, bound: float, *names: str) -> None:
    """Raise a SettingError for the first of these fields that is not above its bound."""
    check_each(settings, f"above {bound}", lambda value: value > bound, *names)


class ParseError(ZeitnotError, ValueError):
    """A text does not follow its grammar."""

    def __init__(self, what: str, *, text: str, position: int, expected: str) -> None:
        """Store the position, counted from 0; the message counts from 1."""
        found = repr(text[position : position + 12]) if position < len(text) else "the end"
        super().__init__(f"{what}: expected {expected} at position {position + 1} of {text!r}, got {found}")
        self.text = text
        self.position = position
        self.expected = expected


class StateError(ZeitnotError, RuntimeError):
    """A call was made that the object's state does not allow."""


class DataError(ZeitnotError, ValueError):
    """A value read from outside does not have the expected form."""


class EngineFaultError(ZeitnotError, RuntimeError):
    """Another engine crashed, stalled, played an illegal move, or could not be started."""

    def __init__(self, message: str, *, kind: Literal["crashed", "stalled", "illegal", "missing"]) -> None:
        """Store the kind of fault, so that faults can be counted by kind."""
        super().__init__(message)
        self.kind = kind


class UnknownPolicyError(ZeitnotError, LookupError):
    """No policy of that name is built in or installed."""


class UnknownGameError(ZeitnotError, LookupError):
    """No game of that name is built in or installed."""


class MissingExtraError(ZeitnotError, ImportError):
    """An optional dependency is missing."""

    def __init__(self, *, feature: str, extra: str) -> None:
        """Name the feature that needs the extra, and the command that installs it."""
        super().__init__(f"{feature} needs an extra that is not installed: pip install 'zeitnot[{extra}]'")
        self.extra = extra
