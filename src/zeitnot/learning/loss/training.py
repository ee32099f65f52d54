"""Training of the expected-loss network: a trend first, then a perceptron for the ratio of the loss to it."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from zeitnot.errors import MissingExtraError, SettingError, check_least
from zeitnot.learning.loss.metrics import Lead, LossMetrics, lead_over, loss_metrics, position_error
from zeitnot.learning.loss.rows import FOLDS, Flags, LossRows, Numbers, split_rows
from zeitnot.learning.loss.trend import TREND_LOGS, Trend, fit_trend
from zeitnot.models import LEAST_OF_LARGEST, LEAST_RATIO, MOST_RATIO, SNAPSHOT_INPUTS, LossModel

if TYPE_CHECKING:
    from sklearn.neural_network import MLPRegressor

Array = npt.NDArray[np.float64]
NETWORK = "network"
"""Name of the network among the estimators."""
_MOST_UNITS = 256
_PRIOR = {"log_bonferroni": 0.5, "log_largest_excess": 0.5}
"""Slopes to begin with: the exact loss lies between the largest of what the arms could win and their sum."""
_RIDGES = (1e-3, 1e-2, 1e-1, 1.0, 10.0)
"""Ridge penalties on the slopes of the trend, tried in turn: few positions support few slopes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LossTraining:
    """How a network is trained."""

    hidden: tuple[int, ...] = (64, 32)
    """Units of the hidden layers; MAGPIE's document asks for two or three of 32 to 64."""
    seed: int = 1
    """Seed that chooses the positions held out and the initial weights."""
    epochs: int = 150
    """Maximum number of passes through the rows."""
    patience: int = 12
    """Training ends when the watched rows have not been estimated better for this number of epochs."""
    restarts: int = 3
    """Networks trained from other weights to begin with; the best on the watched rows is kept."""
    learning_rate: float = 1e-3
    """Learning rate of Adam."""
    decay: float = 1.0
    """Weight decay, all rows together. It is strong because labels are noisy: of 0.001 and 1, three splits of
    500 positions of chess preferred the latter."""
    batch: int = 256
    """Rows of one step."""
    reach: float = 4.0
    """Standard deviations beyond which an input counts as its edge."""
    averages_seeds: bool = True
    """Whether the loss that is learned is the mean over the seeds of a position at the same checkpoint, as in
    MAGPIE's document (M29); else each simulation has its own."""
    folds: int = 1
    """Fifths of the positions that are held out in turn, each judging a network trained without it; the
    network that is kept is the first."""

    def __post_init__(self) -> None:
        """Refuse what cannot be trained."""
        if not 1 <= len(self.hidden) <= 3 or not all(1 <= units <= _MOST_UNITS for units in self.hidden):  # noqa: PLR2004 (M8)
            raise SettingError(f"hidden must be one to three layers of 1 to 256 units, got {self.hidden!r}")
        check_least(self, 1, "epochs", "patience", "restarts", "batch")
        if not 1 <= self.folds <= FOLDS:
            raise SettingError(f"folds must be from 1 to {FOLDS}, got {self.folds!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainedLoss:
    """A network, and how it does on held-out positions beside what needs no training."""

    model: LossModel
    """The trained network."""
    metrics: tuple[LossMetrics, ...]
    """Metrics on the held-out rows at which a player looks; the network first."""
    all_metrics: tuple[LossMetrics, ...]
    """Metrics on all held-out rows, those with few samples included."""
    leads: tuple[Lead, ...]
    """The network compared with each of the others, on the rows at which a player looks."""
    rows: int
    """Number of rows."""
    positions: int
    """Number of positions."""
    held_out: int
    """Positions among them that judged."""

    @property
    def best(self) -> LossMetrics:
        """The estimator that ranks best."""
        return max(self.metrics, key=lambda each: each.ranking)

    @property
    def lead(self) -> Lead:
        """The network compared with the best of the others."""
        other = max(self.metrics[1:], key=lambda each: each.ranking)
        return next(each for each in self.leads if each.over == other.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fitted:
    """A network that was trained without one fold."""

    means: Array
    scales: Array
    trend: Trend
    layers: tuple[tuple[Array, Array], ...]
    held_out: Flags
    """Rows that judge it."""
    estimates: dict[str, Array]
    """Estimates of these rows, by the name of the estimator."""


def train_loss(
    rows: LossRows,
    training: LossTraining | None = None,
    *,
    base: LossModel | None = None,
    made_by: str = "",
) -> TrainedLoss:
    """Train on most positions, and judge by the others.

    With a base, a model of other engines, the network is that of the base, and only the trend is fitted
    anew, held back towards that of the base: few games are enough for it.
    """
    training = training or LossTraining()
    if base is not None and base.inputs != rows.names:
        raise SettingError("rows must have the inputs of the model that they are to calibrate")
    fitted = [_fit_without(rows, fold, training, base) for fold in range(training.folds)]
    first = fitted[0]
    judging = np.logical_or.reduce([each.held_out for each in fitted])
    estimates = {name: np.zeros(len(rows)) for name in first.estimates}
    for each in fitted:
        for name, values in each.estimates.items():
            estimates[name][each.held_out] = values
    seen = _if_any(judging & rows.seen, judging)
    learned = ~first.held_out
    constants = [float(rows.losses[part].mean()) for part in (_if_any(learned & rows.seen, learned), learned)]
    metrics, all_metrics = (
        tuple(
            loss_metrics(name, rows.taken(part), values[part], constant=constant)
            for name, values in estimates.items()
        )
        for part, constant in zip((seen, judging), constants, strict=True)
    )
    leads = tuple(
        lead_over(
            rows.taken(seen),
            estimates[NETWORK][seen],
            other,
            estimates[other.name][seen],
            constant=constants[0],
        )
        for other in metrics[1:]
    )
    positions, held = len(np.unique(rows.positions)), len(np.unique(rows.positions[judging]))
    return TrainedLoss(
        model=LossModel(
            game=rows.game,
            inputs=rows.names,
            means=first.means,
            scales=first.scales,
            reach=training.reach if base is None else base.reach,
            trend=(first.trend.slopes[:, None], np.array([first.trend.constant])),
            layers=first.layers,
            facts=_facts(metrics[0], positions=positions, held_out=held, rows=len(rows)),
            made_by=made_by,
        ),
        metrics=metrics,
        all_metrics=all_metrics,
        leads=leads,
        rows=len(rows),
        positions=positions,
        held_out=held,
    )


def model_metrics(model: LossModel, rows: LossRows) -> LossMetrics:
    """Return how well a model estimates rows that it was not trained on."""
    if model.inputs != rows.names:
        raise SettingError("rows must have the inputs of the model that they are to judge")
    inputs = _standardised(rows.inputs, model.means, model.scales, model.reach)
    trend = np.clip(inputs @ model.trend[0][:, 0] + model.trend[1][0], *TREND_LOGS)
    estimates = np.exp(trend) * _ratio(model.layers, inputs)
    return loss_metrics(NETWORK, rows, estimates, constant=float(rows.losses.mean()))


def _standardised(inputs: Array, means: Array, scales: Array, reach: float) -> Array:
    """Return inputs in standard deviations; what is unknown counts as the mean."""
    z = np.clip((inputs - means) / scales, -reach, reach)
    return np.asarray(np.nan_to_num(z, nan=0.0), dtype=np.float64)


def _if_any(rows: Flags, otherwise: Flags) -> Flags:
    return rows if rows.any() else otherwise


def _fit_without(rows: LossRows, fold: int, training: LossTraining, base: LossModel | None) -> _Fitted:
    """Train without one fold, and estimate its rows."""
    split = split_rows(rows, fold=fold, seed=training.seed)
    means, scales = _standard(split.train.inputs) if base is None else (base.means, base.scales)
    reach = training.reach if base is None else base.reach

    def standardised(part: LossRows) -> Array:
        return _standardised(part.inputs, means, scales, reach)

    def labelled(part: LossRows) -> tuple[Array, Array]:
        return standardised(part), part.expected_losses() if training.averages_seeds else part.losses

    train, check = labelled(split.train), labelled(split.check)
    with _one_thread():
        if base is None:
            prior = scales * np.array([_PRIOR.get(name, 0.0) for name in rows.names])
            trend = _fit_trend(train, check, prior, split.check.groups)
            layers = _fit_ratio(trend, train, check, training)
        else:
            layers = base.layers
            prior, ratios = base.trend[0][:, 0], (_ratio(layers, train[0]), _ratio(layers, check[0]))
            trend = _fit_trend(train, check, prior, split.check.groups, ratios=ratios)
    network = _estimates(trend, layers, standardised(split.held_out))
    if rows.game == "scrabble":
        network = _bounded(network, split.held_out.inputs)
    return _Fitted(
        means=means,
        scales=scales,
        trend=trend,
        layers=layers,
        held_out=np.isin(rows.groups, split.held_out.groups),
        estimates={NETWORK: network, **_others(split.train, split.held_out)},
    )


def _standard(inputs: Array) -> tuple[Array, Array]:
    """Return means and deviations of what is known; an input that never changes keeps a scale of 1."""
    known = ~np.isnan(inputs)
    count = np.maximum(known.sum(axis=0), 1)
    means = np.where(known, inputs, 0.0).sum(axis=0) / count
    squares = (np.where(known, inputs - means, 0.0) ** 2).sum(axis=0) / count
    return means, np.where(squares > 1e-12, np.sqrt(squares), 1.0)  # noqa: PLR2004 (a constant, but for rounding)


def _fit_trend(
    train: tuple[Array, Array],
    check: tuple[Array, Array],
    prior: Array,
    groups: Numbers,
    *,
    ratios: tuple[Array, Array] | None = None,
) -> Trend:
    """Fit with slopes held back more or less; the watched rows, whose positions these are, choose. The
    ratios of a network that is kept multiply the trend in both.

    The most held back is taken that is no worse than the best by more than the error of the difference: few
    watched positions prefer one or another by chance.
    """
    learned, checked = (None, 1.0) if ratios is None else ratios
    trends = [fit_trend(*train, ridge=ridge, prior=prior, ratio=learned) for ridge in _RIDGES]
    inputs, labels = check
    # One measure for all: each trend would choose the weights that suit itself.
    weights = trends[-1].weights(checked * np.exp(trends[-1].logarithms(inputs)))
    errors = [weights * (labels - checked * np.exp(trend.logarithms(inputs))) ** 2 for trend in trends]
    best = min(errors, key=lambda each: float(each.mean()))

    def is_as_good(error: Array) -> bool:
        return float((error - best).mean()) <= (position_error(error - best, groups) or np.inf)

    return next(trends[n] for n in reversed(range(len(trends))) if errors[n] is best or is_as_good(errors[n]))


def _fit_ratio(
    trend: Trend, train: tuple[Array, Array], check: tuple[Array, Array], training: LossTraining
) -> tuple[tuple[Array, Array], ...]:
    """Fit the ratio by squared errors, weighted as the labels scatter; the watched rows choose."""
    tried = (
        _fit_once(trend, train, check, training, seed=training.seed + 1000 * restart)
        for restart in range(training.restarts)
    )
    return min(tried, key=lambda layers_and_error: layers_and_error[1])[0]


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


def _ratio(layers: tuple[tuple[Array, Array], ...], inputs: Array) -> Array:
    units = inputs
    for number, (weights, biases) in enumerate(layers):
        units = units @ weights + biases
        if number < len(layers) - 1:
            units = np.maximum(units, 0.0)
    return np.asarray(np.clip(units[:, 0], LEAST_RATIO, MOST_RATIO), dtype=np.float64)


def _estimates(trend: Trend, layers: tuple[tuple[Array, Array], ...], inputs: Array) -> Array:
    return np.asarray(np.exp(trend.logarithms(inputs)) * _ratio(layers, inputs), dtype=np.float64)


def _bounded(estimates: Array, inputs: Array) -> Array:
    """Return estimates of simulations as `SnapshotLoss` bounds them."""
    sums, largest = (np.exp(inputs[:, SNAPSHOT_INPUTS.index(name)]) for name in _PRIOR)
    return np.asarray(np.clip(estimates, LEAST_OF_LARGEST * largest, sums), dtype=np.float64)


def _check_error(trend: Trend, layers: tuple[tuple[Array, Array], ...], check: tuple[Array, Array]) -> float:
    inputs, labels = check
    weights = trend.weights(np.exp(trend.logarithms(inputs)))
    return float((weights * (labels - _estimates(trend, layers, inputs)) ** 2).mean())


def _others(train: LossRows, held_out: LossRows) -> dict[str, Array]:
    """Return estimates that need no network: the analytic estimators, or for chess the mean of a depth."""
    if held_out.game == "scrabble":
        return dict(held_out.untrained)
    depths = np.unique(train.steps)
    means = np.array([train.losses[train.steps == depth].mean() for depth in depths])
    return {**held_out.untrained, "mean of the depth": np.interp(held_out.steps, depths, means)}


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
