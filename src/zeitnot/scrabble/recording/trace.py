"""ScrabbleTrace: a recorded turn of Scrabble, with the states of its simulations that are kept."""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from zeitnot.scrabble.simulation import SimulationSettings, SimulationState
from zeitnot.turns import ScrabbleFeatures, Snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedCheck:
    """A checkpoint of a long simulation."""

    snapshot: Snapshot
    """The snapshot as a policy sees it."""
    loss_pts: float
    """Lost by playing its best arm then, judged by samples that did not choose it; can be negative."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SolvedCheck:
    """A checkpoint of solving the candidates that a simulation could not separate."""

    nodes: int
    """Nodes visited so far."""
    snapshot: Snapshot
    """The solved candidates as a policy sees them."""
    loss_pts: float
    """Lost by playing the candidate that the player prefers then, by a judge that solves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Solving:
    """The player's step before the endgame (M36): candidates too close to call valued by their endgames."""

    samples: int
    """Samples of the simulation after which it began."""
    start_loss_pts: float
    """Lost by playing the simulated best move without it, by the same judge."""
    is_complete: bool
    """Whether every candidate was solved on every deal there is, so that nothing was left to do."""
    checks: tuple[SolvedCheck, ...]
    """In the order of their nodes; the first when every candidate has the deals that the player waits for."""


def between_checks(work: float, works: Sequence[int], losses_pts: Sequence[float]) -> float:
    """Return the loss after some work, between those of the checks around it, by the logarithm of work."""
    place = bisect_left(works, work)
    if place in (0, len(works)):
        return losses_pts[min(place, len(works) - 1)]
    before, after = works[place - 1], works[place]
    part = math.log(work / before) / math.log(after / before)
    return losses_pts[place - 1] + part * (losses_pts[place] - losses_pts[place - 1])


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedRun:
    """One simulation of a position."""

    seed: int
    """Seed of the deals."""
    checks: tuple[JudgedCheck, ...]
    """In the order of their samples."""
    solved_losses_pts: tuple[float, ...] = ()
    """Losses of the checks by the judge that solves; empty where solving was not recorded."""
    solvings: tuple[Solving, ...] = ()
    """What solving made of it after a few numbers of samples; none where nothing was left to solve."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedPly:
    """A finished depth of the endgame solver."""

    depth: int
    """The depth."""
    nodes: int
    """Visited so far."""
    value_pts: float
    """Value of the best line."""
    loss_pts: float
    """Lost by playing its move then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScrabbleTrace:
    """One position, simulated for long under several seeds, or solved when the bag is empty."""

    game: ClassVar[str] = "scrabble"
    number: int
    """Number of the position in its data set."""
    cgp: str
    """The position."""
    ply: int
    """Turns played in the game before it."""
    plies_to_come: int
    """Turns of both players that followed in the game it is from, the one at hand included."""
    features: ScrabbleFeatures
    """What a policy may know before the search."""
    runs: tuple[SimulatedRun, ...] = ()
    """Simulations; none with an empty bag."""
    sight_loss_pts: float = 0.0
    """Lost by playing the best static move at sight, while the bag has tiles."""
    plies: tuple[JudgedPly, ...] = ()
    """Depths of the solver; none while the bag has tiles."""
    loss_error_pts: float = 0.0
    """Standard error of the judged losses, estimated from how the seeds differ."""
    solved_sight_loss_pts: float = 0.0
    """Lost by play at sight, by the judge that solves; where solving was recorded."""
    solved_error_pts: float = 0.0
    """Standard error of the losses by the judge that solves, estimated from how its two halves differ."""

    @property
    def group(self) -> int:
        """Number of the turn: it was recorded by itself."""
        return self.number

    @property
    def position(self) -> str:
        """The position, in the game's notation."""
        return self.cgp

    @property
    def steps(self) -> int:
        """Number of moments at which a simulation or the solver could have been stopped."""
        return sum(len(run.checks) for run in self.runs) + len(self.plies)

    @property
    def judge_error(self) -> float:
        """Standard error of a judged loss."""
        return self.loss_error_pts


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
