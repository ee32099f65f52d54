"""Output files: written whole or not at all."""

import os
from contextlib import suppress
from pathlib import Path

from zeitnot.errors import SettingError


def write_file(path: Path, data: bytes, *, option: str) -> None:
    """Write a file whole or not at all; what cannot be written is refused with the reason."""
    if path.exists() and not path.is_file():
        # Renaming onto a device or a pipe would replace it for everybody.
        raise SettingError(f"{option} must be an ordinary file, got {str(path)!r}")
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    except OSError as error:
        cause = (error.strerror or str(error)).lower()
        raise SettingError(
            f"{option} must be a file that can be written ({cause}), got {str(path)!r}"
        ) from error
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
