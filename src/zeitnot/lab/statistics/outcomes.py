"""Outcomes: results of games (trinomial) or of pairs of games (pentanomial), their mean and spread."""

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from zeitnot.errors import SettingError


class Outcomes(ABC):
    """Counts of outcomes at even steps from no points to all, from the first side's view."""

    __slots__ = ()
    games_each: ClassVar[int]
    """Games that make one outcome."""

    @property
    @abstractmethod
    def counts(self) -> tuple[int, ...]:
        """How often each outcome came, the one without points first; a step is half a point."""

    @classmethod
    @abstractmethod
    def of_counts(cls, counts: Sequence[int]) -> Self:
        """Return outcomes with these counts, the one without points first."""

    def __post_init__(self) -> None:
        """Refuse counts below 0."""
        if min(self.counts) < 0:
            raise SettingError(f"counts of outcomes must be 0 or more, got {tuple(self.counts)!r}")

    @property
    def games(self) -> int:
        """Games counted."""
        return self.games_each * sum(self.counts)

    @property
    def points(self) -> float:
        """Of the first side."""
        return sum(half * each for half, each in enumerate(self.counts)) / 2

    @property
    def draw_ratio(self) -> float | None:
        """Share of the outcomes that were level; None of none."""
        count = sum(self.counts)
        return self.counts[len(self.counts) // 2] / count if count else None

    def plus(self, other: Self) -> Self:
        """Add other outcomes."""
        return self.of_counts([a + b for a, b in zip(self.counts, other.counts, strict=True)])

    def swapped(self) -> Self:
        """Look from the second side."""
        return self.of_counts(self.counts[::-1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Moments:
    """Mean and spread of outcomes, per game."""

    outcomes: float
    """Independent ones."""
    games: float
    """In all of them."""
    share: float
    """Of the points."""
    variance: float
    """Of the points of a game; from pairs: what games that are not paired would need to be as uncertain."""

    @property
    def share_error(self) -> float:
        """Standard error of the share."""
        return math.sqrt(self.variance / self.games)


def moments_of(outcomes: Outcomes) -> Moments | None:
    """Measure mean and spread (that of the sample, as fishtest and fastchess have it); None of none."""
    count = sum(outcomes.counts)
    if not count:
        return None
    steps = len(outcomes.counts) - 1
    total = sum(step * each for step, each in enumerate(outcomes.counts))
    squares = sum(step * step * each for step, each in enumerate(outcomes.counts))
    return Moments(
        outcomes=count,
        games=count * outcomes.games_each,
        share=total / (count * steps),
        # Whole numbers until here: outcomes that are all equal have a spread of exactly 0.
        variance=outcomes.games_each * (squares * count - total * total) / (count * steps) ** 2,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Trinomial(Outcomes):
    """Results of single games."""

    games_each: ClassVar[int] = 1
    wins: int = 0
    """Of the first side."""
    draws: int = 0
    """Games shared."""
    losses: int = 0
    """Of the first side."""

    @property
    def counts(self) -> tuple[int, ...]:
        """Losses, draws, wins: in the order of their points."""
        return (self.losses, self.draws, self.wins)

    @classmethod
    def of_counts(cls, counts: Sequence[int]) -> Self:
        """Return outcomes with these losses, draws and wins."""
        losses, draws, wins = counts
        return cls(wins=wins, draws=draws, losses=losses)


_OUTCOMES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Pentanomial(Outcomes):
    """Results of pairs of games.

    The games of a pair share an opening and so depend on each other; pairs do not. Errors are those of pairs.
    """

    games_each: ClassVar[int] = 2
    counts: tuple[int, ...] = (0,) * _OUTCOMES
    """Pairs in which the first side made 0, 1/2, 1, 3/2 and 2 points."""

    def __post_init__(self) -> None:
        """Refuse what cannot be counted."""
        if len(self.counts) != _OUTCOMES:
            raise SettingError(f"counts of pairs must be five, got {self.counts!r}")
        Outcomes.__post_init__(self)

    @classmethod
    def of_counts(cls, counts: Sequence[int]) -> Self:
        """Return outcomes with these counts of pairs."""
        return cls(counts=tuple(counts))

    @classmethod
    def of_pair(cls, half_points: int) -> Self:
        """Count one pair by the half points of the first side: 0 to 4."""
        if half_points not in range(_OUTCOMES):
            raise SettingError(f"half points of a pair must be from 0 to 4, got {half_points!r}")
        return cls(counts=tuple(int(each == half_points) for each in range(_OUTCOMES)))

    @property
    def pairs(self) -> int:
        """Pairs counted."""
        return sum(self.counts)

    @property
    def pairs_ratio(self) -> float | None:
        """Pairs won for each pair lost; infinite where none was lost, None where none was decided."""
        lost, won = sum(self.counts[:2]), sum(self.counts[3:])
        if not lost:
            return math.inf if won else None
        return won / lost
