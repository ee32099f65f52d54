"""Overtime: what thinking past the end of the clock costs in Scrabble."""

import math
from dataclasses import dataclass

from zeitnot.clocks.bounds import check_count, check_time

ROUNDING_S = 1e-6
"""Sums of floats stray by less than this; so small an excess does not begin a period."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overtime:
    """Points off the score for every period over time; a period begun counts whole (M1)."""

    points: int = 10
    """Points each period costs; 10 is the rule of Scrabble tournaments."""

    period_s: float = 60.0
    """Length of a period."""

    forfeit_after_s: float | None = None
    """Time over at which the game is lost outright; None for never. Ten minutes are common."""

    def __post_init__(self) -> None:
        """Hold every number to its range."""
        check_count("points", self.points)
        check_time("period_s", self.period_s, above_zero=True)
        if self.forfeit_after_s is not None:
            check_time("forfeit_after_s", self.forfeit_after_s)

    def periods_begun(self, over_s: float) -> int:
        """Count the periods begun; none at exactly 0:00."""
        return max(0, math.ceil((over_s - ROUNDING_S) / self.period_s))

    def penalty_pts(self, over_s: float) -> int:
        """Points lost by being so far over time."""
        return self.points * self.periods_begun(over_s)

    def forfeits(self, over_s: float) -> bool:
        """Whether the game is lost by being so far over time."""
        return self.forfeit_after_s is not None and over_s > self.forfeit_after_s

    def paid_s(self, over_s: float) -> float:
        """Time left in the period already begun: it costs no further points."""
        begun = self.periods_begun(over_s)
        if begun == 0:
            return 0.0
        left_s = begun * self.period_s - over_s
        if self.forfeit_after_s is not None:
            left_s = min(left_s, self.forfeit_after_s - over_s)
        return max(left_s, 0.0)
