"""ProcessGroup: programs that end when this process ends, however it ends.

The leader of the group is a shell that waits for the end of its input. The other end of that pipe is held by
this process alone, so the system closes it at any death, SIGKILL included; the shell then kills its group. It
runs before any program joins, and a program joins between fork and exec, so there is no moment in between.
Linux could do the same with PR_SET_PDEATHSIG, but that signal comes with the end of the *thread* that started
the program, and it would have to be asked for in Python code between fork and exec, which is not safe beside
threads. Any POSIX system has what is used here. A program that leaves its group by itself, as a daemon does,
is not held.
"""

import contextlib
import os
import signal
import subprocess
from collections.abc import Sequence

_SHELL = "/bin/sh"
_WATCH = "trap '' HUP INT QUIT TERM; read -r _; kill -s KILL 0"
_REAP_S = 5.0
"""A killed process is gone in a moment; only a broken disk could keep it longer."""


class ProcessGroup:
    """A group with its watcher; ended by `kill`, or by the end of this process."""

    def __init__(self) -> None:
        """Start the watcher."""
        # A group of its own: Ctrl-C at a terminal is for us, and a script's children end with it.
        self._leader = subprocess.Popen(  # noqa: S603 (words of our own)
            [_SHELL, "-c", _WATCH],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            process_group=0,
        )

    def start(self, command: Sequence[str]) -> "subprocess.Popen[bytes]":
        """Start a program in the group, with pipes for all its streams."""
        return subprocess.Popen(  # noqa: S603 (to start what the user names is the point)
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            process_group=self._leader.pid,
        )

    def kill(self) -> None:
        """End the watcher and all programs of the group, now; harmless when they have ended."""
        if self._leader.returncode is None:  # not reaped, so that the number is nobody else's
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._leader.pid, signal.SIGKILL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._leader.wait(timeout=_REAP_S)
        if self._leader.stdin is not None:
            with contextlib.suppress(OSError):
                self._leader.stdin.close()
