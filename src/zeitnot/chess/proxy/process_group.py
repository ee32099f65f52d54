"""ProcessGroup: programs that end when this process ends, however it ends.

The leader of the group is a shell that waits for the end of its input. The other end of that pipe is held by
this process alone, so the system closes it however the process dies, SIGKILL included; the shell then kills
its group. It runs before any program joins, and a program joins between fork and exec, so there is no gap.
Linux could do the same with PR_SET_PDEATHSIG, but that signal comes with the end of the *thread* that started
the program, and setting it takes Python code between fork and exec, which is not safe with threads. This way
works on any POSIX system. A program that leaves its group, as a daemon does, is not killed.
"""

import contextlib
import os
import signal
import subprocess
from collections.abc import Sequence

_SHELL = "/bin/sh"
_WATCH = "trap '' HUP INT QUIT TERM; read -r _; kill -s KILL 0"
_REAP_S = 5.0
"""Wait for a killed process; only a broken disk could keep it this long."""


class ProcessGroup:
    """A process group with its watcher; killed by `kill` or by the end of this process."""

    def __init__(self) -> None:
        """Start the watcher."""
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
