"""LocalTasks: tasks by number on processes of this machine."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from zeitnot.lab.fleet.events import Done, Event
from zeitnot.lab.fleet.process_fleet import ProcessFleet
from zeitnot.lab.fleet.worker import Tell

GRACE_S = 0.0
"""A task that was told to stop hears nothing of it: its process ends at once."""


class Task(Protocol):
    """What is done by number: its result depends on the number alone, wherever and whenever it is done."""

    def __call__(self, number: int, /) -> object:
        """Do it; the result travels back."""
        ...

    def close(self) -> None:
        """Leave nothing behind; may be called from another thread while a task is under way."""
        ...


MakeTask = Callable[[], Task]
"""Makes what does the tasks, once in each process; it travels there, so it must be picklable."""


class TaskJob:
    """Does one task after the other."""

    def __init__(self, make: MakeTask) -> None:
        """Make what does them."""
        self._task = make()

    def do(self, number: int, tell: Tell) -> Event:
        """Do a task."""
        return Done(number=number, result=self._task(number))

    def close(self) -> None:
        """Leave nothing behind."""
        self._task.close()


class LocalTasks(ProcessFleet):
    """Does tasks on so many processes; one that dies is replaced."""

    def __init__(self, make: MakeTask, *, processes: int) -> None:
        """Start the processes."""
        super().__init__(partial(TaskJob, make), concurrency=processes, grace_s=GRACE_S)
