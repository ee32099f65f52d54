"""A policy that does anything but answer: in this process, or as a plug-in that is installed by its path."""

import contextlib
import ctypes
import itertools
import os
import resource
import sys
import threading
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar, NoReturn

from zeitnot.policies import PolicyBase, Uniform
from zeitnot.turns import (
    Aspiration,
    Budget,
    Monitor,
    Progress,
    Quiescence,
    SearchSettings,
    Trail,
    Turn,
    Verdict,
)

HOOKS = ("plan", "monitor", "observe")
HANGS = ("sleep", "spin", "wait")
RAISES = ("exit", "interrupt", "odd")
NONSENSE = {"nothing": None, "text": "three seconds", "number": 3}
"""Answers that are of no use in any hook."""
SLOW_S = 0.06
_BLOCK = 1 << 24
_hoard: list[bytearray] = []
_numbers = itertools.count()


class OddError(BaseException):
    """Not even an Exception."""


@dataclass(frozen=True, kw_only=True)
class Awkward(PolicyBase):
    """Shares the clock evenly when it does answer."""

    name: ClassVar[str] = "awkward"
    games: ClassVar[tuple[str, ...]] = ("chess", "scrabble")

    hook: str = "plan"
    """Hook in which the policy misbehaves."""
    how: str = "sleep"
    """What the policy does there."""

    def plan(self, turn: Turn) -> Budget:
        act(self, "plan")
        if self.hook == "plan" and self.how in NONSENSE:
            return NONSENSE[self.how]  # type: ignore[return-value]
        budget = Uniform().plan(turn)
        match self.how:
            case "huge":
                return replace(budget, target=Trail.start("huge", 10**400))
            case "wide":
                return replace(budget, settings=SearchSettings(aspiration=Aspiration(window_cp=2**40)))
            case "overflow":
                return replace(budget, settings=SearchSettings(aspiration=Aspiration(window_cp=2**31 - 1)))
            case "rare":
                rare = Quiescence(node_interval=10**30)
                return replace(budget, settings=SearchSettings(node_interval=10**30, quiescence=rare))
        return budget

    def monitor(self, turn: Turn, budget: Budget) -> Monitor:
        act(self, "monitor")
        if self.hook == "monitor" and self.how in NONSENSE:
            return NONSENSE[self.how]  # type: ignore[return-value]
        return AwkwardMonitor(self, Uniform().monitor(turn, budget))


@dataclass(slots=True)
class AwkwardMonitor:
    """Watches as `uniform` does when it does answer."""

    policy: Awkward
    within: Monitor

    def observe(self, progress: Progress) -> Verdict:
        act(self.policy, "observe")
        if self.policy.hook == "observe" and self.policy.how in NONSENSE:
            return NONSENSE[self.policy.how]  # type: ignore[return-value]
        return self.within.observe(progress)


def act(policy: Awkward, hook: str) -> None:
    if hook == policy.hook:
        hang(policy.how)
        fail(policy.how)


def hang(how: str) -> None:
    match how:
        case "sleep":
            time.sleep(600)
        case "spin":
            spin()
        case "wait":
            threading.Event().wait()
        case "deadlock":
            lock = threading.Lock()
            with lock:
                lock.acquire()
        case "stubborn":
            while True:
                with contextlib.suppress(BaseException):
                    spin()
        case "slow":
            time.sleep(SLOW_S)
        case "hold":  # PyDLL keeps the interpreter's lock
            ctypes.PyDLL(None).sleep(600)


def fail(how: str) -> None:
    match how:
        case "exit":
            raise SystemExit(3)
        case "interrupt":
            raise KeyboardInterrupt
        case "odd":
            raise OddError
        case "recursion":
            fail(how)
        case "memory":
            raise MemoryError
        case "chatty":
            raise ValueError(f"for the {next(_numbers)}th time")
        case "hoard":
            hoard()


def hoard() -> NoReturn:
    """Eat all memory that the process may have, half a gigabyte more than it has, and keep it."""
    if not _hoard:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        limit = pages * os.sysconf("SC_PAGE_SIZE") + (1 << 29)
        resource.setrlimit(resource.RLIMIT_AS, (limit, resource.RLIM_INFINITY))
    while True:
        _hoard.append(bytearray(_BLOCK))


def spin() -> NoReturn:
    while True:
        pass


def installed(folder: Path, module: str | None = None) -> dict[str, str]:
    """Install the policy, or a module of that name, as a plug-in; return the environment that finds it.

    This process forgets the one that an earlier test imported.
    """
    sys.modules.pop("awkward_for_tests", None)
    info = folder / "awkward_for_tests-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: awkward-for-tests\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[zeitnot.policies]\nawkward = awkward_for_tests:Awkward\n")
    (folder / "awkward_for_tests.py").write_text(module or Path(__file__).read_text(encoding="utf-8"))
    return {"PYTHONPATH": str(folder)}
