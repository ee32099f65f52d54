"""Games of `zeitnot play` that were put aside and are taken up again."""

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
