"""Traces: recorded turns, with what stopping at each step would have lost."""

from collections.abc import Iterable
from dataclasses import dataclass

from zeitnot.turns import ChessFeatures, Iteration, ScrabbleFeatures, Snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedIteration:
    """A finished depth of a long search."""

    iteration: Iteration
    """The iteration as a policy sees it, without its line."""
    loss: float
    """Expected score lost by playing its move then, as judged; noise can make it negative."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChessTrace:
    """One position, searched for long."""

    number: int
    """In its data set."""
    fen: str
    """The position."""
    ply: int
    """Half moves played in the game before it."""
    plies_to_come: int
    """Half moves that followed in the game it is from, the one at hand included."""
    features: ChessFeatures
    """What a policy may know before the search."""
    iterations: tuple[JudgedIteration, ...]
    """Depth by depth."""
    loss_error: float
    """Standard error of a loss that is not 0, estimated from how the judge changed its mind."""


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

    number: int
    """In its data set."""
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


Trace = ChessTrace | ScrabbleTrace


def traces_of(traces: Iterable[Trace]) -> tuple[list[ChessTrace], list[ScrabbleTrace]]:
    """Return the traces of chess and those of Scrabble."""
    kept = list(traces)
    return (
        [trace for trace in kept if isinstance(trace, ChessTrace)],
        [trace for trace in kept if isinstance(trace, ScrabbleTrace)],
    )
