"""RunData: what the page is made from, read from the store once."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from zeitnot.errors import DataError
from zeitnot.lab.match import MatchPlan, Participant
from zeitnot.lab.match.phase import phases
from zeitnot.lab.standings import MatchStandings, standings_of
from zeitnot.lab.store import GameRow, RunStore, TurnRow
from zeitnot.report.match_page.turn_columns import TurnColumns
from zeitnot.turns import TurnRecord


@dataclass(frozen=True, kw_only=True)
class DearTurn:
    """A turn that took long, in full."""

    row: TurnRow
    """The turn."""
    record: TurnRecord
    """Everything about it."""
    again: tuple[int, ...]
    """Other games in which the same participant played the very same turn, as happens in work time."""
    text: str
    """Its game, in PGN or GCG."""


@dataclass(frozen=True, kw_only=True)
class RunData:
    """A run as it was when it was read; it may have grown since."""

    file_name: str
    """Of the run."""
    began: str
    """When, in ISO form."""
    version: str
    """Of the program that began it."""
    plan: MatchPlan
    """What was to be played."""
    games: tuple[GameRow, ...]
    """What was played."""
    turns: TurnColumns
    """All turns of these games."""
    dearest: tuple[DearTurn, ...]
    """The turns that took longest."""
    incidents: tuple[tuple[str, int, str], ...]
    """When which game was lost through no fault of its players, and why."""
    standings: MatchStandings
    """What the games come to."""

    @classmethod
    def read(cls, store: RunStore) -> "RunData":
        """Read a run; a DataError says what is wrong with it."""
        plan = store.plan
        games = tuple(store.games())
        turns = TurnColumns.of(store.turns(games), phases=phases(plan.game))
        return cls(
            file_name=store.path.name,
            began=store.began,
            version=store.version,
            plan=plan,
            games=games,
            turns=turns,
            dearest=tuple(_dear_turns(store, turns)),
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
        """Name a participant."""
        return self.participants[number].name

    def games_of(self, number: int) -> int:
        """Count the games of a participant."""
        return sum(number in (game.first, game.second) for game in self.games)


def _dear_turns(store: RunStore, turns: TurnColumns) -> Iterator[DearTurn]:
    """Read the longest turns in full; one that cannot be read is left out, and the page shows the others."""
    for row, again in turns.dearest:
        with contextlib.suppress(DataError):
            record, text = store.record(row.game, row.place), store.text(row.game)
            yield DearTurn(row=row, again=again, record=record, text=text)
