"""Data runs on real processes: interrupted, killed, resumed, and the same data set each time."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.lab.tiny_tasks import SETTINGS, HereAndNow, SharingTask, TinyTask, made_up
from zeitnot.errors import DataError, SettingError, StateError
from zeitnot.lab import (
    DataRun,
    Done,
    Event,
    Fleet,
    Kept,
    LocalTasks,
    Lost,
    ShardStore,
    missing_numbers,
)
from zeitnot.lab.store.node_shards import SHARD_POSITIONS
from zeitnot.learning import read_data, read_head

POSITIONS = 2 * SHARD_POSITIONS + 6


def recorded(
    folder: Path,
    positions: int = POSITIONS,
    task: TinyTask | None = None,
    *,
    processes: int = 0,
    stop_after: int | None = None,
) -> DataRun:
    """Record on so many processes, or here and now; a stop comes after so many events."""
    told: list[Event] = []
    chosen = task or TinyTask()
    fleet: Fleet = LocalTasks(chosen.make, processes=processes) if processes else HereAndNow(chosen)
    with ShardStore(folder, game="chess", settings=SETTINGS) as store, contextlib.closing(fleet):
        run = DataRun(
            store=store,
            fleet=fleet,
            positions=positions,
            on_event=told.append,
            is_stopped=lambda: stop_after is not None and len(told) >= stop_after,
        )
        run.run()
        run.close()
    return run


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the data set of a run that nothing happened to."""
    folder: Path = tmp_path_factory.mktemp("whole")
    assert recorded(folder).is_complete
    return folder


@pytest.mark.source("M29.scale")
def test_a_run_leaves_every_position_in_shards_and_nothing_else(whole: Path) -> None:
    data = read_data(whole)
    assert data.traces == tuple(made_up(number) for number in range(POSITIONS))
    assert data.settings == SETTINGS
    assert sorted(files(whole)) == [f"positions-{first:06d}.parquet" for first in (0, 32, 64)]


@pytest.mark.source("M29.scale")
@pytest.mark.parametrize(("stop_after", "processes"), [(0, 0), (1, 0), (40, 2)])
def test_an_interrupted_run_goes_on_and_leaves_the_same_files(
    stop_after: int, processes: int, whole: Path, tmp_path: Path
) -> None:
    assert not recorded(tmp_path, stop_after=stop_after, processes=processes).is_complete
    kept = len(read_data(tmp_path).traces) if files(tmp_path) else 0
    assert stop_after <= kept < POSITIONS
    assert recorded(tmp_path).is_complete
    assert files(tmp_path) == files(whole)


@pytest.mark.source("M29.scale")
def test_a_killed_worker_loses_nothing(whole: Path, tmp_path: Path) -> None:
    fatal = tmp_path / "fatal"
    fatal.touch()
    run = recorded(tmp_path / "data", task=TinyTask(kill_once=fatal), processes=2)
    assert run.is_complete
    assert "ended with -9" in run.words
    assert files(tmp_path / "data") == files(whole)


@pytest.mark.source("M29.scale")
def test_workers_that_share_the_folder_write_and_one_that_is_killed_before_it_tells_does_no_harm(
    whole: Path, tmp_path: Path
) -> None:
    fatal, folder = tmp_path / "fatal", tmp_path / "data"
    fatal.touch()
    told: list[Event] = []
    with ShardStore(folder, game="chess", settings=SETTINGS) as store:
        task = SharingTask(shared=store.share(), kill_written=fatal)
        with LocalTasks(task.make, processes=2) as fleet:
            run = DataRun(store=store, fleet=fleet, positions=POSITIONS, on_event=told.append)
            run.run()
        assert run.is_complete
    results = [event.result for event in told if isinstance(event, Done)]
    assert sorted(results, key=repr) == sorted(map(_kept, range(POSITIONS)), key=repr)
    (lost,) = [event.number for event in told if isinstance(event, Lost)]
    twice = [path for path in folder.iterdir() if lost in read_head(path).numbers]
    assert len(twice) == 2  # by who was killed, and by who did it again
    assert read_data(folder) == read_data(whole)


def _kept(number: int) -> Kept:
    return Kept(number=number)


DRIVER = """
import sys
from pathlib import Path
from tests.lab.tiny_tasks import SETTINGS, SharingTask
from zeitnot.lab import DataRun, Done, LocalTasks, ShardStore

if __name__ == "__main__":
    with ShardStore(Path(sys.argv[1]), game="chess", settings=SETTINGS) as store:
        with LocalTasks(SharingTask(shared=store.share()).make, processes=1) as fleet:
            say = lambda event: print(event.number, flush=True)
            DataRun(store=store, fleet=fleet, positions=10**6, on_event=say).run()
"""


@pytest.mark.source("M29.scale")
def test_a_killed_run_loses_nothing_that_workers_have_written(tmp_path: Path) -> None:
    (tmp_path / "driver.py").write_text(DRIVER)
    folder = tmp_path / "data"
    command = [sys.executable, str(tmp_path / "driver.py"), str(folder)]
    environment = {**os.environ, "PYTHONPATH": os.getcwd()}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as driver:
        assert driver.stdout is not None
        told = [int(driver.stdout.readline()) for _ in range(5)]
        driver.kill()
        told += [int(line) for line in driver.stdout if line.endswith("\n")]
    with ShardStore(folder, game="chess", settings=SETTINGS) as store:
        kept = len(store.numbers)
        assert store.numbers >= set(told)
    # The one that was under way may be written by now.
    assert len(read_data(folder).traces) >= kept
    assert recorded(folder, positions=kept + 4).is_complete
    assert read_data(folder).traces[: kept + 4] == tuple(map(made_up, range(kept + 4)))


def test_more_positions_can_be_asked_for_later(whole: Path, tmp_path: Path) -> None:
    recorded(tmp_path, positions=3)
    recorded(tmp_path)
    assert files(tmp_path) == files(whole)


def test_a_position_that_kills_every_process_is_left_out(tmp_path: Path) -> None:
    run = recorded(tmp_path, positions=6, task=TinyTask(dies_of=(4,)), processes=2)
    assert run.is_complete
    assert run.left_out == [4]
    assert [trace.number for trace in read_data(tmp_path).traces] == [0, 1, 2, 3, 5]


def test_when_nothing_works_the_reason_is_told(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"can be recorded; position [12] is not: a number must be liked"):
        recorded(tmp_path, positions=2, task=TinyTask(refuses=(0, 1)))


@pytest.mark.parametrize(
    ("opened", "words"),
    [
        (
            lambda folder: ShardStore(folder, game="chess", settings={**SETTINGS, "nodes": 5}),
            "settings it began with, got nodes 5 instead of 1000; name another folder",
        ),
        (
            lambda folder: ShardStore(folder, game="scrabble", settings=SETTINGS),
            "got game scrabble instead of chess",
        ),
    ],
)
def test_a_data_set_does_not_go_on_with_other_settings(
    opened: Callable[[Path], ShardStore], words: str, whole: Path
) -> None:
    before = files(whole)
    with pytest.raises(DataError, match=words):
        opened(whole)
    assert files(whole) == before


def test_what_is_recorded_is_in_a_file_before_its_shard_is_full(tmp_path: Path) -> None:
    with ShardStore(tmp_path, game="chess", settings=SETTINGS, save_every_s=0.0) as store:
        store.add(made_up(7))
        store.add(made_up(3))
        assert read_data(tmp_path).traces == (made_up(3), made_up(7))
        assert missing_numbers(store, 5) == [0, 1, 2, 4]


def test_two_processes_do_not_write_one_data_set(tmp_path: Path) -> None:
    with (
        ShardStore(tmp_path, game="chess", settings=SETTINGS),
        pytest.raises(StateError, match="by one process at a time"),
    ):
        ShardStore(tmp_path, game="chess", settings=SETTINGS)


def test_a_place_where_no_folder_can_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SettingError, match="must go to a folder that can be written"):
        ShardStore(tmp_path / "file" / "data", game="chess", settings=SETTINGS)
