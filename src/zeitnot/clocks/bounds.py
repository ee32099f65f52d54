"""The ranges that the values of this package must be in, and the checks for them."""

from zeitnot.errors import SettingError

MAX_TIME_S = 1e9
"""Longest time, about 31 years: longer than any game, small enough to print and parse exactly."""

MAX_COUNT = 999_999
"""Largest count: more moves, periods, points or plies than any rule specifies."""


def check_time(name: str, time_s: float, *, above_zero: bool = False) -> None:
    """Raise a SettingError unless the time is a number of seconds in range."""
    if not 0 <= time_s <= MAX_TIME_S or (above_zero and time_s == 0):
        rule = "above 0" if above_zero else "at least 0"
        raise SettingError(f"{name} must be {rule} and at most {MAX_TIME_S:.0f} s, got {time_s!r}")


def check_count(name: str, count: object) -> None:
    """Raise a SettingError unless the count is a whole number in range."""
    if type(count) is not int or not 1 <= count <= MAX_COUNT:
        raise SettingError(f"{name} must be a whole number from 1 to {MAX_COUNT}, got {count!r}")
