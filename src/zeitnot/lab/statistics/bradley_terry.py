"""Ratings by the model of Bradley and Terry: the Elo of many that makes all their results likeliest at once.

A draw is half a win and half a loss. Errors are robust ("sandwich"): they come from how far the outcomes
(pairs, where there are pairs) were from what the ratings say, so draws count, and openings that pairs share.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from zeitnot.lab.statistics.elo import share_of_elo
from zeitnot.lab.statistics.outcomes import Moments, moments_of
from zeitnot.lab.statistics.score import Score

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

_NATURAL = math.log(10) / 400
"""One Elo in natural units of the logistic curve."""
_EVEN = 0.5
_STEPS = 100
_PRECISION_ELO = 1e-9
_LONGEST_STEP_ELO = 400.0
"""Newton's steps from equality may overshoot where a side took nearly all points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratings:
    """Ratings of participants who are all connected by points, and their covariance; the mean rating is 0."""

    names: tuple[str, ...]
    """The participants."""
    elo: tuple[float, ...]
    """Of each."""
    covariance: tuple[tuple[float, ...], ...]
    """Of the ratings, in Elo squared."""

    def difference(self, weights: Mapping[str, float]) -> tuple[float, float]:
        """Return a weighted sum of ratings, the weights adding up to 0, and its standard error."""
        weight = [weights.get(name, 0.0) for name in self.names]
        total = sum(w * elo for w, elo in zip(weight, self.elo, strict=True))
        variance = sum(
            a * b * each
            for a, row in zip(weight, self.covariance, strict=True)
            for b, each in zip(weight, row, strict=True)
        )
        return total, math.sqrt(max(variance, 0.0))


def fit_ratings(
    names: Sequence[str], scores: Mapping[tuple[str, str], Score], *, prior_draws: float = 0.0
) -> Ratings:
    """Rate participants, each of whom must have taken points from the rest, directly or by way of others.

    With a prior that need not be: each is given draws that were never played, spread over its opponents as
    its games were, as BayesElo has them.
    """
    import numpy as np

    pairings = _pairings(names, scores)
    if prior_draws:
        pairings = _with_draws(pairings, prior_draws)
    elo = np.zeros(len(names))
    # Ratings have no zero of their own: holding their sum at 0 makes the matrix one that can be inverted.
    gauge = np.full((len(names), len(names)), _NATURAL**2)
    for _ in range(_STEPS):
        gradient, information, _spread = _derivatives(elo, pairings)
        step = np.linalg.solve(information + gauge, gradient)
        elo = elo + step * min(1.0, _LONGEST_STEP_ELO / max(float(np.abs(step).max()), 1.0))
        if float(np.abs(step).max()) < _PRECISION_ELO:
            break
    elo = elo - elo.mean()
    _gradient, information, spread = _derivatives(elo, pairings)
    inverse = np.linalg.inv(information + gauge)
    covariance = inverse @ spread @ inverse
    return Ratings(
        names=tuple(names),
        elo=tuple(elo.tolist()),
        covariance=tuple(tuple(row) for row in covariance.tolist()),
    )


def _pairings(
    names: Sequence[str], scores: Mapping[tuple[str, str], Score]
) -> list[tuple[int, int, Moments]]:
    numbers = {name: number for number, name in enumerate(names)}
    found = []
    for (first, second), score in scores.items():
        moments = moments_of(score.judged)
        if moments is not None and first in numbers and second in numbers:
            found.append((numbers[first], numbers[second], moments))
    return found


def _with_draws(
    pairings: Sequence[tuple[int, int, Moments]], prior_draws: float
) -> list[tuple[int, int, Moments]]:
    """Add draws to each pairing: those of both sides, by the part of their games that it is."""
    played: dict[int, float] = defaultdict(float)
    for first, second, seen in pairings:
        played[first] += seen.games
        played[second] += seen.games
    added = []
    for first, second, seen in pairings:
        # Each pairing is an opponent of both sides, so half of either side's draws keeps the sum.
        draws = prior_draws / 2 * (seen.games / played[first] + seen.games / played[second])
        games = seen.games + draws
        share = (seen.games * seen.share + draws / 2) / games
        spread = seen.games * (seen.variance + (seen.share - share) ** 2) + draws * (_EVEN - share) ** 2
        # Outcomes that are all equal show no spread: they are given that of games without draws.
        variance = spread / games if seen.variance else share * (1.0 - share)
        outcomes = seen.outcomes * games / seen.games
        added.append(
            (
                first,
                second,
                replace(seen, games=games, share=share, variance=variance, outcomes=outcomes),
            )
        )
    return added


def _derivatives(
    elo: "Floats", pairings: Sequence[tuple[int, int, Moments]]
) -> tuple["Floats", "Floats", "Floats"]:
    """Return the gradient of the log-likelihood, its information, and the spread that it really has."""
    import numpy as np

    gradient = np.zeros(len(elo))
    information = np.zeros((len(elo), len(elo)))
    spread = np.zeros((len(elo), len(elo)))
    for first, second, seen in pairings:
        share = share_of_elo(float(elo[first] - elo[second]))
        surplus = seen.games * (seen.share - share) * _NATURAL
        gradient[first] += surplus
        gradient[second] -= surplus
        expected = seen.games * share * (1.0 - share) * _NATURAL**2
        _add_pairing(information, first, second, expected)
        # Squares of what each outcome is off the model: their own spread, and their mean off the model.
        games_each = seen.games / seen.outcomes
        off = seen.games * (seen.variance + games_each * (seen.share - share) ** 2) * _NATURAL**2
        # Outcomes that are all equal show no spread: they are given that of games without draws.
        _add_pairing(spread, first, second, off if seen.variance else max(off, expected))
    return gradient, information, spread


def _add_pairing(matrix: "Floats", first: int, second: int, amount: float) -> None:
    matrix[first, first] += amount
    matrix[second, second] += amount
    matrix[first, second] -= amount
    matrix[second, first] -= amount


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """Who took points from whom, directly or by way of others.

    A participant whom nobody in a group took a point from is infinitely better than the group by what was
    seen; a finite difference needs points in both directions, directly or by way of others.
    """

    beaten: Mapping[str, frozenset[str]]
    """Participants that each took points from, directly or through others."""

    @classmethod
    def of(
        cls, names: Sequence[str], scores: Mapping[tuple[str, str], Score], *, drawn: bool = False
    ) -> "Connection":
        """Follow the points; only games that estimates are made from count. `drawn` adds draws to all."""
        direct: dict[str, set[str]] = {name: set() for name in names}
        for (first, second), score in scores.items():
            if score.judged.points > 0 or (drawn and score.judged.games):
                direct[first].add(second)
            if score.judged.points < score.judged.games or (drawn and score.judged.games):
                direct[second].add(first)
        return cls(beaten={name: _reached(name, direct) for name in names})

    def group(self, name: str) -> frozenset[str]:
        """Return the participants at a finite distance from one, itself included."""
        return frozenset({name} | {other for other in self.beaten[name] if name in self.beaten[other]})


def _reached(name: str, direct: Mapping[str, set[str]]) -> frozenset[str]:
    reached: set[str] = set()
    open_names = set(direct[name])
    while open_names:
        reached |= open_names
        open_names = {each for other in open_names for each in direct[other]} - reached
    return frozenset(reached)
