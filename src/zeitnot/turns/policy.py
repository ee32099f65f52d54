"""Policy and Monitor: one plans, the other watches; how they are asked, and how long the manager waits.

Neither reads a clock, so the same inputs give the same answers in a game, in a test and in a replay.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable

from zeitnot.errors import check_each
from zeitnot.turns.budget import Budget
from zeitnot.turns.progress import Progress
from zeitnot.turns.turn import Turn
from zeitnot.turns.validation import error_words
from zeitnot.turns.verdict import Verdict


class Monitor(Protocol):
    """Watches one search; a new one is created for every turn."""

    def observe(self, progress: Progress) -> Verdict:
        """Return whether the search goes on."""


class Policy(Protocol):
    """Decides how long a turn may take. It is asked only about turns that are limited by a clock.

    Where it is called in a thread, the manager waits for its answers as `Patience` says; only native code
    that holds the interpreter's lock cannot be interrupted.
    """

    def plan(self, turn: Turn) -> Budget:
        """Return the time budget of the turn."""

    def monitor(self, turn: Turn, budget: Budget) -> Monitor:
        """Return the monitor that watches the search of the turn."""


@runtime_checkable
class Named(Protocol):
    """A policy that has a name; any other is called by the name of its class."""

    name: str
    """Name of the policy, as users write it."""


_Answer = TypeVar("_Answer")


class NoAdviceError(Exception):
    """A policy gave no usable answer; the message says why."""

    def __init__(self, words: str, *, late: bool = False) -> None:
        """Store what was wrong, and whether the answer did not come in time."""
        super().__init__(words)
        self.late = late


class Ask(Protocol):
    """How a policy is called: directly, or with a time limit."""

    def __call__(self, question: Callable[[], _Answer], *, patience_s: float) -> _Answer:
        """Return the answer; everything that goes wrong is a NoAdviceError."""


def ask_directly(question: Callable[[], _Answer], *, patience_s: float) -> _Answer:
    """Call the policy in this thread and wait as long as it takes."""
    try:
        return question()
    except (NoAdviceError, KeyboardInterrupt):  # most likely Ctrl-C by the user
        raise
    except BaseException as error:
        raise NoAdviceError(error_words(error)) from error


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long a policy may take for one answer before it is given up for the rest of the game."""

    share: float = 0.05
    """Part of what the clock can bear that one answer may take. A hang costs this once in a game; a policy
    that is merely slow is given up when the clock can no longer bear it, long before the flag falls."""
    least_s: float = 0.01
    """Time that is always allowed: one tick of a coarse scheduler, a hundred times what a policy needs."""
    most_s: float = 0.5
    """Time that is never exceeded: somebody may be waiting for an answer to `stop`."""
    hang_s: float = 10.0
    """Time allowed where the clock does not run on wall time: only a hang takes this long, and noise of the
    machine must not change what a policy answers."""

    def __post_init__(self) -> None:
        check_each(self, "above 0 and at most 1", lambda share: 0 < share <= 1, "share")
        check_each(self, "above 0 and at most most_s", lambda least_s: 0 < least_s <= self.most_s, "least_s")
        check_each(self, "above 0 seconds", lambda hang_s: hang_s > 0, "hang_s")

    def at_most_s(self, bearable_s: float) -> float:
        """Return how long an answer may take, given what the clock can bear."""
        return max(self.least_s, min(self.share * bearable_s, self.most_s))
