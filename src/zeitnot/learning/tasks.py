"""Tasks: work by number, done in this process or on a fleet that is handed in."""

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeVar

Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)


class Task(Protocol[Result_co]):
    """Work by number: the result depends on the number alone, wherever and whenever it is done."""

    def __call__(self, number: int, /) -> Result_co:
        """Do it; the result travels back."""

    def close(self) -> None:
        """Leave nothing behind; may be called from another thread while a task is under way."""


MakeTask = Callable[[], Task[Result]]
"""Makes the task, once in each process; it travels there, so it must be picklable."""


class RunTasks(Protocol):
    """Runs tasks: `run_here`, or a fleet from above."""

    def __call__(self, make: MakeTask[Result], numbers: Sequence[int], /) -> Iterator[Result]:
        """Do the tasks and yield their results in the order of the numbers."""


def run_here(make: MakeTask[Result], numbers: Sequence[int], /) -> Iterator[Result]:
    """Do tasks one after the other in this process."""
    task = make()
    try:
        for number in numbers:
            yield task(number)
    finally:
        task.close()


def cores() -> int:
    """Return the number of cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1
