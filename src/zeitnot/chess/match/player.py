"""Chess players: the built-in engine, or another one, at a board of a match."""

from dataclasses import replace
from typing import Any, Protocol

from zeitnot.chess.background_search import BackgroundSearch
from zeitnot.chess.engine import Engine, PlayedMove, Reply, Request
from zeitnot.chess.proxy import (
    OwnClockEngine,
    WorkTimeEngine,
    WrappedEngine,
    check_own_clock,
    own_clock_in_work_time,
)
from zeitnot.errors import DataError, EngineFaultError, StateError
from zeitnot.games import MatchTerms, Participant, Side
from zeitnot.models import hosted_settings, make_manager
from zeitnot.policies import Host
from zeitnot.turns import NO_CONNECTION, OnPlan


class ChessPlayer(Protocol):
    """A player; a fault of its engine is an EngineFaultError."""

    def new_game(self, *, initial_s: float | None = None) -> None:
        """Forget the last game."""

    def think(self, request: Request, *, deadline_s: float) -> PlayedMove:
        """Choose a move; no later than the deadline, however badly it goes."""

    def ponder(self, request: Request) -> None:
        """Search on the opponent's time what comes after the expected reply; a hit or a miss follows."""

    def ponder_hit(self, *, reply_s: float, deadline_s: float) -> PlayedMove:
        """Choose a move after the expected reply came, `reply_s` into the pondering; the clock runs now."""

    def ponder_miss(self, *, reply_s: float) -> None:
        """Think no more of the expected reply: another came, or the game is over."""

    def watch_plans(self, on_plan: OnPlan | None) -> None:
        """Call a function with the budget of every turn from now on; an engine on its own clock has none."""

    def close(self) -> None:
        """Leave nothing behind."""


class BuiltInPlayer:
    """The built-in engine under a policy.

    By the wall it ponders while the opponent thinks. In work time the sides work one after the other: it
    ponders once the opponent has moved, and gets the work that his turn took.
    """

    def __init__(self, participant: Participant, terms: MatchTerms) -> None:
        """Make the engine; it knows nothing of the machine yet."""
        self._work_time = terms.work_per_s is not None
        settings, overhead = settings_of(participant, terms), NO_CONNECTION if self._work_time else None
        self._engine = Engine(
            make_manager(participant.policy, settings, overhead=overhead),
            hash_mb=terms.hash_mb,
            threads=terms.threads,
            nodes_per_second=terms.work_per_s or 0.0,
        )
        self._expected: Request | None = None
        self._search: BackgroundSearch | None = None

    def new_game(self, *, initial_s: float | None = None) -> None:
        """Forget the last game."""
        self._engine.new_game()
        self._engine.manager.new_game(initial_s=initial_s)

    def think(self, request: Request, *, deadline_s: float) -> PlayedMove:
        """Choose a move; the native deadline, which no policy can move, comes long before this one."""
        return self._engine.think(request)

    def ponder(self, request: Request) -> None:
        """Search on the opponent's time."""
        if self._work_time:
            self._expected = request
        else:
            self._search = BackgroundSearch(self._engine, request)

    def ponder_hit(self, *, reply_s: float, deadline_s: float) -> PlayedMove:
        """Go on under the clock."""
        if self._expected is not None:
            request, self._expected = self._expected, None
            return self._engine.think(replace(request, reply=Reply(at_s=reply_s, expected=True)))
        search, self._search = self._search, None
        if search is None:
            raise StateError("a ponder hit ends pondering, got one without pondering")
        search.ponder_hit()
        return search.result()

    def ponder_miss(self, *, reply_s: float) -> None:
        """Stop; what the search learned stays in its table."""
        request, self._expected = self._expected, None
        if request is not None and reply_s > 0:
            self._engine.think(replace(request, reply=Reply(at_s=reply_s, expected=False)))
        if self._search is not None:
            self._search.end()
            self._search = None

    def watch_plans(self, on_plan: OnPlan | None) -> None:
        """Call a function with the budget of every turn from now on."""
        self._engine.manager.on_plan = on_plan

    def close(self) -> None:
        """Nothing is left behind."""


def settings_of(participant: Participant, terms: MatchTerms) -> dict[str, Any]:
    """Return the settings of a participant's policy; one that plans otherwise when it ponders is told."""
    return hosted_settings(participant.policy, dict(participant.settings), Host(ponders=terms.ponder))


PATIENCE_S = 30.0
"""Longest wait for the end of a pondering search: an engine that does not answer is given up long before."""


class OtherEngine:
    """Another engine, under a policy or on its own clock; started when it is first needed."""

    def __init__(self, participant: Participant, terms: MatchTerms, notes: list[str]) -> None:
        """Take note of what happens to it in the list."""
        self.notes = notes
        self.restarts = 0
        self._participant = participant
        self._terms = terms
        self._engine: WrappedEngine | WorkTimeEngine | OwnClockEngine | None = None
        self._on_plan: OnPlan | None = None
        self._search: BackgroundSearch | None = None

    def new_game(self, *, initial_s: float | None = None) -> None:
        """Forget the last game."""
        self.restarts = 0
        self._started().new_game(initial_s=initial_s)

    def think(self, request: Request, *, deadline_s: float) -> PlayedMove:
        """Choose a move."""
        engine = self._started()
        if isinstance(engine, WrappedEngine):
            return self._noted(engine.think(request))
        return engine.think(request, deadline_s=deadline_s)

    def ponder(self, request: Request) -> None:
        """Search on the opponent's time."""
        engine = self._started()
        if isinstance(engine, OwnClockEngine):
            engine.ponder(request)
        elif isinstance(engine, WrappedEngine):
            self._search = BackgroundSearch(engine, request)

    def ponder_hit(self, *, reply_s: float, deadline_s: float) -> PlayedMove:
        """Go on under the clock."""
        engine, search = self._started(), self._search
        self._search = None
        if isinstance(engine, OwnClockEngine):
            return engine.ponder_hit(deadline_s=deadline_s)
        if search is None:
            raise StateError("a ponder hit ends pondering, got one without pondering")
        search.ponder_hit()
        return self._noted(search.result())

    def ponder_miss(self, *, reply_s: float) -> None:
        """Stop, and wait for the answer that nobody needs."""
        engine = self._started()
        if isinstance(engine, OwnClockEngine):
            engine.ponder_miss()
        elif self._search is not None:
            self._search.end(patience_s=PATIENCE_S)
            self._search = None

    def watch_plans(self, on_plan: OnPlan | None) -> None:
        """Call a function with the budget of every turn from now on; the engine may not be started yet."""
        self._on_plan = on_plan
        if self._engine is not None and not isinstance(self._engine, OwnClockEngine):
            self._engine.manager.on_plan = on_plan

    @property
    def profile(self) -> str:
        """What the manager has learned from the engine's own games, in words; empty for nothing."""
        engine = self._engine
        return "" if engine is None or isinstance(engine, OwnClockEngine) else engine.manager.profile

    def _noted(self, played: PlayedMove) -> PlayedMove:
        self.restarts += played.restarts
        if played.fault:
            self.notes.append(f"{self._participant.name}: {played.fault}")
        return played

    def close(self) -> None:
        """End the process."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def _started(self) -> WrappedEngine | WorkTimeEngine | OwnClockEngine:
        if self._engine is None:
            who = self._participant
            self._engine = self._managed(who) if who.side is Side.WRAPPED else self._on_its_own(who)
        return self._engine

    def _managed(self, who: Participant) -> WrappedEngine | WorkTimeEngine:
        work_per_s, options = self._terms.work_per_s, dict(who.options)
        overhead = None if work_per_s is None else NO_CONNECTION
        manager = make_manager(who.policy, settings_of(who, self._terms), overhead=overhead)
        manager.on_plan = self._on_plan
        if work_per_s is None:
            return WrappedEngine(who.command, manager, options=options)
        return WorkTimeEngine(who.command, manager, nodes_per_s=work_per_s, options=options)

    def _on_its_own(self, who: Participant) -> OwnClockEngine:
        work_per_s, options = self._terms.work_per_s, dict(who.options)
        if work_per_s is None:
            return OwnClockEngine(who.command, options=options, ponders=self._terms.ponder)
        return own_clock_in_work_time(who.command, nodes_per_s=work_per_s, options=options)


def check_engines(terms: MatchTerms) -> list[str]:
    """Start every engine of a match once: what is wrong with one is told before anything is played.

    Return which of them are managed by a profile, line by line.
    """
    notes = []
    for number, participant in enumerate(terms.participants):
        if participant.side is Side.OWN_CLOCK and terms.work_per_s is not None:
            check_own_clock(terms.control_of(number))
        if participant.side is not Side.BUILT_IN:
            engine = OtherEngine(participant, terms, [])
            try:
                engine.new_game()
                if engine.profile:
                    notes.append(f"{participant.name} is managed by {engine.profile}")
            except EngineFaultError as error:
                raise DataError(str(error)) from error
            finally:
                engine.close()
    return notes
