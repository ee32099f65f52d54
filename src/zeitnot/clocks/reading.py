"""ClockReading: what a policy sees of one clock."""

import math
from dataclasses import dataclass

from zeitnot.clocks.control_parts import Overtime


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockReading:
    """One clock at one moment, normalised: whatever an interface sends, a policy need not check it.

    Zero and negative clocks stay as they are. A clock that is not a number is empty; moves to go below 1 are
    unknown; times that are negative or not a number are 0.
    """

    remaining_s: float
    """Time on the clock, or left of the current byoyomi period; negative past the end."""

    increment_s: float = 0.0
    """Time added after the move; it cannot be spent on this move."""

    moves_to_go: int | None = None
    """Moves before more time is added or the period is renewed, at least 1; None if the rules do not say."""

    extra_s: float = 0.0
    """Time beyond `remaining_s` that this turn may take without losing the game or a period."""

    free_s: float = 0.0
    """Time of this turn that costs nothing afterwards and is lost if it is not used."""

    period_s: float = 0.0
    """Time that every turn gets once the main time is used up: a byoyomi period, or its share of one."""

    periods_left: int | None = None
    """Byoyomi periods not yet lost; None if the control has none, or if the number is unknown."""

    overtime: Overtime | None = None
    """Cost of time beyond the clock, where the rules allow it."""

    def __post_init__(self) -> None:
        """Normalise values that make no sense."""
        if not self.remaining_s > -math.inf:
            object.__setattr__(self, "remaining_s", 0.0)
        if self.moves_to_go is not None and self.moves_to_go < 1:
            object.__setattr__(self, "moves_to_go", None)
        for name in ("increment_s", "extra_s", "free_s", "period_s"):
            if not 0.0 <= getattr(self, name) < math.inf:
                object.__setattr__(self, name, 0.0)

    @property
    def bearable_s(self) -> float:
        """Longest time that this turn may take."""
        remaining_s = self.remaining_s
        return (remaining_s if remaining_s > 0.0 else 0.0) + self.extra_s

    def buyable_s(self, periods: int = 1) -> float:
        """Return the time that this many further overtime periods add to this turn without forfeiting the
        game."""
        overtime = self.overtime
        if overtime is None or periods <= 0 or self.remaining_s == math.inf:
            return 0.0
        until_s = (overtime.periods_begun(-self.remaining_s) + periods) * overtime.period_s
        if overtime.forfeit_after_s is not None:
            until_s = min(until_s, overtime.forfeit_after_s)
        return max(0.0, self.remaining_s + until_s - self.bearable_s)

    @property
    def lasting_s(self) -> float:
        """Time that this turn may take without leaving less to later ones: free time, or one period."""
        return self.free_s if self.free_s > self.period_s else self.period_s
