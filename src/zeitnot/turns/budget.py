"""Budget: the time that a policy grants one turn, and the settings for the search."""

import math
from dataclasses import dataclass, replace

from zeitnot.turns.trail import Trail
from zeitnot.turns.verdict import Memory, Reason

_MOST_WORK = 10**15
"""Largest number of samples or nodes that a split is scaled to: more than any turn has time for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quiescence:
    """Limits of the quiescence search; by default only a quiet position ends it."""

    depth_limit: int = 64
    """Deepest quiescence ply."""
    move_limits: tuple[int, int, int, int] = (256, 256, 256, 256)
    """Moves searched in each band of quiescence depth, from shallow to deep."""
    band_ends: tuple[float, float, float] = (0.25, 0.5, 0.75)
    """Ends of the first three bands, as shares of the depth limit."""
    budget_share: float = math.inf
    """Share of the target that quiescence may use before the soft stop is set."""
    critical_share: float = math.inf
    """Share of the target after which time is critical."""
    critical_moves: int = 256
    """Moves searched once time is critical."""
    soft_stop_depth: int = 64
    """Beyond this depth, quiescence returns the static evaluation once the soft stop is set."""
    check_depth: int = 0
    """Quiescence plies in which quiet checking moves are searched as well."""
    node_interval: int = 0
    """Quiescence nodes between two clock checks; 0 counts them with all other nodes."""
    move_interval: int = 256
    """Moves of one quiescence node between two clock checks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aspiration:
    """Aspiration windows of iterative deepening."""

    window_cp: int = 25
    """Half width of the first window."""
    retries: int = 4
    """Failures allowed before the full window is opened."""
    retries_tactical: int = 4
    """Failures allowed in a tactical position: one where retries were used up or the score swung."""
    widens_later: bool = False
    """Whether a failure also widens the windows of later depths."""
    tactical_swing_cp: float = math.inf
    """Score swing between two depths above which the position is tactical."""
    swing_after_depth: int = 0
    """Depth up to which score swings do not count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchSettings:
    """Settings that a policy has for the search; every engine obeys the same ones."""

    node_interval: int = 1024
    """Nodes between two clock checks."""
    maximum_depth: int | None = None
    """Largest depth to search, for instance in an emergency; None for no limit."""
    break_off_depth: int | None = None
    """Depth beyond which an iteration is broken off between two root moves once the soft stop is set; None
    for no depth."""
    gap_cp: int = 0
    """Gap to the second-best move that the policy wants to know about after every depth; 0 for none.

    A search that has no second line to report answers with a bound, and reports no line for it.
    """
    quiescence: Quiescence = Quiescence()
    """Limits of the quiescence search."""
    aspiration: Aspiration = Aspiration()
    """Aspiration windows of iterative deepening."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """Time of a turn divided by phase of work, for games that simulate and solve."""

    movegen_s: float
    """Time for move generation, as measured."""
    simulation_s: float
    """Time for the simulation."""
    endgame_s: float
    """Time for solving the endgame."""
    cushion_s: float
    """Time kept in reserve for delays."""
    samples: int | None = None
    """Samples that fit into the simulation at the measured rate; None if no rate is known."""
    check_every_samples: int = 100
    """Samples between two convergence checks."""
    nodes: int | None = None
    """Nodes that fit into the endgame at the measured rate; None if no rate is known."""
    inference_s: float = 0.0
    """Time for inferring what the opponent kept, before the simulation; 0 to infer nothing."""

    def scaled(self, factor: float) -> "Split":
        """Return the split with all phases scaled alike, for a budget that the guard changed."""
        return replace(
            self,
            movegen_s=self.movegen_s * factor,
            simulation_s=self.simulation_s * factor,
            endgame_s=self.endgame_s * factor,
            cushion_s=self.cushion_s * factor,
            samples=None if self.samples is None else _work(self.samples * factor),
            nodes=None if self.nodes is None else _work(self.nodes * factor),
            inference_s=self.inference_s * factor,
        )

    def after_inference(self, *, used_s: float) -> "Split":
        """Return the split with the unused time of the inference added to the simulation."""
        unused_s = max(0.0, self.inference_s - used_s)
        return replace(
            self, simulation_s=self.simulation_s + unused_s, inference_s=self.inference_s - unused_s
        )

    def rolled_over(self, *, simulation_used_s: float) -> "Split":
        """Return the split with the unused simulation time added to the endgame."""
        unused_s = max(0.0, self.simulation_s - simulation_used_s)
        endgame_s, nodes = self.endgame_s + unused_s, self.nodes
        if nodes is not None and self.endgame_s > 0:
            nodes = _work(nodes * endgame_s / self.endgame_s)
        return replace(self, simulation_s=self.simulation_s - unused_s, endgame_s=endgame_s, nodes=nodes)


def _work(count: float) -> int:
    return int(min(count, _MOST_WORK))


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """How long one turn may take: a soft target, a hard limit, and how they were computed."""

    target: Trail
    """Soft target: no new work begins after it."""
    limit: Trail
    """Hard limit: everything stops."""
    minimum_depth: int = 1
    """Depth that is finished even after the target, within the limit."""
    settings: SearchSettings = SearchSettings()
    """Settings for the search."""
    split: Split | None = None
    """Target divided by phase of work, for games with phases."""
    periods_bought: int = 0
    """Overtime periods that this turn may begin, each at its price; the guard allows no others."""
    kept_for_lag_s: float = 0.0
    """Time that the guard reserved for the lag of later turns; the policy did not see it on the clock."""
    quick_exit: Reason | None = None
    """Why the best static move is played without a search; None to search."""
    emergency: bool = False
    """Whether the policy planned for an emergency: a clock so short that other rules apply."""
    memory: Memory | None = None
    """Values that the policy wants back on its next turn."""
    price_per_s: float | None = None
    """What a second of this turn costs, in what the game counts losses in; None without a price."""

    @classmethod
    def same_target_and_limit(cls, trail: Trail) -> "Budget":
        """Return a budget whose target is also its limit."""
        return cls(target=trail, limit=trail)

    @classmethod
    def unlimited(cls, name: str) -> "Budget":
        """Return a budget without a time limit."""
        return cls.same_target_and_limit(Trail.unlimited(name))

    @property
    def target_s(self) -> float:
        """The soft target in seconds."""
        return self.target.seconds

    @property
    def limit_s(self) -> float:
        """The hard limit in seconds."""
        return self.limit.seconds
