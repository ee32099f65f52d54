"""Expected loss of ending an iterative deepening now."""

import math
from collections.abc import Sequence
from typing import Protocol

from zeitnot.turns import ChessFeatures, Iteration


class DeepeningLoss(Protocol):
    """Estimates the expected score (a win is 1) that is lost by playing the best move now."""

    def __call__(self, iterations: Sequence[Iteration], features: ChessFeatures | None, /) -> float:
        """Return the estimate from all depths finished so far, at least one."""


def rule_of_thumb(iterations: Sequence[Iteration], features: ChessFeatures | None) -> float:
    """Estimate without a model: small if the move has been stable for long and has most of the nodes."""
    last = iterations[-1]
    stable = 0
    for iteration in reversed(iterations):
        if iteration.best_move != last.best_move:
            break
        stable += 1
    share = 0.6 if last.best_move_share is None else last.best_move_share
    return 0.1 * (1.2 - share) / (1.0 + 0.3 * stable) / math.sqrt(max(1, last.depth))
