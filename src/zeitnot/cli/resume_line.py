"""The command line that goes on with a game put aside, chess or Scrabble."""

import shlex
from collections.abc import Mapping
from pathlib import Path


def resume_line(command: str, options: Mapping[str, str | int | Path | list[str] | None]) -> str:
    """Write a command with options as they were given; False and None are left out, True is a flag."""
    words = command.split()
    for option, value in options.items():
        if isinstance(value, list):
            words += [word for each in value for word in (option, each)]
        elif value is True:
            words.append(option)
        elif value is not None and value is not False:
            words += [option, str(value)]
    return shlex.join(words)
