"""Atomic files: a reader sees the old content or the new, never half of it."""

import os
from pathlib import Path

from zeitnot.errors import SettingError


def write_atomically(path: Path, text: str) -> None:
    """Write beside the file, then rename; what cannot be written is a SettingError that says why."""
    target = path.resolve()
    if target.exists() and not target.is_file():
        # Renaming onto a device or a pipe would replace it for everybody.
        raise SettingError(f"a report must go to an ordinary file, got {str(path)!r}")
    beside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(target)
    except OSError as error:
        cause = (error.strerror or str(error)).lower()
        raise SettingError(
            f"a report must go to a file that can be written ({cause}), got {str(path)!r}"
        ) from error
    finally:
        beside.unlink(missing_ok=True)
