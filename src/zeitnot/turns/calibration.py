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


CUSTOMARY_LAG_S = 0.01
"""Lag that every policy allows for in its own figures: the usual Move Overhead of chess engines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overhead:
    """Time the clock loses beside the search: transmission, scheduling, a late stop.

    One bad turn is no habit: it raises the worst case, for which the hard limit leaves room, and changes
    neither of the figures that turns are planned with.
    """

    mean_s: float = CUSTOMARY_LAG_S
    """For planning: the mean of the last few turns, the worst of them taken for the second worst."""
    recurring_s: float = 0.0
    """For planning: a lag that was reached twice of late, and may come again."""
    worst_s: float = 0.1
    """For the hard limit. Generous until measured: the first connection is the unknown one."""
    measurements: int = 0
    """Measurements that went in."""
    recent_s: tuple[float, ...] = ()
    """The latest measurements, oldest first, with the first guess before them while it is as recent."""
    window: int = 100
    """Turns after which a lag is no longer expected to come again."""
    mean_window: int = 8
    """Turns that the mean is made from: a new habit shows after two, and is gone after these."""
    margin: float = 1.5
    """The worst case is taken this much larger than the largest seen."""
    forgetting: float = 0.98
    """What remains of the worst case after each better turn: a bad one is halved in about 35."""
    outage_s: float = 2.0
    """A turn that lost more, and more than the worst known, is an outage: the first one teaches nothing."""
    assumed_s: float | None = None
    """Worst case that is never forgotten, because spikes come unannounced; None: the first worst case."""

    def __post_init__(self) -> None:
        if self.assumed_s is None:
            object.__setattr__(self, "assumed_s", self.worst_s)
        for name in ("mean_s", "recurring_s", "worst_s", "assumed_s"):
            if not 0 <= getattr(self, name) < math.inf:
                raise SettingError(f"{name} must be 0 or more seconds, got {getattr(self, name)!r}")

    @property
    def usual_s(self) -> float:
        """What any turn may lose: the worst case assumed, or more when the mean says so."""
        return max(self.assumed_s or 0.0, self.margin * self.mean_s)

    def is_outage(self, overhead_s: float) -> bool:
        """Return whether a turn lost more than any line does, such as a connection that was dropped."""
        return overhead_s > max(self.outage_s, self.worst_s)

    def worst_spell_s(self, *, brought_s: float) -> float:
        """Return the most that recent turns in a row lost beyond the mean, when each brings this much.

        The largest lag counts as the second largest here, too.
        """
        usual_s = max(self.mean_s, CUSTOMARY_LAG_S + brought_s)
        if self.recurring_s <= usual_s:
            return 0.0
        spell_s = worst_s = 0.0
        for lag_s in self.recent_s:
            spell_s = max(0.0, spell_s + min(lag_s, self.recurring_s) - usual_s)
            worst_s = max(worst_s, spell_s)
        return worst_s

    def plus(self, other: "Overhead") -> "Overhead":
        """Add what is lost elsewhere on the same turn; worst cases add up, because they may meet."""
        return replace(
            self,
            mean_s=self.mean_s + other.mean_s,
            recurring_s=self.recurring_s + other.recurring_s,
            worst_s=self.worst_s + other.worst_s,
            assumed_s=(self.assumed_s or 0.0) + (other.assumed_s or 0.0),
        )

    def after(self, overhead_s: float) -> "Overhead":
        """Take in the overhead of one turn; nonsense (negative, infinite) is passed over."""
        if not (math.isfinite(overhead_s) and overhead_s >= 0):
            return self
        recent_s = (*(self.recent_s or (self.mean_s,)), overhead_s)[-self.window :]
        *others, second_s, _ = sorted(recent_s[-self.mean_window :])
        mean_s = (sum(others) + second_s + second_s) / (len(others) + 2)
        recurring_s = sorted(recent_s)[-2]
        if self.is_outage(overhead_s) and overhead_s > self.margin * recurring_s:
            overhead_s = recurring_s
        elif not self.measurements:
            recurring_s = overhead_s  # alone, a measurement cannot be told from a habit
        return replace(
            self,
            mean_s=mean_s,
            recurring_s=recurring_s,
            worst_s=max(
                self.margin * overhead_s, self.forgetting * self.worst_s, self.assumed_s or 0.0, mean_s
            ),
            recent_s=recent_s,
            measurements=self.measurements + 1,
        )


NOT_CALIBRATED = Calibration()
"""First guesses only."""
NOT_MEASURED = Overhead()
"""The usual overhead, with a generous worst case."""
