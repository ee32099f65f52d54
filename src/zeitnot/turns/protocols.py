"""The two protocols: a policy plans, a monitor watches.

Neither reads a clock, so the same inputs give the same answers in a game, in a test and in a replay.
"""

from typing import Protocol, runtime_checkable

from zeitnot.turns.budget import Budget
from zeitnot.turns.progress import Progress
from zeitnot.turns.turn import Turn
from zeitnot.turns.verdict import Verdict


class Monitor(Protocol):
    """Watches one search; a new one is created for every turn."""

    def observe(self, progress: Progress) -> Verdict:
        """Return whether the search goes on."""
        ...


class Policy(Protocol):
    """Decides how long a turn may take. It is asked only about turns that are limited by a clock.

    Where it is called in a thread, the manager waits for its answers as `Patience` says; only native code
    that holds the interpreter's lock cannot be interrupted.
    """

    def plan(self, turn: Turn) -> Budget:
        """Return the time budget of the turn."""
        ...

    def monitor(self, turn: Turn, budget: Budget) -> Monitor:
        """Return the monitor that watches the search of the turn."""
        ...


@runtime_checkable
class Named(Protocol):
    """A policy that has a name; any other is called by the name of its class."""

    name: str
    """Name of the policy, as users write it."""
