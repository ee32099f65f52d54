"""The parts of a time control: stages, byoyomi and overtime, with the ranges of their values."""

import math
from dataclasses import dataclass
from enum import StrEnum

from zeitnot.errors import SettingError

MAX_TIME_S = 1e9
"""Longest time, about 31 years: longer than any game, small enough to print and parse exactly."""

MAX_COUNT = 999_999
"""Largest count: more moves, periods, points or plies than any rule specifies."""


def check_time(name: str, time_s: float, *, above_zero: bool = False) -> None:
    """Raise a SettingError unless the time is a number of seconds in range."""
    if not 0 <= time_s <= MAX_TIME_S or (above_zero and time_s == 0):
        rule = "above 0" if above_zero else "at least 0"
        raise SettingError(f"{name} must be {rule} and at most {MAX_TIME_S:.0f} s, got {time_s!r}")


def check_count(name: str, count: object) -> None:
    """Raise a SettingError unless the count is a whole number in range."""
    if type(count) is not int or not 1 <= count <= MAX_COUNT:
        raise SettingError(f"{name} must be a whole number from 1 to {MAX_COUNT}, got {count!r}")


class DelayKind(StrEnum):
    """How a delay is applied."""

    SIMPLE = "simple"
    """The clock waits before it runs (US delay)."""

    BRONSTEIN = "bronstein"
    """The clock runs at once; time used up to the delay is given back after the move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """Time for a number of moves, or for the rest of the game."""

    base_s: float
    """Time added to the clock when the stage begins."""

    moves: int | None = None
    """Moves to make before the next stage; None for the rest of the game."""

    increment_s: float = 0.0
    """Time added after each move (Fischer)."""

    delay_s: float = 0.0
    """Time of each move that costs nothing and cannot be saved up."""

    delay_kind: DelayKind = DelayKind.SIMPLE
    """How the delay is applied."""

    def __post_init__(self) -> None:
        """Check the range of every number."""
        check_time("base_s", self.base_s)
        check_time("increment_s", self.increment_s)
        check_time("delay_s", self.delay_s)
        if self.moves is not None:
            check_count("moves", self.moves)
        if self.delay_s == 0 and self.delay_kind is not DelayKind.SIMPLE:
            raise SettingError(f"a Bronstein delay needs delay_s above 0, got {self.delay_s!r}")

    @property
    def can_begin(self) -> bool:
        """Whether a first move can be made: on base time or increment, or while the clock waits."""
        waits = self.delay_s > 0 and self.delay_kind is DelayKind.SIMPLE
        return self.base_s > 0 or self.increment_s > 0 or waits

    @property
    def gives_time(self) -> bool:
        """Whether the stage adds any time to the clock."""
        return self.base_s > 0 or self.increment_s > 0 or self.delay_s > 0

    @property
    def is_plain(self) -> bool:
        """Whether the stage has a base time and nothing else."""
        return self.moves is None and self.increment_s == 0 and self.delay_s == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Byoyomi:
    """Periods for one move each (Japanese byoyomi), or one block for several moves (Canadian)."""

    period_s: float
    """Length of a period or block; it is renewed when its moves are made in time."""

    periods: int = 1
    """Number of periods; the game is lost with the last one."""

    moves: int = 1
    """Moves to make in each period; more than 1 is Canadian overtime."""

    def __post_init__(self) -> None:
        """Check the range of every number."""
        check_time("period_s", self.period_s, above_zero=True)
        check_count("periods", self.periods)
        check_count("moves", self.moves)
        if self.periods > 1 and self.moves > 1:
            raise SettingError(f"several periods must be of one move each, got {self.moves!r} moves")

    @property
    def share_s(self) -> float:
        """Even share of the period for each of its moves."""
        return self.period_s / self.moves


ROUNDING_S = 1e-6
"""Tolerance for rounding errors in sums of floats: a smaller excess does not begin a period."""
_FORFEIT_ROUNDING_S = 1e-7
"""The same for the excess that loses a game: using the overtime up to exactly its end loses nothing."""


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
        return self.forfeit_after_s is not None and over_s > self.forfeit_after_s + _FORFEIT_ROUNDING_S

    def paid_s(self, over_s: float) -> float:
        """Return the time left in the period already begun, which costs no further points."""
        begun = self.periods_begun(over_s)
        if begun == 0:
            return 0.0
        left_s = begun * self.period_s - over_s
        if self.forfeit_after_s is not None:
            left_s = min(left_s, self.forfeit_after_s - over_s)
        return max(left_s, 0.0)
