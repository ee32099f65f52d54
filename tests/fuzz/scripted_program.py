"""ScriptedProgram: another engine, played by a thread of this process: thousands of them take seconds."""

import os
import select
import subprocess
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import BinaryIO, cast

from zeitnot.games.streams import LineCutter

DIES = b"!"
"""Begins the answer of an engine that ends itself."""
_END_S = 60.0
"""Longest wait for the end of a thread; a busy machine is no finding."""


class ScriptedProgram:
    """An engine in a thread of this process, with pipes as a program has them."""

    pid = 0

    def __init__(self, introduction: bytes, searches: Sequence[bytes]) -> None:
        self._introduction, self._searches = introduction, iter(searches)
        commands, self.stdin = _pipe()
        self.stdout, answers = _pipe()
        self.stderr, silence = _pipe()
        silence.close()
        self._alarm, self._waker = _pipe()
        self._thread = threading.Thread(target=self._run, args=(commands, answers), daemon=True)
        self._thread.start()

    def wait(self, timeout: float | None = None) -> int:
        self._thread.join(timeout)
        if self._thread.is_alive():
            raise subprocess.TimeoutExpired("engine", timeout or 0.0)
        return 0

    def poll(self) -> int | None:
        return None if self._thread.is_alive() else 0

    def kill(self) -> None:
        if not self._waker.closed:
            self._waker.close()  # its other end is ready to be read then
            self._thread.join(_END_S)
            self._alarm.close()

    def _run(self, commands: BinaryIO, answers: BinaryIO) -> None:
        cutter = LineCutter()
        with commands, answers, suppress(BrokenPipeError):
            while True:
                ready = select.select([commands, self._alarm], [], [])[0]
                chunk = b"" if self._alarm in ready else os.read(commands.fileno(), 1 << 16)
                if not chunk:
                    return
                for line in cutter.lines(chunk):
                    answer = self._answer(line.split()[:1])
                    if answer is None:
                        return
                    answers.write(answer)

    def _answer(self, words: list[str]) -> bytes | None:
        match words:
            case ["uci"]:
                return self._introduction + b"\nuciok\n"
            case ["usi"]:
                return self._introduction + b"\nusiok\n"
            case ["isready"]:
                return b"readyok\n"
            case ["go"]:
                said = next(self._searches, b"")
                return None if said.startswith(DIES) else said + b"\nbestmove e2e4\n"
            case ["quit"]:
                return None
        return b""


def _pipe() -> tuple[BinaryIO, BinaryIO]:
    ends = os.pipe()
    return open(ends[0], "rb", buffering=0), open(ends[1], "wb", buffering=0)


class ScriptedGroup:
    """Stands for the group of a real program's processes."""

    introduction = b""
    searches: Sequence[bytes] = ()

    def __init__(self) -> None:
        self._program: ScriptedProgram | None = None

    def start(self, command: Sequence[str]) -> "subprocess.Popen[bytes]":
        self._program = ScriptedProgram(self.introduction, self.searches)
        return cast("subprocess.Popen[bytes]", self._program)

    def kill(self) -> None:
        if self._program is not None:
            self._program.kill()
