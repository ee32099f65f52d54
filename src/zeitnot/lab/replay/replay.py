"""Replay: recorded turns put together to games and played by policies, without searching again."""

import math
from dataclasses import dataclass
from random import Random

from zeitnot.clocks import Clock, TimeControl
from zeitnot.errors import DataError, SettingError
from zeitnot.games import DrawnGame, Trace, find_game
from zeitnot.lab.replay.entrant import Entrant
from zeitnot.lab.replay.sums import PhaseSum, PolicySums, TraceSum
from zeitnot.lab.simulated import play_simulated
from zeitnot.turns import TimeManager

LONGEST_TURN_S = 3600.0
"""Length up to which searches are continued where the clock sets no bound."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayPlan:
    """Everything that makes a replay the same replay, whoever plays which game of it."""

    game: str
    """Name of the game that was recorded."""
    traces: tuple[Trace, ...]
    """The recorded turns."""
    entrants: tuple[Entrant, ...]
    """The policies."""
    control: str
    """The clock."""
    work_per_s: float
    """Nodes or samples that are a second."""
    seed: int = 1
    """Seed that draws the games."""

    def __post_init__(self) -> None:
        """Refuse what cannot be replayed."""
        if any(trace.game != self.game for trace in self.traces):
            raise DataError(f"traces of a replay must all be of one game, {self.game}, got others")
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
        self._game = find_game(plan.game)
        longest_s = min(Clock(self._control).longest_s, LONGEST_TURN_S)
        self._source = self._game.recorded_games(plan.traces, work_per_s=plan.work_per_s, longest_s=longest_s)

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
            phase = sums.phases.setdefault(self._game.phase_of(record), PhaseSum())
            phase.turns += 1
            phase.used_s += record.used_s
            phase.loss += loss
            sums.used_s += record.used_s
            sums.faults += bool(record.fault)
            sums.beyond += position.search.is_beyond(record)
            trace = sums.traces.setdefault(position.trace, TraceSum())
            trace.uses += 1
            trace.cost += loss
        trace.cost += game.penalty_pts + game.flagged * self._game.losses.lost_on_time
