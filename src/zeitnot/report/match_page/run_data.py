"""RunData: what the page is made from, read from the store once."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from zeitnot.errors import DataError
from zeitnot.games import Participant
from zeitnot.lab.match import MatchPlan
from zeitnot.lab.standings import MatchStandings, standings_of
from zeitnot.lab.store import GameRow, RunStore, TurnRow
from zeitnot.report.match_page.turn_columns import TurnColumns
from zeitnot.turns import TurnRecord


@dataclass(frozen=True, kw_only=True)
class LongTurn:
    """A turn that took long, in full."""

    row: TurnRow
    """The turn."""
    record: TurnRecord
    """Everything about it."""
    again: tuple[int, ...]
    """Other games in which the same participant played the very same turn, as happens in work time."""
    text: str
    """The game in PGN or GCG."""


@dataclass(frozen=True, kw_only=True)
class RunData:
    """A run as it was when it was read; it may have grown since."""

    file_name: str
    """Name of the run's file."""
    began: str
    """Start of the run, in ISO form."""
    version: str
    """Version of the program that began the run."""
    plan: MatchPlan
    """Plan of the match."""
    games: tuple[GameRow, ...]
    """Games that were played."""
    turns: TurnColumns
    """All turns of these games."""
    longest: tuple[LongTurn, ...]
    """The turns that took longest."""
    incidents: tuple[tuple[str, int, str], ...]
    """Games that were lost through no fault of their players: when, which and why."""
    standings: MatchStandings
    """Standings after these games."""

    @classmethod
    def read(cls, store: RunStore) -> "RunData":
        """Read a run; a DataError says what is wrong with it."""
        plan = store.plan
        games = tuple(store.games())
        turns = TurnColumns.of(store.turns(games), phases=plan.played_game.phases)
        return cls(
            file_name=store.path.name,
            began=store.began,
            version=store.version,
            plan=plan,
            games=games,
            turns=turns,
            longest=tuple(_longest_turns(store, turns)),
            incidents=tuple(store.incidents()),
            standings=standings_of(plan, games),
        )

    @property
    def participants(self) -> tuple[Participant, ...]:
        """Who plays, in the order of the plan."""
        return self.plan.participants

    @cached_property
    def ranked(self) -> tuple[int, ...]:
        """Numbers of the participants, the best first."""
        numbers = {participant.name: number for number, participant in enumerate(self.participants)}
        return tuple(numbers[row.name] for row in self.standings.table.rows)

    def name(self, number: int) -> str:
        """Return the name of a participant."""
        return self.participants[number].name

    def games_of(self, number: int) -> int:
        """Count the games of a participant."""
        return sum(number in (game.first, game.second) for game in self.games)


def _longest_turns(store: RunStore, turns: TurnColumns) -> Iterator[LongTurn]:
    """Read the longest turns in full; one that cannot be read is left out, and the page shows the others."""
    for row, again in turns.longest:
        with contextlib.suppress(DataError):
            record, text = store.record(row.game, row.place), store.text(row.game)
            yield LongTurn(row=row, again=again, record=record, text=text)
