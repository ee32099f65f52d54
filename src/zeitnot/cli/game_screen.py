"""Screens of games at the terminal, and a game that is kept when the window closes."""

import logging
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zeitnot.chess.play import Screen


@contextmanager
def game_screen() -> "Iterator[Screen]":
    """Use the terminal where both ends are one, plain lines everywhere else."""
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
    """Let a closed window or a kill end the game as ^C does, so that it is kept."""

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
