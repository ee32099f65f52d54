"""Sums: what the replayed games of one policy add up to."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class PhaseSum:
    """Turns of one phase."""

    turns: int = 0
    """Number of turns."""
    used_s: float = 0.0
    """Time they took."""
    loss: float = 0.0
    """Sum of their losses."""

    def add(self, other: "PhaseSum") -> None:
        """Take in the turns of another sum."""
        self.turns += other.turns
        self.used_s += other.used_s
        self.loss += other.loss


@dataclass(slots=True)
class TraceSum:
    """Turns that were drawn from one trace."""

    uses: int = 0
    """How often the trace was used."""
    cost: float = 0.0
    """Sum of the losses; a fallen flag and points for overtime go to the last turn of their game."""


@dataclass(slots=True)
class PolicySums:
    """Games of one policy."""

    games: int = 0
    """Number of games."""
    flagged: int = 0
    """Lost on time."""
    penalty_pts: int = 0
    """Points that overtime took."""
    used_s: float = 0.0
    """Time used."""
    left_s: float = 0.0
    """Time left on the clocks at the end."""
    faults: int = 0
    """Turns on which the fallback stood in for the policy."""
    beyond: int = 0
    """Turns that went on after the end of their record."""
    phases: dict[str, PhaseSum] = field(default_factory=dict)
    """Sums by phase of the game."""
    traces: dict[int, TraceSum] = field(default_factory=dict)
    """Sums by trace."""

    def add(self, other: "PolicySums") -> None:
        """Take in the games of another sum."""
        self.games += other.games
        self.flagged += other.flagged
        self.penalty_pts += other.penalty_pts
        self.used_s += other.used_s
        self.left_s += other.left_s
        self.faults += other.faults
        self.beyond += other.beyond
        for name, phase in other.phases.items():
            self.phases.setdefault(name, PhaseSum()).add(phase)
        for number, trace in other.traces.items():
            own = self.traces.setdefault(number, TraceSum())
            own.uses += trace.uses
            own.cost += trace.cost
