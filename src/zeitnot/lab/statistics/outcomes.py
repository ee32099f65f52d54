"""Outcomes: results of games or of pairs of games, counted by their points; their mean and spread."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

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
