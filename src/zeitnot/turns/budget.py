"""Budget: what a policy grants one turn, and the settings the search obeys inside it."""

import math
from dataclasses import dataclass, replace

from zeitnot.turns.memory import Memory
from zeitnot.turns.trail import Trail
from zeitnot.turns.verdict import Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Quiescence:
    """Limits of the quiescence search; by default only a quiet position ends it."""

    depth_limit: int = 64
    """Deepest quiescence ply."""
    move_limits: tuple[int, int, int, int] = (256, 256, 256, 256)
    """Moves looked at in each band of quiescence depth, shallow to deep."""
    band_ends: tuple[float, float, float] = (0.25, 0.5, 0.75)
    """Where the first three bands end, as shares of the depth limit."""
    budget_share: float = math.inf
    """Share of the target that quiescence may use before the soft stop is set."""
    critical_share: float = math.inf
    """Share of the target after which time is critical."""
    critical_moves: int = 256
    """Moves looked at once time is critical."""
    soft_stop_depth: int = 64
    """Deeper than this, quiescence returns the static evaluation once the soft stop is set."""
    check_depth: int = 0
    """Quiescence plies in which quiet moves that give check are tried, too."""
    node_interval: int = 0
    """Quiescence nodes between two looks at the clock; 0: they are counted with all other nodes."""
    move_interval: int = 256
    """Moves of one quiescence node between two looks at the clock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aspiration:
    """Windows of the iterative deepening."""

    window_cp: int = 25
    """Half width of the first window."""
    retries: int = 4
    """Failures allowed before the full window is opened."""
    retries_tactical: int = 4
    """The same once the position counts as tactical: retries were used up, or the score swung."""
    widens_later: bool = False
    """Whether a failure makes the windows of later depths wider, too."""
    tactical_swing_cp: float = math.inf
    """A larger swing of the score between two depths makes the position tactical."""
    swing_after_depth: int = 0
    """Swings count only at greater depths than this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchSettings:
    """What a policy asks of the inside of a search; every engine obeys the same settings."""

    node_interval: int = 1024
    """Nodes between two looks at the clock."""
    maximum_depth: int | None = None
    """Go no deeper, for instance in an emergency."""
    break_off_depth: int | None = None
    """Deeper depths are broken off between two root moves once the soft stop is set; none: no depth is."""
    gap_cp: int = 0
    """Gap to the second-best move that the policy wants to know about after every depth; 0: none.

    A search that has no second line to report answers with a bound, and reports no line for it.
    """
    quiescence: Quiescence = Quiescence()
    """Limits of the quiescence search."""
    aspiration: Aspiration = Aspiration()
    """Windows of the iterative deepening."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """A turn's time divided by phase of work, for games that simulate and solve."""

    movegen_s: float
    """Generating moves, as measured."""
    simulation_s: float
    """Simulating."""
    endgame_s: float
    """Solving the endgame."""
    cushion_s: float
    """Kept back for what goes wrong."""
    samples: int | None = None
    """Samples that fit into the simulation at the measured rate."""
    check_every_samples: int = 100
    """Samples between two convergence checks."""
    nodes: int | None = None
    """Nodes that fit into the endgame at the measured rate; None: no rate is known."""

    def scaled(self, factor: float) -> "Split":
        """Shrink or stretch all phases alike, for a budget that the guard changed."""
        return replace(
            self,
            movegen_s=self.movegen_s * factor,
            simulation_s=self.simulation_s * factor,
            endgame_s=self.endgame_s * factor,
            cushion_s=self.cushion_s * factor,
            samples=None if self.samples is None else int(self.samples * factor),
            nodes=None if self.nodes is None else int(self.nodes * factor),
        )

    def rolled_over(self, *, simulation_used_s: float) -> "Split":
        """Give the endgame what the simulation did not use."""
        unused_s = max(0.0, self.simulation_s - simulation_used_s)
        endgame_s, nodes = self.endgame_s + unused_s, self.nodes
        if nodes is not None and self.endgame_s > 0:
            nodes = int(nodes * endgame_s / self.endgame_s)
        return replace(self, simulation_s=self.simulation_s - unused_s, endgame_s=endgame_s, nodes=nodes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """How long one turn may take: a soft target, a hard limit, and why."""

    target: Trail
    """The soft target: no new work is begun after it."""
    limit: Trail
    """The hard limit: everything stops."""
    minimum_depth: int = 1
    """Depth that is finished even when the target is past, within the limit."""
    settings: SearchSettings = SearchSettings()
    """What the search obeys inside."""
    split: Split | None = None
    """The target divided by phase of work, where a game has phases."""
    periods_bought: int = 0
    """Overtime periods that this turn may begin, each at its price; the guard lets no others begin."""
    kept_for_lag_s: float = 0.0
    """Time that the guard kept back for the lag of later turns; the policy did not see it on the clock."""
    quick_exit: Reason | None = None
    """Why the best static move is played without a search; None: search."""
    emergency: bool = False
    """Whether the policy planned for an emergency: the clock is so short that other rules hold."""
    memory: Memory | None = None
    """What the policy wants to know again on its next turn."""

    @classmethod
    def same_target_and_limit(cls, trail: Trail) -> "Budget":
        """Make a budget whose target is its limit."""
        return cls(target=trail, limit=trail)

    @classmethod
    def unlimited(cls, name: str) -> "Budget":
        """Make a budget that no clock ends."""
        return cls.same_target_and_limit(Trail.unlimited(name))

    @property
    def target_s(self) -> float:
        """The soft target in seconds."""
        return self.target.seconds

    @property
    def limit_s(self) -> float:
        """The hard limit in seconds."""
        return self.limit.seconds
