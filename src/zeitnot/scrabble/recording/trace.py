"""ScrabbleTrace: a recorded turn of Scrabble."""

from dataclasses import dataclass
from typing import ClassVar

from zeitnot.turns import ScrabbleFeatures, Snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedCheck:
    """A checkpoint of a long simulation."""

    snapshot: Snapshot
    """The snapshot as a policy sees it."""
    loss_pts: float
    """Lost by playing its best arm then, judged by samples that did not choose it; can be negative."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedRun:
    """One simulation of a position."""

    seed: int
    """Seed of the deals."""
    checks: tuple[JudgedCheck, ...]
    """In the order of their samples."""


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
