"""Trail: the named steps that lead to a number, so that every number can be explained."""

import math
from dataclasses import dataclass
from typing import Literal, NamedTuple

from zeitnot.clocks import seconds_text
from zeitnot.errors import DataError

Operation = Literal["start", "plus", "times", "at most", "at least"]

_SIGNS: dict[str, str] = {"start": "", "plus": "+", "times": "x", "at most": "<=", "at least": ">="}


class Step(NamedTuple):
    """One named step of a trail."""

    name: str
    """What the step stands for, in words that a user knows."""
    operation: Operation
    """How the figure is applied."""
    figure: float
    """The figure: seconds, or a factor for `times`."""
    result_s: float
    """Seconds after this step."""
    note: str = ""
    """Why the figure has this value."""

    def __str__(self) -> str:
        """Return the step as a user reads it: `complexity x1.5: gap 0.3 pts`."""
        note = f": {self.note}" if self.note else ""
        return f"{self.name} {self.figure_text}{note}"

    @property
    def figure_text(self) -> str:
        """How the figure is applied, as text: `x1.5`, `-0.5 s`, `<=5 s`."""
        figure = f"{self.figure:.4g}" if self.operation == "times" else seconds_text(self.figure)
        sign = "" if self.operation == "plus" and self.figure < 0 else _SIGNS[self.operation]
        return f"{sign}{figure}"


@dataclass(frozen=True, slots=True)
class Trail:
    """A number of seconds together with the steps that lead to it; every method returns a longer trail."""

    steps: tuple[Step, ...]
    """The steps, first to last; never empty."""

    def __post_init__(self) -> None:
        if not self.steps:
            raise DataError("a trail must have at least one step, got none")

    @classmethod
    def start(cls, name: str, seconds: float, note: str = "") -> "Trail":
        """Return a trail that starts with this many seconds."""
        return cls((Step(name, "start", seconds, seconds, note),))

    @classmethod
    def unlimited(cls, name: str) -> "Trail":
        """Return a trail for a search without a time limit."""
        return cls.start(name, math.inf)

    @property
    def seconds(self) -> float:
        """Result of the last step."""
        return self.steps[-1].result_s

    def plus(self, name: str, seconds: float, note: str = "") -> "Trail":
        """Return the trail with seconds added, or subtracted if negative."""
        return Trail((*self.steps, Step(name, "plus", seconds, self.seconds + seconds, note)))

    def times(self, name: str, factor: float, note: str = "") -> "Trail":
        """Return the trail multiplied by a factor; an unlimited trail stays unlimited."""
        now_s = self.seconds
        result_s = now_s if math.isinf(now_s) else now_s * factor
        return Trail((*self.steps, Step(name, "times", factor, result_s, note)))

    def at_most(self, name: str, seconds: float, note: str = "") -> "Trail":
        """Return the trail capped at this many seconds; a cap without effect adds no step."""
        if self.seconds <= seconds:
            return self
        return Trail((*self.steps, Step(name, "at most", seconds, seconds, note)))

    def at_least(self, name: str, seconds: float, note: str = "") -> "Trail":
        """Return the trail raised to this many seconds; a floor without effect adds no step."""
        if self.seconds >= seconds:
            return self
        return Trail((*self.steps, Step(name, "at least", seconds, seconds, note)))

    def __str__(self) -> str:
        """Return the trail on one line, with the result at the end."""
        return f"{'; '.join(map(str, self.steps))} = {seconds_text(self.seconds)}"


def side_by_side(target: Trail, limit: Trail) -> list[tuple[Step, bool, bool]]:
    """Return the steps of two trails, each with whether it belongs to the target and to the limit.

    The steps that both trails start with are listed once.
    """
    first, second = target.steps, limit.steps
    common = 0
    while common < min(len(first), len(second)) and first[common] == second[common]:
        common += 1
    return [
        *((step, True, True) for step in first[:common]),
        *((step, True, False) for step in first[common:]),
        *((step, False, True) for step in second[common:]),
    ]


def pluralised(number: float, noun: str) -> str:
    """Return a number with its noun in the right form: `1 move`, `12.5 turns`."""
    text = f"{number:.3g}"
    return f"{text} {noun}" if text == "1" else f"{text} {noun}s"
