"""Chess courses: games of the length of recorded ones, turns of nearly the same move number."""

from collections.abc import Sequence
from random import Random

from zeitnot.errors import DataError
from zeitnot.lab.replay.course import Course, NearTraces
from zeitnot.lab.replay.recorded_deepening import RecordedDeepening
from zeitnot.lab.replay.recorded_search import RecordedPosition
from zeitnot.learning import ChessTrace

_SIDES = 2


class ChessCourses:
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

    def draw(self, rng: Random) -> Course:
        """Draw a length and a side, then a trace for every own turn."""
        length = rng.choice(self._lengths)
        first_ply = self._first_ply + rng.randrange(_SIDES)
        plies = range(first_ply, max(length, first_ply + 1), _SIDES)
        return Course(first_ply=first_ply, positions=tuple(self._near.draw(rng, ply)[1] for ply in plies))
