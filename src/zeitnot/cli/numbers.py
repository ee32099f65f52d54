"""Numbers as options give them, refused in the same words as everything else."""

import math

from zeitnot.errors import SettingError

MOST_THREADS = 256
"""Threads of one search."""


def read_whole(text: str | None, *, option: str, least: int = 0, most: int | None = None) -> int | None:
    """Read a whole number; an option that is not given stays None."""
    if text is None:
        return None
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    if number < least or (most is not None and number > most):
        allowed = f"of {least} or more" if most is None else f"from {least} to {most}"
        raise SettingError(f"{option} must be a whole number {allowed}, got {text!r}")
    return number


def read_hash_mb(text: str) -> int:
    """Read the size of a hash table; one that this machine cannot have is refused."""
    from zeitnot.chess.uci.settings import largest_hash_mb

    return read_whole(text, option="--hash", least=1, most=largest_hash_mb()) or 1


def read_number(
    text: str | None, *, option: str, above: float | None = None, least: float | None = None
) -> float | None:
    """Read a finite number, above one or not below one; an option that is not given stays None."""
    if text is None:
        return None
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if above is not None:
        rule, fits = f" above {above:g}", number > above
    elif least is not None:
        rule, fits = f" of {least:g} or more", number >= least
    else:
        rule, fits = "", True
    if not (math.isfinite(number) and fits):
        raise SettingError(f"{option} must be a number{rule}, got {text!r}")
    return number
