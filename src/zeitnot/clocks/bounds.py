"""The ranges that every value of this room keeps to, checked in one wording."""

from zeitnot.errors import SettingError

MAX_TIME_S = 1e9
"""About 31 years: longer than any game, small enough to print and parse exactly."""

MAX_COUNT = 999_999
"""More moves, periods, points or plies than any rule hands out."""


def check_time(name: str, time_s: float, *, above_zero: bool = False) -> None:
    """Raise unless the time is a number of seconds in range."""
    if not 0 <= time_s <= MAX_TIME_S or (above_zero and time_s == 0):
        rule = "above 0" if above_zero else "at least 0"
        raise SettingError(f"{name} must be {rule} and at most {MAX_TIME_S:.0f} s, got {time_s!r}")


def check_count(name: str, count: object) -> None:
    """Raise unless the count is a whole number in range."""
    if type(count) is not int or not 1 <= count <= MAX_COUNT:
        raise SettingError(f"{name} must be a whole number from 1 to {MAX_COUNT}, got {count!r}")
