"""Turn: everything that a policy may know when it plans, with the limits that the caller set."""

import math
from dataclasses import dataclass
from typing import TypeVar

from zeitnot.clocks import ClockReading
from zeitnot.errors import SettingError
from zeitnot.turns.calibration import NOT_CALIBRATED, NOT_MEASURED, Calibration, Overhead
from zeitnot.turns.features import Features
from zeitnot.turns.record import TurnRecord
from zeitnot.turns.verdict import Memory

_MS = 0.001


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The parameters of a UCI `go` other than clocks; the default has no limit but the clock."""

    move_time_s: float | None = None
    """Time to think, exactly."""
    depth: int | None = None
    """Largest depth to search."""
    nodes: int | None = None
    """Largest number of nodes to visit, or of samples to draw."""
    mate: int | None = None
    """Stop when a mate in this many moves is found."""
    infinite: bool = False
    """Whether to think until stopped."""
    ponder: bool = False
    """Whether to think on the opponent's time, while the own clock does not run yet."""
    search_moves: tuple[str, ...] = ()
    """Moves to consider, in UCI notation; empty for all moves."""

    def __post_init__(self) -> None:
        for name in ("move_time_s", "depth", "nodes", "mate"):
            value = getattr(self, name)
            if value is not None and not value >= 0:
                raise SettingError(f"{name} must not be negative, got {value!r}")

    @property
    def clock_rules(self) -> bool:
        """Whether only the clock decides how long to think."""
        return not self.infinite and self.move_time_s is None

    def is_reached(self, *, nodes: int | None, depth: int | None) -> bool:
        """Return whether a search has done all that its limits allow, by what it has reported."""
        return (self.nodes is not None and nodes is not None and nodes >= self.nodes) or (
            self.depth is not None and depth is not None and depth > self.depth
        )


NO_LIMITS = Limits()
"""No limit but the clock."""


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

    @property
    def clock_lead(self) -> float:
        """Time ahead of the opponent, as a share of both clocks; 0 if that is unknown.

        With one move to go the opponent's clock may already include the time of the next stage.
        """
        opponent = self.opponent
        if opponent is None or self.clock.moves_to_go == 1 or opponent.remaining_s == math.inf:
            return 0.0
        own_s, other_s = max(_MS, self.clock.remaining_s), max(0.0, opponent.remaining_s)
        return (own_s - other_s) / (_MS + own_s + other_s)

    def remembered(self, kind: type[M]) -> M | None:
        """Return what the policy carried over from its previous turn; None if there is nothing of this
        kind."""
        memory = None if self.previous is None else self.previous.memory
        return memory if isinstance(memory, kind) else None
