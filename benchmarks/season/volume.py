"""Volumes: small file systems in memory, which can be full or read-only for a while."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOMY = 256 << 20
"""Bytes of a volume that is not full."""
MANY = 1 << 16
"""Files of a volume that is not full."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Volume:
    """A folder, with a file system of its own where root may mount one."""

    folder: Path
    is_mounted: bool

    def leave_room(self, size: int) -> None:
        """Leave room for this many bytes more."""
        used = sum(path.stat().st_size for path in self.folder.rglob("*") if path.is_file())
        _mount("-o", f"remount,size={used + size}", str(self.folder))

    def leave_files(self, count: int) -> None:
        """Let this many files and folders more be made."""
        there = 1 + sum(1 for _ in self.folder.rglob("*"))
        _mount("-o", f"remount,nr_inodes={there + count}", str(self.folder))

    def freeze(self) -> None:
        """Let nobody write."""
        _mount("-o", "remount,ro", str(self.folder))

    def restore(self) -> None:
        """Leave much room, and let everybody write."""
        if self.is_mounted:
            _mount("-o", f"remount,rw,size={ROOMY},nr_inodes={MANY}", str(self.folder))


@contextmanager
def volume(folder: Path) -> Iterator[Volume]:
    """Make a folder with a file system of its own if that is possible here; it is gone afterwards."""
    folder.mkdir()
    mounted = _mount("-t", "tmpfs", "-o", f"size={ROOMY}", "tmpfs", str(folder))
    try:
        yield Volume(folder=folder, is_mounted=mounted)
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)  # noqa: S603, S607 (our own mount)


def _mount(*words: str) -> bool:
    try:
        return not subprocess.run(["mount", *words], check=False, capture_output=True).returncode  # noqa: S603, S607
    except FileNotFoundError:
        return False
