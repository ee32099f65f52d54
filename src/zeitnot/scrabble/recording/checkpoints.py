"""Checkpoints: the states of a long simulation that are kept."""

import math
from bisect import bisect_right

from zeitnot.scrabble.simulation import SimulationSettings, SimulationState
from zeitnot.turns import Snapshot

CHECKPOINTS = frozenset({100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000})
"""Samples at which the MAGPIE document looks (M29); the end of a simulation is looked at as well."""

_STEPS = (1.0, 1.4, 2.0, 2.8, 4.0, 5.0, 7.0)
"""Looks in every power of ten: dense enough for a replay to stop nearly where a player would."""

_DECADES = range(2, 9)

ALL_CHECKPOINTS: tuple[int, ...] = tuple(round(step * 10**decade) for decade in _DECADES for step in _STEPS)
"""Every number of samples that is looked at."""

CHECK_SAMPLES = 100
"""Samples from one look to the next: the player's own, because the arms get their shares at a look."""

_LEAST_SAMPLES = 2
"""Samples that every arm must have: with fewer it has no variance."""


def is_seen(snapshot: Snapshot, *, first_samples: int = SimulationSettings().first_samples) -> bool:
    """Return whether a player looks at this state: each arm has its first samples, or all possible ones."""
    return all(arm.samples >= first_samples or arm.variance == 0.0 for arm in snapshot.top)


def nearest_checkpoint(samples: int) -> int:
    """Return the checkpoint that a look at this number of samples counts for: shares of arms are rounded."""
    after = bisect_right(ALL_CHECKPOINTS, samples)
    around = ALL_CHECKPOINTS[max(0, after - 1) : after + 1]
    return min(around, key=lambda checkpoint: abs(math.log(max(samples, 1) / checkpoint)))


class KeptStates:
    """Keeps the states at checkpoints, and the first that a player would look at."""

    def __init__(self, *, first_samples: int) -> None:
        """Take the samples of every arm that the player waits for; before, only M29 is kept to."""
        self._first_samples = first_samples
        self._kept: list[SimulationState] = []
        self._passed = 0
        self._is_seen = False

    def look(self, state: SimulationState) -> bool:
        """Keep a state if it is one of those; the simulation always goes on."""
        # Shares are rounded, so that a look can miss a checkpoint by a few samples.
        passed = bisect_right(ALL_CHECKPOINTS, state.samples + CHECK_SAMPLES // 2)
        reached = ALL_CHECKPOINTS[self._passed : passed]
        is_first = not self._is_seen and state.has_each(self._first_samples)
        self._passed = passed
        self._is_seen = self._is_seen or is_first
        asked_for = not CHECKPOINTS.isdisjoint(reached) and state.has_each(_LEAST_SAMPLES)
        if is_first or asked_for or (reached and self._is_seen):
            self._kept.append(state)
        return False

    def until(self, final: SimulationState) -> list[SimulationState]:
        """Return the states kept, and the last one, which takes the place of one just before it."""
        kept = [state for state in self._kept if state.samples + CHECK_SAMPLES // 2 < final.samples]
        return [*kept, final]
