"""Fleets: the processes and machines that play the games of a match, or do tasks."""

from zeitnot.lab.fleet.events import Done, Event, Finished, Fleet, Lost, Moved
from zeitnot.lab.fleet.match_fleet import LocalFleet, RayFleet
from zeitnot.lab.fleet.tasks import LocalTasks, RayTasks, run_tasks
from zeitnot.lab.fleet.work_queue import WorkQueue

__all__ = [
    "Done",
    "Event",
    "Finished",
    "Fleet",
    "LocalFleet",
    "LocalTasks",
    "Lost",
    "Moved",
    "RayFleet",
    "RayTasks",
    "WorkQueue",
    "run_tasks",
]
