"""Option: one UCI option, how it is announced and what values it takes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from zeitnot.errors import SettingError

EMPTY = "<empty>"
"""UCI's notation for an empty string."""

_TRUTH = {"true": True, "false": False}


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One option of an engine."""

    name: str
    """Name as announced; it is matched case-insensitively."""
    kind: Literal["check", "spin", "combo", "button", "string"]
    """UCI type of the option."""
    default: str | int | bool = ""
    """Default value."""
    low: int = 0
    """Smallest value of a spin."""
    high: int = 0
    """Largest value of a spin."""
    choices: Sequence[str] = ()
    """Values of a combo."""

    def line(self) -> str:
        """Return the line that announces the option."""
        words = f"option name {self.name} type {self.kind}"
        match self.kind:
            case "button":
                return words
            case "check":
                return f"{words} default {str(self.default).lower()}"
            case "spin":
                return f"{words} default {self.default} min {self.low} max {self.high}"
            case "combo":
                return f"{words} default {self.default} {' '.join(f'var {each}' for each in self.choices)}"
            case _:
                return f"{words} default {self.default or EMPTY}"

    def read(self, text: str) -> str | int | bool:
        """Return the value of a text; one outside the range raises a SettingError."""
        match self.kind:
            case "check" if text.lower() in _TRUTH:
                return _TRUTH[text.lower()]
            case "spin" if (number := _whole(text)) is not None and self.low <= number <= self.high:
                return number
            case "combo" if text.lower() in map(str.lower, self.choices):
                return next(each for each in self.choices if each.lower() == text.lower())
            case "string" | "button":
                return "" if text == EMPTY else text
        raise SettingError(f"option {self.name} must be {self._expected()}, got {text[:80]!r}")

    def _expected(self) -> str:
        match self.kind:
            case "check":
                return "true or false"
            case "spin":
                return f"a whole number from {self.low} to {self.high}"
            case _:
                return f"one of {', '.join(self.choices)}"


def _whole(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None
