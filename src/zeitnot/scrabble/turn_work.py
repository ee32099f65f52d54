"""Turn work: a Scrabble turn under way, and what came of it."""

from collections.abc import Callable
from dataclasses import dataclass, field

from zeitnot.scrabble.endgame import EndgameState
from zeitnot.scrabble.generation import RatedMove
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.simulation import SimulationState
from zeitnot.scrabble.turn_timer import TurnTimer
from zeitnot.turns import Reason, Split, Thinking, TurnRecord

OnState = Callable[[SimulationState | EndgameState], None]
"""Told of every checkpoint of a simulation and every depth of an endgame."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What the player plays, and all that it knows about it."""

    chosen: RatedMove
    """The move."""
    record: TurnRecord
    """The turn's row."""
    moves: tuple[RatedMove, ...]
    """Best static moves, best first."""
    simulation: SimulationState | None = None
    """The candidates after simulation."""
    solved: SimulationState | None = None
    """The survivors, valued by the endgames that follow them."""
    endgame: EndgameState | None = None
    """The search of an empty bag."""


@dataclass(slots=True, kw_only=True)
class TurnWork:
    """A turn under way."""

    position: Position
    moves: tuple[RatedMove, ...]
    thinking: Thinking
    timer: TurnTimer
    seed: int
    listed_s: float
    movegen_s: float
    split: Split
    on_state: OnState
    also: tuple[RatedMove, ...] = ()
    simulation: SimulationState | None = None
    simulation_s: float = 0.0
    solved: SimulationState | None = None
    endgame: EndgameState | None = None
    endgame_s: float = 0.0
    notes: list[str] = field(default_factory=list)
    reason: Reason | None = None

    @property
    def is_late(self) -> bool:
        """Whether the hard deadline is past, so that no more work begins."""
        return self.timer.elapsed_s >= self.thinking.hard_deadline_s

    @property
    def ready_s(self) -> float:
        """When this turn could have ended at the latest: at its deadline, or with its list of moves."""
        return max(self.listed_s, self.thinking.hard_deadline_s)

    def ended(self, phase: str) -> None:
        """Note why a phase of the turn came to its end."""
        if self.timer.stopped:
            self.reason = Reason.CALLER
        self.notes.append(f"{phase}: {self.reason.value if self.reason is not None else 'time'}")
