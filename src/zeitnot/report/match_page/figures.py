"""Figures as the page prints them: points with halves, signed Elo, shares, seconds."""

import math
from html import escape

from zeitnot.clocks import seconds_text
from zeitnot.games import Estimate
from zeitnot.lab import EloEstimate

DASH = "–"
"""Stands where there is nothing to print."""
_LONGEST_NAME = 22
_SEVERAL = 10
_TENTH_S = 0.1
_LONG_S = 999.5  # from here on three digits would be written with an exponent


def text(words: object) -> str:
    """Make text from outside harmless in HTML."""
    return escape(str(words))


def points_text(points: float) -> str:
    """Print points with halves: `12½`."""
    whole, half = divmod(round(points * 2), 2)
    return f"{whole or ('' if half else 0)}{'½' if half else ''}"


def signed(value: float, digits: int = 0) -> str:
    """Print a difference with its sign, and a real minus."""
    if math.isinf(value):
        return "+∞" if value > 0 else "−∞"
    rounded = round(value, digits) + 0.0
    return f"{rounded:+.{digits}f}".replace("-", "−") if rounded else f"{0:.{digits}f}"


def elo_text(estimate: EloEstimate | None) -> str:
    """Print Elo with its error: `+35 ± 20`."""
    if estimate is None:
        return DASH
    if math.isinf(estimate.elo) or not estimate.error:
        return signed(estimate.elo)
    if math.isinf(estimate.error):
        return f"{signed(estimate.elo)} ({signed(estimate.low)} to {signed(estimate.high)})"
    return f"{signed(estimate.elo)} ± {estimate.error:.0f}"


def estimate_text(estimate: Estimate, *, scale: float = 1.0, digits: int = 1, sign: bool = False) -> str:
    """Print a mean with its error, where it has one."""
    mean = estimate.mean * scale
    shown = signed(mean, digits) if sign else f"{mean:.{digits}f}"
    return shown if estimate.error is None else f"{shown} ± {estimate.error * scale:.{digits}f}"


def percent(share: float | None) -> str:
    """Print a share; near the ends with a digit more, so that 99.9 % is not called certain."""
    if share is None or not math.isfinite(share):
        return DASH
    if share in (0.0, 1.0):
        return f"{share:.0%}".replace("%", " %")
    if share < 0.001:  # noqa: PLR2004 (less than is printed)
        return "< 0.1 %"
    if share > 0.999:  # noqa: PLR2004 (as above)
        return "> 99.9 %"
    return f"{share * 100:.{1 if share < 0.1 or share > 0.9 else 0}f} %"  # noqa: PLR2004 (near the ends)


def ratio(value: float) -> str:
    """Print a ratio that may be more than one, in percent."""
    return f"{value * 100:,.0f} %" if math.isfinite(value) else DASH


def seconds(time_s: float | None) -> str:
    """Print a time in seconds or milliseconds."""
    if time_s is None or math.isnan(time_s):
        return DASH
    if _TENTH_S <= abs(time_s) < _LONG_S:
        return f"{time_s:.3g} s".replace("-", "−")
    return seconds_text(time_s).replace("-", "−")


def counted(number: int, noun: str) -> str:
    """Print a number with its noun: `1 game`, `12,600 turns`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def short(name: str) -> str:
    """Shorten a name for a plot in the middle: variants of a policy differ at the end."""
    if len(name) <= _LONGEST_NAME:
        return name
    head = _LONGEST_NAME // 2
    return f"{name[:head]}…{name[head + 1 - _LONGEST_NAME :]}"


def listed(names: list[str]) -> str:
    """Join words: `a, b and c`."""
    if len(names) > _SEVERAL:
        names = [*names[: _SEVERAL - 1], f"{len(names) - _SEVERAL + 1} more"]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
