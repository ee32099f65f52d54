"""Disks after a loss of power: what was synced is there, and of the rest anything may be."""

import sys
from pathlib import Path
from random import Random

import pytest

from benchmarks.season.disk_log import Call, Disk, is_traceable, told_before, traced
from benchmarks.season.power_loss import power_loss
from benchmarks.season.slices import Slice

HOME = Path("/home/of/files")


def call(name: str, file: str, **more: object) -> Call:
    return Call(name=name, path=str(HOME / file if file else HOME), **more)  # type: ignore[arg-type]


def created(file: str, data: bytes = b"new") -> list[Call]:
    return [
        call("openat", file, handle=5, flags="O_WRONLY|O_CREAT|O_TRUNC, 0666"),
        call("write", file, handle=5, data=data),
    ]


def disks(calls: list[Call], folder: Path, count: int = 60) -> set[tuple[tuple[str, bytes], ...]]:
    """Return the disks that may remain, each as the names and contents of its files."""
    disk = Disk(HOME)
    for each in calls:
        disk.play(each)
    found = set()
    for number in range(count):
        root = folder / str(number)
        root.mkdir(parents=True)
        disk.write_crashed(root, Random(number))
        found.add(tuple(sorted((path.name, path.read_bytes()) for path in root.iterdir())))
    return found


def test_a_file_that_was_not_synced_may_be_gone_empty_or_whole(tmp_path: Path) -> None:
    assert disks(created("a"), tmp_path) == {(), (("a", b""),), (("a", b"new"),)}


def test_a_file_whose_folder_was_not_synced_may_have_lost_its_name(tmp_path: Path) -> None:
    assert disks([*created("a"), call("fsync", "a")], tmp_path) == {(), (("a", b"new"),)}


def test_what_was_synced_with_its_folder_is_there(tmp_path: Path) -> None:
    calls = [*created("a"), call("fsync", "a"), call("fsync", "")]
    assert disks(calls, tmp_path) == {(("a", b"new"),)}


def test_a_file_that_is_renamed_before_it_is_synced_may_be_empty_under_its_new_name(tmp_path: Path) -> None:
    calls = [*created("a.part"), call("rename", "a.part", other=str(HOME / "a")), call("fsync", "")]
    assert (("a", b""),) in disks(calls, tmp_path)


def test_a_removed_file_may_come_back(tmp_path: Path) -> None:
    calls = [*created("a"), call("fsync", "a"), call("fsync", ""), call("unlink", "a")]
    assert disks(calls, tmp_path) == {(), (("a", b"new"),)}


def test_later_writes_may_be_there_without_earlier_ones_and_torn(tmp_path: Path) -> None:
    first = [*created("a", b"-" * 1024), call("fsync", "a"), call("fsync", "")]
    writes = [call("pwrite64", "a", handle=5, data=bytes([65 + n]) * 1024, offset=1024 * n) for n in (0, 1)]
    found = {content for ((_, content),) in disks([*first, *writes], tmp_path, count=400)}
    assert b"-" * 1024 + b"B" * 1024 in found
    assert b"A" * 512 + b"-" * 512 in found


@pytest.mark.skipif(not is_traceable(), reason="strace is not installed")
def test_the_calls_of_a_real_process_are_read(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    code = f"""
import os
with open({str(home / "a.part")!r}, "wb") as file:
    file.write(b"one\\ntwo\\x00")
    file.flush()
    os.fsync(file.fileno())
os.rename({str(home / "a.part")!r}, {str(home / "a")!r})
print("kept 7", flush=True)
folder = os.open({str(home)!r}, os.O_RDONLY)
os.fsync(folder)
"""
    calls = traced([sys.executable, "-c", code], tmp_path / "calls")
    disk = Disk(home)
    for each in calls:
        disk.play(each)
    root = tmp_path / "after"
    root.mkdir()
    disk.write_crashed(root, Random(1))
    assert {path.name: path.read_bytes() for path in root.iterdir()} == {"a": b"one\ntwo\x00"}
    assert list(told_before(calls, len(calls))) == ["kept 7"]


@pytest.mark.skipif(not is_traceable(), reason="strace is not installed")
@pytest.mark.parametrize("seed", [0, 1, 2], ids=["run", "shards", "file"])
def test_stores_keep_what_they_told_through_a_loss_of_power(seed: int, tmp_path: Path) -> None:
    found = power_loss(Slice(seed=seed, seconds=0.0, folder=tmp_path))
    assert found.findings == ()
    assert found.counts["checks"] >= 40
