"""Fleets that do tasks by number: on processes of this machine, or on a Ray cluster."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, TypeVar, cast

from zeitnot.lab.fleet.cluster_fleet import ClusterFleet
from zeitnot.lab.fleet.process_fleet import ProcessFleet, Tell
from zeitnot.lab.fleet.work_queue import Done, Event, WorkQueue
from zeitnot.learning import MakeTask

GRACE_S = 0.0
"""Seconds that a task has to stop: its process ends at once."""

Result = TypeVar("Result")


class TaskJob:
    """Does one task after the other."""

    def __init__(self, make: MakeTask[Any]) -> None:
        """Make the task."""
        self._task = make()

    def do(self, number: int, given: object, tell: Tell) -> Event:
        """Do a task."""
        return Done(number=number, result=self._task(number))

    def close(self) -> None:
        """Leave nothing behind."""
        self._task.close()


class LocalTasks(ProcessFleet):
    """Does tasks on processes of this machine; one that dies is replaced."""

    def __init__(self, make: MakeTask[Any], *, processes: int) -> None:
        """Start the processes."""
        super().__init__(partial(TaskJob, make), concurrency=processes, grace_s=GRACE_S)


class RayTasks(ClusterFleet):
    """Does tasks on a cluster that is running, one on each CPU."""

    def __init__(self, make: MakeTask[Any], *, address: str = "auto", processes: int | None = None) -> None:
        """Connect to the cluster and start this many workers, or one on each CPU."""
        super().__init__(
            partial(LocalTasks, make, processes=1),
            kin=lambda number: number,
            address=address,
            concurrency=processes,
        )


def run_tasks(
    make: MakeTask[Result],
    numbers: Sequence[int],
    /,
    *,
    processes: int = 1,
    is_stopped: Callable[[], bool] | None = None,
) -> Iterator[Result]:
    """Do tasks on processes of this machine and yield their results in the order of the numbers.

    A number whose process dies is tried again; one that cannot be done is a DataError. `is_stopped` is asked
    again and again whether to end early.
    """
    if not numbers or (is_stopped is not None and is_stopped()):
        return
    with LocalTasks(make, processes=min(processes, len(numbers))) as fleet:
        queue = WorkQueue(fleet=fleet, numbers=numbers, rule="a task must be one that can be done; task")
        for result in queue.results(is_stopped):
            yield cast("Result", result)
