"""EngineProcess: a line-oriented program run as a child process."""

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
"""A program that has not read its input for this long, with 64 kB waiting, has stopped reading."""
_TAIL_BYTES = 2_000
"""Number of bytes kept from the end of a program's standard error."""
_LAST_WORDS_S = 0.2
"""Wait for the exit and standard error of a program whose output has ended."""
_WINDOW_S = 0.1
MOST_LINES = 1_000
"""Most lines per tenth of a second; the rest is dropped. Real engines write a few hundred at most."""
_ALWAYS_HEARD = ("bestmove", "readyok", "uciok")
_REAP_S = 5.0
"""Wait for a killed program; only a broken disk could keep it this long."""

OnLine = Callable[["EngineProcess", str, float], None]
OnEnd = Callable[["EngineProcess"], None]


class EngineProcess:
    """One run of a program. A thread passes on its lines with the time each arrived.

    Nothing is queued: a program that writes faster than its lines are handled blocks on its pipe.
    """

    def __init__(self, command: Sequence[str], *, on_line: OnLine, on_end: OnEnd, time: TimeSource) -> None:
        """Start the program; a failure raises an EngineFaultError."""
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
        self._error_reader.start()  # first, because the other thread joins it at the end
        self._reader.start()

    @property
    def pid(self) -> int:
        """Process id."""
        return self._process.pid

    def send(self, *lines: str) -> bool:
        """Send lines in one write; return whether the program took them."""
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
                except (OSError, ValueError):  # it has exited
                    return False
        return not data

    def begin_count(self) -> None:
        """Reset the line count: quick searches one after the other are not a flood."""
        self._in_window = 0

    def kill(self) -> None:
        """Kill the program and everything it started; does nothing when it has ended."""
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
        """Send `quit`, and kill the program when it does not exit."""
        self.send("quit")
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=patience_s)
        self.kill()

    def last_words(self) -> str:
        """Return how the program ended, with the last line of its standard error; empty while it runs."""
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
        finally:  # an error in the callback must not look like a silent program
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
