"""RunLock: one process at a time adds games to a run."""

import fcntl
import os
from pathlib import Path

from zeitnot.errors import StateError


class RunLock:
    """Held as long as the process lives; a process that was killed holds nothing."""

    def __init__(self, run: Path) -> None:
        """Take the lock of a run, or raise a StateError."""
        self._path = run.with_name(f".{run.name}.lock")
        self._fd = -1
        while self._fd < 0:
            fd = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                os.close(fd)
                raise StateError(
                    f"a run must be written by one process at a time, got another for {str(run)!r}"
                ) from error
            if self._is_named(fd):
                self._fd = fd
            else:  # the one who had it has taken the file away meanwhile
                os.close(fd)

    def release(self) -> None:
        """Give it back."""
        if self._fd >= 0:
            self._path.unlink(missing_ok=True)
            os.close(self._fd)
            self._fd = -1

    def _is_named(self, fd: int) -> bool:
        """Tell whether the file that was locked is the one that others will find."""
        try:
            return os.path.samestat(os.fstat(fd), os.stat(self._path))
        except FileNotFoundError:
            return False
