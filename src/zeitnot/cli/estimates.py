"""Estimates in words, and values for JSON; errors are of 95 %."""

import math
from typing import Any

from zeitnot import games, lab

_SKEWED = 1.1
"""Where one side of an interval is longer by more than this, both ends are written."""


def number_text(
    value: "games.Estimate | None", *, sign: str = "", digits: int = 1, scale: float = 1.0
) -> str:
    """Return a number with its error as text; nothing where there is none."""
    if value is None:
        return ""
    error = "" if value.error is None else f" ± {scale * value.error:.{digits}f}"
    return f"{scale * value.mean:{sign}.{digits}f}{error}"


def points_text(value: "games.Estimate") -> str:
    """Return a difference with its error as text."""
    return number_text(value, sign="+")


def percent_text(value: "games.Estimate") -> str:
    """Return a share with its error as text."""
    return f"{number_text(value, scale=100)} %"


def elo_text(elo: "lab.EloEstimate | None") -> str:
    """Return a difference with its error as text."""
    if elo is None:
        return ""
    if math.isinf(elo.elo):  # no game tells how far
        return "far above" if elo.elo > 0 else "far below"
    up, down = elo.high - elo.elo, elo.elo - elo.low
    if max(up, down) <= _SKEWED * min(up, down):
        return f"{elo.elo:+.0f} ± {elo.error:.0f}"
    return f"{elo.elo:+.0f} ({_end_text(elo.low)} .. {_end_text(elo.high)})"


def _end_text(value: float) -> str:
    return f"{value:+.0f}" if math.isfinite(value) else "-∞" if value < 0 else "+∞"


def fields_form(value: object, *names: str) -> dict[str, Any]:
    """Return fields of a value for JSON, by name and in this order."""
    return {name: value_form(getattr(value, name)) for name in names}


def value_form(value: object) -> object:
    """Return a value for JSON; an estimate has its error, and an open end of an Elo interval is null."""
    if isinstance(value, games.Estimate):
        return {"mean": value.mean, "error_95": value.error}
    if isinstance(value, lab.EloEstimate):
        ends = {"elo": value.elo, "low": value.low, "high": value.high}
        return {name: end if math.isfinite(end) else None for name, end in ends.items()}
    return value
