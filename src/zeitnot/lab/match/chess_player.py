"""Chess players: what sits at a board in a match."""

from typing import Protocol

from zeitnot.chess.engine import Engine, Outcome, Request
from zeitnot.lab.match.participant import Participant
from zeitnot.lab.match.plan import MatchPlan
from zeitnot.models import make_manager
from zeitnot.turns import TurnRecord


class Thought(Protocol):
    """What a player answers with."""

    @property
    def move(self) -> str:
        """In UCI notation; empty when there is none."""
        ...

    @property
    def record(self) -> TurnRecord:
        """The turn's row."""
        ...


class ChessPlayer(Protocol):
    """A player; a fault of its engine is an EngineFaultError."""

    def new_game(self, *, initial_s: float | None = None) -> None:
        """Forget the last game."""
        ...

    def think(self, request: Request, *, deadline_s: float) -> Thought:
        """Choose a move; no later than the deadline, however badly it goes."""
        ...

    def close(self) -> None:
        """Leave nothing behind."""
        ...


class BuiltInPlayer:
    """The built-in engine under a policy."""

    def __init__(self, participant: Participant, plan: MatchPlan) -> None:
        """Make the engine; it knows nothing of the machine yet."""
        self._engine = Engine(
            make_manager(participant.policy, dict(participant.settings)),
            hash_mb=plan.hash_mb,
            threads=plan.threads,
            nodes_per_second=plan.work_per_s or 0.0,
        )

    def new_game(self, *, initial_s: float | None = None) -> None:
        """Forget the last game."""
        self._engine.new_game()
        self._engine.manager.new_game(initial_s=initial_s)

    def think(self, request: Request, *, deadline_s: float) -> Outcome:
        """Choose a move; the native deadline, which no policy can move, comes long before this one."""
        return self._engine.think(request)

    def close(self) -> None:
        """Nothing is left behind."""
