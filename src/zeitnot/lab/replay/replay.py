"""Replay: recorded turns put together to games and played by policies, without searching again."""

import math
from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any, Self, cast

from zeitnot.clocks import Clock, TimeControl
from zeitnot.errors import DataError, SettingError, UnknownPolicyError
from zeitnot.games import DrawnGame, RecordedPosition, Trace, find_game
from zeitnot.lab.closing import Closing
from zeitnot.lab.fleet.process_fleet import ProcessFleet, Tell
from zeitnot.lab.fleet.work_queue import Done, Event, WorkQueue
from zeitnot.lab.replay.figures import PhaseSum, PolicySums, TraceSum
from zeitnot.lab.replay.oracle import ORACLE, Oracle
from zeitnot.lab.simulated import Rival, play_simulated
from zeitnot.models import make_manager
from zeitnot.policies import parse_policy, policy_names
from zeitnot.turns import NO_CONNECTION, Budget, TimeManager, Trail, TurnRecord, ask_directly

_FORM = "POLICY[:KEY=VALUE,...]"
_UNBOUNDED = Budget(target=Trail.start("all", math.inf), limit=Trail.start("all", math.inf))
"""What the oracle grants a turn: it knows by itself where to stop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A policy with its settings; plain texts, so that it travels between processes."""

    name: str
    """The policy with its parameters, as the user wrote it."""
    policy: str
    """Name of the policy."""
    settings: tuple[tuple[str, str], ...] = ()
    """Parameters that differ from the defaults."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read an entry such as `uniform` or `stockfish:horizon_moves=40`; what is wrong is said at once."""
        policy, settings = parse_policy(text)
        entrant = cls(name=text.strip(), policy=policy, settings=tuple(settings.items()))
        entrant.manager()
        return entrant

    def with_settings(self, settings: Mapping[str, str]) -> Self:
        """Add settings from elsewhere; what was written with the entrant wins."""
        return replace(self, settings=tuple({**settings, **dict(self.settings)}.items()))

    def changed(self, settings: Mapping[str, str]) -> Self:
        """Change settings; what was written with the entrant gives way."""
        return replace(self, settings=tuple({**dict(self.settings), **settings}.items()))

    def manager(self) -> TimeManager:
        """Make a manager that knows nothing yet; no clock runs in a replay, so it asks directly, and fast."""
        return make_manager(self.policy, dict(self.settings), overhead=NO_CONNECTION, ask=ask_directly)


def parse_entrants(text: str) -> tuple[Entrant, ...]:
    """Read a list such as `uniform,stockfish:horizon_moves=40,short_clock_s=2,magpie`."""
    words: list[str] = []
    for word in filter(None, (word.strip() for word in text.split(","))):
        head = word.partition(":")[0].strip()
        if head in policy_names() or ("=" not in word.partition(":")[0] and not (words and ":" in words[-1])):
            words.append(word)
        elif words and ":" in words[-1]:
            words[-1] += f",{word}"  # one more setting, or one more of several values
        else:
            raise UnknownPolicyError(f"policies must be {_FORM}, got {word!r}")
    entrants = tuple(Entrant.parse(word) for word in words)
    names = [entrant.name for entrant in entrants]
    if not names or len(set(names)) < len(names):
        raise SettingError(f"policies must be one or more that differ, got {text!r}")
    return entrants


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
    pairings: tuple[tuple[int, int], ...] = ()
    """Entrants that meet, by their places; empty: the opponent of each spends the same as it does."""
    oracle: bool = False
    """Whether the best spending of the same clock over the same turns stands beside the policies."""

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
        if any(not 0 <= place < len(self.entrants) for pair in self.pairings for place in pair):
            raise SettingError(f"pairings must be of entrants of the replay, got {self.pairings!r}")
        if self.oracle and any(entrant.name == ORACLE for entrant in self.entrants):
            raise SettingError(f"a replay with its oracle must have no other policy of that name: {ORACLE!r}")


class Replay:
    """Plays games by their numbers; every policy has the same games."""

    def __init__(self, plan: ReplayPlan) -> None:
        """Make searches of all traces."""
        self._plan = plan
        self._control = TimeControl.parse(plan.control)
        self._game = find_game(plan.game)
        longest_s = min(Clock(self._control).longest_s, LONGEST_TURN_S)
        self._source = self._game.recorded_games(plan.traces, work_per_s=plan.work_per_s, longest_s=longest_s)
        self._oracle = Oracle(self._control) if plan.oracle else None

    def play(self, numbers: range, *, entrants: tuple[Entrant, ...] | None = None) -> dict[str, PolicySums]:
        """Play some games under every policy of the plan, or under others; return sums by policy."""
        entrants = entrants or self._plan.entrants
        managers = [entrant.manager() for entrant in entrants]
        rivals = [[managers[rival] for rival in self._rivals(place)] for place in range(len(managers))]
        sums = {entrant.name: PolicySums() for entrant in entrants}
        for number in numbers:
            drawn = self._source.draw(Random(f"replay {self._plan.seed} {number}"))
            for entrant, manager, others in zip(entrants, managers, rivals, strict=True):
                rival = others[number % len(others)] if others and drawn.rival_positions else None
                self._played(manager.fresh(), drawn, sums[entrant.name], rival)
            if self._oracle is not None:
                self._foreseen(self._oracle, drawn, sums.setdefault(ORACLE, PolicySums()))
        return sums

    def _rivals(self, place: int) -> list[int]:
        """Return the places of the entrants that one of them meets."""
        return [pair[1 - seat] for pair in self._plan.pairings for seat in (0, 1) if pair[seat] == place]

    def _played(
        self, manager: TimeManager, drawn: DrawnGame, sums: PolicySums, rival: TimeManager | None
    ) -> None:
        game = play_simulated(
            manager,
            self._control,
            drawn.positions,
            first_ply=drawn.first_ply,
            rival=None
            if rival is None
            else Rival(manager=rival.fresh(), positions=drawn.rival_positions, first_ply=drawn.rival_ply),
        )
        sums.games += 1
        sums.flagged += game.flagged
        sums.penalty_pts += game.penalty_pts
        sums.left_s += game.left_s
        trace = TraceSum()
        for position, record in zip(drawn.positions, game.records, strict=False):  # a flag ends a game early
            sums.faults += bool(record.fault)
            sums.beyond += position.search.is_beyond(record)
            trace = self._add_turn(sums, position, record, position.search.loss_at(record))
        trace.cost += game.penalty_pts + game.flagged * self._game.losses.lost_on_time

    def _foreseen(self, oracle: Oracle, drawn: DrawnGame, sums: PolicySums) -> None:
        game = oracle.play([position.search.stops() for position in drawn.positions])
        sums.games += 1
        sums.penalty_pts += game.penalty_pts
        sums.left_s += game.left_s
        trace = TraceSum()
        for turn, (position, stop) in enumerate(zip(drawn.positions, game.stops, strict=True)):
            record = TurnRecord(
                policy=ORACLE,
                ply=drawn.first_ply + 2 * turn,
                clock_before_s=None,
                budget=_UNBOUNDED,
                used_s=stop.used_s,
                features=position.features,
            )
            trace = self._add_turn(sums, position, record, stop.loss)
        trace.cost += game.penalty_pts

    def _add_turn(
        self, sums: PolicySums, position: RecordedPosition, record: TurnRecord, loss: float
    ) -> TraceSum:
        phase = sums.phases.setdefault(self._game.phase_of(record), PhaseSum())
        phase.turns += 1
        phase.used_s += record.used_s
        phase.loss += loss
        turns, used_s = phase.traces.get(position.trace, (0, 0.0))
        phase.traces[position.trace] = turns + 1, used_s + record.used_s
        sums.used_s += record.used_s
        trace = sums.traces.setdefault(position.trace, TraceSum())
        trace.uses += 1
        trace.cost += loss
        return trace


PART = 50
"""Games of one part, and steps of a progress bar; the same on every machine, so that sums are added in the
same order."""

_RULE = "a replay must be one that can be played; part"


class ReplayJob:
    """Plays parts of a replay, for the entrants that the fleet was given."""

    def __init__(self, plan: ReplayPlan) -> None:
        """Make the searches, once for all parts."""
        self._replay = Replay(plan)

    def do(self, number: int, given: Any, tell: Tell) -> Event:  # noqa: ANN401 (it has travelled)
        """Play the games of a part."""
        games, part, entrants = given
        return Done(number=number, result=self._replay.play(_part(number, games, part), entrants=entrants))

    def close(self) -> None:
        """Nothing is open."""


class ReplayRunner(Closing):
    """Plays games of one plan, with workers that stay; each of them makes its searches once."""

    def __init__(self, plan: ReplayPlan, *, processes: int = 1) -> None:
        """Start nothing yet."""
        if processes < 1:
            raise SettingError(f"processes must be at least 1, got {processes!r}")
        self._plan = plan
        self._processes = processes
        self._here: Replay | None = None
        self._fleet: ProcessFleet | None = None

    def close(self) -> None:
        """End the workers at once, in the middle of a part too: what is not told yet is lost."""
        fleet, self._fleet = self._fleet, None
        if fleet is not None:
            fleet.close()

    def run(
        self,
        games: int,
        *,
        entrants: tuple[Entrant, ...] | None = None,
        on_games: Callable[[int], None] | None = None,
    ) -> dict[str, PolicySums]:
        """Play games under the plan's entrants, or others; `on_games` is called with each part's count."""
        if games < 1:
            raise SettingError(f"games must be at least 1, got {games!r}")
        entrants = entrants or self._plan.entrants
        names = [entrant.name for entrant in entrants] + [ORACLE] * self._plan.oracle
        sums = {name: PolicySums() for name in names}
        with closing(self._played(games, entrants)) as parts:
            for number, part in enumerate(parts):
                for name, own in part.items():
                    sums[name].add(own)
                if on_games is not None:
                    on_games(len(_part(number, games, PART)))
        return sums

    def _played(
        self, games: int, entrants: tuple[Entrant, ...]
    ) -> Generator[dict[str, PolicySums], None, None]:
        parts = -(-games // PART)
        if min(self._processes, parts) == 1:
            self._here = self._here or Replay(self._plan)
            for number in range(parts):
                yield self._here.play(_part(number, games, PART), entrants=entrants)
            return
        if self._fleet is None:
            self._fleet = ProcessFleet(
                partial(ReplayJob, self._plan), concurrency=self._processes, grace_s=0.0
            )
        self._fleet.given = games, PART, entrants
        try:
            queue = WorkQueue(fleet=self._fleet, numbers=range(parts), rule=_RULE)
            for result in queue.results():
                yield cast("dict[str, PolicySums]", result)
        except BaseException:  # parts are still under way, and nobody will ask for them
            self.close()
            raise


def _part(number: int, games: int, size: int) -> range:
    return range(size * number, min(size * (number + 1), games))


def run_replay(
    plan: ReplayPlan, *, games: int, processes: int = 1, on_games: Callable[[int], None] | None = None
) -> dict[str, PolicySums]:
    """Play games of a plan once."""
    with ReplayRunner(plan, processes=processes) as runner:
        return runner.run(games, on_games=on_games)
