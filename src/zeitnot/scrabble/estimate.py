"""Estimate: a mean over deals with its error, and the sum that it is made from."""

import math
from dataclasses import dataclass
from typing import Self

CONFIDENCE = 1.96
"""Standard errors to either side that hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A mean and how far it may be off."""

    mean: float
    """Over deals."""
    error: float | None
    """Half of the interval that holds the truth with 95 %; None with less than two deals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum:
    """Whole numbers added up: exact, so that the order in which they come changes nothing."""

    count: int = 0
    """How many there were."""
    total: int = 0
    """Of the numbers."""
    squares: int = 0
    """Of their squares."""

    def plus(self, value: int) -> Self:
        """Add one number."""
        return type(self)(
            count=self.count + 1, total=self.total + value, squares=self.squares + value * value
        )

    def joined(self, other: "Sum") -> Self:
        """Add the numbers of another sum."""
        return type(self)(
            count=self.count + other.count,
            total=self.total + other.total,
            squares=self.squares + other.squares,
        )

    def mirrored(self, whole: int) -> Self:
        """Give the sum of what each number leaves of a whole."""
        return type(self)(
            count=self.count,
            total=whole * self.count - self.total,
            squares=whole * whole * self.count - 2 * whole * self.total + self.squares,
        )

    def estimate(self, unit: float) -> Estimate:
        """Estimate the mean of what was added, measured in this unit."""
        mean = self.total / self.count if self.count else 0.0
        if self.count < 2:  # noqa: PLR2004  a spread needs two
            return Estimate(mean=mean * unit, error=None)
        variance = (self.squares * self.count - self.total**2) / (self.count * (self.count - 1))
        return Estimate(mean=mean * unit, error=CONFIDENCE * math.sqrt(variance / self.count) * unit)
