"""Times as people read them beside a board: `3m 0s`, `2.8s`."""

import math

_MINUTE_S = 60
_HOUR_S = 3600


def time_text(time_s: float) -> str:
    """Print a time with as much detail as matters: tenths below a minute, whole seconds above."""
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
