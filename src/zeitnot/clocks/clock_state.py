"""ClockState: everything that a clock remembers, as a value that can be saved."""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self, get_type_hints

from zeitnot.clocks.time_control import TimeControl
from zeitnot.errors import DataError
from zeitnot.untrusted import shown


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockState:
    """State of a clock between moves; plain numbers, ready for JSON."""

    remaining_s: float
    """Time on the clock before the turn, or left in the byoyomi period; infinite without a limit."""

    stage: int = 0
    """Index of the current stage."""

    moves_in_stage: int = 0
    """Moves made in the stage, or in the byoyomi period."""

    in_byoyomi: bool = False
    """Whether the main time is used up."""

    periods_left: int = 0
    """Byoyomi periods not yet lost."""

    turns_played: int = 0
    """Turns finished."""

    used_s: float = 0.0
    """Time used in all finished turns."""

    turn_used_s: float = 0.0
    """Time already used in an interrupted turn."""

    flagged: bool = False
    """Whether the game was lost on time."""

    @classmethod
    def initial(cls, control: TimeControl) -> Self:
        """Return the state at the start of a game; without base time (`0+1`) the clock starts with one
        increment."""
        if not control.stages:
            return cls(remaining_s=math.inf if control.move_time_s is None else control.move_time_s)
        base_s, byoyomi = control.stages[0].base_s, control.byoyomi
        if byoyomi is None:
            return cls(remaining_s=base_s or control.stages[0].increment_s)
        if base_s == 0:
            return cls(remaining_s=byoyomi.period_s, in_byoyomi=True, periods_left=byoyomi.periods)
        return cls(remaining_s=base_s, periods_left=byoyomi.periods)

    def to_json(self) -> dict[str, float | int | bool | str]:
        """Return plain values; infinity becomes the text `inf`, because JSON has none."""
        return asdict(self) | {"remaining_s": "inf" if math.isinf(self.remaining_s) else self.remaining_s}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Read the values of `to_json`; a DataError names what is missing, unknown or of the wrong type."""
        if set(values) != set(_TYPES):
            raise DataError(f"a clock's state must have the fields {sorted(_TYPES)}, got {sorted(values)}")
        taken = dict(values)
        if taken["remaining_s"] == "inf":
            taken["remaining_s"] = math.inf
        for name, value in taken.items():
            if type(value) not in _TYPES[name]:
                raise DataError(f"{name} must be of type {_TYPES[name][0].__name__}, got {shown(value)}")
            if not (abs(value) <= _MOST or (name == "remaining_s" and value == math.inf)):
                raise DataError(f"{name} must be at most {_MOST:g}, got {shown(value)}")
        return cls(**taken)


_MOST = 1e12
"""Largest number of seconds or turns in a saved state: more is damage, and would overflow later."""
_TYPES: dict[str, tuple[type, ...]] = {
    name: (float, int) if kind is float else (kind,) for name, kind in get_type_hints(ClockState).items()
}
