"""Number options: typed, and refused in the same words as everything else."""

import math
from collections.abc import Callable
from typing import Any

import typer

from zeitnot.errors import ZeitnotError

Bound = int | Callable[[], int] | None
"""The most that is allowed; a function where finding out needs an import."""


def whole_option(
    name: str,
    *short: str,
    help: str,
    metavar: str = "N",
    least: int = 0,
    most: Bound = None,
    panel: str | None = None,
) -> Any:  # noqa: ANN401 (typer's own)
    """Make an option that takes a whole number."""
    return typer.Option(
        name, *short, metavar=metavar, help=help, rich_help_panel=panel, parser=whole(name, least, most)
    )


def number_option(
    name: str,
    *,
    help: str,
    metavar: str,
    above: float | None = None,
    least: float | None = None,
    unit: str = "",
    panel: str | None = None,
) -> Any:  # noqa: ANN401 (typer's own)
    """Make an option that takes a finite number, with or without its unit behind it."""

    def read(text: str | float) -> float:
        return read_number(str(text).removesuffix(unit), option=name, above=above, least=least)

    return typer.Option(name, metavar=metavar, help=help, rich_help_panel=panel, parser=read)


def whole(option: str, least: int = 0, most: Bound = None) -> Callable[[str | int], int]:
    """Make a parser of whole numbers, as options take it."""

    def read(text: str | int) -> int:
        return read_whole(str(text), option=option, least=least, most=most() if callable(most) else most)

    return read


def read_whole(text: str, *, option: str, least: int = 0, most: int | None = None) -> int:
    """Read a whole number; the error is no ValueError, which typer would put into words of its own."""
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    if number < least:
        raise ZeitnotError(f"{option} must be a whole number of {least} or more, got {text!r}")
    if most is not None and number > most:
        raise ZeitnotError(f"{option} must be at most {most}, got {text!r}")
    return number


def read_number(text: str, *, option: str, above: float | None = None, least: float | None = None) -> float:
    """Read a finite number, above one or not below one."""
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
        raise ZeitnotError(f"{option} must be a number{rule}, got {text!r}")
    return number
