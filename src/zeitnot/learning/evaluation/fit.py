"""Fit: weights under which the evaluation best predicts how games end, by logistic regression."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from zeitnot.errors import SettingError, check_least
from zeitnot.learning.evaluation.positions import Positions
from zeitnot.learning.evaluation.weights import (
    FEATURES,
    PIECE_PARTS,
    POSSIBLE,
    RUNS,
    Features,
    Floats,
    Weights,
)

Array = npt.NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class FitSettings:
    """What is learned, and how far it may lead from the start."""

    trust: float = 0.95
    """Part of a target that comes from the rest of the game, the other being the search's own score; 1 is the
    result alone. The held-out loss is flat from 0.95 to 1 and rises below."""
    spread_cp: float = 60.0
    """How far a weight strays from its start for half a nat over all games: rare features stay."""
    step_cp: float = 20.0
    """How far the difference between neighbours in an ordered run strays, for half a nat over all games."""
    rounds: int = 8
    """Newton steps; the last ones move weights by less than a centipawn."""
    held_out: int = 10
    """One game out of this number is held out."""
    pawn_cp: float = 100.0
    """Mean worth of a pawn afterwards, so that the margins of the search keep their meaning."""

    def __post_init__(self) -> None:
        if not 0.0 <= self.trust <= 1.0:
            raise SettingError(f"trust must be from 0 to 1, got {self.trust!r}")
        check_least(self, 2, "held_out")  # something must be left to learn from


DEFAULT_FIT = FitSettings()

STEEPNESS_ROUNDS = 30
"""Newton steps for two numbers; halved or doubled at most, so that they stay positive."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Steepness:
    """Log odds a centipawn: an advantage with many pieces on the board is less sure to last."""

    middle: float
    """Log odds a centipawn with all pieces on the board."""
    end: float
    """Log odds a centipawn with pawns only."""

    def at(self, phase: Array) -> Array:
        """Return the log odds a centipawn in positions of these phases."""
        return self.middle * phase + self.end * (1 - phase)


@dataclass(frozen=True, slots=True, kw_only=True)
class Losses:
    """Mean surprise at the results, in nats a position."""

    constant: float
    """Surprise when the mean result is always predicted."""
    start: float
    """Surprise with the weights at the start."""
    fitted: float
    """Surprise with the fitted weights."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """Fitted weights, and how well they predict."""

    weights: Weights
    """In centipawns, not rounded."""
    games: int
    """All games, held out or not."""
    positions: int
    """All positions."""
    train: Losses
    """Losses on the games that were learned from."""
    held_out: Losses
    """Losses on the games that were held out."""


def sigmoid(x: Array) -> Array:
    """Return chances from log odds."""
    return 1.0 / (1.0 + np.exp(-np.clip(x, -30, 30)))


def surprise(chance: Array, target: Array) -> float:
    """Return the mean cross-entropy."""
    chance = np.clip(chance.astype(np.float64), 1e-7, 1 - 1e-7)
    return float(-np.mean(target * np.log(chance) + (1 - target) * np.log(1 - chance)))


def fit_steepness(evaluations_cp: Array, phase: Array, target: Array) -> Steepness:
    """Find the log odds a centipawn, in both phases, under which evaluations best predict the target."""
    inputs = np.stack([evaluations_cp * phase, evaluations_cp * (1 - phase)], axis=1).astype(np.float64)
    both = np.full(2, 0.004)
    for _ in range(STEEPNESS_ROUNDS):
        chance = sigmoid(inputs @ both)
        slope = (chance - target) @ inputs / len(inputs)
        curvature = (inputs * (chance * (1 - chance))[:, None]).T @ inputs / len(inputs)
        step = np.linalg.solve(curvature + 1e-3 * np.eye(2), slope)
        both = np.clip(both - step, both / 2, both * 2)
    return Steepness(middle=float(both[0]), end=float(both[1]))


def targets(positions: Positions, believed: Array, trust: float) -> Array:
    """Blend each position's score with what came after: later scores of its game, at last the result."""
    target = np.empty(len(positions))
    following = 0.0
    for index in range(len(positions) - 1, -1, -1):
        if index + 1 == len(positions) or positions.game[index] != positions.game[index + 1]:
            following = positions.result[index] / 2
        following = (1 - trust) * believed[index] + trust * following
        target[index] = following
    return target


def fit_weights(
    positions: Positions, features: Features, start: Weights, settings: FitSettings = DEFAULT_FIT
) -> Fit:
    """Fit weights to the results of games, starting from and pulled toward given ones."""
    result = positions.result / 2.0
    kept = positions.game % settings.held_out != 0
    before_cp = features.evaluations_cp(start)
    phase = features.phase
    steepness = fit_steepness(before_cp[kept], phase[kept], result[kept])
    trusted = fit_steepness(positions.score_cp[kept], phase[kept], result[kept])
    believed = sigmoid(trusted.at(phase) * positions.score_cp)
    target = targets(positions, believed, settings.trust)
    learned = features[kept]
    weights = newton(
        learned,
        target[kept],
        start,
        steepness=steepness.at(learned.phase).astype(np.float32),
        precision=_precision(settings) / len(np.unique(positions.game[kept])),
        rounds=settings.rounds,
    )
    after_cp = features.evaluations_cp(weights)
    steepness_after = fit_steepness(after_cp[kept], phase[kept], result[kept])
    before = sigmoid(steepness.at(phase) * before_cp)
    after = sigmoid(steepness_after.at(phase) * after_cp)
    mean = np.full(len(positions), result[kept].mean())
    train, held_out = (
        Losses(
            constant=surprise(mean[rows], result[rows]),
            start=surprise(before[rows], result[rows]),
            fitted=surprise(after[rows], result[rows]),
        )
        for rows in (kept, ~kept)
    )
    seen = np.count_nonzero(learned.counts, axis=0)
    return Fit(
        weights=rescaled(settled(weights, seen), settings.pawn_cp),
        games=len(np.unique(positions.game)),
        positions=len(positions),
        train=train,
        held_out=held_out,
    )


def newton(
    features: Features,
    target: Array,
    start: Weights,
    *,
    steepness: Floats,
    precision: Weights,
    rounds: int,
) -> Weights:
    """Minimise surprise and pull together; the problem is convex, so a few whole steps do.

    Positions of one game share its result, so that a game, not a position, counts as one observation.
    """
    origin = np.concatenate([start[:, 0], start[:, 1]])
    flat = origin.copy()
    for _ in range(rounds):
        weights = np.stack([flat[:FEATURES], flat[FEATURES:]], axis=1)
        chance = sigmoid(steepness * features.evaluations_cp(weights))
        error = ((chance - target) * steepness).astype(np.float32)
        root = (np.sqrt(chance * (1 - chance)) * steepness).astype(np.float32)
        slope = np.zeros(2 * FEATURES)
        curvature = np.zeros((2 * FEATURES, 2 * FEATURES))
        for rows, wide in features.chunks():
            slope += error[rows] @ wide
            weighed = wide * root[rows, None]
            curvature += weighed.T @ weighed
        slope = slope / len(features) + precision @ (flat - origin)
        curvature = curvature / len(features) + precision
        step = np.linalg.solve(curvature, slope)
        flat -= step
        if np.abs(step).max() < 0.1:  # noqa: PLR2004 (centipawns: no rounded weight changes any more)
            break
    return np.stack([flat[:FEATURES], flat[FEATURES:]], axis=1)


def _precision(settings: FitSettings) -> Weights:
    """Build the pull: each weight to its start, and neighbours of ordered runs to moving together."""
    pull = np.eye(FEATURES) / settings.spread_cp**2
    start = 0
    for run in RUNS:
        if run.ordered:
            for left in range(start, start + run.size - 1):
                pair = np.ix_([left, left + 1], [left, left + 1])
                pull[pair] += np.array([[1, -1], [-1, 1]]) / settings.step_cp**2
        start += run.size
    return np.kron(np.eye(2), pull).astype(np.float64)


def settled(weights: Weights, seen: npt.NDArray[np.int64]) -> Weights:
    """Put the mean of what counts once for each piece into its material; no evaluation changes."""
    result = weights.copy()
    for material, part in PIECE_PARTS:
        mean = np.average(result[part], axis=0, weights=seen[part] + 1e-9)
        result[part] -= mean
        if material is not None:
            result[material] += mean
    result[seen == 0] *= POSSIBLE[seen == 0, None]
    return result


def rescaled(weights: Weights, pawn_cp: float) -> Weights:
    """Scale all weights so that a pawn is worth `pawn_cp`, averaged over middle game and endgame."""
    return weights * (pawn_cp / float(weights[0].mean()))
