"""Recorded games: the turns of one side of a Scrabble game, put together from recorded turns."""

import itertools
from collections.abc import Sequence
from random import Random

from zeitnot.errors import DataError
from zeitnot.games import DrawnGame, NearTraces, RecordedPosition
from zeitnot.policies import FIRST_UNSEEN
from zeitnot.scrabble.moves import RACK_SIZE
from zeitnot.scrabble.recorded_simulation import RecordedSimulation, RecordEnds
from zeitnot.scrabble.recording.trace import ScrabbleTrace
from zeitnot.scrabble.turn import WorkRates

ENDGAME_TURNS = 4.0
"""Default number of turns of both players after the bag is empty, where no trace shows it."""
LAST_UNSEEN = 2.0
"""Tiles that the opponent still has when a game ends, roughly."""
_SIDES = 2


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
        points = self._unseen(trace, turns)
        positions = []
        for ply in range(seat, turns, _SIDES):
            seeds = self._near.draw(rng, _on_the_way(points, ply))[1]
            positions.append(seeds[int(rng.random() * len(seeds))])
        return DrawnGame(first_ply=seat, positions=tuple(positions))

    def _unseen(self, trace: ScrabbleTrace, turns: int) -> list[tuple[float, float]]:
        """Return ply and unseen tiles: of a full bag, the trace, an empty bag, and the end of the game."""
        emptied = max(1.0, turns - self._endgame_turns)
        points = [(0.0, float(FIRST_UNSEEN))]
        if trace.features.bag_tiles > 0 and 0 < trace.ply < emptied:
            points.append((float(trace.ply), float(trace.features.unseen_tiles)))
        return [*points, (emptied, float(RACK_SIZE)), (float(max(turns, emptied + 1)), LAST_UNSEEN)]


def _on_the_way(points: list[tuple[float, float]], ply: float) -> float:
    """Return the unseen tiles at a ply, straight from point to point."""
    for (from_x, from_y), (to_x, to_y) in itertools.pairwise(points):
        if ply <= to_x:
            return from_y + (to_y - from_y) * (ply - from_x) / (to_x - from_x)
    return points[-1][1]


def _endgame_turns(traces: Sequence[ScrabbleTrace]) -> float:
    """Return how many turns follow an empty bag: one of them has, itself counted, on average half to come."""
    to_come = [trace.plies_to_come for trace in traces if trace.features.bag_tiles == 0]
    return max(1.0, 2 * sum(to_come) / len(to_come) - 1) if to_come else ENDGAME_TURNS
