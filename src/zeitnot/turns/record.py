"""TurnRecord: one row per turn; reports, statistics and training data are made from these rows."""

from dataclasses import dataclass

from zeitnot.turns.budget import Budget
from zeitnot.turns.features import Features
from zeitnot.turns.memory import Memory
from zeitnot.turns.verdict import Factor, Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRecord:
    """What happened on one turn."""

    policy: str
    """Name of the policy."""
    ply: int
    """Half-moves played before this turn."""
    clock_before_s: float | None
    """Own clock when the turn began; None without a clock."""
    budget: Budget
    """Time granted, after the guard, with its trail."""
    used_s: float
    """Time used, measured by the player."""
    clock_after_s: float | None = None
    """Own clock after the move, including the increment, if known."""
    reason: Reason = Reason.OTHER
    """Why the search ended."""
    note: str = ""
    """The reason in words."""
    target_s: float = 0.0
    """Target when the search ended: it may have moved."""
    factors: tuple[Factor, ...] = ()
    """Factors that moved the target, as last reported."""
    move: str = ""
    """The move played."""
    score_cp: float | None = None
    """Score of the move, in chess."""
    value_pts: float | None = None
    """Equity or value of the move, in Scrabble."""
    depth: int = 0
    """Deepest depth finished."""
    nodes: int = 0
    """Nodes visited."""
    samples: int = 0
    """Samples drawn."""
    expected_loss_pts: float | None = None
    """Expected loss of stopping, when the search stopped."""
    simulation_s: float = 0.0
    """Time the simulation used."""
    endgame_s: float = 0.0
    """Time the endgame solver used."""
    features: Features | None = None
    """Features of the position."""
    fault: str = ""
    """Error that the guard caught from the policy; empty for none."""
    pondered_s: float | None = None
    """Time spent on the expected reply while the opponent's clock ran; None if no reply was expected."""
    ponder_hit: bool = False
    """Whether the expected reply was played, so that the search continued with what it knew."""
    memory: Memory | None = None
    """Values that the policy wants back on the next turn."""

    @property
    def overshoot_s(self) -> float:
        """Time used beyond the hard limit; negative if the limit was kept."""
        return self.used_s - self.budget.limit_s


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedTurn:
    """One turn of a game as the referee saw it."""

    seat: int
    """Seat of the player whose turn it was: 0 for White, or for the player who began."""
    record: TurnRecord
    """Record of the turn, with the referee's clock before and after it."""
    referee_s: float
    """Time that the turn took by the referee's clock."""
