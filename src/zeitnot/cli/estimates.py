"""Estimates in words and for JSON, with their errors of 95 %."""

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


def estimate_form(value: Estimate) -> dict[str, float | None]:
    """Return an estimate with its error for JSON."""
    return {"mean": value.mean, "error_95": value.error}
