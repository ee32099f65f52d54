"""Command words: the arguments of `debug` and `setoption`, for both kinds of session."""

from zeitnot.errors import DataError, SettingError

_FEWEST = 2
"""Fewest words after `setoption`: the word `name` and a name."""


def read_debug(arguments: list[str]) -> bool:
    """Return whether the words after `debug` turn it on."""
    if arguments not in (["on"], ["off"]):
        raise DataError(f"debug takes `on` or `off`, got {' '.join(arguments)[:80]!r}")
    return arguments == ["on"]


def read_setoption(arguments: list[str]) -> tuple[str, str]:
    """Return an option's name and its value, which may be empty, from the words after `setoption`."""
    if arguments[:1] != ["name"] or len(arguments) < _FEWEST:
        raise SettingError(
            f"setoption takes `name` with a name, then `value` with a value, got {' '.join(arguments)[:80]!r}"
        )
    end = arguments.index("value") if "value" in arguments else len(arguments)
    return " ".join(arguments[1:end]), " ".join(arguments[end + 1 :])
