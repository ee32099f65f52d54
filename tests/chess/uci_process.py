"""A real `zeitnot uci` or `zeitnot wrap` process: lines in, lines out, and no wait without an end."""

import contextlib
import os
import queue
import subprocess
import sys
import threading
from types import TracebackType
from typing import Self

PATIENCE_S = 60.0
"""Far more than anything takes, even on a machine that is busy with something else."""


class UciProcess:
    """Talks to the engine as an interface does. At the end of the context it must end cleanly."""

    def __init__(
        self,
        *arguments: str,
        command: str = "uci",
        environ: dict[str, str] | None = None,
        program: tuple[str, str] = ("-m", "zeitnot"),
    ) -> None:
        """Start the engine; another program does something before."""
        self.process = subprocess.Popen(
            [sys.executable, *program, command, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **(environ or {})},
        )
        self.stderr = b""
        self._syncs = 0
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._threads = [
            threading.Thread(target=self._read_output, daemon=True),
            threading.Thread(target=self._read_errors, daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                assert self.finish() == 0
        finally:
            self.process.kill()
            self._close()

    def send(self, *lines: str) -> None:
        """Send lines in one piece."""
        self.send_bytes("".join(f"{line}\n" for line in lines).encode())

    def send_bytes(self, data: bytes) -> None:
        """Send anything."""
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def end_input(self) -> None:
        """Close the engine's input."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    def until(self, begin: str) -> list[str]:
        """Return the lines up to and including the one that starts with `begin`."""
        lines: list[str] = []
        while True:
            line = self._lines.get(timeout=PATIENCE_S)
            assert line is not None, (
                f"the engine ended before {begin!r}; it said {lines[-5:]} {self.stderr!r}"
            )
            lines.append(line)
            if line.startswith(begin):
                return lines

    def ask(self, *lines: str, until: str) -> list[str]:
        """Send, and read the answer."""
        self.send(*lines)
        return self.until(until)

    def ready(self) -> list[str]:
        """Send `isready` and return the lines before the answer."""
        return self.ask("isready", until="readyok")[:-1]

    def sync(self) -> list[str]:
        """Read all that was said up to here, however many answers to `isready` are among it."""
        self._syncs += 1
        lines = self.ask(f"sync-{self._syncs}", until="info string a command must be one of")
        while not lines[-1].endswith(f"got 'sync-{self._syncs}'"):
            lines += self.until("info string a command must be one of")
        return lines[:-1]

    def best_move(self, *lines: str) -> str:
        """Send, and read the best move."""
        return self.ask(*lines, until="bestmove")[-1].split()[1]

    def rest(self) -> list[str]:
        """Read to the end of the output."""
        lines = []
        while (line := self._lines.get(timeout=PATIENCE_S)) is not None:
            lines.append(line)
        return lines

    def finish(self) -> int:
        """Send `quit`, wait for the end and return the exit code."""
        assert self.process.stdin is not None
        if not self.process.stdin.closed:
            with contextlib.suppress(BrokenPipeError):
                self.send("quit")
        code = self.process.wait(timeout=PATIENCE_S)
        self._close()
        assert self.stderr == b""
        return code

    def _close(self) -> None:
        self.process.wait(timeout=PATIENCE_S)
        for thread in self._threads:
            thread.join(timeout=PATIENCE_S)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream is not None
            with contextlib.suppress(BrokenPipeError):
                stream.close()

    def _read_output(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.decode("utf-8").rstrip("\n"))
        self._lines.put(None)

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        self.stderr = self.process.stderr.read()


def count(lines: list[str], begin: str) -> int:
    """Return the number of lines that start with `begin`."""
    return sum(line.startswith(begin) for line in lines)


def number(line: str, word: str) -> int:
    """Return the number after a word."""
    words = line.split()
    return int(words[words.index(word) + 1])
