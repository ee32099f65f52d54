"""Shards that workers write themselves: where they see the marker, and safe before they are told."""

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tests.lab.tiny_tasks import SETTINGS, made_up
from zeitnot.errors import SettingError
from zeitnot.lab import Kept, ShardStore, missing_numbers
from zeitnot.lab.store.node_shards import SHARD_POSITIONS, NodeShards
from zeitnot.learning import read_data


def opened(folder: Path) -> ShardStore:
    return ShardStore(folder, game="chess", settings=SETTINGS)


def node(store: ShardStore) -> NodeShards:
    shards = store.share().opened()
    assert shards is not None
    return shards


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.source("M29.scale")
def test_what_a_worker_tells_is_in_a_file_by_then(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        shards = node(store)
        for number in range(SHARD_POSITIONS + 2):
            assert shards.kept(made_up(number)) == Kept(number=number)
            assert read_data(tmp_path).traces == tuple(map(made_up, range(number + 1)))
    assert len(names(tmp_path)) == 2
    assert read_data(tmp_path).settings == SETTINGS


def test_a_file_and_its_name_are_safe_before_the_number_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sync, synced = os.fsync, []

    def sync_and_note(handle: int) -> None:
        synced.append(os.readlink(f"/proc/self/fd/{handle}"))
        sync(handle)

    with opened(tmp_path) as store:
        shards = node(store)
        monkeypatch.setattr(os, "fsync", sync_and_note)
        shards.kept(made_up(0))
    assert [Path(each).suffix for each in synced] == [".part", ""]
    assert synced[-1] == str(tmp_path.resolve())


def test_workers_do_not_write_each_others_files(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        shared = store.share()
        workers = [shared.opened() for _ in range(3)]
        for worker in workers:
            assert worker is not None
            worker.kept(made_up(5))  # the same one, as after a task that was thought to be lost
    assert len(names(tmp_path)) == 3
    assert read_data(tmp_path).traces == (made_up(5),)


def test_a_worker_that_does_not_see_the_marker_writes_nothing(tmp_path: Path) -> None:
    with opened(tmp_path / "other") as store, opened(tmp_path / "data") as own:
        shared = own.share()
        assert shared.opened() is not None
        store.share()  # the marker of another folder is another one
        (tmp_path / "data" / shared.marker).unlink()
        assert shared.opened() is None


def test_a_game_goes_to_the_one_file_that_it_has_whoever_writes_it(tmp_path: Path) -> None:
    turns = tuple(replace(made_up(ply), number=2000 + ply, game_number=2) for ply in range(3))
    settings = {**SETTINGS, "whole_games": True}
    with (
        ShardStore(tmp_path / "here", game="chess", settings=settings) as here,
        ShardStore(tmp_path / "there", game="chess", settings=settings) as there,
    ):
        here.add(turns)
        for shards in (node(there), node(there)):
            there.add(shards.kept(turns))
        assert here.numbers == there.numbers == {2}
    name = "games-000002.parquet"
    assert names(tmp_path / "here") == names(tmp_path / "there") == [name]
    assert (tmp_path / "here" / name).read_bytes() == (tmp_path / "there" / name).read_bytes()


def test_what_a_worker_cannot_write_travels(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with opened(folder) as store:
        shards = node(store)
        shutil.rmtree(folder)
        assert shards.kept(made_up(0)) == made_up(0)
        folder.mkdir()
        assert shards.kept(made_up(1)) == Kept(number=1)
        assert read_data(folder).traces == (made_up(1),)


def test_the_marker_goes_with_the_run_and_one_that_was_left_with_the_next(tmp_path: Path) -> None:
    (tmp_path / ".shared-by-a-run-that-was-killed").touch()
    with opened(tmp_path) as store:
        shared = store.share()
        assert names(tmp_path) == [shared.marker]
        assert store.share().marker != shared.marker
        assert len(names(tmp_path)) == 1
        store.add(made_up(0))
    assert names(tmp_path) == ["positions-000000.parquet"]


def test_a_folder_that_cannot_be_marked_is_refused(tmp_path: Path) -> None:
    with opened(tmp_path / "data") as store:
        (tmp_path / "data").rmdir()
        with pytest.raises(SettingError, match="must go to a folder that can be written"):
            store.share()


def test_a_run_that_recorded_nothing_ends_well_though_a_worker_left_something(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with opened(folder) as store:
        node(store).kept(made_up(0))  # and is killed before it tells
    assert read_data(folder).traces == (made_up(0),)
    with opened(tmp_path / "empty") as store:
        store.share()
    assert names(tmp_path) == ["data"]


@pytest.mark.source("M29.scale")
def test_a_data_set_goes_on_with_what_workers_have_written(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        shards = node(store)
        for number in range(0, SHARD_POSITIONS, 2):
            kept = shards.kept(made_up(number))
            store.add(kept)
            assert number in store.numbers
    with opened(tmp_path) as store:
        missing = missing_numbers(store, SHARD_POSITIONS)
        assert missing == list(range(1, SHARD_POSITIONS, 2))
        for number in missing:
            store.add(made_up(number))
        assert not store._open  # nothing is held of a shard whose other positions workers have
    assert len(names(tmp_path)) == 2
    assert read_data(tmp_path).traces == tuple(map(made_up, range(SHARD_POSITIONS)))
