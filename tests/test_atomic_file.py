"""Files appear whole or not at all."""

import os
from pathlib import Path

import pytest

from zeitnot.errors import SettingError
from zeitnot.report import write_atomically


def test_a_file_is_written_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    write_atomically(tmp_path / "report.txt", "Zeitnot ≤ 2 s")
    assert (tmp_path / "report.txt").read_text(encoding="utf-8") == "Zeitnot ≤ 2 s"
    assert [path.name for path in tmp_path.iterdir()] == ["report.txt"]


def test_a_link_keeps_pointing_to_the_file_that_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("old", encoding="utf-8")
    (tmp_path / "link.txt").symlink_to("real.txt")
    write_atomically(tmp_path / "link.txt", "new")
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text(encoding="utf-8") == "new"


def test_a_failed_write_leaves_the_old_file_alone(tmp_path: Path) -> None:
    target = tmp_path / "report.txt"
    target.write_text("old", encoding="utf-8")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(target, "\ud800")
    assert target.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("place", [".", "/dev/null"])
def test_folders_and_devices_are_not_replaced(place: str, tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="ordinary file"):
        write_atomically(tmp_path / place, "text")


def test_a_process_of_the_same_number_on_another_machine_is_not_in_the_way(tmp_path: Path) -> None:
    theirs = tmp_path / f".report.txt.{os.getpid()}.part"
    theirs.mkdir()  # stands for a file that they write just now
    write_atomically(tmp_path / "report.txt", "text")
    assert (tmp_path / "report.txt").read_text() == "text"
    assert theirs.exists()


def test_the_name_of_a_new_file_is_on_the_disk_before_anybody_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sync, synced = os.fsync, []

    def sync_and_note(handle: int) -> None:
        synced.append((os.readlink(f"/proc/self/fd/{handle}"), (tmp_path / "report.txt").exists()))
        sync(handle)

    monkeypatch.setattr(os, "fsync", sync_and_note)
    write_atomically(tmp_path / "report.txt", "text")
    (content, before), (folder, after) = synced
    assert content.endswith(".part")
    assert folder == str(tmp_path.resolve())
    assert (before, after) == (False, True)
