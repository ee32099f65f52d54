"""Byoyomi: the time that a player gets after the main time."""

from dataclasses import dataclass

from zeitnot.clocks.bounds import check_count, check_time
from zeitnot.errors import SettingError


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
