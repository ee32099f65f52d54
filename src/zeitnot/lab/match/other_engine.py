"""OtherEngine: an engine that is not the built-in one, at a board of a match."""

from zeitnot.chess.engine import Request
from zeitnot.chess.proxy import OwnClockEngine, Played, WrappedEngine
from zeitnot.errors import DataError, EngineFaultError
from zeitnot.lab.match.participant import Participant, Side
from zeitnot.lab.match.plan import MatchPlan
from zeitnot.models import make_manager

RESTARTED = "it was started again"
"""What a wrapped engine says of itself when it was started again; restarts are counted by it."""


class OtherEngine:
    """Another engine, under a policy or on its own clock; started when it is first needed."""

    def __init__(self, participant: Participant, notes: list[str]) -> None:
        """Take note of what happens to it in the list."""
        self.notes = notes
        self._participant = participant
        self._engine: WrappedEngine | OwnClockEngine | None = None

    def new_game(self, *, initial_s: float | None = None) -> None:
        """Forget the last game."""
        self._started().new_game(initial_s=initial_s)

    def think(self, request: Request, *, deadline_s: float) -> Played:
        """Choose a move."""
        engine = self._started()
        if isinstance(engine, OwnClockEngine):
            return engine.think(request, deadline_s=deadline_s)
        played = engine.think(request)
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
                manager = make_manager(who.policy, dict(who.settings))
                self._engine = WrappedEngine(who.command, manager, options=options)
            else:
                self._engine = OwnClockEngine(who.command, options=options)
        return self._engine


def check_engines(plan: MatchPlan) -> None:
    """Start every engine of a match once: what is wrong with one is told before anything is played."""
    for participant in plan.participants:
        if participant.side is not Side.BUILT_IN:
            engine = OtherEngine(participant, [])
            try:
                engine.new_game()
            except EngineFaultError as error:
                raise DataError(str(error)) from error
            finally:
                engine.close()
