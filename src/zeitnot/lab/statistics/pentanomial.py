"""Pentanomial: pairs of games from one opening with sides changed, counted by their points."""

import math
from dataclasses import dataclass
from typing import Self

from zeitnot.errors import SettingError
from zeitnot.lab.statistics.outcomes import checked_counts

_OUTCOMES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Pentanomial:
    """Results of pairs of games, from the first side's view.

    The games of a pair share an opening and so depend on each other; pairs do not. Errors are those of pairs.
    """

    counts: tuple[int, ...] = (0,) * _OUTCOMES
    """Pairs in which the first side made 0, 1/2, 1, 3/2 and 2 points."""

    def __post_init__(self) -> None:
        """Refuse what cannot be counted."""
        if len(self.counts) != _OUTCOMES:
            raise SettingError(f"counts of pairs must be five, got {self.counts!r}")
        checked_counts(self.counts, what="counts of pairs")

    @classmethod
    def of_pair(cls, half_points: int) -> Self:
        """Count one pair by the half points of the first side: 0 to 4."""
        if half_points not in range(_OUTCOMES):
            raise SettingError(f"half points of a pair must be from 0 to 4, got {half_points!r}")
        return cls(counts=tuple(int(each == half_points) for each in range(_OUTCOMES)))

    @property
    def games_each(self) -> int:
        """Two: each outcome is a pair of games."""
        return 2

    @property
    def pairs(self) -> int:
        """Pairs counted."""
        return sum(self.counts)

    @property
    def games(self) -> int:
        """Games counted."""
        return 2 * self.pairs

    @property
    def points(self) -> float:
        """Of the first side."""
        return sum(half * each for half, each in enumerate(self.counts)) / 2

    @property
    def draw_ratio(self) -> float | None:
        """Share of the pairs that were level, by two draws or a win each; None of no pairs."""
        return self.counts[2] / self.pairs if self.pairs else None

    @property
    def pairs_ratio(self) -> float | None:
        """Pairs won for each pair lost; infinite where none was lost, None where none was decided."""
        lost, won = sum(self.counts[:2]), sum(self.counts[3:])
        if not lost:
            return math.inf if won else None
        return won / lost

    def plus(self, other: "Pentanomial") -> Self:
        """Add other pairs."""
        return type(self)(counts=tuple(a + b for a, b in zip(self.counts, other.counts, strict=True)))

    def swapped(self) -> Self:
        """Look from the second side."""
        return type(self)(counts=self.counts[::-1])
