"""Progress: what a search reports while it runs."""

import math
from dataclasses import dataclass

SNAPSHOT_ARMS = 8
"""Arms of a simulation kept in a snapshot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """Nothing but time passing."""

    elapsed_s: float
    """Since the turn began."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Iteration:
    """A depth of an iterative deepening is finished."""

    elapsed_s: float
    """Since the turn began."""
    depth: int
    """The depth just finished."""
    score_cp: float
    """From the side to move; a mate is near +-100,000."""
    best_move: str
    """In UCI notation."""
    mate_in: int | None = None
    """Moves to mate, negative when being mated."""
    nodes: int = 0
    """Visited since the turn began."""
    best_move_share: float | None = None
    """Share of the root's nodes spent on the best move, 0 to 1."""
    best_move_changes: float = 0.0
    """Changes of best move inside this iteration, mean over the threads."""
    second_score_cp: float | None = None
    """Score of the second-best move, where it is known; where a budget asked about a gap alone, a bound."""
    selective_depth: int = 0
    """Deepest ply reached."""
    fail_highs: int = 0
    """Aspiration windows exceeded."""
    fail_lows: int = 0
    """Aspiration windows missed below."""
    soft_stopped: bool = False
    """Whether the soft stop was set inside the search when the depth ended."""
    line: tuple[str, ...] = ()
    """Principal variation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """One candidate move of a simulation."""

    mean_pts: float
    """Mean equity of its samples."""
    variance: float
    """Variance of one sample, in points squared."""
    samples: int
    """Samples drawn."""
    covariance: float = 0.0
    """Covariance of one sample with the best arm's sample on the same deal; 0 for independent deals."""

    @property
    def standard_error_pts(self) -> float:
        """Standard error of the mean."""
        return math.sqrt(self.variance / self.samples) if self.samples > 0 else math.inf


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """A running simulation at a checkpoint; the arms are sorted, best mean first."""

    arms: int
    """Candidate moves in the simulation."""
    samples: int
    """Samples over all arms."""
    top: tuple[Arm, ...]
    """The best arms, at most eight."""
    bag_tiles: int = 0
    """Tiles in the bag."""
    score_difference_pts: float = 0.0
    """Own score less the opponent's."""

    def gap_pts(self, place: int) -> float:
        """Mean of the best arm less that of the arm at a place (2 for the second); 0 when there is none."""
        return self.top[0].mean_pts - self.top[place - 1].mean_pts if len(self.top) >= place else 0.0

    @property
    def largest_standard_error_pts(self) -> float:
        """Largest standard error among the arms kept."""
        return max((arm.standard_error_pts for arm in self.top), default=0.0)

    @property
    def mean_standard_error_pts(self) -> float:
        """Mean standard error of the arms kept."""
        return sum(arm.standard_error_pts for arm in self.top) / len(self.top) if self.top else 0.0

    @property
    def log_samples(self) -> float:
        """Natural logarithm of the samples, 0 for none."""
        return math.log(self.samples) if self.samples > 0 else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulationCheck:
    """A simulation reached a checkpoint."""

    elapsed_s: float
    """Since the turn began."""
    started_s: float
    """When the simulation began, since the turn began."""
    snapshot: Snapshot
    """Its state."""
    budget_s: float | None = None
    """What it may use in all, where that is not the split's simulation: samples solved before the endgame."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndgamePly:
    """The endgame solver finished a depth."""

    elapsed_s: float
    """Since the turn began."""
    started_s: float
    """When the solver began, since the turn began."""
    budget_s: float
    """What the solver may use in all: its share of the split and what the simulation left over."""
    depth: int
    """The depth just finished."""
    value_pts: float
    """Value of the best line."""
    nodes: int = 0
    """Visited since the solver began."""
    line: tuple[str, ...] = ()
    """The best line."""


Progress = Tick | Iteration | SimulationCheck | EndgamePly
