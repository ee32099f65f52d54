"""Expected loss of ending an iterative deepening now."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from zeitnot.turns import ChessFeatures, Iteration


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchContext:
    """What is known about a turn besides its search."""

    features: ChessFeatures | None = None
    """Features of the position."""
    previous_score_cp: float | None = None
    """Score at the end of the player's previous turn."""
    usual_nodes: float | None = None
    """Nodes of a usual turn, if games of this very engine were recorded."""
    usual_s: float | None = None
    """Time of a usual turn of this game; counts only without `usual_nodes`."""

    def effort(self, iteration: Iteration) -> float | None:
        """Return the logarithm of the search so far over a usual turn; None if neither is known."""
        usual, done = self.usual_nodes, float(iteration.nodes)
        if usual is None:
            usual, done = self.usual_s, iteration.elapsed_s
        return math.log(done) - math.log(usual) if usual and usual > 0 and done > 0 else None


NO_CONTEXT = SearchContext()
"""Nothing is known besides the search."""


class DeepeningLoss(Protocol):
    """Estimates the expected score (a win is 1) that is lost by playing the best move now."""

    def __call__(self, iterations: Sequence[Iteration], context: SearchContext, /) -> float:
        """Return the estimate from all depths finished so far, at least one."""


def rule_of_thumb(iterations: Sequence[Iteration], context: SearchContext) -> float:
    """Estimate without a model: small if the move has been stable for long and has most of the nodes."""
    last = iterations[-1]
    stable = 0
    for iteration in reversed(iterations):
        if iteration.best_move != last.best_move:
            break
        stable += 1
    share = 0.6 if last.best_move_share is None else last.best_move_share
    return 0.1 * (1.2 - share) / (1.0 + 0.3 * stable) / math.sqrt(max(1, last.depth))
