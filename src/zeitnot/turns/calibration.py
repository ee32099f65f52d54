"""What is measured rather than assumed: rates of work, and the overhead of the connection."""

import math
from dataclasses import dataclass, replace

from zeitnot.errors import SettingError


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """Seconds for one unit of work, as an exponential moving average."""

    seconds: float
    """The mean, or a first guess while nothing is measured; 0 or less: unknown."""
    measurements: int = 0
    """Measurements that went in."""

    def after(self, seconds: float, *, alpha: float) -> "Rate":
        """Take in one measurement; the first replaces the guess, which was rough on purpose."""
        if not (math.isfinite(seconds) and seconds >= 0):
            return self
        mean_s = seconds if self.measurements == 0 else alpha * seconds + (1 - alpha) * self.seconds
        return Rate(seconds=mean_s, measurements=self.measurements + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """Measured speed of this machine; threads and hardware enter through it and in no other way."""

    movegen: Rate = Rate(seconds=0.1)
    """One move generation; first guess of the MAGPIE document."""
    sample: Rate = Rate(seconds=0.001)
    """One simulation sample; first guess of the MAGPIE document."""
    node: Rate = Rate(seconds=0.0001)
    """One endgame node; first guess of the MAGPIE document."""
    alpha: float = 0.3
    """Weight of a new measurement, from the MAGPIE document."""

    def after_turn(
        self,
        *,
        movegen_s: float | None = None,
        samples: int = 0,
        simulation_s: float = 0.0,
        nodes: int = 0,
        endgame_s: float = 0.0,
    ) -> "Calibration":
        """Take in what one turn measured; a phase without work or without a time leaves its rate alone."""
        movegen, sample, node = self.movegen, self.sample, self.node
        if movegen_s is not None:
            movegen = movegen.after(movegen_s, alpha=self.alpha)
        if samples > 0 and simulation_s > 0:
            sample = sample.after(simulation_s / samples, alpha=self.alpha)
        if nodes > 0 and endgame_s > 0:
            node = node.after(endgame_s / nodes, alpha=self.alpha)
        if movegen is self.movegen and sample is self.sample and node is self.node:
            return self
        return replace(self, movegen=movegen, sample=sample, node=node)


@dataclass(frozen=True, slots=True, kw_only=True)
class Overhead:
    """Time the clock loses beside the search: transmission, scheduling, a late stop."""

    mean_s: float = 0.01
    """For planning. The default is the usual Move Overhead of chess engines."""
    worst_s: float = 0.1
    """For the hard limit. Generous until measured: the first connection is the unknown one."""
    measurements: int = 0
    """Measurements that went in."""
    alpha: float = 0.1
    """Weight of a new measurement in the mean."""
    margin: float = 1.5
    """The worst case is taken this much larger than the largest seen."""
    forgetting: float = 0.98
    """What remains of the worst case after each better turn: a bad one is halved in about 35."""
    largest_s: float = 2.0
    """A turn that lost more, and more than the worst known, is an outage: it teaches nothing by itself."""
    patience: int = 2
    """So many outages in a row are passed over; the next is the way things are."""
    outages: int = 0
    """Outages since the last ordinary turn."""
    assumed_s: float | None = None
    """Worst case that is never forgotten, because spikes come unannounced; None: the first worst case."""

    def __post_init__(self) -> None:
        if self.assumed_s is None:
            object.__setattr__(self, "assumed_s", self.worst_s)
        for name in ("mean_s", "worst_s", "assumed_s"):
            if not 0 <= getattr(self, name) < math.inf:
                raise SettingError(f"{name} must be 0 or more seconds, got {getattr(self, name)!r}")

    @property
    def usual_s(self) -> float:
        """What any turn may lose: the worst case assumed, or more when the mean says so."""
        return max(self.assumed_s or 0.0, self.margin * self.mean_s)

    def plus(self, other: "Overhead") -> "Overhead":
        """Add what is lost elsewhere on the same turn; worst cases add up, because they may meet."""
        return replace(
            self,
            mean_s=self.mean_s + other.mean_s,
            worst_s=self.worst_s + other.worst_s,
            assumed_s=(self.assumed_s or 0.0) + (other.assumed_s or 0.0),
        )

    def after(self, overhead_s: float) -> "Overhead":
        """Take in the overhead of one turn; nonsense (negative, infinite) is passed over."""
        if not (math.isfinite(overhead_s) and overhead_s >= 0):
            return self
        if overhead_s > max(self.largest_s, self.worst_s) and self.outages < self.patience:
            return replace(self, outages=self.outages + 1)
        # Like a rate's guess, the mean that was assumed gives way to the first that is measured.
        weight = max(self.alpha, 1 / (self.measurements + 1))
        mean_s = weight * overhead_s + (1 - weight) * self.mean_s
        worst_s = max(self.margin * overhead_s, self.forgetting * self.worst_s, self.assumed_s or 0.0, mean_s)
        return replace(self, mean_s=mean_s, worst_s=worst_s, measurements=self.measurements + 1, outages=0)


NOT_CALIBRATED = Calibration()
"""First guesses only."""
NOT_MEASURED = Overhead()
"""The usual overhead, with a generous worst case."""
