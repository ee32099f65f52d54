"""Byoyomi: what a player gets when the main time is gone."""

from dataclasses import dataclass

from zeitnot.clocks.bounds import check_count, check_time
from zeitnot.errors import SettingError


@dataclass(frozen=True, slots=True, kw_only=True)
class Byoyomi:
    """Periods of time, each for one move (Japanese), or one block for several (Canadian)."""

    period_s: float
    """Length of a period or block. It is renewed when its moves were made in time."""

    periods: int = 1
    """Periods to lose: the game is lost with the last one."""

    moves: int = 1
    """Moves to make in a period; above 1 it is Canadian overtime."""

    def __post_init__(self) -> None:
        """Hold every number to its range."""
        check_time("period_s", self.period_s, above_zero=True)
        check_count("periods", self.periods)
        check_count("moves", self.moves)
        if self.periods > 1 and self.moves > 1:
            raise SettingError(f"several periods must be of one move each, got {self.moves!r} moves")

    @property
    def share_s(self) -> float:
        """An even share of the period for one of its moves."""
        return self.period_s / self.moves
