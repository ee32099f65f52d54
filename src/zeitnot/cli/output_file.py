"""Output files: written whole or not at all."""

import os
from pathlib import Path

from zeitnot.errors import SettingError


def write_file(path: Path, data: bytes, *, option: str) -> None:
    """Write a file whole or not at all; what cannot be written is refused with the reason."""
    from zeitnot.report.atomic_file import write_atomically

    write_atomically(path, data, rule=f"{option} must be")


def check_place(path: Path, option: str = "--output") -> None:
    """Refuse at once what could not be written after hours."""
    if path.is_dir() or not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise SettingError(f"{option} must be a file in a folder that can be written, got {str(path)!r}")
