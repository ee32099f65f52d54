"""Trend of a loss: a log-linear fit to noisy labels, which may be negative and have no logarithm."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

TREND_LOGS = (-16.0, 5.0)
"""Bounds of the logarithm of a loss."""
_ROUNDS = 60
_LARGEST_STEP = 1.0
"""Largest change of a logarithm in one round: far from the solution Newton's steps are too long."""
_CONVERGED = 1e-5


@dataclass(frozen=True, slots=True, kw_only=True)
class Trend:
    """exp(constant + inputs . slopes), and how labels scatter about it."""

    constant: float
    """Where all inputs are 0."""
    slopes: Array
    """Slopes of the inputs."""
    per_loss: float
    """Variance of the labels for each unit of expected loss."""
    noise: float
    """Variance of the labels that does not depend on the loss."""

    def logarithms(self, inputs: Array) -> Array:
        """Return the logarithm of the loss for rows of inputs."""
        return np.asarray(np.clip(self.constant + inputs @ self.slopes, *TREND_LOGS))

    def weights(self, losses: Array) -> Array:
        """Return the weights of squared errors of labels, by expected loss."""
        return np.asarray(1.0 / (self.per_loss * losses + self.noise), dtype=np.float64)


def fit_trend(
    inputs: Array,
    labels: Array,
    *,
    ridge: float = 1e-3,
    prior: Array | None = None,
    ratio: Array | None = None,
) -> Trend:
    """Fit by quasi-likelihood: only means are compared, so noise in the labels leaves it unbiased.

    The variance of a label is that of a loss which is mostly nothing and sometimes much, in proportion to
    its mean, and a noise of the judges. Slopes are held back towards those of the prior, 0 without one. A
    ratio for each row multiplies what the trend says of it.
    """
    size = max(float(labels.mean()), 0.01 * float(labels.std()), 1e-9)
    prior = np.zeros(inputs.shape[1]) if prior is None else prior
    ratio = np.ones(len(labels)) if ratio is None else ratio
    begun = ratio * np.exp(np.clip(inputs @ prior, *TREND_LOGS))
    slopes, constant = prior.copy(), float(np.log(size / begun.mean()))
    scatter = float(labels.var()) + 1e-18
    per_loss, noise = 0.5 * scatter / size, 0.5 * scatter
    design = np.column_stack([np.ones(len(labels)), inputs])
    penalty = np.append(0.0, np.ones(inputs.shape[1]))
    for _ in range(_ROUNDS):
        expected = ratio * np.exp(np.clip(constant + inputs @ slopes, *TREND_LOGS))
        per_loss, noise = _scatter(expected, labels)
        weights = expected**2 / (per_loss * expected + noise)
        level = ridge * float(weights.sum())
        left = design.T @ (design * weights[:, None]) + np.diag(level * penalty + 1e-12)
        right = design.T @ (weights * (labels - expected) / expected)
        step = np.linalg.solve(left, right - level * penalty * np.append(0.0, slopes - prior))
        largest = float(np.abs(design @ step).max())
        step *= min(1.0, _LARGEST_STEP / max(largest, 1e-12))
        constant, slopes = constant + float(step[0]), slopes + step[1:]
        if largest < _CONVERGED:
            break
    return Trend(constant=constant, slopes=slopes, per_loss=per_loss, noise=noise)


def _scatter(expected: Array, labels: Array) -> tuple[float, float]:
    """Fit the squares of what is left over to a part that goes with the loss and a part that does not."""
    squares = (labels - expected) ** 2
    level = float(squares.mean()) + 1e-18
    order = np.argsort(expected)
    # Means of parts of equal size: single squares are too wild for a fit.
    parts = np.array_split(order, min(20, len(order)))
    x = np.array([expected[part].mean() for part in parts])
    y = np.array([squares[part].mean() for part in parts])
    weight = 1.0 / (y + 0.05 * level) ** 2
    centre = float((weight * x).sum() / weight.sum())
    slope = float((weight * (x - centre) * y).sum() / max((weight * (x - centre) ** 2).sum(), 1e-30))
    slope = max(slope, 0.0)
    constant = float((weight * (y - slope * x)).sum() / weight.sum())
    return max(slope, 1e-6 * level / float(expected.mean())), max(constant, 1e-4 * level)
