"""The two protocols: a policy plans, a monitor watches.

Both are pure with respect to time: they read no clock, so the same inputs give the same answers in a game,
in a test and in a replay.
"""

from typing import Protocol, runtime_checkable

from zeitnot.turns.budget import Budget
from zeitnot.turns.progress import Progress
from zeitnot.turns.turn import Turn
from zeitnot.turns.verdict import Verdict


class Monitor(Protocol):
    """Watches one search; made anew for every turn."""

    def observe(self, progress: Progress) -> Verdict:
        """Say whether the search goes on."""
        ...


class Policy(Protocol):
    """Decides how long a turn may take. It is asked only about turns that a clock rules.

    Its answers are waited for as `Patience` says, where it is asked in a thread; native code that keeps the
    interpreter's lock cannot be left behind.
    """

    def plan(self, turn: Turn) -> Budget:
        """Grant the turn its time."""
        ...

    def monitor(self, turn: Turn, budget: Budget) -> Monitor:
        """Make the monitor that watches the turn's search."""
        ...


@runtime_checkable
class Named(Protocol):
    """A policy that has a name; another one is called by that of its class."""

    name: str
    """Name of the policy, as users write it."""
