"""Engine command: resolves an engine's name to a program."""

import difflib
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from zeitnot.errors import SettingError

GAMES_FOLDER = "/usr/games"
"""Folder where Debian installs engines; it is not always on the path."""


def resolved_command(command: Sequence[str]) -> list[str]:
    """Return a command with its program found on the path or in GAMES_FOLDER, else raise a SettingError."""
    if not command or not command[0]:
        raise SettingError("an engine must be named, such as stockfish or ./my-engine, got nothing")
    program, *arguments = command
    folders = os.pathsep.join((os.environ.get("PATH", os.defpath), GAMES_FOLDER))
    found = shutil.which(program, path=folders)
    if found is None:
        raise SettingError(
            f"an engine must be a program on the path, in {GAMES_FOLDER} or named by its file,"
            f" got {program!r}{_cause(program, folders)}"
        )
    return [str(Path(found).absolute()), *arguments]  # the working folder may change later


def _cause(program: str, folders: str) -> str:
    path = Path(program)
    if path.is_dir():
        return ", which is a folder"
    if path.exists() and path.name != program:
        return ", a file that may not be run: chmod +x would allow it"
    names = {entry for folder in folders.split(os.pathsep) for entry in _names(folder)}
    near = difflib.get_close_matches(path.name, names, n=1, cutoff=0.75)
    return f"; did you mean {near[0]!r}?" if near else ""


def _names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []
