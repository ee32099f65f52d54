"""The place of a run: where it and its games lie, and the lock that one process at a time has on it."""

import fcntl
import os
from pathlib import Path

from zeitnot.errors import StateError

SUFFIX = ".run"
"""Suffix of the files that hold runs."""


class RunLock:
    """Held as long as the process lives; a process that was killed holds nothing.

    The file itself is locked, not its name: a link to it, symbolic or hard, is no way around. SQLite has
    locks of another kind on the same file, and the two do not meet.
    """

    def __init__(self, run: Path) -> None:
        """Take the lock of a run that is there, or raise a StateError."""
        self._fd = os.open(run, os.O_RDONLY | os.O_CLOEXEC)
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self.release()
            raise StateError(
                f"a run must be written by one process at a time, got another for {str(run)!r}"
            ) from error

    def release(self) -> None:
        """Release it, after all that was written with it is closed."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1
