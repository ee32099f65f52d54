"""Drawn games: the turns of one side, put together from recorded turns."""

import itertools
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic, Protocol, TypeVar

from zeitnot.errors import DataError
from zeitnot.lab.replay.record_ends import RecordEnds
from zeitnot.lab.replay.recorded_deepening import RecordedDeepening
from zeitnot.lab.replay.recorded_search import RecordedPosition
from zeitnot.lab.replay.recorded_simulation import RecordedSimulation
from zeitnot.learning import ChessTrace, ScrabbleTrace
from zeitnot.policies import FIRST_UNSEEN
from zeitnot.scrabble.moves import RACK_SIZE
from zeitnot.scrabble.turn_timer import WorkRates

P = TypeVar("P")

ENDGAME_TURNS = 4.0
"""Default number of turns of both players after the bag is empty, where no trace shows it."""
LAST_UNSEEN = 2.0
"""Tiles that the opponent still has when a game ends, roughly."""
_SIDES = 2
NEIGHBOURS = 32
"""Traces that a turn is drawn from: those nearest to it in the game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnGame:
    """The turns of one side, in their order."""

    first_ply: int
    """Half moves before the first of them."""
    positions: tuple[RecordedPosition, ...]
    """Recorded positions, one for each turn."""


class GameSource(Protocol):
    """Draws games."""

    def draw(self, rng: Random) -> DrawnGame:
        """Draw the turns of one side of a game."""
        ...


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
        first = bisect_left(places, place)
        last = first
        most = min(NEIGHBOURS, len(places))
        first = max(0, min(first - most // 2, len(places) - most))
        last = first + most
        # The ends of the window are not equally far; as long as there is something nearer, it moves.
        while last < len(places) and places[last] - place < place - places[first]:
            first, last = first + 1, last + 1
        while first > 0 and place - places[first - 1] < places[last - 1] - place:
            first, last = first - 1, last - 1
        found = bisect_left(sums, sums[first] + rng.random() * (sums[last] - sums[first])) - 1
        return self._items[min(max(found, first), last - 1)]


class ChessGames:
    """Draws chess games. They begin where the earliest trace does: openings are not thought about."""

    def __init__(self, traces: Sequence[ChessTrace], *, nodes_per_s: float, longest_s: float) -> None:
        """Take the traces at one speed."""
        if not traces:
            raise DataError("a replay must have recorded turns, got none")
        self._lengths = [trace.ply + trace.plies_to_come for trace in traces]
        self._first_ply = min(trace.ply for trace in traces)
        positions = [
            (
                trace,
                RecordedPosition(
                    features=trace.features,
                    search=RecordedDeepening.of(trace, nodes_per_s=nodes_per_s, longest_s=longest_s),
                    trace=trace.number,
                ),
            )
            for trace in traces
        ]
        # A game gives one trace, however long it is: a turn of a long one stands for more turns.
        self._near = NearTraces(
            positions,
            place=lambda each: each[0].ply,
            weight=lambda each: max(1, each[0].ply + each[0].plies_to_come),
        )

    def draw(self, rng: Random) -> DrawnGame:
        """Draw a length and a side, then a trace for every own turn."""
        length = rng.choice(self._lengths)
        first_ply = self._first_ply + rng.randrange(_SIDES)
        plies = range(first_ply, max(length, first_ply + 1), _SIDES)
        return DrawnGame(first_ply=first_ply, positions=tuple(self._near.draw(rng, ply)[1] for ply in plies))


class ScrabbleGames:
    """Draws Scrabble games: one trace's game, then a trace close to each of its own turns."""

    def __init__(self, traces: Sequence[ScrabbleTrace], *, rates: WorkRates, longest_s: float) -> None:
        """Take the traces at one speed."""
        if not traces:
            raise DataError("a replay must have recorded turns, got none")
        self._traces = tuple(traces)
        self._endgame_turns = _endgame_turns(traces)
        ends = RecordEnds.of(traces)
        searches = [
            (
                trace.features.unseen_tiles,
                tuple(
                    RecordedPosition(features=trace.features, search=search, trace=trace.number)
                    for search in RecordedSimulation.of(trace, rates=rates, longest_s=longest_s, ends=ends)
                ),
            )
            for trace in traces
        ]
        self._near = NearTraces(searches, place=lambda each: each[0], weight=lambda each: 1.0)

    def draw(self, rng: Random) -> DrawnGame:
        """Draw a game and a seat, then a trace and one of its seeds for every own turn."""
        trace = rng.choice(self._traces)
        turns, seat = max(_SIDES, trace.ply + trace.plies_to_come), rng.randrange(_SIDES)
        unseen = self._unseen(trace, turns)
        positions = []
        for ply in range(seat, turns, _SIDES):
            seeds = self._near.draw(rng, unseen(ply))[1]
            positions.append(seeds[int(rng.random() * len(seeds))])
        return DrawnGame(first_ply=seat, positions=tuple(positions))

    def _unseen(self, trace: ScrabbleTrace, turns: int) -> "_Way":
        """Return unseen tiles by ply: from a full bag through the trace to an empty one, then the end."""
        emptied = max(1.0, turns - self._endgame_turns)
        points = [(0.0, float(FIRST_UNSEEN))]
        if trace.features.bag_tiles > 0 and 0 < trace.ply < emptied:
            points.append((float(trace.ply), float(trace.features.unseen_tiles)))
        points += [(emptied, float(RACK_SIZE)), (float(max(turns, emptied + 1)), LAST_UNSEEN)]
        return _Way(points)


class _Way:
    """Straight from point to point."""

    def __init__(self, points: list[tuple[float, float]]) -> None:
        self._points = points

    def __call__(self, ply: float) -> float:
        for (from_x, from_y), (to_x, to_y) in itertools.pairwise(self._points):
            if ply <= to_x:
                return from_y + (to_y - from_y) * (ply - from_x) / (to_x - from_x)
        return self._points[-1][1]


def _endgame_turns(traces: Sequence[ScrabbleTrace]) -> float:
    """Return how many turns follow an empty bag: one of them has, itself counted, on average half to come."""
    to_come = [trace.plies_to_come for trace in traces if trace.features.bag_tiles == 0]
    return max(1.0, 2 * sum(to_come) / len(to_come) - 1) if to_come else ENDGAME_TURNS
