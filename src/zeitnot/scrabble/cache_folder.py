"""Cache folder: files made once from others, whole or not at all, shared by every process."""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

FOLDER_VARIABLE = "ZEITNOT_CACHE"
"""Environment variable that names another folder."""


def cache_folder() -> Path:
    """Give the folder: `$ZEITNOT_CACHE`, or `zeitnot` in the user's cache folder."""
    if named := os.environ.get(FOLDER_VARIABLE):
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "zeitnot"


def cached_file(name: str, make: Callable[[], bytes]) -> Path:
    """Give the file of that name, made if it is not there; a killed maker leaves nothing half-made.

    Where nothing can be written, an OSError says so: who asked can do without a file.
    """
    path = cache_folder() / name
    if not path.exists():
        write_whole(path, make())
    return path


def write_whole(path: Path, content: bytes) -> None:
    """Write a file under another name first, so that nobody ever sees a part of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
