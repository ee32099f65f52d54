"""Progress: what a search reports while it runs."""

import math
from dataclasses import dataclass

SNAPSHOT_ARMS = 8
"""Number of arms of a simulation kept in a snapshot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """Nothing but time has passed."""

    elapsed_s: float
    """Time since the turn began."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Iteration:
    """Iterative deepening has finished a depth."""

    elapsed_s: float
    """Time since the turn began."""
    depth: int
    """The depth just finished."""
    score_cp: float
    """Score for the side to move; a mate is near +-100,000."""
    best_move: str
    """Best move, in UCI notation."""
    mate_in: int | None = None
    """Moves to mate, negative when being mated."""
    nodes: int = 0
    """Nodes visited since the turn began."""
    best_move_share: float | None = None
    """Share of the root's nodes spent on the best move, 0 to 1."""
    best_move_changes: float = 0.0
    """Changes of the best move inside this iteration, mean over the threads."""
    second_score_cp: float | None = None
    """Score of the second-best move, if known; a bound if the budget only asked about a gap."""
    selective_depth: int = 0
    """Deepest ply reached."""
    fail_highs: int = 0
    """Number of aspiration windows that failed high."""
    fail_lows: int = 0
    """Number of aspiration windows that failed low."""
    hash_full: float | None = None
    """Part of the hash table in use, 0 to 1, if the engine reports it."""
    win_chance: float | None = None
    """Probability of winning, if the engine reports it."""
    draw_chance: float | None = None
    """Probability of a draw, if the engine reports it."""
    moves_left: float | None = None
    """Own moves until the end of the game, if the engine estimates them."""
    soft_stopped: bool = False
    """Whether the search's soft stop was set when the depth ended."""
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
    """Number of samples drawn."""
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
    """Number of candidate moves in the simulation."""
    samples: int
    """Number of samples over all arms."""
    top: tuple[Arm, ...]
    """The best arms, at most eight."""
    bag_tiles: int = 0
    """Tiles in the bag."""
    score_difference_pts: float = 0.0
    """Own score minus the opponent's."""

    def gap_pts(self, place: int) -> float:
        """Return the best mean minus that of the arm at this place (2 for the second); 0 if there is none."""
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
        """Natural logarithm of the number of samples; 0 for none."""
        return math.log(self.samples) if self.samples > 0 else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulationCheck:
    """A simulation has reached a checkpoint."""

    elapsed_s: float
    """Time since the turn began."""
    started_s: float
    """Time from the start of the turn to the start of the simulation."""
    snapshot: Snapshot
    """State of the simulation."""
    budget_s: float | None = None
    """Time that it may use in total, if that is not the split's simulation time: samples solved before the
    endgame."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndgamePly:
    """The endgame solver has finished a depth."""

    elapsed_s: float
    """Time since the turn began."""
    started_s: float
    """Time from the start of the turn to the start of the solver."""
    budget_s: float
    """Time that the solver may use in total: its share of the split and what the simulation left over."""
    depth: int
    """The depth just finished."""
    value_pts: float
    """Value of the best line."""
    nodes: int = 0
    """Nodes visited since the solver began."""
    line: tuple[str, ...] = ()
    """The best line."""


Progress = Tick | Iteration | SimulationCheck | EndgamePly
