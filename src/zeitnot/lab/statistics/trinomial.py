"""Trinomial: games counted as wins, draws and losses."""

from dataclasses import dataclass
from typing import Self

from zeitnot.errors import SettingError
from zeitnot.lab.statistics.outcomes import checked_counts


@dataclass(frozen=True, slots=True, kw_only=True)
class Trinomial:
    """Results of single games, from the first side's view."""

    wins: int = 0
    """Of the first side."""
    draws: int = 0
    """Games shared."""
    losses: int = 0
    """Of the first side."""

    def __post_init__(self) -> None:
        """Refuse what cannot be counted."""
        checked_counts(self.counts, what="losses, draws and wins")

    @classmethod
    def of_game(cls, half_points: int) -> Self:
        """Count one game by the half points of the first side: 0, 1 or 2."""
        if half_points not in range(3):
            raise SettingError(f"half points of a game must be 0, 1 or 2, got {half_points!r}")
        return cls(wins=int(half_points == 2), draws=int(half_points == 1), losses=int(half_points == 0))  # noqa: PLR2004  half points

    @property
    def counts(self) -> tuple[int, ...]:
        """Losses, draws, wins: in the order of their points."""
        return (self.losses, self.draws, self.wins)

    @property
    def games_each(self) -> int:
        """One: each outcome is a game."""
        return 1

    @property
    def games(self) -> int:
        """Games counted."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """Of the first side."""
        return self.wins + self.draws / 2

    @property
    def draw_ratio(self) -> float | None:
        """Share of the games that were drawn; None of no games."""
        return self.draws / self.games if self.games else None

    def plus(self, other: "Trinomial") -> Self:
        """Add other games."""
        return type(self)(
            wins=self.wins + other.wins, draws=self.draws + other.draws, losses=self.losses + other.losses
        )

    def swapped(self) -> Self:
        """Look from the second side."""
        return type(self)(wins=self.losses, draws=self.draws, losses=self.wins)
