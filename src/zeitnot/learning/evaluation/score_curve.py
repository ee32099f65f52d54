"""Fit of the score curve: the chances under which scores best predict how games end."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from zeitnot.chess import ScoreCurve
from zeitnot.errors import DataError
from zeitnot.learning.evaluation.positions import Positions

Array = npt.NDArray[np.floating[Any]]

HELD_OUT = 5
"""One game out of this number is held out."""
ROUNDS = 50
"""Most steps of the fit; about six are needed."""
_OUTCOMES = 3
"""Lost, drawn and won, as half points count them."""
_LEAST_STEEPNESS = 1e-5
_LEAST_EDGE = 1e-3
_PRIOR_ERROR = 0.4
"""Relative standard error of the usual constants as a guess at those of some engine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveFit:
    """A fitted curve, and how well it predicts games that it has not seen."""

    curve: ScoreCurve
    """The curve, with the constants fitted to the games learned from."""
    games: int
    """All games, held out or not."""
    positions: int
    """All positions."""
    surprise: float
    """Mean surprise at the results of the games held out, in nats a position."""
    surprise_of_constant: float
    """Surprise when the shares of wins, draws and losses are always predicted."""


def fit_curve(positions: Positions) -> CurveFit:
    """Fit a curve to the scores and results of games."""
    learned = positions.game % HELD_OUT != 0
    results = positions.result.astype(np.int64)
    if len(np.unique(results[learned])) < _OUTCOMES or not np.any(~learned):
        raise DataError(
            "a curve must be fitted to wins, draws and losses, with games to hold out, got"
            f" {len(np.unique(positions.game))} games without some of them"
        )
    scores_cp = positions.score_cp.astype(np.float64)
    steepness, edge = _fitted(scores_cp[learned], results[learned])
    chances = _chances(scores_cp[~learned], steepness, edge)
    often = np.bincount(results[learned], minlength=_OUTCOMES) / np.count_nonzero(learned)
    return CurveFit(
        curve=ScoreCurve(win_at_cp=edge / steepness, spread_cp=1 / steepness),
        games=len(np.unique(positions.game)),
        positions=len(positions),
        surprise=_surprise(chances, results[~learned]),
        surprise_of_constant=_surprise(np.tile(often, (len(chances), 1)), results[~learned]),
    )


def fitted_towards(
    usual: ScoreCurve, scores_cp: Array, results: npt.NDArray[np.int64], weights: Array
) -> ScoreCurve:
    """Fit a curve to weighted positions, held back towards the usual one: few games say little."""
    prior = np.array([1 / usual.spread_cp, usual.win_at_cp / usual.spread_cp])
    steepness, edge = _fitted(scores_cp, results, weights=weights, prior=prior)
    return ScoreCurve(win_at_cp=edge / steepness, spread_cp=1 / steepness)


def _fitted(
    scores_cp: Array,
    results: npt.NDArray[np.int64],
    *,
    weights: Array | None = None,
    prior: Array | None = None,
) -> tuple[float, float]:
    """Find log odds a centipawn, and those that an equal position is short of: concave, so scoring does."""
    weights = np.full(len(scores_cp), 1 / len(scores_cp)) if weights is None else weights
    begin = np.array([0.01, 1.0]) if prior is None else prior
    precision = np.zeros((2, 2)) if prior is None else np.diag((_PRIOR_ERROR * prior) ** -2.0)
    both = begin
    for _ in range(ROUNDS):
        chances = _chances(scores_cp, *both)
        slopes = _slopes(scores_cp, chances)
        slope = weights @ np.take_along_axis(slopes, results[:, None, None], axis=1)[:, 0]
        information = np.einsum("n,no,noi,noj->ij", weights, chances, slopes, slopes) + precision
        step = np.linalg.solve(information, slope - precision @ (both - begin))
        both = np.maximum(both + step, (_LEAST_STEEPNESS, _LEAST_EDGE))
        if np.all(np.abs(step) < 1e-6 * both):
            break
    return float(both[0]), float(both[1])


def _chances(scores_cp: Array, steepness: float, edge: float) -> Array:
    """Return the chances of a loss, a draw and a win, a row for each score."""
    won = 1 / (1 + np.exp(np.clip(edge - steepness * scores_cp, -30, 30)))
    lost = 1 / (1 + np.exp(np.clip(edge + steepness * scores_cp, -30, 30)))
    return np.stack([lost, np.maximum(1 - won - lost, 1e-12), won], axis=1)


def _slopes(scores_cp: Array, chances: Array) -> Array:
    """Return the slopes of the logarithm of each chance with the two constants: score, outcome, constant."""
    lost, drawn, won = chances.T
    from_win, from_loss = won * (1 - won) / drawn, lost * (1 - lost) / drawn
    by_steepness = [-scores_cp * (1 - lost), scores_cp * (from_loss - from_win), scores_cp * (1 - won)]
    by_edge = [lost - 1, from_win + from_loss, won - 1]
    return np.stack([np.stack(by_steepness, axis=1), np.stack(by_edge, axis=1)], axis=2)


def _surprise(chances: Array, results: npt.NDArray[np.int64]) -> float:
    said = np.take_along_axis(chances, results[:, None], axis=1)
    return float(-np.mean(np.log(np.maximum(said, 1e-12))))
