"""ResumedRuns: runs that a page plays on, each in a process of its own."""

import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import IO

from zeitnot.errors import SettingError
from zeitnot.lab import MatchPlan, engine_commands

MOST_AT_ONCE = 2
"""Runs that are played on at the same time: a match takes all cores."""
_LAST_WORDS = 400


class ResumedRuns:
    """Starts `zeitnot resume`; the process goes on without this server, and its run keeps every game."""

    def __init__(self) -> None:
        """Nothing is played yet."""
        self._lock = threading.Lock()
        self._running: set[Path] = set()
        self._failures: dict[Path, str] = {}

    def start(self, run: Path, plan: MatchPlan) -> None:
        """Play a run on, if its engines are what their names mean on this machine."""
        other = [each for each in engine_commands(plan) if not each.is_as_named]
        if other:
            raise SettingError(
                "engines of a run must be what their names mean on this machine; `zeitnot resume --trust` "
                f"starts others, got {other[0].text[:200]!r}"
            )
        with self._lock:
            if run in self._running or len(self._running) >= MOST_AT_ONCE:
                raise SettingError(f"at most {MOST_AT_ONCE} runs are played on at once, got one more")
            self._failures.pop(run, None)
            said = tempfile.TemporaryFile()  # noqa: SIM115 (closed when the process has ended)
            process = subprocess.Popen(  # noqa: S603 (this program, with a path of the served folder)
                [sys.executable, "-m", "zeitnot", "resume", str(run.resolve())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=said,
                start_new_session=True,
            )
            self._running.add(run)
        threading.Thread(target=self._follow, args=(run, process, said), daemon=True).start()

    def failure(self, run: Path) -> str:
        """Return the last words of a process that could not play a run on; empty if it could."""
        with self._lock:
            return self._failures.get(run, "")

    def _follow(self, run: Path, process: "subprocess.Popen[bytes]", said: IO[bytes]) -> None:
        """Wait for the end of a process and keep its last words if it failed."""
        code = process.wait()
        with self._lock, said:
            self._running.discard(run)
            if code not in (0, 130):
                said.seek(0)
                words = said.read().decode("utf-8", "replace").strip().splitlines()
                self._failures[run] = words[-1][:_LAST_WORDS] if words else f"it ended with {code}"
