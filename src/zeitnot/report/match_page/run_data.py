"""RunData: what the page is made from, read from the store once."""

import contextlib
import heapq
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from zeitnot.errors import DataError
from zeitnot.lab import (
    GameRow,
    LateTurn,
    MatchPlan,
    MatchStandings,
    RunStore,
    TurnRow,
    find_late_turns,
    standings_of,
)
from zeitnot.turns import TurnRecord

Floats: TypeAlias = NDArray[np.float64]
Numbers: TypeAlias = NDArray[np.int64]

MOST_SHOWN = 10
"""Turns that are shown one by one."""
_NONE = float("nan")


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnColumns:
    """All turns of a run, one array a column, to sum up a hundred thousand at once; nan stands for none."""

    participant: Numbers
    """Participant whose turn it was."""
    move: Numbers
    """Number of the move in its game, from 1."""
    phase: Numbers
    """Phase, as a number in `phases`."""
    reason: Numbers
    """What ended the turn, as a number in `reasons`."""
    used_s: Floats
    """Time used."""
    target_s: Floats
    """The target when the search ended."""
    overshoot_s: Floats
    """Time past the hard limit, negative when it was kept."""
    loss_pts: Floats
    """Expected loss at the stop."""
    phases: tuple[str, ...]
    """Names of the phases."""
    reasons: tuple[str, ...]
    """Names of the reasons, in the order in which they first came."""
    longest: tuple[tuple[TurnRow, tuple[int, ...]], ...]
    """The turns that took longest, the longest first, each with other games that had the very same turn."""

    @classmethod
    def of(cls, turns: Iterable[TurnRow], *, phases: tuple[str, ...]) -> "TurnColumns":
        """Take the turns in one pass."""
        columns: dict[str, array[Any]] = {
            name: array("q") for name in ("participant", "move", "phase", "reason")
        }
        columns |= {name: array("d") for name in ("used_s", "target_s", "overshoot_s", "loss_pts")}
        numbers = {name: number for number, name in enumerate(phases)}
        reasons: dict[str, int] = {}
        longest = _LongestTurns()
        for turn in turns:
            phase = numbers.setdefault(turn.phase, len(numbers))
            reason = reasons.setdefault(turn.reason, len(reasons))
            counts = (turn.participant, turn.ply // 2 + 1, phase, reason)
            values = (turn.referee_s, turn.target_s, turn.overshoot_s, turn.expected_loss_pts)
            for column, value in zip(columns.values(), (*counts, *values), strict=True):
                column.append(_NONE if value is None else value)
            longest.add(turn)
        arrays: dict[str, Any] = {name: np.array(column) for name, column in columns.items()}
        return cls(**arrays, phases=tuple(numbers), reasons=tuple(reasons), longest=longest.ranked())

    @property
    def count(self) -> int:
        """Turns in all."""
        return len(self.used_s)


class _LongestTurns:
    """The turns that took longest; the same turn of several games is one."""

    def __init__(self) -> None:
        self._found: dict[tuple[float, int, int, str], list[TurnRow]] = {}
        self._heap: list[tuple[float, int, int, str]] = []

    def add(self, turn: TurnRow) -> None:
        key = (turn.referee_s, -turn.ply, -turn.participant, turn.move)
        if key in self._found:
            self._found[key].append(turn)
        elif len(self._heap) < MOST_SHOWN:
            heapq.heappush(self._heap, key)
            self._found[key] = [turn]
        elif key > self._heap[0]:
            del self._found[heapq.heappushpop(self._heap, key)]
            self._found[key] = [turn]

    def ranked(self) -> tuple[tuple[TurnRow, tuple[int, ...]], ...]:
        turns = [self._found[key] for key in sorted(self._heap, reverse=True)]
        return tuple((first, tuple(turn.game for turn in others)) for first, *others in turns)


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
    late: tuple[LateTurn, ...]
    """Turns that lost on time or ran past their limit, each with its autopsy."""
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
            late=tuple(find_late_turns(store, games)),
            standings=standings_of(plan, games),
        )

    @cached_property
    def names(self) -> list[str]:
        """Names of the participants, in the order of the plan."""
        return [participant.name for participant in self.plan.participants]

    @cached_property
    def ranked(self) -> tuple[int, ...]:
        """Numbers of the participants, the best first."""
        return tuple(self.names.index(row.name) for row in self.standings.table.rows)

    def games_of(self, number: int) -> int:
        """Count the games of a participant."""
        return sum(game.has(number) for game in self.games)


def _longest_turns(store: RunStore, turns: TurnColumns) -> Iterator[LongTurn]:
    """Read the longest turns in full; one that cannot be read is left out, and the page shows the others."""
    for row, again in turns.longest:
        with contextlib.suppress(DataError):
            record, text = store.record(row.game, row.place), store.text(row.game)
            yield LongTurn(row=row, again=again, record=record, text=text)
