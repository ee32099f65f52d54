"""Cache folder: derived files, written atomically and shared by all processes."""

import fcntl
import os
import sys
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from typing import TypeVar

FOLDER_VARIABLE = "ZEITNOT_CACHE"
"""Environment variable that overrides the cache folder."""

PATIENCE_S = 30.0
"""Longest wait while another process makes the same file: many times as long as that takes."""

FOLDER_MODE = 0o700
"""Permissions of a cache folder that is made: what lies in it is opened again without asking whose it is."""

_PIECE = 1 << 20
"""Number of bytes read at once."""

_GLANCE_S = 0.05
"""Time between checks whether the other process is done."""

Opened = TypeVar("Opened")


def cache_folder() -> Path:
    """Return the cache folder: `$ZEITNOT_CACHE`, or `zeitnot` in the user's cache folder."""
    if named := os.environ.get(FOLDER_VARIABLE):
        return Path(named)
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if not base.is_absolute():
        try:
            base = Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")
        except RuntimeError as error:  # no home folder
            raise FileNotFoundError(str(error)) from error
    return base / "zeitnot"


def open_cached(
    name: str,
    make: Callable[[], bytes],
    *,
    opener: Callable[[str], Opened],
    from_bytes: Callable[[bytes], Opened],
) -> Opened:
    """Open the cached file of a name; it is made if it is missing or damaged.

    Where nothing can be written, or the file is still refused, its content is opened from memory.
    """
    make = cache(make)
    for _ in range(2):
        with suppress(OSError):
            path = cached_file(name, make)
            try:
                return opener(str(path))
            except (ValueError, RuntimeError):  # written by another version
                path.unlink(missing_ok=True)
    return from_bytes(make())


def cached_file(name: str, make: Callable[[], bytes]) -> Path:
    """Return the cached file of a name, made if missing or damaged; a killed process leaves no partial file.

    Where nothing can be written, an OSError is raised: the caller can do without a file.
    """
    path = cache_folder() / name
    if not _is_whole(path):
        path.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        with _locked(path.with_name(f".{name}.part")) as part:
            if not _is_whole(path):  # no other process has made it meanwhile
                _write(path, part, make())
    return path


def _write(path: Path, part: int, content: bytes) -> None:
    """Write the part file and its checksum, and rename it when all of it is on disk."""
    _sum_of(path).write_text(_sum([content]), encoding="ascii")
    with os.fdopen(os.dup(part), "wb") as file:
        file.write(content)
        # Not truncated before: without locks another process may have renamed this file already, and
        # others may have mapped it.
        file.truncate()
        file.flush()
        os.fsync(part)
    path.with_name(f".{path.name}.part").replace(path)


def _is_whole(path: Path) -> bool:
    """Return whether the file exists and matches its checksum."""
    try:
        with path.open("rb") as file:
            found = _sum(iter(partial(file.read, _PIECE), b""))
        return _sum_of(path).read_text(encoding="ascii") == found
    except (FileNotFoundError, ValueError):  # no checksum, or an invalid one
        return False


def _sum_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.sum")


def _sum(pieces: Iterable[bytes]) -> str:
    size = check = 0
    for piece in pieces:
        size += len(piece)
        check = zlib.crc32(piece, check)
    return f"{size} {check:08x}\n"


@contextmanager
def _locked(part: Path) -> Iterator[int]:
    """Open the part file for one process at a time; remains of a killed one are overwritten."""
    until_s = time.monotonic() + PATIENCE_S
    while True:
        handle = os.open(part, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o644)
        try:
            if _is_mine(handle, part):
                try:
                    yield handle
                finally:
                    if _is_at(handle, part):  # not renamed: nothing to do, or it failed
                        part.unlink()
                return
        finally:
            os.close(handle)  # which releases the lock
        if time.monotonic() > until_s:
            raise TimeoutError(f"{part} is in use")
        time.sleep(_GLANCE_S)


def _is_mine(handle: int, part: Path) -> bool:
    """Take the lock and return whether it is valid: the file was not renamed meanwhile."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks: others write the same bytes, and the sum is checked
        pass
    return _is_at(handle, part)


def _is_at(handle: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False
