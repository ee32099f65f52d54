"""Times as people read them: beside a board, on a clock, in a sum. `wording` has the exact forms."""

import math

_MINUTE_S = 60
_HOUR_S = 3600


def time_text(time_s: float) -> str:
    """Return a time with as much detail as matters: tenths below a minute, whole seconds above."""
    if not math.isfinite(time_s):
        return "unlimited" if time_s > 0 else "none"
    sign = "-" if time_s < 0 else ""
    tenths_s = round(abs(time_s), 1)
    if tenths_s < _MINUTE_S:
        return f"{sign if tenths_s else ''}{tenths_s:g}s"
    whole_s = round(abs(time_s))
    hours, rest_s = divmod(whole_s, _HOUR_S)
    minutes, seconds = divmod(rest_s, _MINUTE_S)
    return f"{sign}{hours}h {minutes}m {seconds}s" if hours else f"{sign}{minutes}m {seconds}s"


def clock_text(time_s: float) -> str:
    """Return what a clock shows: `3:00`, `0:07.5` below ten seconds, `-0:30` past the end."""
    if not math.isfinite(time_s):
        return "unlimited"
    tenths = round(abs(time_s) * 10)
    sign = "-" if time_s < 0 and tenths else ""
    if tenths < 100 and tenths % 10:  # noqa: PLR2004 (below ten seconds a clock shows tenths)
        return f"{sign}0:{tenths / 10:04.1f}"
    minutes, seconds = divmod(round(abs(time_s)), _MINUTE_S)
    hours, minutes = divmod(minutes, _MINUTE_S)
    return f"{sign}{hours}:{minutes:02}:{seconds:02}" if hours else f"{sign}{minutes}:{seconds:02}"


def seconds_text(time_s: float) -> str:
    """Return a term of a sum, with its unit: `12.4 s`, `35 ms`, `10800 s`, `unlimited`."""
    if math.isinf(time_s):
        return "unlimited" if time_s > 0 else "-unlimited"
    if 0 < abs(time_s) < 0.1:  # noqa: PLR2004 (below a tenth, milliseconds read better)
        return f"{time_s * 1000:.3g} ms"
    return f"{time_s:.4g} s" if abs(time_s) < 1000 else f"{time_s:.0f} s"  # noqa: PLR2004 (four digits hold no more)
