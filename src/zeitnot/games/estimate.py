"""Estimate: a mean over deals with its error, and the sum it is computed from."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Self

CONFIDENCE = 1.96
"""Number of standard errors of a 95 % confidence interval."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A mean with its confidence interval."""

    mean: float
    """Mean over deals."""
    error: float | None
    """Half width of the 95 % confidence interval; None with fewer than two deals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum:
    """An exact sum of whole numbers, independent of their order."""

    count: int = 0
    """How many numbers were added."""
    total: int = 0
    squares: int = 0
    """Sum of their squares."""

    @classmethod
    def of(cls, values: Iterable[int]) -> Self:
        """Return the sum of numbers."""
        return reduce(cls.plus, values, cls())

    def plus(self, value: int) -> Self:
        """Return the sum with one number added."""
        return type(self)(
            count=self.count + 1, total=self.total + value, squares=self.squares + value * value
        )

    def joined(self, other: "Sum") -> Self:
        """Return the sum joined with another."""
        return type(self)(
            count=self.count + other.count,
            total=self.total + other.total,
            squares=self.squares + other.squares,
        )

    def mirrored(self, whole: int) -> Self:
        """Return the sum of `whole` less each number."""
        return type(self)(
            count=self.count,
            total=whole * self.count - self.total,
            squares=whole * whole * self.count - 2 * whole * self.total + self.squares,
        )

    def estimate(self, unit: float) -> Estimate:
        """Return the estimated mean of the numbers, in this unit."""
        mean = self.total / self.count if self.count else 0.0
        if self.count < 2:  # noqa: PLR2004  a spread needs two
            return Estimate(mean=mean * unit, error=None)
        variance = (self.squares * self.count - self.total**2) / (self.count * (self.count - 1))
        return Estimate(mean=mean * unit, error=CONFIDENCE * math.sqrt(variance / self.count) * unit)
