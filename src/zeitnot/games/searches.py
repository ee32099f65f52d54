"""Searches without searching: made up or recorded, so that a game takes milliseconds."""

import itertools
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic, Protocol, TypeVar

from zeitnot.turns import Features, Iteration, Reason, SimulationCheck, Thinking, Tick, TurnRecord

P = TypeVar("P")

REPORTED_SPAN = 60.0
"""Reports that come before this part of the limit are left out: a search is past them before anyone looks."""
VARIANTS = 16
"""Positions made up for each turn of a game; games draw from them."""
GOLDEN_RATIO = 0.618033988749895
"""Steps of this length fill an interval evenly, whatever their number."""
NEIGHBOURS = 32
"""Traces that a turn is drawn from: those nearest to it in the game."""


class SimulatedSearch(Protocol):
    """How a search on one position would go."""

    def run(self, thinking: Thinking) -> TurnRecord:
        """Report to a turn until it ends, at the hard limit at the latest, and finish it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedPosition:
    """A position to move in."""

    features: Features | None
    """What a policy may know of the position."""
    search: SimulatedSearch
    """How the search goes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """A moment at which a recorded search can be stopped."""

    used_s: float
    """Time that the turn takes by then."""
    loss: float
    """Lost by the move that is played then."""


def improving(stops: Iterable[Stop]) -> tuple[Stop, ...]:
    """Return the stops, in the order of time, that lose less than all before them; always the first.

    A loss below 0 is an error of the judge: it counts as 0, or who knows all would win by stopping early.
    """
    found: list[Stop] = []
    for stop in stops:
        loss = max(0.0, stop.loss)
        if not found or loss < found[-1].loss:
            found.append(Stop(used_s=stop.used_s, loss=loss))
    return tuple(found)


class RecordedSearch(SimulatedSearch, Protocol):
    """A search that was recorded; it reports as it did then, at the speed that it is replayed with."""

    def loss_at(self, record: TurnRecord) -> float:
        """Return what was lost by ending the turn there: expected score in chess, points in Scrabble."""

    def is_beyond(self, record: TurnRecord) -> bool:
        """Return whether the turn went on after the end of the record."""

    def stops(self) -> tuple[Stop, ...]:
        """Return all moments worth stopping at, for one who knows every loss."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedPosition(SimulatedPosition):
    """A position with its recorded search."""

    search: RecordedSearch
    """The recorded search."""
    trace: int
    """Number of the trace in its data set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnGame:
    """The turns of one side, in their order."""

    first_ply: int
    """Half moves before the first of them."""
    positions: tuple[RecordedPosition, ...]
    """Recorded positions, one for each turn."""
    rival_ply: int = 0
    """Half moves before the first turn of the other side."""
    rival_positions: tuple[RecordedPosition, ...] = ()
    """Turns of the other side in the same game; empty where they were not recorded."""


class GameSource(Protocol):
    """Draws games."""

    def draw(self, rng: Random) -> DrawnGame:
        """Draw the turns of one side of a game."""


class NearTraces(Generic[P]):
    """Traces by their place in a game; neighbours are drawn by their weight."""

    def __init__(
        self, items: Sequence[P], *, place: Callable[[P], float], weight: Callable[[P], float]
    ) -> None:
        """Sort them."""
        self._items = sorted(items, key=place)
        self._places = [place(item) for item in self._items]
        self._sums = [0.0, *itertools.accumulate(weight(item) for item in self._items)]

    def draw(self, rng: Random, place: float) -> P:
        """Draw one of the nearest."""
        places, sums = self._places, self._sums
        most = min(NEIGHBOURS, len(places))
        first = max(0, min(bisect_left(places, place) - most // 2, len(places) - most))
        last = first + most
        # The ends of the window are not equally far; as long as there is something nearer, it moves.
        while last < len(places) and places[last] - place < place - places[first]:
            first, last = first + 1, last + 1
        while first > 0 and place - places[first - 1] < places[last - 1] - place:
            first, last = first - 1, last - 1
        found = bisect_left(sums, sums[first] + rng.random() * (sums[last] - sums[first])) - 1
        return self._items[min(max(found, first), last - 1)]


def watched(
    thinking: Thinking, reports: Sequence[Iteration] | Sequence[SimulationCheck], *, end_s: float
) -> tuple[float, Reason | None]:
    """Report until the turn stops or the end comes; return the time and the reason, None if reports ran out.

    A search looks at the clock all the time; here it does when the target passes between two reports.
    """
    elapsed_s = ticked_s = 0.0
    for report in reports:
        target_s = thinking.target_s
        if ticked_s < target_s < report.elapsed_s and target_s < end_s:
            ticked_s = target_s
            elapsed_s = max(elapsed_s, target_s)
            reason = thinking.observe(Tick(elapsed_s=elapsed_s)).reason
            if reason is not None:
                return elapsed_s, reason
        if report.elapsed_s >= end_s:
            return end_s, Reason.LIMIT if end_s >= thinking.budget.limit_s else Reason.TARGET
        elapsed_s = report.elapsed_s
        reason = thinking.observe(report).reason
        if reason is not None:
            return elapsed_s, reason
    return elapsed_s, None
