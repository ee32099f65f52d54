"""Advice: how a policy is asked, how long it is waited for, and what becomes of one that fails."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from zeitnot.errors import SettingError
from zeitnot.turns.validation import error_words

_Answer = TypeVar("_Answer")


class NoAdviceError(Exception):
    """A policy gave no answer that can be used; the text says why."""

    def __init__(self, words: str, *, late: bool = False) -> None:
        """Say in words what was wrong, and whether there was no answer in time."""
        super().__init__(words)
        self.late = late


class Ask(Protocol):
    """How a policy is asked: directly, or by somebody who does not wait for ever."""

    def __call__(self, question: Callable[[], _Answer], *, patience_s: float) -> _Answer:
        """Return the answer; whatever goes wrong is a NoAdviceError."""
        ...


def ask_directly(question: Callable[[], _Answer], *, patience_s: float) -> _Answer:
    """Ask here and now, and wait for as long as the answer takes."""
    try:
        return question()
    except (NoAdviceError, KeyboardInterrupt):  # the latter is most likely somebody at the keyboard
        raise
    except BaseException as error:
        raise NoAdviceError(error_words(error)) from error


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long a policy may take to answer one question before it is given up for the rest of the game."""

    share: float = 0.05
    """Part of what the clock can bear that one answer may take. A hang costs this once in a game; a policy
    that is merely slow is given up when the clock can no longer bear it, long before the flag falls."""
    least_s: float = 0.01
    """Always allowed: a tick of a coarse scheduler, a hundred times what a policy needs."""
    most_s: float = 0.5
    """Never exceeded: somebody may be waiting for an answer to `stop`."""
    hang_s: float = 10.0
    """Allowed where the clock does not run by the wall, as in work time: only a hang takes so long, and no
    noise of the machine may change what a policy says."""

    def __post_init__(self) -> None:
        if not 0 < self.share <= 1:
            raise SettingError(f"share must be above 0 and at most 1, got {self.share!r}")
        if not 0 < self.least_s <= self.most_s:
            raise SettingError(f"least_s must be above 0 and at most most_s, got {self.least_s!r}")
        if not self.hang_s > 0:
            raise SettingError(f"hang_s must be above 0 seconds, got {self.hang_s!r}")

    def at_most_s(self, bearable_s: float) -> float:
        """Return how long an answer may take on a clock that can bear so much."""
        return max(self.least_s, min(self.share * bearable_s, self.most_s))
