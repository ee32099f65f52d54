"""Terminal: zeitnot as a real process at a real terminal."""

import os
import pty
import select
import subprocess
import sys
import time
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

PATIENCE_S = 120.0
"""Longest wait for what must be shown, or for the end, however much else is shown meanwhile."""


class Terminal:
    """A real process at a real terminal of 80 columns."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self._keys, line = pty.openpty()
        colours = {"NO_COLOR", "FORCE_COLOR"}
        inherited = {key: value for key, value in os.environ.items() if key not in colours}
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
        self._looked_at = 0

    def until(self, words: str) -> str:
        """Return what is shown from the last words waited for to these."""
        start = self._looked_at
        until_s = time.monotonic() + PATIENCE_S
        while (place := self.shown.find(words, start)) < 0:
            assert self._read(until_s), f"{words!r} must be shown, got {self.shown[start:]!r}"
        self._looked_at = place + len(words)
        return self.shown[start : self._looked_at]

    def type(self, text: str) -> None:
        os.write(self._keys, text.encode())

    def hang_up(self) -> int:
        os.close(self._keys)
        return self.process.wait(timeout=PATIENCE_S)

    def ended(self) -> int:
        """Read to the end; returns the exit code."""
        until_s = time.monotonic() + PATIENCE_S
        while self._read(until_s):
            pass
        os.close(self._keys)
        return self.process.wait(timeout=PATIENCE_S)

    def _read(self, until_s: float) -> bool:
        """Read what is shown; False when the other end is closed."""
        ready, _, _ = select.select([self._keys], [], [], max(0.0, until_s - time.monotonic()))
        in_time = bool(ready) and time.monotonic() < until_s
        assert in_time, f"what is waited for must come within {PATIENCE_S:g} s, got {self.shown[-2000:]!r}"
        try:
            chunk = os.read(self._keys, 4096)
        except OSError:
            return False
        self.shown += chunk.decode(errors="replace")
        return bool(chunk)


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
            terminal.process.wait(timeout=PATIENCE_S)


def shown_at_terminal(*arguments: str, **environment: str) -> str:
    """Run to the end and return what was shown."""
    with terminals(*arguments) as start:
        terminal = start(**environment)
        assert terminal.ended() == 0
        return terminal.shown
