"""Measured values: the speed of the machine, and the overhead of the connection."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from zeitnot.errors import check_each


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """Seconds for one unit of work, as an exponential moving average."""

    seconds: float
    """Mean duration, or a first guess until something is measured; 0 or less if unknown."""
    measurements: int = 0
    """Number of measurements included."""

    def after(self, seconds: float, *, alpha: float) -> "Rate":
        """Return the rate after one measurement; the first replaces the guess, which is rough on purpose."""
        if not (math.isfinite(seconds) and seconds >= 0):
            return self
        mean_s = seconds if self.measurements == 0 else alpha * seconds + (1 - alpha) * self.seconds
        return Rate(seconds=mean_s, measurements=self.measurements + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """Measured speed of this machine; the only way in which threads and hardware affect a plan."""

    movegen: Rate = Rate(seconds=0.1)
    """Time of one move generation; first guess from the MAGPIE document."""
    sample: Rate = Rate(seconds=0.001)
    """Time of one simulation sample; first guess from the MAGPIE document."""
    node: Rate = Rate(seconds=0.0001)
    """Time of one endgame node; first guess from the MAGPIE document."""
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
        """Return the calibration after one turn; a phase without work or without a time keeps its rate."""
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


_STRETCH = 4
"""Turns that are compared with as many before them to see whether the lag grows."""
CUSTOMARY_LAG_S = 0.01
"""Lag that every policy already allows for: the usual Move Overhead of chess engines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overhead:
    """Time that the clock loses besides the search: transmission, scheduling, a late stop.

    A single bad turn is not a pattern: it raises the worst case, which the hard limit leaves room for, and
    changes neither of the values used for planning.
    """

    mean_s: float = CUSTOMARY_LAG_S
    """Overhead used for planning: the mean of the last few turns, with the largest one reduced to the second
    largest."""
    rough_s: float = 0.0
    """The mean of the worse half of all recent turns: what came may come again, and in worse order."""
    rising_s: float = 0.0
    """How much the overhead grows with every turn; 0 unless it has been growing steadily."""
    recurring_s: float = 0.0
    """Overhead used for planning: a lag that was reached twice recently and may come again."""
    worst_s: float = 0.1
    """Worst case, used for the hard limit. It is generous until measured: the connection is unknown at
    first."""
    measurements: int = 0
    """Number of measurements included."""
    recent_s: tuple[float, ...] = ()
    """Latest measurements, oldest first, preceded by the first guess while it is as recent."""
    window: int = 100
    """Turns after which a lag is no longer expected to come again."""
    mean_window: int = 8
    """Turns included in the mean: a new pattern shows after two, and is forgotten after this many."""
    margin: float = 1.5
    """Factor by which the worst case exceeds the largest overhead seen."""
    forgetting: float = 0.98
    """Part of the worst case that remains after each better turn: a bad one is halved in about 35."""
    outage_s: float = 2.0
    """A turn that lost more than this, and more than the known worst case, is an outage; the first one is
    ignored."""
    assumed_s: float | None = None
    """Worst case that is never forgotten, because spikes come without warning; None for the first worst
    case."""

    def __post_init__(self) -> None:
        if self.assumed_s is None:
            object.__setattr__(self, "assumed_s", self.worst_s)
        times = ("mean_s", "rough_s", "recurring_s", "worst_s", "assumed_s")
        check_each(self, "0 or more seconds", lambda time_s: 0 <= time_s < math.inf, *times)

    @property
    def is_known(self) -> bool:
        """Return whether enough turns have been measured to have seen what this connection does."""
        return self.measurements >= self.window

    def expected_s(self, turns: float) -> float:
        """Return the mean overhead expected on the next turns."""
        return max(self.mean_s + self.rising_s * (self.mean_window + turns) / 2, self.rough_s)

    @property
    def usual_s(self) -> float:
        """Overhead that any turn may have: the assumed worst case, or the mean if that is larger."""
        return max(self.assumed_s or 0.0, self.margin * self.mean_s)

    def is_outage(self, overhead_s: float) -> bool:
        """Return whether a turn lost more than a working connection does, for instance because it was
        dropped."""
        return overhead_s > max(self.outage_s, self.worst_s)

    def worst_spell_s(self, *, brought_s: float) -> float:
        """Return the most that consecutive recent turns lost beyond the mean, when each brings `brought_s`.

        The largest lag counts as the second largest here as well.
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
        """Return the sum with another overhead of the same turn; worst cases add up, because they may
        coincide."""
        return replace(
            self,
            mean_s=self.mean_s + other.mean_s,
            rough_s=self.rough_s + other.mean_s,
            recurring_s=self.recurring_s + other.recurring_s,
            worst_s=self.worst_s + other.worst_s,
            assumed_s=(self.assumed_s or 0.0) + (other.assumed_s or 0.0),
        )

    def after(self, overhead_s: float) -> "Overhead":
        """Return the overhead after one measurement; a negative or infinite one is ignored."""
        if not (math.isfinite(overhead_s) and overhead_s >= 0):
            return self
        recent_s = (*(self.recent_s or (self.mean_s,)), overhead_s)[-self.window :]
        mean_s = _mean(recent_s[-self.mean_window :])
        rough_s = _mean(sorted(recent_s)[(len(recent_s) - 1) // 2 :])
        rising_s = _rise(recent_s[-3 * _STRETCH :])
        recurring_s = sorted(recent_s)[-2]
        if self.is_outage(overhead_s) and overhead_s > self.margin * recurring_s:
            overhead_s = recurring_s
        elif not self.measurements:
            recurring_s = overhead_s  # a single measurement cannot be told from a pattern
        return replace(
            self,
            mean_s=mean_s,
            rough_s=rough_s,
            rising_s=rising_s,
            recurring_s=recurring_s,
            worst_s=max(
                self.margin * overhead_s, self.forgetting * self.worst_s, self.assumed_s or 0.0, mean_s
            ),
            recent_s=recent_s,
            measurements=self.measurements + 1,
        )


def _mean(lags_s: Sequence[float]) -> float:
    """Return the mean of two or more lags, with the largest one reduced to the second largest."""
    *others_s, second_s, _ = sorted(lags_s)
    return (sum(others_s) + second_s + second_s) / len(lags_s)


def _rise(lags_s: Sequence[float]) -> float:
    """Return the growth for each turn if three stretches lie one above the other; otherwise 0."""
    if len(lags_s) < 3 * _STRETCH:
        return 0.0
    first, second, third = (lags_s[k * _STRETCH : (k + 1) * _STRETCH] for k in range(3))
    if max(first) >= min(second) or max(second) >= min(third):
        return 0.0
    return (sum(third) - sum(first)) / (2 * _STRETCH * _STRETCH)


NOT_CALIBRATED = Calibration()
"""Calibration with first guesses only."""
NOT_MEASURED = Overhead()
"""The usual overhead, with a generous worst case."""
NO_CONNECTION = Overhead(measurements=NOT_MEASURED.window)
"""Overhead in work time, in replays and simulations: nothing is lost there that has not been seen."""
