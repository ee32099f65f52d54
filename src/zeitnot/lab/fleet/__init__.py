"""Fleets: the processes and machines that play the games of a match, or do tasks."""

from zeitnot.lab.fleet.events import Done, Event, Finished, Fleet, Lost, Moved
from zeitnot.lab.fleet.local import LocalFleet
from zeitnot.lab.fleet.ray_fleet import RayFleet
from zeitnot.lab.fleet.ray_tasks import RayTasks
from zeitnot.lab.fleet.tasks import LocalTasks, MakeTask, Task

__all__ = [
    "Done",
    "Event",
    "Finished",
    "Fleet",
    "LocalFleet",
    "LocalTasks",
    "Lost",
    "MakeTask",
    "Moved",
    "RayFleet",
    "RayTasks",
    "Task",
]
