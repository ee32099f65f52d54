"""Disks: file systems in a file, with a quota, with few inodes, or gone in the middle of the work."""

import fcntl
import os
import shutil
import struct
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

SIZE = 128 << 20
"""Bytes of a disk; the file that holds it takes what is written to it."""
PATIENCE_S = 20.0
"""Longest that the system may take to let go of a disk."""
_SHUTDOWN = 0x8004587D
"""The ioctl by which ext4, XFS and others let go of a disk at once: every call is an input/output error."""
_WITHOUT_LOG = 2
"""What was not synced is lost."""
_MAKERS = {"ext4": ("mkfs.ext4", "-q", "-F"), "btrfs": ("mkfs.btrfs", "-q", "--mixed")}


@dataclass(slots=True, kw_only=True)
class Disk:
    """A folder on a disk of its own; all of it needs root."""

    folder: Path
    image: Path
    kind: str
    mounted: bool = False

    def attach(self) -> None:
        """Mount the disk, with all that was synced, in place of what is left of it."""
        self.detach()
        until_s = time.monotonic() + PATIENCE_S
        while _run("losetup", "--associated", str(self.image)) and time.monotonic() < until_s:
            time.sleep(0.05)
        _run("mount", "-o", "loop", str(self.image), str(self.folder))
        self.mounted = True

    def detach(self) -> None:
        """Take the disk away; whoever has a file open keeps it, and nobody finds the folder any more."""
        if self.mounted:
            _run("umount", "--lazy", str(self.folder))
            self.mounted = False

    def fail(self) -> None:
        """Let every further call end with an input/output error."""
        handle = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.ioctl(handle, _SHUTDOWN, struct.pack("I", _WITHOUT_LOG))
        finally:
            os.close(handle)

    def allow(self, size: int) -> None:
        """Set the quota to this many bytes more than are used."""
        _run("btrfs", "quota", "enable", str(self.folder))
        _run("sync", "--file-system", str(self.folder))
        used = sum(path.stat().st_blocks * 512 for path in self.folder.rglob("*"))
        _run("btrfs", "qgroup", "limit", str(used + size), str(self.folder))

    def allow_all(self) -> None:
        """Let the quota go; one that is used up can no longer be changed."""
        _run("btrfs", "quota", "disable", str(self.folder))


def can_make(kind: str) -> bool:
    """Return whether disks of a kind can be made and mounted here."""
    return (
        os.geteuid() == 0
        and Path("/dev/loop-control").exists()
        and shutil.which(_MAKERS[kind][0]) is not None
    )


@contextmanager
def disk(folder: Path, kind: str) -> Iterator[Disk]:
    """Make a disk with an empty folder; it is gone afterwards."""
    folder.mkdir()
    made = Disk(folder=folder, image=folder.with_name(f"{folder.name}.image"), kind=kind)
    with made.image.open("wb") as file:
        file.truncate(SIZE)
    _run(*_MAKERS[kind], str(made.image))
    try:
        made.attach()
        if kind == "ext4":
            (folder / "lost+found").rmdir()
        yield made
    finally:
        made.detach()
        made.image.unlink()


def _run(*words: str) -> bytes:
    return subprocess.run(words, check=True, capture_output=True).stdout  # noqa: S603 (tools of the system)
