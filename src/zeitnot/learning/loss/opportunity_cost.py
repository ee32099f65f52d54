"""Exact expected opportunity cost: what the best arm may lose to all others at once, with shared deals."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from zeitnot.errors import MissingExtraError
from zeitnot.turns import SNAPSHOT_ARMS, Snapshot

Array = npt.NDArray[np.float64]

_CHUNK = 256
"""Snapshots worked on at once: some tens of megabytes."""
_SHARED_NODES = 16
"""Values of the best arm's own error that are looked at."""
_NODES = 48
"""Points of the integral over what the others win."""
_TAIL = 8.0
_ROOT_2 = 2.0**0.5
_UNKNOWN_SQUARE = 30.0**2
"""Squared error of an arm without samples."""
_TINY_PTS = 1e-9


def opportunity_costs(snapshots: Sequence[Snapshot]) -> Array:
    """Return E[max] - best mean for each snapshot.

    The errors of the others go together only as far as each goes with the best arm's, which is all that a
    snapshot has them. Given the best arm's error they are independent, and two integrals are exact.
    """
    parts = [_costs(snapshots[start : start + _CHUNK]) for start in range(0, len(snapshots), _CHUNK)]
    return np.concatenate(parts) if parts else np.empty(0)


def opportunity_cost(snapshot: Snapshot) -> float:
    """Return the cost of one snapshot: a LossEstimator."""
    return float(opportunity_costs([snapshot])[0])


def _costs(snapshots: Sequence[Snapshot]) -> Array:
    means, squares, shared, own = _posteriors(snapshots)
    slope = np.clip(shared / np.maximum(own, _TINY_PTS)[:, None], -10.0, 10.0)
    rest = np.sqrt(np.maximum(squares - slope**2 * own[:, None], _TINY_PTS))
    nodes, weights = np.polynomial.hermite_e.hermegauss(_SHARED_NODES)
    # Of each other arm, ahead of the best one: mean by the best arm's error, and what is its own.
    shift = (slope - 1.0)[:, None, :] * (np.sqrt(own)[:, None] * nodes)[:, :, None]
    ahead = means[:, None, :] + shift
    wins = _expected_maximum(ahead, rest)
    return np.asarray(wins @ (weights / weights.sum()), dtype=np.float64)


def _posteriors(snapshots: Sequence[Snapshot]) -> tuple[Array, Array, Array, Array]:
    """Return leads of the others (negative), their squared errors, those shared with the best, the best's."""
    shape = (len(snapshots), SNAPSHOT_ARMS - 1)
    means, squares, shared = np.full(shape, -1e3), np.full(shape, 1e-6), np.zeros(shape)
    own = np.zeros(len(snapshots))
    for row, snapshot in enumerate(snapshots):
        if not snapshot.top:
            continue
        best = snapshot.top[0]
        own[row] = best.variance / best.samples if best.samples else _UNKNOWN_SQUARE
        for place, arm in enumerate(snapshot.top[1:]):
            means[row, place] = arm.mean_pts - best.mean_pts
            squares[row, place] = arm.variance / arm.samples if arm.samples else _UNKNOWN_SQUARE
            if arm.samples and best.samples:
                shared[row, place] = arm.covariance / max(arm.samples, best.samples)
    return means, squares, shared, own


def _expected_maximum(ahead: Array, error: Array) -> Array:
    """Return E[max(0, all of them)] of independent normals, by integrating the chance that one exceeds x."""
    ndtr = _normal_distribution()
    high = np.maximum((ahead + _TAIL * error[:, None, :]).max(axis=2), 0.0)
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    half = 0.5 * high
    x = half[:, :, None] * (nodes + 1.0)
    below = np.ones_like(x)
    for arm in range(ahead.shape[2]):
        below *= ndtr((x - ahead[:, :, arm, None]) / error[:, None, arm, None])
    return np.asarray(half * ((1.0 - below) @ weights), dtype=np.float64)


def _normal_distribution() -> np.ufunc:
    try:
        from scipy.special import ndtr
    except ImportError as error:
        raise MissingExtraError(feature="training", extra="learn") from error
    function: np.ufunc = ndtr
    return function
