"""Overtime: the cost of thinking past the end of the clock in Scrabble."""

import math
from dataclasses import dataclass

from zeitnot.clocks.bounds import check_count, check_time

ROUNDING_S = 1e-6
"""Tolerance for rounding errors in sums of floats: a smaller excess does not begin a period."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overtime:
    """Points taken off the score for every period of overtime; a period begun counts as a whole one (M1)."""

    points: int = 10
    """Points that each period costs; 10 is the tournament rule of Scrabble."""

    period_s: float = 60.0
    """Length of a period."""

    forfeit_after_s: float | None = None
    """Overtime after which the game is lost; None for never. Ten minutes are common."""

    def __post_init__(self) -> None:
        """Check the range of every number."""
        check_count("points", self.points)
        check_time("period_s", self.period_s, above_zero=True)
        if self.forfeit_after_s is not None:
            check_time("forfeit_after_s", self.forfeit_after_s)

    def periods_begun(self, over_s: float) -> int:
        """Return the number of periods begun; none at exactly 0:00."""
        return max(0, math.ceil((over_s - ROUNDING_S) / self.period_s))

    def penalty_pts(self, over_s: float) -> int:
        """Return the points lost for this much overtime."""
        return self.points * self.periods_begun(over_s)

    def forfeits(self, over_s: float) -> bool:
        """Return whether this much overtime loses the game."""
        return self.forfeit_after_s is not None and over_s > self.forfeit_after_s

    def paid_s(self, over_s: float) -> float:
        """Return the time left in the period already begun, which costs no further points."""
        begun = self.periods_begun(over_s)
        if begun == 0:
            return 0.0
        left_s = begun * self.period_s - over_s
        if self.forfeit_after_s is not None:
            left_s = min(left_s, self.forfeit_after_s - over_s)
        return max(left_s, 0.0)
