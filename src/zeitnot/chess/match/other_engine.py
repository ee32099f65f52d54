"""OtherEngine: an engine that is not the built-in one, at a board of a match."""

from zeitnot.chess.background_search import BackgroundSearch
from zeitnot.chess.engine import PlayedMove, Request
from zeitnot.chess.match.player import settings_of
from zeitnot.chess.proxy import OwnClockEngine, WrappedEngine
from zeitnot.errors import DataError, EngineFaultError, StateError
from zeitnot.games import MatchTerms, Participant, Side
from zeitnot.models import make_manager

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
        self._engine: WrappedEngine | OwnClockEngine | None = None
        self._search: BackgroundSearch | None = None

    def new_game(self, *, initial_s: float | None = None) -> None:
        """Forget the last game."""
        self.restarts = 0
        self._started().new_game(initial_s=initial_s)

    def think(self, request: Request, *, deadline_s: float) -> PlayedMove:
        """Choose a move."""
        engine = self._started()
        if isinstance(engine, OwnClockEngine):
            return engine.think(request, deadline_s=deadline_s)
        return self._noted(engine.think(request))

    def ponder(self, request: Request) -> None:
        """Search on the opponent's time."""
        engine = self._started()
        if isinstance(engine, OwnClockEngine):
            engine.ponder(request)
        else:
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

    def _started(self) -> WrappedEngine | OwnClockEngine:
        if self._engine is None:
            who = self._participant
            options = dict(who.options)
            if who.side is Side.WRAPPED:
                manager = make_manager(who.policy, settings_of(who, self._terms))
                self._engine = WrappedEngine(who.command, manager, options=options)
            else:
                self._engine = OwnClockEngine(who.command, options=options, ponders=self._terms.ponder)
        return self._engine


def check_engines(terms: MatchTerms) -> None:
    """Start every engine of a match once: what is wrong with one is told before anything is played."""
    for participant in terms.participants:
        if participant.side is not Side.BUILT_IN:
            engine = OtherEngine(participant, terms, [])
            try:
                engine.new_game()
            except EngineFaultError as error:
                raise DataError(str(error)) from error
            finally:
                engine.close()
