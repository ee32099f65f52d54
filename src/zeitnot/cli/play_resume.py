"""Games of `zeitnot play` put aside and taken up again: the options, and the line that names them."""

import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from zeitnot.cli.numbers import read_whole
from zeitnot.errors import SettingError

if TYPE_CHECKING:
    from zeitnot.chess.play import KeptGame

ENGINE_NAME = "Zeitnot"
"""Begins the engine's name in the headers of a game."""


def read_resumed(resume: Path | None, number: str | None, **settled: str | Path | None) -> "KeptGame | None":
    """Read the game that is to go on; options that the game has settled already are refused beside it."""
    from zeitnot.chess.play import read_kept

    chosen = read_whole(number, option="--number", least=1)
    if resume is None:
        if number is not None:
            raise SettingError(f"--number is the number of a game to --resume, got {number} without it")
        return None
    for name, value in settled.items():
        if value is not None:
            raise SettingError(f"--resume goes on with the game as it is, got --{name} as well")
    return read_kept(resume, chosen)


def resume_line_of(options: Mapping[str, str | Path | bool | list[str] | None]) -> Callable[[Path, int], str]:
    """Make what writes the command line that goes on with a game; options are repeated as they were given."""
    words: list[str] = []
    for option, value in options.items():
        if isinstance(value, list):
            words += [word for each in value for word in (option, each)]
        elif value is True:
            words.append(option)
        elif value:
            words += [option, str(value)]
    return lambda path, number: shlex.join(
        ["zeitnot", "play", "--resume", str(path), "--number", str(number), *words]
    )
