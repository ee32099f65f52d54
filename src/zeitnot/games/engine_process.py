"""EngineProcess: a line-oriented program, found by its name and run as a child process."""

import contextlib
import difflib
import fcntl
import os
import select
import shlex
import shutil
import signal
import subprocess
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

from zeitnot.clocks import TimeSource
from zeitnot.errors import EngineFaultError, SettingError, StateError
from zeitnot.games.streams import CHUNK, LineCutter
from zeitnot.untrusted import cause_of

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


def command_of(text: str) -> tuple[str, ...]:
    """Return the words of a command line, its program found; a SettingError says why it cannot be run."""
    try:
        return tuple(resolved_command(shlex.split(text)))
    except ValueError as error:
        raise SettingError(str(error)) from error


def _cause(program: str, folders: str) -> str:
    path = Path(program)
    with contextlib.suppress(OSError):  # a name that is too long for any file
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


_SHELL = "/bin/sh"
_WATCH = "trap '' HUP INT QUIT TERM; read -r _; kill -s KILL 0"
_REAP_S = 5.0
"""Wait for a killed process; only a broken disk could keep it this long."""


class ProcessGroup:
    """Programs that end when this process ends, however it ends, or by `kill`.

    The leader of the group is a shell that waits for the end of its input. The other end of that pipe is held
    by this process alone, so the system closes it however the process dies, SIGKILL included; the shell then
    kills its group. It runs before any program joins, and a program joins between fork and exec, so there is
    no gap. Linux could do the same with PR_SET_PDEATHSIG, but that signal comes with the end of the *thread*
    that started the program, and setting it takes Python code between fork and exec, which is not safe with
    threads. This way works on any POSIX system. A program that leaves its group, as a daemon does, is not
    killed.
    """

    def __init__(self) -> None:
        # A group of its own: Ctrl-C reaches only this process, and a script's children end with the script.
        self._leader = subprocess.Popen(  # noqa: S603 (a fixed command)
            [_SHELL, "-c", _WATCH],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            process_group=0,
        )

    def start(self, command: Sequence[str]) -> "subprocess.Popen[bytes]":
        """Start a program in the group, with pipes for all its streams."""
        return subprocess.Popen(  # noqa: S603 (the user names the program)
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            process_group=self._leader.pid,
        )

    def kill(self) -> None:
        """Kill the watcher and all programs of the group; does nothing when they have ended."""
        if self._leader.returncode is None:  # not reaped, so the process id is still its own
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._leader.pid, signal.SIGKILL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._leader.wait(timeout=_REAP_S)
        if self._leader.stdin is not None:
            with contextlib.suppress(OSError):
                self._leader.stdin.close()


_SEND_S = 0.2
"""A program that has not read its input for this long, with 64 kB waiting, has stopped reading."""
_TAIL_BYTES = 2_000
"""Number of bytes kept from the end of a program's standard error."""
_LAST_WORDS_S = 0.2
"""Wait for the exit and standard error of a program whose output has ended."""
_WINDOW_S = 0.1
MOST_LINES = 1_000
"""Most lines per tenth of a second; the rest is dropped. Real engines write a few hundred at most."""
UCI_ANSWERS = ("bestmove", "readyok", "uciok")
"""Beginnings of the lines that a UCI engine owes; they are never dropped."""

OnLine = Callable[["EngineProcess", str, float], None]
OnEnd = Callable[["EngineProcess"], None]


class EngineProcess:
    """One run of a program. A thread passes on its lines with the time each arrived.

    Nothing is queued: a program that writes faster than its lines are handled blocks on its pipe.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        on_line: OnLine,
        on_end: OnEnd,
        time: TimeSource,
        answers: tuple[str, ...] = UCI_ANSWERS,
    ) -> None:
        """Start the program; a failure raises an EngineFaultError. Lines that begin with `answers` always
        pass."""
        self.dropped = 0
        self._answers = answers
        self.ended = False
        self.heard_s = self.free_s = self.busy_from_s = 0.0
        self._on_line, self._on_end, self._time = on_line, on_end, time
        self._tail = b""
        self._window_s, self._in_window = 0.0, 0
        self._sending = threading.Lock()
        self._group = ProcessGroup()
        try:
            self._process = self._group.start(command)
        except (OSError, ValueError) as error:
            self._group.kill()
            rule = f"an engine must be a program that can be run ({cause_of(error)})"
            raise EngineFaultError(f"{rule}, got {command[0]!r}", kind="missing") from error
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
            while chunk := self._next_piece():
                at_s = self.heard_s
                for line in cutter.lines(chunk):
                    if self._bearable(line, at_s):
                        self._on_line(self, line, at_s)
        finally:  # an error in the callback must not look like a silent program
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=_LAST_WORDS_S)
            self._error_reader.join(timeout=_LAST_WORDS_S)
            self.ended = True
            self._on_end(self)

    def _next_piece(self) -> bytes:
        """Read on, and note when the last piece came, when its lines were handled and when this one came."""
        self.busy_from_s, self.free_s = self.heard_s, self._time.now_s()
        chunk = self._piece(self._output)
        self.heard_s = self._time.now_s()
        return chunk

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
        if self._in_window <= MOST_LINES or line.startswith(self._answers):
            return True
        self.dropped += 1
        return False


def _fd(stream: IO[bytes] | None) -> int:
    if stream is None:
        raise StateError("a process started with pipes has them, got none")
    return stream.fileno()
