"""Tasks on processes of this machine."""

import os
import time
from pathlib import Path

import pytest

from tests.lab.fleet.tiny_match import children, gone, told_until
from tests.lab.tiny_tasks import TinyTask, made_up
from zeitnot.errors import DataError
from zeitnot.lab import Done, Event, LocalTasks, Lost, run_tasks
from zeitnot.lab.fleet.process_fleet import CLOSE_S


def test_a_result_comes_back_whole() -> None:
    with LocalTasks(TinyTask().make, processes=1) as tasks:
        tasks.begin(5)
        (event,) = told_until(tasks, _is_end)
        assert event == Done(number=5, result=made_up(5))
        assert tasks.free == 1


def test_a_process_that_dies_is_replaced_and_its_number_told_as_lost(tmp_path: Path) -> None:
    fatal = tmp_path / "fatal"
    fatal.touch()
    with LocalTasks(TinyTask(kill_once=fatal).make, processes=1) as tasks:
        tasks.begin(5)
        assert list(told_until(tasks, _is_end)) == [
            Lost(number=5, words="the process that had it ended with -9")
        ]
        tasks.begin(5)
        assert list(told_until(tasks, _is_end)) == [Done(number=5, result=made_up(5))]


def test_what_a_task_refuses_is_told_in_its_words_and_the_process_goes_on() -> None:
    with LocalTasks(TinyTask(refuses=(1,)).make, processes=1) as tasks:
        tasks.begin(1)
        refused = Lost(number=1, words="a number must be liked, got 1", is_refused=True)
        assert list(told_until(tasks, _is_end)) == [refused]
        tasks.begin(2)
        assert list(told_until(tasks, _is_end)) == [Done(number=2, result=made_up(2))]


def test_tasks_under_way_are_ended_at_once_when_nobody_wants_them() -> None:
    before = set(children(os.getpid()))
    tasks = LocalTasks(TinyTask(stays_in=(0,)).make, processes=2)
    tasks.begin(0)
    tasks.begin(1)
    list(told_until(tasks, _is_end))
    workers = [pid for pid in children(os.getpid()) if pid not in before]
    began_s = time.monotonic()
    assert tasks.close() == []
    assert time.monotonic() - began_s < CLOSE_S
    assert gone([pid for pid in workers if b"spawn_main" in _command(pid)])


def _is_end(event: Event) -> bool:
    return isinstance(event, Done | Lost)


def _command(pid: int) -> bytes:
    path = Path(f"/proc/{pid}/cmdline")
    return path.read_bytes() if path.exists() else b""


def test_results_come_in_the_order_of_the_numbers_though_a_worker_is_killed(tmp_path: Path) -> None:
    fatal = tmp_path / "fatal"
    fatal.touch()
    numbers = [7, 3, 5, 4]
    traces = run_tasks(TinyTask(kill_once=fatal).make, numbers, processes=2)
    assert [trace.number for trace in traces] == numbers
    assert not fatal.exists()


@pytest.mark.parametrize(
    ("task", "words"),
    [
        (TinyTask(refuses=(1,)), "a number must be liked, got 1"),
        (TinyTask(dies_of=(1,)), "can be done; task 2 is not: the process that had it ended with -9"),
    ],
)
def test_a_result_that_cannot_be_had_is_an_error_and_leaves_nothing(task: TinyTask, words: str) -> None:
    with pytest.raises(DataError, match=words):
        list(run_tasks(task.make, [0, 1, 2], processes=1))


def test_nothing_to_do_starts_nothing() -> None:
    assert list(run_tasks(TinyTask().make, [])) == []


def test_tasks_end_early_when_they_should_stop() -> None:
    done: list[int] = []
    for trace in run_tasks(TinyTask().make, range(1000), processes=1, is_stopped=lambda: len(done) == 3):
        done.append(trace.number)
    assert done == [0, 1, 2]
    assert list(run_tasks(TinyTask().make, [0], is_stopped=lambda: True)) == []
