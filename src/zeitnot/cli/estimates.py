"""Estimates in words, and values for JSON; errors are of 95 %."""

import math
from typing import Any

from zeitnot import lab
from zeitnot.games import Estimate


def number_text(value: Estimate) -> str:
    """Return a number with its error as text."""
    return f"{value.mean:.1f}{'' if value.error is None else f' ± {value.error:.1f}'}"


def points_text(value: Estimate) -> str:
    """Return a difference with its error as text."""
    return f"{value.mean:+.1f}{'' if value.error is None else f' ± {value.error:.1f}'}"


def percent_text(value: Estimate) -> str:
    """Return a share with its error as text."""
    return f"{100 * value.mean:.1f}{'' if value.error is None else f' ± {100 * value.error:.1f}'} %"


def fields_form(value: object, *names: str) -> dict[str, Any]:
    """Return fields of a value for JSON, by name and in this order."""
    return {name: value_form(getattr(value, name)) for name in names}


def value_form(value: object) -> object:
    """Return a value for JSON; an estimate has its error, and an open end of an Elo interval is null."""
    if isinstance(value, Estimate):
        return {"mean": value.mean, "error_95": value.error}
    if isinstance(value, lab.EloEstimate):
        ends = {"elo": value.elo, "low": value.low, "high": value.high}
        return {name: end if math.isfinite(end) else None for name, end in ends.items()}
    return value
