"""Turn: everything that a policy may know when it plans."""

from dataclasses import dataclass
from typing import TypeVar

from zeitnot.clocks import ClockReading
from zeitnot.turns.calibration import NOT_CALIBRATED, NOT_MEASURED, Calibration, Overhead
from zeitnot.turns.features import Features
from zeitnot.turns.limits import NO_LIMITS, Limits
from zeitnot.turns.memory import Memory
from zeitnot.turns.record import TurnRecord

M = TypeVar("M", bound=Memory)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One turn, before the search begins."""

    clock: ClockReading
    """The player's own clock."""
    opponent: ClockReading | None = None
    """The opponent's clock, if it is known."""
    initial_s: float | None = None
    """Time on the own clock when the game began, if it is known."""
    limits: Limits = NO_LIMITS
    """What the caller asks besides the clock."""
    lines: int = 1
    """Number of principal variations that the caller asks for, as with UCI's MultiPV."""
    ply: int = 0
    """Half-moves played in the game."""
    features: Features | None = None
    """Features of the position."""
    calibration: Calibration = NOT_CALIBRATED
    """Measured speed of the machine."""
    overhead: Overhead = NOT_MEASURED
    """Measured overhead of the connection."""
    previous: TurnRecord | None = None
    """Record of the player's previous turn in the same game."""

    def remembered(self, kind: type[M]) -> M | None:
        """Return what the policy carried over from its previous turn; None if there is nothing of this
        kind."""
        memory = None if self.previous is None else self.previous.memory
        return memory if isinstance(memory, kind) else None
