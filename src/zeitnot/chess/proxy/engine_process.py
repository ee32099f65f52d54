"""EngineProcess: another program that speaks in lines, run as a child process."""

import contextlib
import fcntl
import os
import select
import signal
import subprocess
import threading
from collections.abc import Callable, Sequence
from typing import IO

from zeitnot.chess.proxy.process_group import ProcessGroup
from zeitnot.chess.uci.reader import CHUNK, LineCutter
from zeitnot.clocks import TimeSource
from zeitnot.errors import EngineFaultError, StateError

_SEND_S = 0.2
"""A program that has not read its input for so long, with 64 kB of it waiting, does not read any more."""
_TAIL_BYTES = 2_000
"""Kept of what a program writes to its standard error: its last words."""
_LAST_WORDS_S = 0.2
"""Wait for the end, and for what it wrote of its errors, of a program whose output has ended."""
_WINDOW_S = 0.1
MOST_LINES = 1_000
"""Lines in a tenth of a second; real engines write a few hundred at most, what is more is dropped."""
_ALWAYS_HEARD = ("bestmove", "readyok", "uciok")
_REAP_S = 5.0
"""A killed program is gone in a moment; only a broken disk could keep it longer."""

OnLine = Callable[["EngineProcess", str, float], None]
OnEnd = Callable[["EngineProcess"], None]


class EngineProcess:
    """One run of a program. Lines are handed over by a thread of its own, with the time they came.

    Nothing is queued: a program that writes faster than its lines are taken waits at its pipe.
    """

    def __init__(self, command: Sequence[str], *, on_line: OnLine, on_end: OnEnd, time: TimeSource) -> None:
        """Start the program; an EngineFaultError says why it cannot be."""
        self.dropped = 0
        self.ended = False
        self._on_line, self._on_end, self._time = on_line, on_end, time
        self._tail = b""
        self._window_s, self._in_window = 0.0, 0
        self._sending = threading.Lock()
        self._group = ProcessGroup()
        try:
            self._process = self._group.start(command)
        except (OSError, ValueError) as error:
            self._group.kill()
            cause = (getattr(error, "strerror", None) or str(error)).lower()
            raise EngineFaultError(
                f"an engine must be a program that can be run ({cause}), got {command[0]!r}", kind="missing"
            ) from error
        process = self._process
        self._input, self._output, self._errors = map(_fd, (process.stdin, process.stdout, process.stderr))
        flags = fcntl.fcntl(self._input, fcntl.F_GETFL)
        fcntl.fcntl(self._input, fcntl.F_SETFL, flags | os.O_NONBLOCK)
        self._error_reader = threading.Thread(target=self._read_errors, name="engine errors", daemon=True)
        self._reader = threading.Thread(target=self._read, name="engine output", daemon=True)
        self._error_reader.start()  # first, because the other waits for it at the end
        self._reader.start()

    @property
    def pid(self) -> int:
        """Number of the process."""
        return self._process.pid

    def send(self, *lines: str) -> bool:
        """Send lines in one piece; tells whether the program took them."""
        data = "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
        until_s = self._time.now_s() + _SEND_S
        with self._sending:
            while data and not self.ended:
                try:
                    data = data[os.write(self._input, data) :]
                except BlockingIOError:
                    left_s = until_s - self._time.now_s()
                    if left_s <= 0 or not select.select([], [self._input], [], left_s)[1]:
                        return False
                except (OSError, ValueError):  # it has gone
                    return False
        return not data

    def begin_count(self) -> None:
        """Count lines anew: quick searches one after the other are no flood."""
        self._in_window = 0

    def kill(self) -> None:
        """End the program and all that it started, now; harmless when it has ended."""
        self._group.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=_REAP_S)
        for thread in (self._reader, self._error_reader):
            if thread is not threading.current_thread():
                thread.join(timeout=_REAP_S)
        with self._sending:
            self.ended = True
            for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
                if stream is not None:
                    with contextlib.suppress(OSError):
                        stream.close()

    def quit(self, *, patience_s: float) -> None:
        """Ask the program to end, and end it when it does not."""
        self.send("quit")
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=patience_s)
        self.kill()

    def last_words(self) -> str:
        """Tell how the program ended and the last line of its errors, for a message; empty while it runs."""
        code = self._process.poll()
        if code is None:
            return ""
        try:
            end = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        except ValueError:
            end = f"signal {-code}"
        lines = self._tail.decode("utf-8", "replace").split("\n")
        said = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"{end}: {said[:200]}" if said else end

    def _read(self) -> None:
        cutter = LineCutter()
        try:
            while chunk := self._piece(self._output):
                at_s = self._time.now_s()
                for line in cutter.lines(chunk):
                    if self._bearable(line, at_s):
                        self._on_line(self, line, at_s)
        finally:  # a fault in whoever takes the lines must not look like a program that is silent
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=_LAST_WORDS_S)
            self._error_reader.join(timeout=_LAST_WORDS_S)
            self.ended = True
            self._on_end(self)

    def _read_errors(self) -> None:
        while chunk := self._piece(self._errors):
            self._tail = (self._tail + chunk)[-_TAIL_BYTES:]

    @staticmethod
    def _piece(fd: int) -> bytes:
        try:
            return os.read(fd, CHUNK)
        except (OSError, ValueError):
            return b""

    def _bearable(self, line: str, at_s: float) -> bool:
        if at_s - self._window_s > _WINDOW_S:
            self._window_s, self._in_window = at_s, 0
        self._in_window += 1
        if self._in_window <= MOST_LINES or line.startswith(_ALWAYS_HEARD):
            return True
        self.dropped += 1
        return False


def _fd(stream: IO[bytes] | None) -> int:
    if stream is None:
        raise StateError("a process started with pipes has them, got none")
    return stream.fileno()
