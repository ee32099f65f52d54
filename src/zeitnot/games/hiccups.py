"""HiccupWatch: separates time that this machine did not give from time that an engine took."""

import contextlib
import mmap
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

from zeitnot.errors import StateError
from zeitnot.games import hiccup_process
from zeitnot.games.hiccup_process import LEAST_S, SIZE, TICK_S, HiccupPage
from zeitnot.games.table import PlayedGame

ANSWER_S = 1.0
"""How long the one who asks waits for the watch to be woken; one that is not has ended: no excuse."""
MOST_HICCUPS = 3
"""How often a game is started again because of this machine; after that it is judged as it is."""
_CLOSE_S = 5.0
_POLL_S = 0.001
_MEMORY = Path("/dev/shm")  # noqa: S108 (the file itself is made safely)
"""Where files are memory, so that a busy disk does not hold the watch up."""


class HiccupError(Exception):
    """The machine stopped, not an engine: the game counts for nothing and is played again."""


class HiccupWatch:
    """A process that does nothing but look whether it is woken in time, and what it has seen.

    The watch is no thread of the process that plays: what holds the interpreter there, such as a policy,
    would hold the watch up as well and pass for a fault of the machine. One watch serves all who know its
    file.
    """

    def __init__(self, page: HiccupPage | None = None) -> None:
        """Watch nothing yet; a page that is given is read as it is."""
        self._page = page
        self._memory: mmap.mmap | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._file: Path | None = None

    @classmethod
    def started(cls) -> Self:
        """Start a watch; on a machine that has no room for it nothing is ever excused."""
        watch = cls()
        with contextlib.suppress(OSError):
            folder = _MEMORY if os.access(_MEMORY, os.W_OK) else None
            fd, name = tempfile.mkstemp(prefix="zeitnot-hiccups-", dir=folder)
            watch._file = Path(name)
            with os.fdopen(fd, "w+b") as file:
                file.write(bytes(SIZE))
                file.flush()
                watch._map(file.fileno())
            watch._process = _begun(watch._file)
        return watch

    @classmethod
    def attached(cls, file: Path) -> Self:
        """Read what the watch of another process sees."""
        watch = cls()
        with contextlib.suppress(OSError, ValueError), file.open("r+b") as memory:
            watch._map(memory.fileno())
        return watch

    @classmethod
    def for_table(cls, file: Path | None, *, work_time: bool) -> Self:
        """Return the watch of a table: none in work time, the one that has a file, or one of its own."""
        if work_time:
            return cls()
        return cls.started() if file is None else cls.attached(file)

    @property
    def file(self) -> Path | None:
        """The file by which other processes attach; None without a watch."""
        return self._file

    @property
    def process_id(self) -> int | None:
        """The process that watches, when it was started here."""
        return None if self._process is None else self._process.pid

    def close(self) -> None:
        """End the watch that was started here, and let go of its file."""
        if self._process is not None:
            if self._process.stdin is not None:
                self._process.stdin.close()
            try:
                self._process.wait(_CLOSE_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.unlink(missing_ok=True)
            self._file = None
        if self._memory is not None and self._page is not None:
            self._page.release()
            self._memory.close()
            self._page = self._memory = None

    def stolen_s(self, *, since_s: float, until_s: float) -> float:
        """Return how much of a span of time this machine did not give."""
        if self._page is None:
            return 0.0
        # What is over may not have been seen yet: the watch is woken a moment after the one who asks.
        patient_until_s = time.perf_counter() + ANSWER_S
        while self._page.beat_s < until_s - TICK_S - LEAST_S and time.perf_counter() < patient_until_s:
            time.sleep(_POLL_S)
        return sum(max(0.0, min(end, until_s) - max(begin, since_s)) for begin, end in self._page.gaps())

    def excuse(self, *, since_s: float, until_s: float, over_s: float) -> None:
        """Raise a HiccupError if a turn was over its time by no more than this machine stood still."""
        if self.stolen_s(since_s=since_s, until_s=until_s) >= over_s:
            raise HiccupError

    def _map(self, fd: int) -> None:
        self._memory = mmap.mmap(fd, SIZE)
        self._page = HiccupPage(self._memory)


def play_excused(
    play: Callable[[HiccupWatch | None, int], PlayedGame], watch: HiccupWatch | None
) -> PlayedGame:
    """Play a game, and again when a HiccupError says that this machine stopped in the middle of it.

    `play` gets the watch, or None once the game is judged whatever this machine does, and the number of
    hiccups so far.
    """
    for hiccups in range(MOST_HICCUPS + 1):
        try:
            return play(watch if hiccups < MOST_HICCUPS else None, hiccups)
        except HiccupError:
            continue
    raise StateError("a game without a watch for hiccups must end, got a hiccup")


def _begun(file: Path) -> "subprocess.Popen[bytes]":
    """Start the process in the group of this one: what suspends the game at a terminal suspends the watch."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # Ctrl-C is for who started the match
    try:
        return subprocess.Popen(  # noqa: S603 (a script of this package)
            [sys.executable, "-I", "-S", str(hiccup_process.__file__), str(file)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
