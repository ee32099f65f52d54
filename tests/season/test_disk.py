"""A disk that fails in the middle of the work, and is there again with what was synced."""

import errno
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.season.disk import Disk, can_make, disk


@pytest.fixture
def failing(tmp_path: Path) -> Iterator[Disk]:
    if not can_make("ext4"):
        pytest.skip("root alone can make disks")
    try:
        made = disk(tmp_path / "disk", "ext4")
        opened = made.__enter__()
    except subprocess.CalledProcessError:
        pytest.skip("nothing can be mounted here")
    try:
        yield opened
    finally:
        made.__exit__(None, None, None)


def test_a_failed_disk_refuses_every_call_and_comes_back_with_what_was_synced(failing: Disk) -> None:
    path = failing.folder / "kept"
    with path.open("wb") as file:
        file.write(b"synced")
        file.flush()
        os.fsync(file.fileno())
        failing.fail()
        with pytest.raises(OSError, match=os.strerror(errno.EIO)):
            os.fsync(file.fileno())
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        (failing.folder / "new").touch()
    failing.attach()
    assert path.read_bytes() == b"synced"


def test_an_unmounted_disk_is_an_empty_folder_until_it_is_back(failing: Disk) -> None:
    (failing.folder / "kept").write_bytes(b"there")
    failing.detach()
    assert not any(failing.folder.iterdir())
    failing.attach()
    assert (failing.folder / "kept").read_bytes() == b"there"
