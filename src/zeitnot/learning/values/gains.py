"""Gains from more time: the same positions at larger budgets (M31), and a regression over positions (M21)."""

import math
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from zeitnot.errors import DataError
from zeitnot.learning.loss.trend import fit_trend
from zeitnot.learning.values.loss_curves import LossCurve
from zeitnot.policies import GainOfASecond
from zeitnot.scrabble import ScrabbleTrace
from zeitnot.turns import ScrabbleFeatures

Array = npt.NDArray[np.float64]

BUDGETS_S = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
"""Budgets of the MAGPIE document."""
_FEWEST_POSITIONS = 20
"""Positions that a regression needs."""
_BEFORE, _AFTER = 2, 4
"""Budgets between which the gain of a second is one figure: 2 s and 10 s."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetGains:
    """Positions of one phase, at all budgets."""

    positions: int
    """Number of positions."""
    losses: tuple[float, ...]
    """Mean loss of the move chosen at each budget: its equity below the best."""
    loss_errors: tuple[float, ...]
    """Standard errors of the losses."""
    gains_per_s: tuple[float, ...]
    """Gain of a second from each budget to the next."""
    gain_errors: tuple[float, ...]
    """Standard errors of the gains, over positions that are compared with themselves."""
    gain_per_s: float
    """Gain of a second from 2 s to 10 s."""
    gain_error: float
    """Standard error of that gain."""


def natural_speed(curves: Iterable[LossCurve]) -> float:
    """Choose the work of a second so that the longest budget is what the searches were given."""
    return float(np.median([curve.work[-1] for curve in curves])) / BUDGETS_S[-1]


def losses_at_budgets(curves: Iterable[LossCurve], *, speed: float) -> tuple[Array, list[int]]:
    """Return losses by position and budget, averaged over the seeds of a position, and the positions."""
    rows, by_position = array("d"), dict[int, list[int]]()
    for place, curve in enumerate(curves):
        rows.extend(curve.loss_at(budget_s * speed) for budget_s in BUDGETS_S)
        by_position.setdefault(curve.position, []).append(place)
    losses = np.array(rows).reshape(-1, len(BUDGETS_S))
    return np.array([losses[places].mean(axis=0) for places in by_position.values()]), list(by_position)


def budget_gains(curves: Iterable[LossCurve], *, speed: float) -> BudgetGains:
    """Compare budgets on the same positions."""
    losses, _ = losses_at_budgets(curves, speed=speed)
    per_s = -np.diff(losses, axis=1) / np.diff(BUDGETS_S)
    span_s = BUDGETS_S[_AFTER] - BUDGETS_S[_BEFORE]
    middle = (losses[:, _BEFORE] - losses[:, _AFTER]) / span_s
    return BudgetGains(
        positions=len(losses),
        losses=_means(losses),
        loss_errors=_errors(losses),
        gains_per_s=_means(per_s),
        gain_errors=_errors(per_s),
        gain_per_s=float(middle.mean()),
        gain_error=_errors(middle[:, None])[0],
    )


def _means(table: Array) -> tuple[float, ...]:
    return tuple(float(each) for each in table.mean(axis=0))


def _errors(table: Array) -> tuple[float, ...]:
    if len(table) < 2:  # noqa: PLR2004 (one position has no spread)
        return (float("inf"),) * int(table.shape[1])
    spread: Array = table.std(axis=0, ddof=1)
    return tuple(float(each) for each in spread / np.sqrt(len(table)))


@dataclass(frozen=True, slots=True, kw_only=True)
class GainFit:
    """A regression, and how it does on held-out positions."""

    second: GainOfASecond
    """Fitted to all positions."""
    held_out: int
    """Positions that judged a fit without them."""
    regression_error: float
    """Mean squared error there, over that of one constant for all."""
    phases_error: float
    """Mean squared error with a constant for each phase, over that of one constant for all."""


def complexity_of(features: ScrabbleFeatures) -> float:
    """Measure complexity: the logarithm of the moves within two points of the best at sight."""
    return math.log(max(1, features.competitive_moves or 1))


def fit_gain(
    traces: Sequence[ScrabbleTrace],
    curves: Iterable[LossCurve],
    *,
    speed: float,
    phase_of: Sequence[int],
    seed: int = 1,
) -> GainFit:
    """Fit the gain of a second to positions at several budgets, and judge it by a fifth of them.

    With an even share for every turn, a budget and the turns left make the time left.
    """
    losses, numbers = losses_at_budgets(curves, speed=speed)
    if len(numbers) < _FEWEST_POSITIONS:
        raise DataError(f"a regression needs {_FEWEST_POSITIONS} positions or more, got {len(numbers)}")
    spans = np.array(BUDGETS_S[2:]) - np.array(BUDGETS_S[:-2])
    gains = (losses[:, :-2] - losses[:, 2:]) / spans
    inputs = np.array(
        [[_inputs(traces[number], budget_s) for budget_s in BUDGETS_S[1:-1]] for number in numbers]
    )
    phases = np.array([phase_of[number] for number in numbers])
    held = np.zeros(len(numbers), dtype=bool)
    held[np.random.default_rng(seed).permutation(len(numbers))[: max(1, len(numbers) // 5)]] = True
    regression_error, phases_error = _held_out_errors(inputs, gains, phases, held)
    return GainFit(
        second=_second(inputs, gains),
        held_out=int(held.sum()),
        regression_error=regression_error,
        phases_error=phases_error,
    )


def _inputs(trace: ScrabbleTrace, budget_s: float) -> list[float]:
    turns_left = max(1.0, 0.5 * (trace.plies_to_come + 2))
    features = trace.features
    time_left_s = budget_s * turns_left
    return [
        math.log(turns_left),
        float(features.bag_tiles),
        complexity_of(features),
        math.log(time_left_s),
    ]


def _second(inputs: Array, gains: Array) -> GainOfASecond:
    """Fit, with inputs standardised while it is done."""
    flat = inputs.reshape(-1, inputs.shape[-1])
    means, scales = flat.mean(axis=0), np.maximum(flat.std(axis=0), 1e-9)
    trend = fit_trend((flat - means) / scales, gains.ravel(), ridge=1e-2)
    slopes = trend.slopes / scales
    turns, bag, complexity, time = (round(float(slope), 6) for slope in slopes)
    return GainOfASecond(
        constant=round(trend.constant - float(slopes @ means), 6),
        log_turns_left=turns,
        bag=bag,
        complexity=complexity,
        log_time_left_s=time,
    )


def _held_out_errors(
    inputs: Array, gains: Array, phases: npt.NDArray[np.int64], held: npt.NDArray[np.bool_]
) -> tuple[float, float]:
    """Compare on held-out positions the regression and the constants of the phases with one constant."""
    second = _second(inputs[~held], gains[~held])
    said = np.array(
        [
            [
                second(turns_left=math.exp(t), bag=bag, complexity=c, time_left_s=math.exp(left))
                for t, bag, c, left in rows
            ]
            for rows in inputs[held]
        ]
    )
    overall = float(gains[~held].mean())
    means = {phase: float(gains[~held & (phases == phase)].mean()) for phase in set(phases[~held].tolist())}
    by_phase = np.array([means.get(phase, overall) for phase in phases[held].tolist()])
    actual = gains[held]
    constant = max(float(((actual - overall) ** 2).mean()), 1e-30)
    return (
        float(((actual - said) ** 2).mean()) / constant,
        float(((actual - by_phase[:, None]) ** 2).mean()) / constant,
    )
