"""RecordedDeepening: a recorded search by iterative deepening, replayed at any speed."""

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Self

from zeitnot.errors import DataError
from zeitnot.games.searches import DrawnGame, NearTraces, RecordedPosition, Stop, improving
from zeitnot.games.traces import DeepeningTrace
from zeitnot.turns import Iteration, Reason, Thinking, TurnRecord

GROWTH_DEPTHS = 4
"""Depths over which the growth is measured that a search goes on with."""
LEAST_GROWTH = 1.3
"""Least growth from depth to depth beyond the record: the last depths of a mate grow by less, and would never
end."""
_SIDES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedDeepening:
    """The depths of one search. Nothing ticks between them: the built-in engine asks after each depth."""

    iterations: tuple[Iteration, ...]
    """Depth by depth, at the speed of the replay."""
    losses: tuple[float, ...]
    """Lost by playing each one's move."""
    depths: tuple[int, ...]
    """The depths alone, to find one by."""
    nodes_per_s: float
    """Speed of the replay."""
    recorded_s: float
    """Time at which the record ends."""
    solved: bool = False
    """Whether the search ends with its last depth, because nothing is left to find."""

    @classmethod
    def of(cls, trace: DeepeningTrace, *, nodes_per_s: float, longest_s: float) -> Self:
        """Take a trace; beyond its end it goes on as it grew, with its last loss, as far as a turn can be.

        One that solved its position does not go on.
        """
        if not trace.iterations:
            raise DataError(f"a trace must have a finished depth, got none in number {trace.number}")
        iterations = [_at_speed(judged.iteration, nodes_per_s) for judged in trace.iterations]
        growth = _growth([iteration.nodes for iteration in iterations])
        while (last := iterations[-1]).elapsed_s < longest_s and not trace.solved:
            nodes = max(last.nodes + 1, math.ceil(last.nodes * growth))
            further = replace(last, depth=last.depth + 1, nodes=nodes, best_move_changes=0.0)
            iterations.append(_at_speed(further, nodes_per_s))
        losses = [judged.loss for judged in trace.iterations]
        return cls(
            iterations=tuple(iterations),
            losses=tuple(losses + losses[-1:] * (len(iterations) - len(losses))),
            depths=tuple(iteration.depth for iteration in iterations),
            nodes_per_s=nodes_per_s,
            recorded_s=trace.iterations[-1].iteration.nodes / nodes_per_s,
            solved=trace.solved,
        )

    def run(self, thinking: Thinking) -> TurnRecord:
        """Report depth by depth until the policy, the deepest depth allowed or the hard limit ends it."""
        budget = thinking.budget
        deepest = 1 if budget.quick_exit is not None else budget.settings.maximum_depth or math.inf
        # The search checks its nodes at intervals: it is late by a part of an interval.
        step = budget.settings.node_interval
        most_nodes = step * math.ceil(budget.limit_s * self.nodes_per_s / step)
        for iteration in self.iterations:
            if iteration.nodes >= most_nodes:
                break
            reason = thinking.observe(iteration).reason
            if reason is None and iteration.depth >= deepest:
                reason = budget.quick_exit or Reason.DEPTH
            if reason is None and self.solved and iteration is self.iterations[-1]:
                reason = Reason.SOLVED
            if reason is not None:
                return thinking.finish(used_s=iteration.elapsed_s, reason=reason, nodes=iteration.nodes)
        return thinking.finish(
            used_s=most_nodes / self.nodes_per_s,
            reason=Reason.LIMIT,
            nodes=most_nodes,
            move="" if thinking.last_iteration else self.iterations[0].best_move,
        )

    def loss_at(self, record: TurnRecord) -> float:
        """Return the loss of the last depth finished; a turn without any plays what the first one would."""
        return self.losses[max(0, bisect_right(self.depths, record.depth) - 1)]

    def is_beyond(self, record: TurnRecord) -> bool:
        """Compare the time with the last depth recorded."""
        return record.used_s > self.recorded_s

    def stops(self) -> tuple[Stop, ...]:
        """Return the depths that lose less than all before them."""
        return improving(
            Stop(used_s=iteration.elapsed_s, loss=loss)
            for iteration, loss in zip(self.iterations, self.losses, strict=True)
        )


def _at_speed(iteration: Iteration, nodes_per_s: float) -> Iteration:
    return replace(iteration, elapsed_s=iteration.nodes / nodes_per_s)


def _growth(nodes: list[int]) -> float:
    """Return the mean growth over the last depths."""
    depths = min(GROWTH_DEPTHS, len(nodes) - 1)
    if depths < 1:
        return 2.0 * LEAST_GROWTH
    return max(LEAST_GROWTH, math.pow(max(1, nodes[-1]) / max(1, nodes[-1 - depths]), 1 / depths))


def _position(trace: DeepeningTrace, number: int, nodes_per_s: float, longest_s: float) -> RecordedPosition:
    search = RecordedDeepening.of(trace, nodes_per_s=nodes_per_s, longest_s=longest_s)
    return RecordedPosition(features=trace.features, search=search, trace=number)


class WholeGames:
    """Draws recorded games as they were, by one of their sides."""

    def __init__(self, traces: Sequence[DeepeningTrace], *, nodes_per_s: float, longest_s: float) -> None:
        """Take the traces at one speed."""
        sides: dict[tuple[int, int], list[DeepeningTrace]] = {}
        for trace in sorted(traces, key=lambda each: each.number):
            sides.setdefault((trace.group, trace.ply % _SIDES), []).append(trace)
        if not sides:
            raise DataError("a replay must have recorded turns, got none")
        positions = {
            (number, seat): tuple(_position(trace, number, nodes_per_s, longest_s) for trace in side)
            for (number, seat), side in sides.items()
        }
        self._games = [
            DrawnGame(
                first_ply=side[0].ply,
                positions=positions[number, seat],
                rival_ply=sides[number, 1 - seat][0].ply if (number, 1 - seat) in sides else 0,
                rival_positions=positions.get((number, 1 - seat), ()),
            )
            for (number, seat), side in sides.items()
        ]

    def draw(self, rng: Random) -> DrawnGame:
        """Draw a game and a side. Errors are by games: the turns of one are not independent."""
        return rng.choice(self._games)


class DeepeningGames:
    """Draws games. They begin where the earliest trace does: openings are not thought about."""

    def __init__(self, traces: Sequence[DeepeningTrace], *, nodes_per_s: float, longest_s: float) -> None:
        """Take the traces at one speed."""
        if not traces:
            raise DataError("a replay must have recorded turns, got none")
        self._lengths = [trace.ply + trace.plies_to_come for trace in traces]
        self._first_ply = min(trace.ply for trace in traces)
        positions = [(trace, _position(trace, trace.number, nodes_per_s, longest_s)) for trace in traces]
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
