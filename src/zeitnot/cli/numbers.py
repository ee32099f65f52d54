"""Numbers as options give them, refused in the same words as everything else."""

import math

from zeitnot.errors import SettingError


def read_whole(text: str | None, *, option: str, least: int = 0) -> int | None:
    """Read a whole number; an option that is not given stays None."""
    if text is None:
        return None
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    if number < least:
        raise SettingError(f"{option} must be a whole number of {least} or more, got {text!r}")
    return number


def read_number(text: str | None, *, option: str) -> float | None:
    """Read a finite number; an option that is not given stays None."""
    if text is None:
        return None
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise SettingError(f"{option} must be a number, got {text!r}")
    return number
