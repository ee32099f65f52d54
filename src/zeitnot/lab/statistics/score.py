"""Score: what two sides made against each other, in games, in pairs and in points."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Self

from zeitnot.errors import SettingError
from zeitnot.games import Estimate, Sum
from zeitnot.lab.statistics.elo import EloEstimate, elo_of, likelihood_of_superiority, normalised_elo_of
from zeitnot.lab.statistics.outcomes import Pentanomial, Trinomial

_PAIR = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """All games between two sides, from the first side's view, and the complete pairs among them."""

    games: Trinomial = field(default_factory=Trinomial)
    """Every game, whether its pair is complete or not."""
    pairs: Pentanomial = field(default_factory=Pentanomial)
    """Pairs of which both games are over."""

    def __post_init__(self) -> None:
        """Refuse pairs that these games cannot make."""
        single_games = self.games.games - self.pairs.games
        if not 0 <= self.games.points - self.pairs.points <= single_games:
            raise SettingError(f"pairs must be made of the games, got {self.pairs!r} of {self.games!r}")

    @classmethod
    def of_pairs(cls, pairs: Iterable[Sequence[int]]) -> Self:
        """Count games by the half points of the first side, those of a pair together; one may be missing."""
        every = list(pairs)
        singles = Counter(half_points for pair in every for half_points in pair)
        doubles = Counter(sum(pair) for pair in every if len(pair) == _PAIR)
        return cls(
            games=Trinomial.of_counts([singles[half_points] for half_points in range(3)]),
            pairs=Pentanomial.of_counts([doubles[half_points] for half_points in range(5)]),
        )

    def plus(self, other: "Score") -> Self:
        """Add other games."""
        return type(self)(games=self.games.plus(other.games), pairs=self.pairs.plus(other.pairs))

    def swapped(self) -> Self:
        """Look from the second side."""
        return type(self)(games=self.games.swapped(), pairs=self.pairs.swapped())

    @property
    def judged(self) -> Trinomial | Pentanomial:
        """What estimates are made from: the complete pairs, or single games where there are no pairs.

        A game whose pair is still being played counts as points and waits to count here.
        """
        return self.pairs if self.pairs.pairs else self.games

    @property
    def points(self) -> float:
        """Of the first side."""
        return self.games.points

    @property
    def elo(self) -> EloEstimate | None:
        """Logistic Elo of the first side over the second; None of no games."""
        return elo_of(self.judged)

    @property
    def normalised_elo(self) -> EloEstimate | None:
        """Normalised Elo of the first side over the second; None of no games."""
        return normalised_elo_of(self.judged)

    @property
    def superiority(self) -> float:
        """Likelihood that the first side is the stronger."""
        return likelihood_of_superiority(self.judged)


@dataclass(frozen=True, slots=True, kw_only=True)
class SpreadScore:
    """Pairs of games with the same tiles and seats changed, from the first side's view."""

    half_points: Sum = field(default_factory=Sum)
    """Of the first side, by pair: from 0 to 4."""
    spreads_pts: Sum = field(default_factory=Sum)
    """Points of the first side less those of the second, both games of a pair together."""

    @classmethod
    def of_pairs(cls, pairs: Iterable[Sequence[tuple[int, int | None]]]) -> Self:
        """Count complete pairs by half points and spread of the first side in each game.

        A game that was lost on time may have been ahead in points, so one does not follow from the other.
        """
        whole = [pair for pair in pairs if len(pair) == _PAIR]
        known = ([spread for _, spread in pair if spread is not None] for pair in whole)
        return cls(
            half_points=Sum.of(sum(half for half, _ in pair) for pair in whole),
            spreads_pts=Sum.of(sum(spreads) for spreads in known if len(spreads) == _PAIR),
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
