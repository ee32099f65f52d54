"""Player settings: how a player works within the time it is given."""

from dataclasses import dataclass, field

from zeitnot.errors import SettingError
from zeitnot.scrabble.simulation import SimulationSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSettings:
    """How the player works within the time it is given."""

    simulation: SimulationSettings = field(default_factory=SimulationSettings)
    """How candidates are simulated."""
    moves: int = 60
    """Best static moves that are looked at before any is simulated."""
    leaves_share: float = 0.05
    """Part of a turn's time in which leaves may be recomputed for the tiles really unseen (M35)."""
    solved_bag: int = 14
    """Up to so many tiles in the bag the candidates that survive simulation are solved (M36)."""
    survivors: int = 4
    """At most so many candidates are solved."""
    survivor_errors: float = 3.0
    """Candidates survive that are behind by at most so many standard errors,"""
    survivor_pts: float = 5.0
    """or by at most so many points: play at sight is wrong by more than its samples show."""
    solve_nodes: int = 2_000
    """Nodes for one endgame that follows one candidate on one deal."""
    solved_samples: int = 8
    """Deals that every survivor is solved on before any of them is preferred."""
    solved_errors: float = 1.0
    """A survivor takes the place of the one simulated best when its lead is so many standard errors."""
    table_mb: int = 16
    """Memory of the endgame solver."""
    check_s: float = 0.02
    """Time between two looks at a simulation, where the policy has no wish of its own."""

    def __post_init__(self) -> None:
        for name in ("moves", "survivors", "solve_nodes", "solved_samples", "table_mb"):
            if getattr(self, name) < 1:
                raise SettingError(f"{name} must be at least 1, got {getattr(self, name)!r}")
