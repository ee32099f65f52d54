"""Fleets: the processes and machines that play the games of a match."""

from zeitnot.lab.fleet.events import Event, Finished, Fleet, Lost, Moved
from zeitnot.lab.fleet.local import LocalFleet
from zeitnot.lab.fleet.ray_fleet import RayFleet

__all__ = ["Event", "Finished", "Fleet", "LocalFleet", "Lost", "Moved", "RayFleet"]
