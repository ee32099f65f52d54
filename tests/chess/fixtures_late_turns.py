"""Turns that are late for a known reason: real processes, with one fault each."""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from typing import ClassVar

from tests.chess.proxy.fixtures_proxy import request, scripted
from zeitnot.chess.engine import Engine, PlayedMove
from zeitnot.chess.proxy import OwnClockEngine, WrappedEngine
from zeitnot.models import make_manager
from zeitnot.policies import PolicyBase
from zeitnot.turns import (
    GO_ON,
    Autopsy,
    Budget,
    Monitor,
    Place,
    Progress,
    Trail,
    Turn,
    Verdict,
    ask_directly,
    autopsy_of,
)

LIMIT_S = 0.15
"""Hard limit of the turns, or the clock of an engine on its own clock."""
LATE_S = 0.3
"""How late the faults make a turn; the proxy gives an engine up after 0.1 s."""
WORK_S = 0.04
"""Core time that a starved engine needs for its answer."""
HOGS = 8
"""Processes that share the one core of a starved engine."""
FAULTS = {
    "proxy": ("search", "sleep", "stop", "starve", "policy", "runner"),
    "own clock": ("search", "sleep", "stop", "starve", "runner"),
    "built-in": ("search", "stop", "policy", "runner"),
}
"""Faults that each side can have: the built-in engine has no pipe, one on its own clock no policy."""
CAUSES = {
    "search": Place.ENGINE,
    "sleep": Place.PIPE,
    "stop": Place.SCHEDULER,
    "starve": Place.SCHEDULER,
    "policy": Place.PROXY,
    "runner": Place.RUNNER,
}
"""Where the time goes with each fault."""


@dataclass(slots=True)
class _Watcher:
    """Lets every depth pass; over the first one it may take its time."""

    slow: bool
    slept: bool = False

    def observe(self, progress: Progress) -> Verdict:
        if self.slow and not self.slept:
            self.slept = True
            time.sleep(max(0.0, LIMIT_S + LATE_S - progress.elapsed_s))
        return GO_ON


@dataclass(frozen=True, kw_only=True)
class ToTheLimit(PolicyBase):
    """Uses every turn up to a fixed limit."""

    name: ClassVar[str] = "to-the-limit"
    games: ClassVar[tuple[str, ...]] = ("chess",)
    slow: str = field(default="")
    """Hook in which it takes its time once: `plan`, `observe` or none."""

    def plan(self, turn: Turn) -> Budget:
        if self.slow == "plan":
            time.sleep(LATE_S + LIMIT_S)
        return Budget.same_target_and_limit(Trail.start("limit", LIMIT_S))

    def monitor(self, turn: Turn, budget: Budget) -> Monitor:
        return _Watcher(slow=self.slow == "observe")


class SearchesOn(Engine):
    """The built-in engine with a search that goes on past its limit."""

    def _searched(self, *arguments: object) -> object:  # type: ignore[override]
        result = super()._searched(*arguments)  # type: ignore[arg-type]
        until_s = time.process_time() + LATE_S
        while time.process_time() < until_s:
            pass
        return result


def examined(side: str, fault: str) -> Autopsy | None:
    """Play one turn with a fault and return its autopsy."""
    runner_s = LATE_S if fault == "runner" else 0.0
    with (
        _player(side, fault) as (play, pid),
        _held(pid, fault),
        _prompt(*([pid] * (fault in {"search", "sleep"}))),
    ):
        began_s = time.perf_counter()
        played = play()
        time.sleep(runner_s)  # the runner's fault itself
        referee_s = time.perf_counter() - began_s
    return autopsy_of(played.record, referee_s=referee_s, flagged=True)


@contextmanager
def _player(side: str, fault: str) -> Iterator[tuple[Callable[[], PlayedMove], int]]:
    # The built-in search does not wait for a policy that is asked about a depth.
    hook = "plan" if side == "built-in" else "observe"
    manager = make_manager(ToTheLimit(slow=hook if fault == "policy" else ""), ask=ask_directly)
    kind = {"search": "spins", "sleep": "late", "starve": "spins"}.get(fault, "fine")
    late_s = WORK_S if fault == "starve" else LATE_S
    if side == "built-in":
        engine = (SearchesOn if fault == "search" else Engine)(manager)
        yield lambda: engine.think(request(clock_s=60.0)), os.getpid()
    elif side == "proxy":
        with closing(WrappedEngine(scripted(kind, "--late", str(late_s)), manager)) as wrapped:
            yield lambda: wrapped.think(request(clock_s=60.0)), wrapped.inner.pid or 0
    else:
        at_go = "late-at-go" if fault == "sleep" else "spins-at-go"
        late_s = {"search": LIMIT_S + LATE_S, "sleep": LIMIT_S + LATE_S, "starve": 2 * WORK_S}.get(
            fault, 0.01
        )
        with closing(OwnClockEngine(scripted(at_go, "--late", str(late_s)))) as own:
            yield lambda: own.think(request(clock_s=LIMIT_S), deadline_s=60.0), own.inner.pid or 0


@contextmanager
def _held(pid: int, fault: str) -> Iterator[None]:
    """Stop a process by a signal for a while, or starve it of a core."""
    if fault == "stop" and pid == os.getpid():
        script = f"sleep 0.02; kill -STOP {pid}; sleep {LATE_S + LIMIT_S}; kill -CONT {pid}"
        with _prompt():  # the shell inherits it: a signal that comes after the move is no fault
            shell = subprocess.Popen(["/bin/sh", "-c", script])
        with shell:
            yield
    elif fault == "stop":
        timers = [
            threading.Timer(after_s, os.kill, (pid, each))
            for after_s, each in ((0.0, signal.SIGSTOP), (LATE_S + LIMIT_S, signal.SIGCONT))
        ]
        for timer in timers:
            timer.start()
        yield
        for timer in timers:
            timer.join()
    elif fault == "starve":
        core = min(os.sched_getaffinity(0))
        os.sched_setaffinity(pid, {core})
        hogs = [subprocess.Popen(["/bin/sh", "-c", "while :; do :; done"]) for _ in range(HOGS)]
        try:
            for hog in hogs:
                os.sched_setaffinity(hog.pid, {core})
            yield
        finally:
            for hog in hogs:
                hog.kill()
                hog.wait()
    else:
        yield


@contextmanager
def _prompt(*pids: int) -> Iterator[None]:
    """Let the calling thread, and engines that search on or sleep, have a core at once, where it is allowed.

    On a busy machine both would wait for a core as well, which is a fault beside the injected one.
    """
    with suppress(PermissionError):
        for pid in (0, *pids):
            os.sched_setscheduler(pid, os.SCHED_RR, os.sched_param(1))
    yield
    with suppress(PermissionError, ProcessLookupError):
        for pid in (0, *pids):
            os.sched_setscheduler(pid, os.SCHED_OTHER, os.sched_param(0))
