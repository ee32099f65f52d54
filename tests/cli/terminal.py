"""Terminal: zeitnot as a real process at a real terminal."""

import os
import pty
import select
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

ZEITNOT = (sys.executable, "-m", "zeitnot")

OWN_TERMINAL = """
import fcntl, os, sys, termios
os.setsid()
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""
"""Makes the terminal that of a session of its own, so that ^C and hanging up reach the program."""

PATIENCE_S = 60.0
"""Longest silence before something that must be shown; a busy machine may take long."""


class Terminal:
    """A real process at a real terminal of 80 columns."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self._keys, line = pty.openpty()
        inherited = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        size = {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24", "PYTHONIOENCODING": "utf-8"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", OWN_TERMINAL, *ZEITNOT, *arguments],
            stdin=line,
            stdout=line,
            stderr=line,
            env={**inherited, **size, **environment},
        )
        os.close(line)
        self.shown = ""

    def until(self, words: str) -> str:
        start = len(self.shown)
        while words not in self.shown[start:]:
            ready, _, _ = select.select([self._keys], [], [], PATIENCE_S)
            assert ready, f"{words!r} must be shown within {PATIENCE_S:g} s, got {self.shown[start:]!r}"
            self.shown += os.read(self._keys, 4096).decode(errors="replace")
        return self.shown[start:]

    def type(self, text: str) -> None:
        os.write(self._keys, text.encode())

    def hang_up(self) -> int:
        os.close(self._keys)
        return self.process.wait(timeout=60)

    def ended(self) -> int:
        try:
            while chunk := os.read(self._keys, 4096):
                self.shown += chunk.decode(errors="replace")
        except OSError:
            pass  # the other end is closed
        os.close(self._keys)
        return self.process.wait(timeout=60)


@contextmanager
def terminals(*command: str) -> Iterator[Callable[..., Terminal]]:
    """Start a command at terminals, with further arguments; a test that failed leaves nobody behind."""
    started: list[Terminal] = []

    def start(*arguments: str, **environment: str) -> Terminal:
        started.append(Terminal(*command, *arguments, **environment))
        return started[-1]

    try:
        yield start
    finally:
        for terminal in started:
            terminal.process.kill()
            terminal.process.wait()
