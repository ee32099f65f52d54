"""Outcomes: results of games (trinomial) or of pairs of games (pentanomial), their mean and spread."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, Self

from zeitnot.errors import SettingError


class Outcomes(Protocol):
    """Counts of outcomes at even steps from no points to all: a trinomial or a pentanomial."""

    @property
    def counts(self) -> tuple[int, ...]:
        """How often each outcome came, the one without points first."""

    @property
    def games_each(self) -> int:
        """Games that make one outcome."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moments:
    """Mean and spread of outcomes, per game."""

    outcomes: int
    """Independent ones."""
    games: int
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


def checked_counts(counts: Sequence[int], *, what: str) -> None:
    """Refuse counts below 0."""
    if min(counts) < 0:
        raise SettingError(f"{what} must be 0 or more, got {tuple(counts)!r}")


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
