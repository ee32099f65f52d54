"""How score and pieces move the turns to come of a chess game, learned from whole games."""

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from zeitnot.chess import ChessTrace
from zeitnot.learning.loss.rows import with_contexts
from zeitnot.policies import MOST_LENGTH_CHANGE, GameEnd, TimeValues, progress_of

Array = npt.NDArray[np.float64]

USUAL_END = GameEnd(empty=0.78, decided=-2.31, level=-1.58)
"""What 163 recorded games of six engines say. Matches, whose games end by the rules alone, say .84, -2.47 and
-1.13 (600 games of Stockfish), and .72, -2.31 and -1.30 (600 of the built-in engine)."""
_USUAL_TURNS = 20_000.0
"""Turns that the usual figures count for: those that they come from. Figures of 36 games of Stockfish alone
predict the lengths of its matches less well."""
_ROUNDS = 20
"""Steps of the fit; it has converged long before."""


def learn_game_end(engines: Iterable[Sequence[ChessTrace]], values: TimeValues) -> GameEnd | None:
    """Fit the turns to come of the games of each engine; few games leave the usual figures.

    The number of turns is a Poisson variable whose mean is what the move number tells, times the ratio. None
    without whole games.
    """
    rows, expected, actual = [], [], []
    for traces in engines:
        for trace, context in with_contexts(traces):
            if context.previous_score_cp is None:
                continue
            rows.append(GameEnd.inputs(pieces=trace.features.pieces, score_cp=context.previous_score_cp))
            expected.append(sum(values.turns_to_come(progress_of(trace.features, trace.ply))))
            actual.append((trace.plies_to_come + 1) // 2)
    if not rows:
        return None
    weights = _fitted(np.array(rows), np.array(expected), np.array(actual, dtype=np.float64))
    empty, decided, level = (round(float(weight), 3) for weight in weights)
    return GameEnd(empty=empty, decided=decided, level=level)


def _fitted(inputs: Array, expected: Array, actual: Array) -> Array:
    """Return the weights of the three inputs, by Newton's method."""
    usual = np.array([USUAL_END.empty, USUAL_END.decided, USUAL_END.level])
    weights = usual
    for _ in range(_ROUNDS):
        logarithms = np.clip(inputs @ weights, -MOST_LENGTH_CHANGE, MOST_LENGTH_CHANGE)
        means = expected * np.exp(logarithms)
        aims = logarithms + (actual - means) / means
        weighted = inputs * (means / means.mean())[:, None]
        hold = np.diag(_USUAL_TURNS * np.mean(weighted * inputs, axis=0) + 1e-9)
        weights = np.linalg.solve(weighted.T @ inputs + hold, weighted.T @ aims + hold @ usual)
    return weights
