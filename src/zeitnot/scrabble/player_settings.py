"""Player settings: how a player uses the time of a turn."""

from dataclasses import dataclass, field

from zeitnot.errors import SettingError
from zeitnot.scrabble.simulation import SimulationSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSettings:
    """Settings of a player's searches."""

    simulation: SimulationSettings = field(default_factory=SimulationSettings)
    """Settings of the simulation."""
    moves: int = 60
    """Number of best static moves considered before simulation."""
    leaves_share: float = 0.05
    """Share of a turn's time for recomputing leaves for the tiles actually unseen (M35)."""
    solved_bag: int = 14
    """Most tiles in the bag for which the survivors of simulation are solved (M36)."""
    survivors: int = 4
    """Most candidates that are solved."""
    survivor_errors: float = 3.0
    """Candidates survive simulation when they are behind by at most this many standard errors."""
    survivor_pts: float = 5.0
    """Candidates also survive within this many points: static play errs by more than its samples show."""
    solve_nodes: int = 2_000
    """Node limit for the endgame after one candidate on one deal."""
    solved_samples: int = 8
    """Number of deals on which every survivor is solved before any is preferred."""
    solved_errors: float = 1.0
    """Lead in standard errors with which a survivor replaces the simulated best move."""
    table_mb: int = 16
    """Table size of the endgame solver."""
    check_s: float = 0.02
    """Time between two checks of a simulation, where the policy does not set one."""

    def __post_init__(self) -> None:
        for name in ("moves", "survivors", "solve_nodes", "solved_samples", "table_mb"):
            if getattr(self, name) < 1:
                raise SettingError(f"{name} must be at least 1, got {getattr(self, name)!r}")
