"""RecordedDeepening: a recorded chess search, replayed at any speed."""

import math
from bisect import bisect_right
from dataclasses import dataclass, replace
from typing import Self

from zeitnot.errors import DataError
from zeitnot.learning import ChessTrace
from zeitnot.turns import Iteration, Reason, Thinking, TurnRecord

GROWTH_DEPTHS = 4
"""Depths over which the growth is measured that a search goes on with."""
LEAST_GROWTH = 1.3
"""Least growth from depth to depth beyond the record: the last depths of a mate grow by less, and would never
end."""


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

    @classmethod
    def of(cls, trace: ChessTrace, *, nodes_per_s: float, longest_s: float) -> Self:
        """Take a trace; beyond its end it goes on as it grew, with its last loss, as far as a turn can be."""
        if not trace.iterations:
            raise DataError(f"a chess trace must have a finished depth, got none in number {trace.number}")
        iterations = [_at_speed(judged.iteration, nodes_per_s) for judged in trace.iterations]
        growth = _growth([iteration.nodes for iteration in iterations])
        while (last := iterations[-1]).elapsed_s < longest_s:
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


def _at_speed(iteration: Iteration, nodes_per_s: float) -> Iteration:
    return replace(iteration, elapsed_s=iteration.nodes / nodes_per_s)


def _growth(nodes: list[int]) -> float:
    """Return the mean growth over the last depths."""
    depths = min(GROWTH_DEPTHS, len(nodes) - 1)
    if depths < 1:
        return 2.0 * LEAST_GROWTH
    return max(LEAST_GROWTH, math.pow(max(1, nodes[-1]) / max(1, nodes[-1 - depths]), 1 / depths))
