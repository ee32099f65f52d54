"""How good an estimate of losses is: correlation, calibration, and what going on where it says so saves."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from zeitnot.learning.loss.rows import LossRows

Array = npt.NDArray[np.float64]

DECILES = 10
SAVED_SHARE = 0.2
"""Part of the checks that go on, for the loss saved by them."""
WORTHWHILE = {"scrabble": 0.2, "chess": 0.02}
"""Loss in points, or in expected score, from which going on was worth it."""
_RESAMPLES = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Decile:
    """A tenth of the checks, by estimate."""

    estimate: float
    """Mean estimate."""
    loss: float
    """Mean realised loss."""
    error: float | None
    """Standard error of the mean loss, over positions; None where all checks are of one position."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LossMetrics:
    """Of one estimator on held-out rows."""

    name: str
    """Name of the estimator."""
    correlation: float
    """Correlation with the realised losses, row by row."""
    seed_correlation: float
    """Correlation when estimates and losses are averaged over the seeds of a position."""
    squared_error: float | None
    """Mean squared error over that of the best constant, below 1 if the estimator knows something; None where
    the constant has no error."""
    squared_error_error: float | None
    """Standard error of the squared error, with positions resampled."""
    bias: float | None
    """Mean estimate over mean loss; None where nothing was lost."""
    auc: float
    """Chance that a check worth going on from has a higher estimate than one that is safe to stop at."""
    saved: float
    """Part of all loss that is saved when the fifth of the checks with the highest estimates goes on."""
    ranking: float
    """Loss saved, averaged over all parts instead of a fifth: 0.5 is no better than chance."""
    ranking_error: float
    """Standard error of the ranking, with positions resampled."""
    deciles: tuple[Decile, ...]
    """Calibration, from the lowest estimates to the highest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lead:
    """One estimator compared with another on the same held-out rows."""

    over: str
    """Name of the other."""
    ranking: float
    """Ranking of the first less that of the other: above 0 the first is better."""
    ranking_error: float
    """Standard error of that difference, with positions resampled."""
    squared_error: float | None
    """Squared error of the first less that of the other: below 0 the first is better."""
    squared_error_error: float | None
    """Standard error of that difference."""


def loss_metrics(name: str, rows: LossRows, estimates: Array, *, constant: float) -> LossMetrics:
    """Judge an estimator; the constant is the mean loss that was learned from."""
    losses = rows.losses
    baseline, mean_loss = float(((losses - constant) ** 2).mean()), float(losses.mean())
    curve = _saved_curve(losses, estimates)
    ranking_error, squared_error_error = _spread(_resampled(rows, estimates, constant))
    return LossMetrics(
        name=name,
        correlation=_correlation(estimates, losses),
        seed_correlation=_correlation(rows.averaged(estimates), rows.averaged(losses)),
        squared_error=float(((losses - estimates) ** 2).mean()) / baseline if baseline > 0 else None,
        squared_error_error=squared_error_error if baseline > 0 else None,
        bias=float(estimates.mean()) / mean_loss if mean_loss > 0 else None,
        auc=_auc(estimates, losses > WORTHWHILE[rows.game]),
        saved=float(np.interp(SAVED_SHARE, np.linspace(0.0, 1.0, len(curve)), curve)),
        ranking=float(curve.mean()),
        ranking_error=ranking_error,
        deciles=_deciles(rows, estimates),
    )


def lead_over(rows: LossRows, ours: Array, other: LossMetrics, theirs: Array, *, constant: float) -> Lead:
    """Compare two estimators; the errors come from the same resampled positions for both."""
    everything = np.arange(len(rows))
    ours_all, theirs_all = (_figures(rows, each, everything, constant) for each in (ours, theirs))
    drawn = _resampled(rows, ours, constant) - _resampled(rows, theirs, constant)
    ranking_error, squared_error_error = _spread(drawn)
    is_known = other.squared_error is not None
    return Lead(
        over=other.name,
        ranking=ours_all[0] - theirs_all[0],
        ranking_error=ranking_error,
        squared_error=ours_all[1] - theirs_all[1] if is_known else None,
        squared_error_error=squared_error_error if is_known else None,
    )


def _resampled(rows: LossRows, estimates: Array, constant: float) -> Array:
    """Return ranking and squared error for many resamples of the positions, always the same ones."""
    where = [np.flatnonzero(rows.groups == each) for each in np.unique(rows.groups)]
    dice = np.random.default_rng(1)
    draws = (dice.integers(len(where), size=len(where)) for _ in range(_RESAMPLES))
    chosen = (np.concatenate([where[each] for each in drawn]) for drawn in draws)
    return np.array([_figures(rows, estimates, part, constant) for part in chosen])


def _figures(
    rows: LossRows, estimates: Array, chosen: npt.NDArray[np.int64], constant: float
) -> tuple[float, float]:
    losses, said = rows.losses[chosen], estimates[chosen]
    baseline = max(float(((losses - constant) ** 2).mean()), 1e-30)
    return float(_saved_curve(losses, said).mean()), float(((losses - said) ** 2).mean()) / baseline


def _spread(drawn: Array) -> tuple[float, float]:
    ranking, squared = drawn.std(axis=0)
    return float(ranking), float(squared)


def position_error(values: Array, positions: npt.NDArray[np.int64]) -> float | None:
    """Return the standard error of a mean when values of one position go together; None for one position."""
    _, group = np.unique(positions, return_inverse=True)
    sums = np.bincount(group.ravel(), weights=values - values.mean())
    return float(np.sqrt((sums**2).sum())) / len(values) if len(sums) > 1 else None


def _correlation(a: Array, b: Array) -> float:
    if a.std() < 1e-12 * max(1.0, abs(float(a.mean()))) or b.std() == 0.0:
        return 0.0
    return float(np.corrcoef(a, b)[0, 1])


def _auc(estimates: Array, positive: npt.NDArray[np.bool_]) -> float:
    """Count pairs in the right order, ties half."""
    ups = int(positive.sum())
    downs = len(positive) - ups
    if not ups or not downs:
        return 0.5
    _, inverse, counts = np.unique(estimates, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - 0.5 * (counts - 1))[inverse.ravel()]
    return float((ranks[positive].sum() - ups * (ups + 1) / 2) / (ups * downs))


def _saved_curve(losses: Array, estimates: Array) -> Array:
    """Return the share of the loss saved as more checks go on, highest estimates first; ties by chance."""
    _, inverse, counts = np.unique(-estimates, return_inverse=True, return_counts=True)
    sums = np.bincount(inverse.ravel(), weights=losses)
    total = float(losses.sum())
    if not total > 0:
        return np.linspace(0.0, 1.0, len(losses) + 1)
    ends = np.concatenate([[0], np.cumsum(counts)])
    saved = np.concatenate([[0.0], np.cumsum(sums)]) / total
    return np.asarray(np.interp(np.arange(len(losses) + 1), ends, saved), dtype=np.float64)


def _deciles(rows: LossRows, estimates: Array) -> tuple[Decile, ...]:
    parts = np.array_split(np.argsort(estimates, kind="stable"), DECILES)
    return tuple(
        Decile(
            estimate=float(estimates[part].mean()),
            loss=float(rows.losses[part].mean()),
            error=position_error(rows.losses[part], rows.groups[part]),
        )
        for part in parts
        if len(part)
    )
