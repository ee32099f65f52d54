"""Numbers as options give them, refused in the same words as everything else."""

import math

from zeitnot.errors import SettingError


def read_whole(text: str | None, *, option: str, least: int = 0, most: int | None = None) -> int | None:
    """Read a whole number; an option that is not given stays None."""
    if text is None:
        return None
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    if number < least:
        raise SettingError(f"{option} must be a whole number of {least} or more, got {text!r}")
    if most is not None and number > most:
        raise SettingError(f"{option} must be at most {most}, got {text!r}")
    return number


def read_engine_size(*, hash_mb: str, threads: str) -> dict[str, int]:
    """Read `--hash` and `--threads` of the built-in engine, in the range of its UCI options."""
    from zeitnot.chess.uci.settings import MOST_THREADS, largest_hash_mb

    return {
        "hash_mb": read_whole(hash_mb, option="--hash", least=1, most=largest_hash_mb()) or 1,
        "threads": read_whole(threads, option="--threads", least=1, most=MOST_THREADS) or 1,
    }


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
