"""Policies and monitors with scripted answers, for tests of the code around them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from zeitnot.clocks import ClockReading
from zeitnot.monitors import Deadline
from zeitnot.policies.uniform import Uniform
from zeitnot.turns import GO_ON, Budget, Monitor, Progress, Reason, TimeManager, Trail, Turn, Verdict


@dataclass(slots=True)
class Scripted:
    """Returns one verdict after the other, then nothing more."""

    verdicts: list[Verdict]

    def observe(self, progress: Progress) -> Verdict:
        return self.verdicts.pop(0) if self.verdicts else GO_ON


@dataclass(slots=True, kw_only=True)
class Granting:
    """Grants the same budget every time, and records what it was asked."""

    target_s: float = 1.0
    limit_s: float = 2.0
    quick_exit: Reason | None = None
    verdicts: tuple[Verdict, ...] = ()
    turns: list[Turn] = field(default_factory=list)

    def plan(self, turn: Turn) -> Budget:
        self.turns.append(turn)
        return Budget(
            target=Trail.start("granted", self.target_s),
            limit=Trail.start("granted", self.limit_s),
            quick_exit=self.quick_exit,
        )

    def monitor(self, turn: Turn, budget: Budget) -> Monitor:
        return Scripted(list(self.verdicts))


@dataclass(slots=True, kw_only=True)
class Broken:
    """Returns whatever it was given, or raises it."""

    plans: Any = None
    watches: Any = None

    def plan(self, turn: Turn) -> Any:
        if self.plans is None:
            return Granting().plan(turn)
        return _answer(self.plans)

    def monitor(self, turn: Turn, budget: Budget) -> Any:
        return Deadline(budget.limit_s) if self.watches is None else _answer(self.watches)


@dataclass(slots=True)
class BrokenMonitor:
    """Returns whatever it was given, or raises it."""

    says: Any

    def observe(self, progress: Progress) -> Any:
        return _answer(self.says)


class MuteError(Exception):
    """Cannot even be printed."""

    def __str__(self) -> str:
        raise RuntimeError

    __repr__ = __str__


def manager_of(policy: Any, **settings: Any) -> TimeManager:
    """Return a manager that falls back on `uniform`."""
    return TimeManager(policy, fallback=Uniform(), **settings)


def turn_of(manager: TimeManager, clock: ClockReading, *, used_s: float = 1.0) -> None:
    """Play a turn that nobody interrupts."""
    manager.begin(clock=clock).finish(used_s=used_s)


def _answer(what: Any) -> Any:
    if isinstance(what, Exception):
        raise what
    return what() if isinstance(what, Callable) else what  # type: ignore[arg-type]
