"""What a second is worth by position: a regression on turns left, bag, complexity and time left (M21)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from zeitnot.errors import DataError
from zeitnot.learning.budget_gains import BUDGETS_S, losses_at_budgets
from zeitnot.learning.loss_data import ScrabbleTrace
from zeitnot.learning.loss_trend import fit_trend
from zeitnot.learning.search_courses import SearchCourse
from zeitnot.policies import GainOfASecond
from zeitnot.turns import ScrabbleFeatures

Array = npt.NDArray[np.float64]

_FEWEST_POSITIONS = 20


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
    """The same with a constant for each phase."""


def complexity_of(features: ScrabbleFeatures) -> float:
    """Measure complexity: the logarithm of the moves within two points of the best at sight."""
    return math.log(max(1, features.competitive_moves or 1))


def fit_gain(
    traces: Sequence[ScrabbleTrace],
    courses: Sequence[SearchCourse],
    *,
    speed: float,
    phase_of: Sequence[int],
    seed: int = 1,
) -> GainFit:
    """Fit the gain of a second to positions at several budgets, and judge it by a fifth of them.

    With an even share for every turn, a budget and the turns left make the time left.
    """
    losses, numbers = losses_at_budgets(courses, speed=speed)
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
    regression_error, phases_error = _errors(inputs, gains, phases, held)
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


def _errors(
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
