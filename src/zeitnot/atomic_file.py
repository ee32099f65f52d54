"""Atomic files: a reader sees the old content or the new, never half of it, and what was written stays."""

import os
import uuid
from contextlib import suppress
from pathlib import Path

from zeitnot.errors import SettingError
from zeitnot.untrusted import cause_of

REPORT = "a report must go to"
"""Begins what is said of a report that cannot be written."""


def write_atomically(path: Path, data: str | bytes, *, rule: str = REPORT) -> None:
    """Write beside the file, then rename; what cannot be written is a SettingError that says why.

    Content and name are on the disk when this returns: a loss of power takes back neither.
    """
    beside: Path | None = None
    try:
        target = path.resolve()
        if target.exists() and not target.is_file():
            # Renaming onto a device or a pipe would replace it for everybody.
            raise SettingError(f"{rule} an ordinary file, got {str(path)!r}")
        # Another machine may write the same file, with the same process number.
        beside = target.with_name(f".{target.name}.{uuid.uuid4().hex}.part")
        with beside.open("wb") as file:
            file.write(data.encode() if isinstance(data, str) else data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(target)
        _sync(target.parent)
    except OSError as error:
        rule = f"{rule} a file that can be written ({cause_of(error)})"
        raise SettingError(f"{rule}, got {str(path)!r}") from error
    finally:
        if beside is not None:
            with suppress(OSError):
                beside.unlink(missing_ok=True)


def _sync(folder: Path) -> None:
    """Make the name of a new file as safe as its content."""
    with suppress(OSError):  # some file systems do this by themselves, and refuse
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
