"""Replay: recorded turns put together to games and played by policies, without searching again."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from zeitnot.clocks import Clock, TimeControl
from zeitnot.errors import DataError, SettingError
from zeitnot.lab.match.phase import phase_of
from zeitnot.lab.replay.drawn_games import ChessGames, DrawnGame, GameSource, ScrabbleGames
from zeitnot.lab.replay.entrant import Entrant
from zeitnot.lab.replay.sums import PhaseSum, PolicySums, TraceSum
from zeitnot.lab.simulated import play_simulated
from zeitnot.learning import ChessTrace, GameName, ScrabbleTrace, Trace
from zeitnot.scrabble.turn_timer import WorkRates
from zeitnot.turns import TimeManager

T = TypeVar("T")
WORK_PER_S = {"chess": 100_000.0, "scrabble": 1_000.0}
"""Default nodes or samples a second, at which turns of fast games end within a record."""
FLAG_LOSS = {"chess": 0.5, "scrabble": 100.0}
"""Cost of a game lost on time: half a point, as from an even position; in Scrabble a usual margin."""
LONGEST_TURN_S = 3600.0
"""Length up to which searches are continued where the clock sets no bound."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayPlan:
    """Everything that makes a replay the same replay, whoever plays which game of it."""

    game: GameName
    """The game that was recorded."""
    traces: tuple[Trace, ...]
    """The recorded turns."""
    entrants: tuple[Entrant, ...]
    """The policies."""
    control: str
    """The clock."""
    work_per_s: float
    """Nodes (chess) or samples (Scrabble) that are a second."""
    seed: int = 1
    """Seed that draws the games."""

    def __post_init__(self) -> None:
        """Refuse what cannot be replayed."""
        if not self.entrants:
            raise SettingError("a replay must have a policy at least, got none")
        if not TimeControl.parse(self.control).has_clock:
            raise SettingError(f"a replay needs a clock that runs over the game, got {self.control!r}")
        if not 0 < self.work_per_s < math.inf:
            raise SettingError(f"work a second must be above 0, got {self.work_per_s!r}")


class Replay:
    """Plays games by their numbers; every policy has the same games."""

    def __init__(self, plan: ReplayPlan) -> None:
        """Make searches of all traces."""
        self._plan = plan
        self._control = TimeControl.parse(plan.control)
        self._source = _source(plan, min(Clock(self._control).longest_s, LONGEST_TURN_S))

    def play(self, numbers: range, *, entrants: tuple[Entrant, ...] | None = None) -> dict[str, PolicySums]:
        """Play some games under every policy of the plan, or under others; return sums by policy."""
        managers = {entrant.name: entrant.manager() for entrant in entrants or self._plan.entrants}
        sums = {name: PolicySums() for name in managers}
        for number in numbers:
            drawn = self._source.draw(Random(f"replay {self._plan.seed} {number}"))
            for name, manager in managers.items():
                self._played(manager.fresh(), drawn, sums[name])
        return sums

    def _played(self, manager: TimeManager, drawn: DrawnGame, sums: PolicySums) -> None:
        game = play_simulated(manager, self._control, drawn.positions, first_ply=drawn.first_ply)
        sums.games += 1
        sums.flagged += game.flagged
        sums.penalty_pts += game.penalty_pts
        sums.left_s += game.left_s
        trace = TraceSum()
        for position, record in zip(drawn.positions, game.records, strict=False):  # a flag ends a game early
            loss = position.search.loss_at(record)
            phase = sums.phases.setdefault(phase_of(record), PhaseSum())
            phase.turns += 1
            phase.used_s += record.used_s
            phase.loss += loss
            sums.used_s += record.used_s
            sums.faults += bool(record.fault)
            sums.beyond += position.search.is_beyond(record)
            trace = sums.traces.setdefault(position.trace, TraceSum())
            trace.uses += 1
            trace.cost += loss
        trace.cost += game.penalty_pts + game.flagged * FLAG_LOSS[self._plan.game]


def _source(plan: ReplayPlan, longest_s: float) -> GameSource:
    if plan.game == "chess":
        chess = _all(plan.traces, ChessTrace)
        return ChessGames(chess, nodes_per_s=plan.work_per_s, longest_s=longest_s)
    rates = WorkRates()
    rates = rates.times(plan.work_per_s / rates.samples_per_s)
    return ScrabbleGames(_all(plan.traces, ScrabbleTrace), rates=rates, longest_s=longest_s)


def _all(traces: Sequence[Trace], kind: type[T]) -> list[T]:
    found: list[T] = [trace for trace in traces if isinstance(trace, kind)]
    if len(found) < len(traces):
        raise DataError(f"traces of a replay must all be of one game, got others than {kind.__name__}")
    return found
