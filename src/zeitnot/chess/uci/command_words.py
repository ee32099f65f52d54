"""Command words: what stands after `debug` and `setoption`, for every session that is sent them."""

from zeitnot.errors import DataError, SettingError

_FEWEST = 2
"""The word `name` and a name."""


def read_debug(arguments: list[str]) -> bool:
    """Read the words after `debug`."""
    if arguments not in (["on"], ["off"]):
        raise DataError(f"debug takes `on` or `off`, got {' '.join(arguments)[:80]!r}")
    return arguments == ["on"]


def read_setoption(arguments: list[str]) -> tuple[str, str]:
    """Read the words after `setoption`: the name of an option and its value, which may be empty."""
    if arguments[:1] != ["name"] or len(arguments) < _FEWEST:
        raise SettingError(
            f"setoption takes `name` with a name, then `value` with a value, got {' '.join(arguments)[:80]!r}"
        )
    end = arguments.index("value") if "value" in arguments else len(arguments)
    return " ".join(arguments[1:end]), " ".join(arguments[end + 1 :])
