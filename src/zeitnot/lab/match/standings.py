"""Standings of a run: its games counted once, the same for the screen, the list of runs and the report."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from zeitnot.lab.match.plan import FEWEST, MatchPlan, Tournament
from zeitnot.lab.statistics.elo import EloEstimate
from zeitnot.lab.statistics.outcomes import Pentanomial, Trinomial
from zeitnot.lab.statistics.score import Score
from zeitnot.lab.statistics.sprt import Sprt, SprtVerdict
from zeitnot.lab.statistics.standings import Standings
from zeitnot.lab.store.rows import GameRow

if TYPE_CHECKING:
    from zeitnot.lab.statistics.score import SpreadScore

_WIN = 2
"""Half points of a game that is won."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SprtState:
    """Where a sequential test stands."""

    sprt: Sprt
    """The test."""
    llr: float
    """Log-likelihood ratio of the complete pairs."""

    @property
    def verdict(self) -> SprtVerdict:
        """What it says so far."""
        return self.sprt.verdict(self.llr)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStandings:
    """What the games of a match come to."""

    games: int
    """Games counted."""
    table: Standings
    """Participants, the best first, and who made what against whom. Elo is against the mean
    of the field, in a gauntlet against its first; with two participants, `elo` says more."""
    duel: Score | None
    """With two participants: the first of the plan against the second."""
    test: SprtState | None
    """The sequential test, where the plan has one."""
    spreads: "dict[tuple[str, str], SpreadScore]"
    """Scrabble: win rate and spread by pairing, over complete pairs, seen from the first name."""

    def elo(self, name: str) -> EloEstimate | None:
        """Return the Elo to show for a participant: of two, each against the other; else as in the table."""
        if self.duel is not None:
            first, _ = next(iter(self.table.scores))
            return self.duel.elo if name == first else self.duel.swapped().elo
        return next(row.elo for row in self.table.rows if row.name == name)

    def superiority(self, place: int) -> float | None:
        """Return the likelihood that the one at a place is stronger than the next; of two, by their games."""
        row = self.table.rows[place]
        if self.duel is None or place > 0:
            return row.superiority
        first, _ = next(iter(self.table.scores))
        return (self.duel if row.name == first else self.duel.swapped()).superiority

    def spread(self, first: str, second: str) -> "SpreadScore | None":
        """Return the spread of one against another; None where they have no complete pair."""
        if (first, second) in self.spreads:
            return self.spreads[first, second]
        swapped = self.spreads.get((second, first))
        return None if swapped is None else swapped.swapped()

    def total_spread(self, name: str) -> "SpreadScore | None":
        """Return the spread of one against all others together."""
        each = [self.spread(name, row.name) for row in self.table.rows if row.name != name]
        found = [spread for spread in each if spread is not None]
        if not found:
            return None
        total = found[0]
        for spread in found[1:]:
            total = total.plus(spread)
        return total

    @property
    def is_decided(self) -> bool:
        """Whether the test needs no more games."""
        return self.test is not None and self.test.verdict is not SprtVerdict.GO_ON


def standings_of(plan: MatchPlan, games: Iterable[GameRow]) -> MatchStandings:
    """Count the games of a run; a game whose pair is not complete counts as points, not in the pairs."""
    rows = list(games)
    names = [participant.name for participant in plan.participants]
    pairs = _pairs(rows)
    scores = {
        (names[first], names[second]): _score(pairs.get((first, second), []))
        for first, second in plan.pairings
    }
    duel = scores[names[0], names[1]] if len(names) == FEWEST else None
    return MatchStandings(
        games=len(rows),
        table=Standings.of(scores, names=names, anchor=_anchor(plan, names)),
        duel=duel,
        test=None if plan.sprt is None or duel is None else _test(plan.sprt, duel),
        spreads=_spreads(plan, names, pairs),
    )


_Pair = list[tuple[int, int | None]]
"""Half points of the first of a pairing in the games of one pair, and its spread in points, in Scrabble."""


def _pairs(rows: Iterable[GameRow]) -> dict[tuple[int, int], list[_Pair]]:
    """Sort games by pairing and pair, seen from the participant who is first in the plan."""
    found: dict[tuple[int, int], dict[int, _Pair]] = {}
    for row in rows:
        swapped = row.first > row.second
        pairing = (row.second, row.first) if swapped else (row.first, row.second)
        spread = None
        if row.first_pts is not None and row.second_pts is not None:
            spread = (row.first_pts - row.second_pts) * (-1 if swapped else 1)
        half_points = _WIN - row.half_points if swapped else row.half_points
        found.setdefault(pairing, {}).setdefault(row.pair, []).append((half_points, spread))
    return {pairing: list(pairs.values()) for pairing, pairs in found.items()}


def _score(pairs: Iterable[_Pair]) -> Score:
    singles = [0, 0, 0]
    doubles = [0, 0, 0, 0, 0]
    for pair in pairs:
        for half_points, _ in pair:
            singles[half_points] += 1
        if len(pair) == 2:  # noqa: PLR2004 (games of a pair)
            doubles[sum(half_points for half_points, _ in pair)] += 1
    losses, draws, wins = singles
    return Score(
        games=Trinomial(wins=wins, draws=draws, losses=losses), pairs=Pentanomial(counts=tuple(doubles))
    )


def _anchor(plan: MatchPlan, names: list[str]) -> str | None:
    if len(names) == FEWEST:
        return names[1]
    return names[0] if plan.tournament is Tournament.GAUNTLET else None


def _test(sprt: Sprt, duel: Score) -> SprtState:
    return SprtState(sprt=sprt, llr=sprt.llr(duel.pairs))


def _spreads(
    plan: MatchPlan, names: list[str], pairs: dict[tuple[int, int], list[_Pair]]
) -> "dict[tuple[str, str], SpreadScore]":
    if not plan.played_game.has_points:
        return {}
    from zeitnot.games import Sum
    from zeitnot.lab.statistics.score import SpreadScore

    found = {}
    for (first, second), games in pairs.items():
        half_points, spreads_pts = Sum(), Sum()
        for pair in games:
            points = [spread for _, spread in pair if spread is not None]
            if len(pair) == 2:  # noqa: PLR2004 (games of a pair)
                # By the results: a game that was lost on time may have been ahead in points.
                half_points = half_points.plus(sum(half for half, _ in pair))
            if len(points) == 2:  # noqa: PLR2004 (as above)
                spreads_pts = spreads_pts.plus(sum(points))
        if half_points.count:
            found[names[first], names[second]] = SpreadScore(half_points=half_points, spreads_pts=spreads_pts)
    return found
