"""RefereeRules: what a referee lets pass, and when a game is decided before its end."""

import math
from dataclasses import dataclass

from zeitnot.errors import SettingError


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjudication:
    """Decides games that the engines themselves think decided; off unless counts are given."""

    resign_moves: int = 0
    """Moves of each side for which both must have agreed that a game is lost; 0: never."""
    resign_cp: float = 600.0
    """Score that counts as lost."""
    draw_moves: int = 0
    """Moves of each side for which both must have seen an equal score before a game is drawn; 0: never."""
    draw_cp: float = 10.0
    """Score up to which a position counts as equal."""
    draw_from_move: int = 40
    """No draw is given before this move."""

    def __post_init__(self) -> None:
        for name in ("resign_moves", "draw_moves", "draw_from_move"):
            if getattr(self, name) < 0:
                raise SettingError(f"{name} must be 0 or more, got {getattr(self, name)!r}")
        for name in ("resign_cp", "draw_cp"):
            if not 0 <= getattr(self, name) < math.inf:
                raise SettingError(f"{name} must be 0 or more centipawns, got {getattr(self, name)!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class RefereeRules:
    """How a referee judges."""

    margins_s: tuple[float, ...] = (0.0,)
    """Time that a side may be over without losing; one for all, or one for each participant."""
    stall_s: float = 5.0
    """A side that has not answered so long after its time was up does not answer any more."""
    most_plies: int = 600
    """A chess game that is longer is drawn."""
    adjudication: Adjudication = Adjudication()
    """When a game is decided before its end."""

    def __post_init__(self) -> None:
        if not self.margins_s or not all(0 <= margin < math.inf for margin in self.margins_s):
            raise SettingError(f"margins must be 0 or more seconds, got {self.margins_s!r}")
        if not 0 < self.stall_s < math.inf:
            raise SettingError(f"stall_s must be above 0 seconds, got {self.stall_s!r}")
        if self.most_plies < 1:
            raise SettingError(f"most_plies must be at least 1, got {self.most_plies!r}")
