"""Standings: many participants by all their games."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from zeitnot.errors import SettingError
from zeitnot.lab.statistics.bradley_terry import Connection, Ratings, fit_ratings
from zeitnot.lab.statistics.elo import CONFIDENCE, EloEstimate, normal_share_below
from zeitnot.lab.statistics.score import Score

Scores = Mapping[tuple[str, str], Score]
"""Scores by the names of the two sides, from the first one's view; each two once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One row of the standings."""

    name: str
    """The participant."""
    score: Score
    """Against all others together."""
    elo: EloEstimate | None
    """Against the anchor, or the mean of the field. Infinite for who won or lost everything against it, None
    where no games connect them."""
    superiority: float | None = None
    """Likelihood of being stronger than the next row; None for the last, and where there is no evidence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """Participants, the best first, with all that they played."""

    rows: tuple[Standing, ...]
    """By Elo, then by points."""
    scores: Scores
    """What they were made from."""
    anchor: str | None
    """Whose Elo is 0; None where the mean of the field is."""

    @classmethod
    def of(
        cls,
        scores: Scores,
        *,
        names: Sequence[str] = (),
        anchor: str | None = None,
        prior_draws: float = 0.0,
    ) -> "Standings":
        """Rank those who played, and those named who did not yet.

        Draws that were never played, as a prior, make differences finite between all whom games connect.
        """
        _check(scores)
        every = tuple(dict.fromkeys([*names, *(name for pairing in scores for name in pairing)]))
        if anchor is not None and anchor not in every:
            raise SettingError(f"anchor must be one of {', '.join(every)}, got {anchor!r}")
        if not 0 <= prior_draws < math.inf:
            raise SettingError(f"draws of a prior must be 0 or more, got {prior_draws!r}")
        connection = Connection.of(every, scores, drawn=prior_draws > 0)
        group = connection.group(anchor) if anchor else _field(every, scores, connection)
        rated = [name for name in every if name in group]
        ratings = fit_ratings(rated, scores, prior_draws=prior_draws) if group else None
        rows = [
            Standing(
                name=name,
                score=_total(name, scores),
                elo=_rated(name, ratings, anchor)
                if ratings and name in group
                else _far(name, group, connection),
            )
            for name in every
        ]
        rows.sort(key=lambda row: (row.elo is None, -row.elo.elo if row.elo else 0.0, -row.score.points))
        return cls(rows=_with_superiority(rows, scores, ratings), scores=dict(scores), anchor=anchor)

    def score(self, first: str, second: str) -> Score | None:
        """Return what one made against another; None where they did not meet."""
        return _between(first, second, self.scores)

    @property
    def cross_table(self) -> tuple[tuple[Score | None, ...], ...]:
        """Scores of each (row) against each (column), both in the order of the rows."""
        names = [row.name for row in self.rows]
        return tuple(tuple(self.score(first, second) for second in names) for first in names)


def _check(scores: Scores) -> None:
    for first, second in scores:
        if first == second:
            raise SettingError(f"a pairing must have two participants, got {first!r} twice")
        if (second, first) in scores:
            raise SettingError(f"each two must be paired once, got {first!r} and {second!r} both ways")


def _field(names: Sequence[str], scores: Scores, connection: Connection) -> frozenset[str]:
    """Return the largest group that can be compared, by participants, then games; none if all stand alone."""
    groups = dict.fromkeys(connection.group(name) for name in names)
    largest = max(
        groups,
        key=lambda group: (len(group), sum(_total(name, scores).games.games for name in group)),
        default=frozenset[str](),
    )
    return largest if len(largest) > 1 else frozenset()


def _rated(name: str, ratings: Ratings, anchor: str | None) -> EloEstimate:
    weights = dict.fromkeys(ratings.names, -1.0 / len(ratings.names)) if anchor is None else {anchor: -1.0}
    weights[name] = weights.get(name, 0.0) + 1.0
    elo, standard_error = ratings.difference(weights)
    reach = CONFIDENCE * standard_error
    return EloEstimate(elo=elo, low=elo - reach, high=elo + reach)


def _far(name: str, group: frozenset[str], connection: Connection) -> EloEstimate | None:
    """Return on which side of the group a participant is, or of all others if there is no group."""
    others = group or frozenset(connection.beaten) - {name}
    above = not connection.beaten[name].isdisjoint(others)  # it took points from some of them
    below = any(name in connection.beaten[other] for other in others)
    if above == below:
        return None
    elo = math.inf if above else -math.inf
    return EloEstimate(elo=elo, low=-math.inf, high=math.inf)


def _total(name: str, scores: Scores) -> Score:
    total = Score()
    for (first, second), score in scores.items():
        if first == name:
            total = total.plus(score)
        elif second == name:
            total = total.plus(score.swapped())
    return total


def _between(first: str, second: str, scores: Scores) -> Score | None:
    if (first, second) in scores:
        return scores[first, second]
    swapped = scores.get((second, first))
    return None if swapped is None else swapped.swapped()


def _with_superiority(
    rows: Sequence[Standing], scores: Scores, ratings: Ratings | None
) -> tuple[Standing, ...]:
    likelihoods = [_superiority(a.name, b.name, scores, ratings) for a, b in pairwise(rows)]
    compared = [replace(row, superiority=each) for row, each in zip(rows, likelihoods, strict=False)]
    return (*compared, *rows[-1:])


def _superiority(first: str, second: str, scores: Scores, ratings: Ratings | None) -> float | None:
    if ratings and first in ratings.names and second in ratings.names:
        elo, standard_error = ratings.difference({first: 1.0, second: -1.0})
        return normal_share_below(elo / standard_error)
    met = _between(first, second, scores)
    return None if met is None or not met.games.games else met.superiority
