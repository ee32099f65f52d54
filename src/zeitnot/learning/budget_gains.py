"""What the same positions gain from larger budgets (M31)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from zeitnot.learning.search_courses import SearchCourse

Array = npt.NDArray[np.float64]

BUDGETS_S = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
"""As in the MAGPIE document."""
_BEFORE, _AFTER = 2, 4
"""Budgets between which the gain of a second is told as one figure: 2 s and 10 s."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetGains:
    """Positions of one phase, at all budgets."""

    positions: int
    """So many of them."""
    losses: tuple[float, ...]
    """Mean loss of the move chosen at each budget: its equity below the best."""
    loss_errors: tuple[float, ...]
    """Their standard errors."""
    gains_per_s: tuple[float, ...]
    """From each budget to the next, by the second."""
    gain_errors: tuple[float, ...]
    """Their standard errors, over positions that are compared with themselves."""
    gain_per_s: float
    """From 2 s to 10 s."""
    gain_error: float
    """Its standard error."""


def natural_speed(courses: Sequence[SearchCourse]) -> float:
    """Choose the work of a second so that the longest budget is what the searches were given."""
    return float(np.median([course.work[-1] for course in courses])) / BUDGETS_S[-1]


def losses_at_budgets(courses: Sequence[SearchCourse], *, speed: float) -> tuple[Array, list[int]]:
    """Give losses by position and budget, averaged over the seeds of a position, and the positions."""
    by_position: dict[int, list[list[float]]] = {}
    for course in courses:
        row = [course.loss_at(budget_s * speed) for budget_s in BUDGETS_S]
        by_position.setdefault(course.position, []).append(row)
    return np.array([np.mean(rows, axis=0) for rows in by_position.values()]), list(by_position)


def budget_gains(courses: Sequence[SearchCourse], *, speed: float) -> BudgetGains:
    """Compare budgets on the same positions."""
    losses, _ = losses_at_budgets(courses, speed=speed)
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
