"""Turn: all that a policy may know when it plans."""

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
    """One turn, seen before the search begins."""

    clock: ClockReading
    """The own clock."""
    opponent: ClockReading | None = None
    """The opponent's clock, where it is known."""
    initial_s: float | None = None
    """What the own clock showed when the game began, where it is known."""
    limits: Limits = NO_LIMITS
    """What the caller asks beside the clock."""
    lines: int = 1
    """Principal variations that the caller asks for, as UCI's MultiPV does."""
    ply: int = 0
    """Half moves played in the game."""
    features: Features | None = None
    """The position, counted."""
    calibration: Calibration = NOT_CALIBRATED
    """Measured speed."""
    overhead: Overhead = NOT_MEASURED
    """Measured overhead."""
    previous: TurnRecord | None = None
    """The own turn before this one, of the same game."""

    def remembered(self, kind: type[M]) -> M | None:
        """Return what the policy carries from the turn before; None where that is nothing of this kind."""
        memory = None if self.previous is None else self.previous.memory
        return memory if isinstance(memory, kind) else None
