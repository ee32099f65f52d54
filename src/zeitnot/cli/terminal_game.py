"""Games at the terminal: their screen, a game kept when the window closes, the line that resumes it."""

import logging
import os
import shlex
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zeitnot.chess.play import Screen


@contextmanager
def game_screen() -> "Iterator[Screen]":
    """Draw on the terminal if input and output are one; write plain lines otherwise."""
    from zeitnot.chess.play import PlainScreen, TerminalScreen

    # Warnings on stderr would be written into the picture and cleared with it: the game itself tells.
    log, silence = logging.getLogger("zeitnot"), logging.NullHandler()
    log.addHandler(silence)
    try:
        dumb = os.environ.get("TERM", "") in {"", "dumb"}
        if sys.stdin.isatty() and sys.stdout.isatty() and not dumb:
            with TerminalScreen() as screen:
                yield screen
        else:
            yield PlainScreen(sys.stdin, sys.stdout)
    finally:
        log.removeHandler(silence)


@contextmanager
def kept_when_killed() -> Iterator[None]:
    """Make a closed window or a kill end the game as Ctrl-C does, so that it is kept."""

    numbers = (signal.SIGTERM, signal.SIGHUP)

    def interrupt(*_: object) -> None:
        for number in numbers:  # once is enough: the next one would interrupt the keeping
            signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = {number: signal.signal(number, interrupt) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def resume_line(command: str, options: Mapping[str, str | int | Path | list[str] | None]) -> str:
    """Return a command with its options; False and None are left out, True is a flag."""
    words = command.split()
    for option, value in options.items():
        if isinstance(value, list):
            words += [word for each in value for word in (option, each)]
        elif value is True:
            words.append(option)
        elif value is not None and value is not False:
            words += [option, str(value)]
    return shlex.join(words)
