"""Spread: a Scrabble match as win rate and points between the sides, with errors over pairs.

Not among the names of the package, so that statistics of chess do not load Scrabble.
"""

from dataclasses import dataclass, field
from typing import Self

from zeitnot.scrabble.estimate import Estimate, Sum


@dataclass(frozen=True, slots=True, kw_only=True)
class SpreadScore:
    """Pairs of games with the same tiles and seats changed, from the first side's view."""

    half_points: Sum = field(default_factory=Sum)
    """Of the first side, by pair: from 0 to 4."""
    spreads_pts: Sum = field(default_factory=Sum)
    """Points of the first side less those of the second, both games of a pair together."""

    @classmethod
    def of_pair(cls, first_pts: int, second_pts: int) -> Self:
        """Count one pair by the spreads of its two games."""
        return cls(
            half_points=Sum().plus(sum((pts > 0) - (pts < 0) + 1 for pts in (first_pts, second_pts))),
            spreads_pts=Sum().plus(first_pts + second_pts),
        )

    @property
    def pairs(self) -> int:
        """Pairs counted."""
        return self.half_points.count

    @property
    def win_rate(self) -> Estimate:
        """Share of the games that the first side won, a draw being half a win."""
        return self.half_points.estimate(0.25)

    @property
    def spread_pts(self) -> Estimate:
        """Points of the first side less those of the second, a game."""
        return self.spreads_pts.estimate(0.5)

    def plus(self, other: "SpreadScore") -> Self:
        """Add other pairs."""
        return type(self)(
            half_points=self.half_points.joined(other.half_points),
            spreads_pts=self.spreads_pts.joined(other.spreads_pts),
        )

    def swapped(self) -> Self:
        """Look from the second side."""
        return type(self)(half_points=self.half_points.mirrored(4), spreads_pts=self.spreads_pts.mirrored(0))
