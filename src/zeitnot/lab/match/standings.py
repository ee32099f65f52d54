"""Standings of a run: its games counted once, for screen, list and report, and while it is being played."""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Protocol

from zeitnot.games import GameOrder, PlayedGame
from zeitnot.lab.fleet.work_queue import Event, Finished, Lost, Moved
from zeitnot.lab.match.plan import FEWEST, MatchPlan, Tournament
from zeitnot.lab.statistics.elo import EloEstimate
from zeitnot.lab.statistics.score import Score, SpreadScore
from zeitnot.lab.statistics.sprt import Sprt, SprtVerdict
from zeitnot.lab.statistics.standings import Standings
from zeitnot.lab.store.rows import GameRow


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
    spreads: dict[tuple[str, str], SpreadScore]
    """Scrabble: win rate and spread by pairing, over complete pairs, seen from the first name."""
    has_prior: bool = False
    """Whether Elo is made with draws that were never played."""

    def elo(self, name: str) -> EloEstimate | None:
        """Return the Elo to show for a participant: of two, each against the other; else as in the table."""
        if self.duel is not None and not self.has_prior:
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

    def spread(self, first: str, second: str) -> SpreadScore | None:
        """Return the spread of one against another; None where they have no complete pair."""
        if (first, second) in self.spreads:
            return self.spreads[first, second]
        swapped = self.spreads.get((second, first))
        return None if swapped is None else swapped.swapped()

    def total_spread(self, name: str) -> SpreadScore | None:
        """Return the spread of one against all others together."""
        each = (self.spread(name, row.name) for row in self.table.rows if row.name != name)
        found = [spread for spread in each if spread is not None]
        return reduce(SpreadScore.plus, found) if found else None

    @property
    def is_decided(self) -> bool:
        """Whether the test needs no more games."""
        return self.test is not None and self.test.verdict is not SprtVerdict.GO_ON


def standings_of(plan: MatchPlan, games: Iterable[GameRow], *, prior_draws: float = 0.0) -> MatchStandings:
    """Count the games of a run; a game whose pair is not complete counts as points, not in the pairs.

    With a prior, Elo is against the mean of the field, and everybody's is finite whom games connect.
    """
    rows = list(games)
    names = [participant.name for participant in plan.participants]
    pairs = game_pairs(rows)
    scores = {
        (names[first], names[second]): Score.of_pairs(
            [half_points for half_points, _ in pair] for pair in pairs.get((first, second), [])
        )
        for first, second in plan.pairings
    }
    spreads = {
        (names[first], names[second]): SpreadScore.of_pairs(games)
        for (first, second), games in pairs.items()
        if plan.played_game.has_points
    }
    duel = scores[names[0], names[1]] if len(names) == FEWEST else None
    return MatchStandings(
        games=len(rows),
        table=Standings.of(
            scores,
            names=names,
            anchor=None if prior_draws else _anchor(plan, names),
            prior_draws=prior_draws,
        ),
        has_prior=prior_draws > 0,
        duel=duel,
        test=None
        if plan.sprt is None or duel is None
        else SprtState(sprt=plan.sprt, llr=plan.sprt.llr(duel.pairs)),
        spreads={pairing: spread for pairing, spread in spreads.items() if spread.pairs},
    )


GamePair = list[tuple[int, int | None]]
"""Half points of the first of a pairing in the games of one pair, and its spread in points, in Scrabble."""


def game_pairs(rows: Iterable[GameRow]) -> dict[tuple[int, int], list[GamePair]]:
    """Sort games by pairing and pair, seen from the participant who is first in the plan."""
    found: dict[tuple[int, int], dict[int, GamePair]] = {}
    for row in rows:
        pairing = min(row.first, row.second), max(row.first, row.second)
        sign = 1 if row.first == pairing[0] else -1
        spread = None if row.spread_pts is None else sign * row.spread_pts
        pairs = found.setdefault(pairing, {})
        pairs.setdefault(row.pair, []).append((row.half_points_of(pairing[0]), spread))
    return {pairing: list(pairs.values()) for pairing, pairs in found.items()}


def _anchor(plan: MatchPlan, names: list[str]) -> str | None:
    if len(names) == FEWEST:
        return names[1]
    return names[0] if plan.tournament is Tournament.GAUNTLET else None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningGame:
    """A game under way."""

    order: GameOrder
    """The game: who plays whom."""
    moved: Moved
    """The last turn."""


class MatchProgress:
    """Counts games as they end; standings are made anew with each."""

    def __init__(self, plan: MatchPlan, games: Iterable[GameRow], *, notes: tuple[str, ...] = ()) -> None:
        """Begin with the games that were played before; notes are what to say about the participants."""
        self.plan = plan
        self.notes = notes
        self.rows = list(games)
        self.running: dict[int, RunningGame] = {}
        self.faults: list[str] = []
        self.standings: MatchStandings = standings_of(plan, self.rows)
        self._began_s = time.perf_counter()

    def saw(self, event: Event) -> None:
        """Take in what happened."""
        match event:
            case Moved():
                order = self.plan.order(event.number)
                self.running[event.number] = RunningGame(order=order, moved=event)
            case Finished(game=game):
                self.running.pop(game.number, None)
                self.rows.append(GameRow.of(game, self.plan.order(game.number)))
                self.standings = standings_of(self.plan, self.rows)
                self.faults.extend(_faults(game, self.plan))
            case Lost():
                self.running.pop(event.number, None)
                self.faults.append(
                    f"game {event.number + 1} was lost, by no fault of its players: {event.words}"
                )

    @property
    def total(self) -> int:
        """Games of the whole match."""
        return self.plan.total_games

    @property
    def used_s(self) -> float:
        """Seconds since the match began, or was resumed."""
        return time.perf_counter() - self._began_s

    def names(self, order: GameOrder) -> tuple[str, str]:
        """Return the names of the sides of a game, by seat."""
        first, second = (self.plan.participants[side].name for side in order.sides)
        return first, second


class MatchObserver(Protocol):
    """Watches a match; `play_match` calls it from its own thread."""

    def begin(self, progress: MatchProgress) -> None:
        """Take the progress of a match that begins or goes on; it changes while the match is played."""

    def saw(self, event: Event) -> None:
        """Take an event: a turn, a finished or a lost game. The run and the progress already have it."""


def _faults(game: PlayedGame, plan: MatchPlan) -> list[str]:
    """Return what went wrong in a game, beside the moves."""
    words = list(game.notes[:1])
    if game.hiccups:
        words.append("begun anew because this machine had stopped")
    if game.fault is not None and game.fault_seat is not None:
        name = plan.participants[plan.order(game.number).sides[game.fault_seat]].name
        words.append(f"{name} {game.fault.value}")
    return [f"game {game.number + 1}: {each}" for each in words]
