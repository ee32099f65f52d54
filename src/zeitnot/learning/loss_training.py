"""Training of the expected-loss network: a trend first, then a perceptron for the ratio of the loss to it."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from zeitnot.errors import MissingExtraError, SettingError
from zeitnot.learning.loss_metrics import LossMetrics, loss_metrics, ranking_lead
from zeitnot.learning.loss_rows import LossRows
from zeitnot.learning.loss_split import split_rows
from zeitnot.learning.loss_trend import Trend, fit_trend
from zeitnot.models.model_file import LossModel
from zeitnot.models.network_loss import LEAST_RATIO, MOST_RATIO

if TYPE_CHECKING:
    from sklearn.neural_network import MLPRegressor

Array = npt.NDArray[np.float64]
NETWORK = "network"
"""Its name among the estimators."""
_MOST_UNITS = 256
_PRIOR = {"log_bonferroni": 0.5, "log_largest_excess": 0.5}
"""Slopes to begin with: the exact loss lies between the largest of what the arms could win and their sum."""
_RIDGES = (1e-3, 1e-2, 1e-1, 1.0)
"""How strongly the slopes of the trend are held back, tried in turn: few positions bear few slopes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LossTraining:
    """How a network is trained."""

    hidden: tuple[int, ...] = (64, 32)
    """Units of the hidden layers; MAGPIE's document asks for two or three of 32 to 64."""
    seed: int = 1
    """Chooses the positions held out, and the weights to begin with."""
    epochs: int = 150
    """At most so many times through the rows."""
    patience: int = 12
    """Ends when the watched rows have not been estimated better for so many of them."""
    restarts: int = 3
    """Networks trained from other weights to begin with; the best on the watched rows is kept."""
    learning_rate: float = 1e-3
    """Of Adam."""
    decay: float = 1.0
    """Of the weights, all rows together; strong, since labels are noisy: of 0.001 and 1, three splits of 500
    positions of chess preferred the latter."""
    batch: int = 256
    """Rows of one step."""
    reach: float = 4.0
    """Standard deviations beyond which an input counts as its edge."""

    def __post_init__(self) -> None:
        """Refuse what cannot be trained."""
        if not 1 <= len(self.hidden) <= 3 or not all(1 <= units <= _MOST_UNITS for units in self.hidden):  # noqa: PLR2004 (M8)
            raise SettingError(f"hidden must be one to three layers of 1 to 256 units, got {self.hidden!r}")
        for name in ("epochs", "patience", "restarts", "batch"):
            if getattr(self, name) < 1:
                raise SettingError(f"{name} must be at least 1, got {getattr(self, name)!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainedLoss:
    """A network, and how it does on held-out positions beside what needs no training."""

    model: LossModel
    """To be written."""
    metrics: tuple[LossMetrics, ...]
    """On the same held-out rows; the network first."""
    rows: int
    """In all."""
    positions: int
    """In all."""
    held_out: int
    """Positions among them that judged."""
    lead: float
    """Ranking of the network less that of the best other estimator,"""
    lead_error: float
    """with its standard error, over positions."""

    @property
    def best(self) -> LossMetrics:
        """The estimator that ranks best."""
        return max(self.metrics, key=lambda each: each.ranking)

    @property
    def best_other(self) -> LossMetrics:
        """The best that is not the network."""
        return max(self.metrics[1:], key=lambda each: each.ranking)


def train_loss(rows: LossRows, training: LossTraining | None = None, *, made_by: str = "") -> TrainedLoss:
    """Train on most positions, and judge by the others."""
    training = training or LossTraining()
    split = split_rows(rows, seed=training.seed)
    means, scales = _standard(split.train.inputs)

    def standardised(part: LossRows) -> Array:
        z = np.clip((part.inputs - means) / scales, -training.reach, training.reach)
        return np.asarray(np.nan_to_num(z, nan=0.0), dtype=np.float64)

    train, check, held_out = (standardised(part) for part in (split.train, split.check, split.held_out))
    with _one_thread():
        prior = scales * np.array([_PRIOR.get(name, 0.0) for name in rows.names])
        trend = _fit_trend((train, split.train.losses), (check, split.check.losses), prior)
        layers = _fit_ratio(trend, (train, split.train.losses), (check, split.check.losses), training)
    estimates = {NETWORK: _estimates(trend, layers, held_out), **_others(split.train, split.held_out)}
    constant = float(split.train.losses.mean())
    metrics = tuple(loss_metrics(name, split.held_out, e, constant=constant) for name, e in estimates.items())
    best_other = max(metrics[1:], key=lambda each: each.ranking).name
    lead, lead_error = ranking_lead(split.held_out, estimates[NETWORK], estimates[best_other])
    positions, held = (len(np.unique(part.positions)) for part in (rows, split.held_out))
    return TrainedLoss(
        model=LossModel(
            game=rows.game,
            inputs=rows.names,
            means=means,
            scales=scales,
            reach=training.reach,
            trend=(trend.slopes[:, None], np.array([trend.constant])),
            layers=layers,
            facts=_facts(metrics[0], positions=positions, held_out=held, rows=len(rows)),
            made_by=made_by,
        ),
        metrics=metrics,
        rows=len(rows),
        positions=positions,
        held_out=held,
        lead=lead,
        lead_error=lead_error,
    )


def _standard(inputs: Array) -> tuple[Array, Array]:
    """Give means and deviations of what is known; an input that never changes keeps a scale of 1."""
    known = ~np.isnan(inputs)
    count = np.maximum(known.sum(axis=0), 1)
    means = np.where(known, inputs, 0.0).sum(axis=0) / count
    squares = (np.where(known, inputs - means, 0.0) ** 2).sum(axis=0) / count
    return means, np.where(squares > 1e-12, np.sqrt(squares), 1.0)  # noqa: PLR2004 (a constant, but for rounding)


def _fit_trend(train: tuple[Array, Array], check: tuple[Array, Array], prior: Array) -> Trend:
    """Fit with slopes held back more or less; the watched rows choose."""
    trends = [fit_trend(*train, ridge=ridge, prior=prior) for ridge in _RIDGES]
    inputs, labels = check
    # One measure for all: each trend would choose the weights that suit itself.
    weights = trends[-1].weights(np.exp(trends[-1].logarithms(inputs)))

    def error(trend: Trend) -> float:
        return float((weights * (labels - np.exp(trend.logarithms(inputs))) ** 2).mean())

    return min(trends, key=error)


def _fit_ratio(
    trend: Trend, train: tuple[Array, Array], check: tuple[Array, Array], training: LossTraining
) -> tuple[tuple[Array, Array], ...]:
    """Fit the ratio by squared errors, weighted as the labels scatter; the watched rows choose."""
    best, best_error = None, np.inf
    for restart in range(training.restarts):
        layers, error = _fit_once(trend, train, check, training, seed=training.seed + 1000 * restart)
        if error < best_error or best is None:
            best, best_error = layers, error
    if best is None:  # there is always a first restart
        raise AssertionError
    return best


def _fit_once(
    trend: Trend,
    train: tuple[Array, Array],
    check: tuple[Array, Array],
    training: LossTraining,
    *,
    seed: int,
) -> tuple[tuple[tuple[Array, Array], ...], float]:
    inputs, labels = train
    expected = np.exp(trend.logarithms(inputs))
    weights = expected**2 * trend.weights(expected)
    weights /= weights.mean()
    targets = labels / expected
    perceptron = _perceptron(training, seed)
    _partial_fit(perceptron, inputs[:2], np.ones(2), np.ones(2))
    # It begins as the trend itself, so that it can only be left for something better.
    perceptron.coefs_[-1][:] *= 0.01
    perceptron.intercepts_[-1][:] = 1.0
    best, best_error = _layers(perceptron), _check_error(trend, _layers(perceptron), check)
    waited = 0
    for _ in range(training.epochs):
        _partial_fit(perceptron, inputs, targets, weights)
        layers = _layers(perceptron)
        error = _check_error(trend, layers, check)
        waited += 1
        if error < best_error:
            best, best_error, waited = layers, error, 0
        if waited >= training.patience:
            break
    return best, best_error


@contextmanager
def _one_thread() -> Iterator[None]:
    """Keep the libraries below from sharing out matrices that are too small for it, which takes longer."""
    try:
        from threadpoolctl import threadpool_limits
    except ImportError as error:
        raise MissingExtraError(feature="training", extra="learn") from error
    with threadpool_limits(limits=1):
        yield


def _perceptron(training: LossTraining, seed: int) -> "MLPRegressor":
    try:
        from sklearn.neural_network import MLPRegressor
    except ImportError as error:
        raise MissingExtraError(feature="training", extra="learn") from error
    return MLPRegressor(
        hidden_layer_sizes=training.hidden,
        activation="relu",
        solver="adam",
        alpha=training.decay,
        batch_size=training.batch,
        learning_rate_init=training.learning_rate,
        random_state=seed,
    )


def _partial_fit(perceptron: "MLPRegressor", inputs: Array, targets: Array, weights: Array) -> None:
    with warnings.catch_warnings():
        # Two rows only wake it up: that they are fewer than a batch is known.
        warnings.filterwarnings("ignore", message="Got `batch_size` less than 1 or larger than sample size")
        perceptron.partial_fit(inputs, targets, sample_weight=weights)


def _layers(perceptron: "MLPRegressor") -> tuple[tuple[Array, Array], ...]:
    pairs: Any = zip(perceptron.coefs_, perceptron.intercepts_, strict=True)
    return tuple((np.array(weights), np.array(biases)) for weights, biases in pairs)


def _estimates(trend: Trend, layers: tuple[tuple[Array, Array], ...], inputs: Array) -> Array:
    units = inputs
    for number, (weights, biases) in enumerate(layers):
        units = units @ weights + biases
        if number < len(layers) - 1:
            units = np.maximum(units, 0.0)
    ratio = np.clip(units[:, 0], LEAST_RATIO, MOST_RATIO)
    return np.asarray(np.exp(trend.logarithms(inputs)) * ratio, dtype=np.float64)


def _check_error(trend: Trend, layers: tuple[tuple[Array, Array], ...], check: tuple[Array, Array]) -> float:
    inputs, labels = check
    weights = trend.weights(np.exp(trend.logarithms(inputs)))
    return float((weights * (labels - _estimates(trend, layers, inputs)) ** 2).mean())


def _others(train: LossRows, held_out: LossRows) -> dict[str, Array]:
    """Give what needs no network: the analytic estimators, or for chess the mean of a depth."""
    if held_out.game == "scrabble":
        return held_out.untrained()
    depths = np.unique(train.steps)
    means = np.array([train.losses[train.steps == depth].mean() for depth in depths])
    return {**held_out.untrained(), "mean of the depth": np.interp(held_out.steps, depths, means)}


def _facts(metrics: LossMetrics, *, positions: int, held_out: int, rows: int) -> dict[str, object]:
    return {
        "positions": positions,
        "held_out_positions": held_out,
        "rows": rows,
        "correlation": round(metrics.correlation, 4),
        "squared_error": None if metrics.squared_error is None else round(metrics.squared_error, 4),
        "auc": round(metrics.auc, 4),
        "ranking": round(metrics.ranking, 4),
    }
