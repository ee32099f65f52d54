"""Turn work: a Scrabble turn in progress and its result."""

from collections.abc import Callable
from dataclasses import dataclass, field

from zeitnot.scrabble.endgame import EndgameState
from zeitnot.scrabble.generation import RatedMove
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.simulation import SimulationState
from zeitnot.scrabble.turn_timer import TurnTimer
from zeitnot.turns import Reason, Split, Thinking, TurnRecord

OnState = Callable[[SimulationState | EndgameState], None]
"""Called with every checkpoint of a simulation and every depth of an endgame."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Move that the player chose, with all its search results."""

    chosen: RatedMove
    """Move to play."""
    record: TurnRecord
    """Record of the turn."""
    moves: tuple[RatedMove, ...]
    """Best static moves, best first."""
    simulation: SimulationState | None = None
    """Candidates after simulation."""
    solved: SimulationState | None = None
    """Survivors of simulation, valued by the endgames that follow them."""
    endgame: EndgameState | None = None
    """Endgame search when the bag is empty."""


@dataclass(slots=True, kw_only=True)
class TurnWork:
    """A turn in progress."""

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
        """Whether the hard deadline has passed, so that no more work starts."""
        return self.timer.elapsed_s >= self.thinking.hard_deadline_s

    @property
    def ready_s(self) -> float:
        """Time by which the turn could have ended: its deadline, or the end of move generation if later."""
        return max(self.listed_s, self.thinking.hard_deadline_s)

    def ended(self, phase: str) -> None:
        """Note why a phase of the turn ended."""
        if self.timer.stopped:
            self.reason = Reason.CALLER
        self.notes.append(f"{phase}: {self.reason.value if self.reason is not None else 'time'}")
