"""How much work turns use when they stop at a price, and how fast losses fall with work."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from zeitnot.errors import DataError
from zeitnot.learning.values.loss_curves import LossCurve

Array = npt.NDArray[np.float64]

_LEAST_DECAY, _MOST_DECAY = 0.1, 2.0
"""Beyond these bounds the fit has met noise, not a search."""
_LEAST_SLOPE = 1.0
"""Rates fall at least as the work grows, even where the loss does not fall at all."""


def fit_decay(curves: Sequence[LossCurve]) -> tuple[float, float]:
    """Fit the decay: going on gains decay x expected loss for each e-fold of work. Return it with its error.

    Realised gains are compared with what the estimates promise, over all steps of all positions.
    """
    promised, gained, positions = [], [], []
    for curve in curves:
        if curve.kind == "endgame" or len(curve.work) < 2:  # noqa: PLR2004 (a step lies between two)
            continue
        between = 0.5 * (curve.expected[1:] + curve.expected[:-1])
        promised.append(float((between * np.diff(np.log(curve.work))).sum()))
        gained.append(float(curve.losses[0] - curve.losses[-1]))
        positions.append(curve.position)
    if not promised or not sum(promised) > 0:
        raise DataError("time values need searches that were recorded at several steps, got none")
    total = sum(promised)
    decay = sum(gained) / total
    _, group = np.unique(positions, return_inverse=True)
    left = np.bincount(group.ravel(), weights=np.array(gained) - decay * np.array(promised))
    error = float(np.sqrt((left**2).sum())) / total
    return float(np.clip(decay, _LEAST_DECAY, _MOST_DECAY)), error


def fall_of_rates(curves: Sequence[LossCurve]) -> float:
    """Return the power of the work with which rates fall towards the ends of the searches."""
    slopes = []
    for curve in curves:
        half = len(curve.work) // 2
        if curve.kind == "endgame" or half < 1 or not curve.work[-1] > curve.work[half - 1]:
            continue
        rates = np.maximum(curve.rates[[half - 1, -1]], 1e-300)
        slopes.append(np.log(rates[0] / rates[1]) / np.log(curve.work[-1] / curve.work[half - 1]))
    return max(_LEAST_SLOPE, float(np.median(slopes))) if slopes else 1.5


def price_grid(curves: Sequence[LossCurve], *, decay: float, count: int) -> tuple[float, ...]:
    """Return prices, evenly spaced in logarithm, from where hardly any search stops to where nearly all do.

    Samples and nodes have prices of their own, and the table has room for both.
    """
    ends = []
    for kind in sorted({curve.kind for curve in curves}):
        rates = [
            curve.rates * (1.0 if kind == "endgame" else decay) for curve in curves if curve.kind == kind
        ]
        known = [each for each in rates if each.max() > 0]
        if known:
            last = np.quantile([float(each[each > 0].min()) for each in known], 0.75)
            ends.append((0.1 * float(last), float(np.quantile([each.max() for each in known], 0.9))))
    if not ends:
        raise DataError("time values need searches with something to lose, got none")
    low, high = min(low for low, _ in ends), max(high for _, high in ends)
    high = max(high, 10.0 * low)
    return tuple(float(f"{price:.5g}") for price in np.geomspace(low, high, count))


def work_used(
    curves: Sequence[LossCurve], prices: Sequence[float], *, decay: float, slope: float, idle_share: float
) -> tuple[float, ...]:
    """Return the mean work of a turn at each price; this part of the turns is played without a search."""
    means = [
        float(np.mean([curve.work_at(price, decay=decay, slope=slope) for curve in curves]))
        for price in prices
    ]
    falling = np.minimum.accumulate(np.array(means)) * (1.0 - idle_share)
    return tuple(float(f"{max(mean, 1.0):.5g}") for mean in falling)
