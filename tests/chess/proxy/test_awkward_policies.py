"""Another engine under a policy that hangs or raises: the proxy answers in time, and goes on being told."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass

import pytest

from tests.chess.proxy.fixtures_proxy import debian_engine, request
from tests.turns.awkward import HANGS, HOOKS, RAISES, Awkward
from zeitnot.chess.proxy import WrappedEngine
from zeitnot.models import make_manager
from zeitnot.turns import GO_ON, Budget, Limits, Monitor, Policy, Progress, Reason, Tick, Trail, Turn, Verdict

LATE_S = 20.0
"""Far below what the policies would take, far above what a busy machine adds."""


@contextmanager
def stockfish(policy: Policy) -> Iterator[WrappedEngine]:
    with closing(WrappedEngine([debian_engine("stockfish")], make_manager(policy))) as engine:
        yield engine


@pytest.mark.parametrize(("hook", "how"), [*zip(HOOKS, HANGS, strict=True), *zip(HOOKS, RAISES, strict=True)])
def test_the_engine_answers_and_the_record_says_what_the_policy_did(hook: str, how: str) -> None:
    with stockfish(Awkward(hook=hook, how=how)) as engine:
        began_s = time.monotonic()
        for moves in ("", "e2e4 e7e5"):
            played = engine.think(request(clock_s=10.0, moves=moves))
            assert played.record.depth >= 1
            assert played.fault == ""
            assert played.record.fault
        assert time.monotonic() - began_s < LATE_S


def test_stop_is_heard_while_a_policy_hangs_over_a_depth() -> None:
    with stockfish(Awkward(hook="observe", how="wait")) as engine:
        engine.prepare(request(clock_s=3600.0))
        threading.Timer(0.05, engine.stop).start()
        began_s = time.monotonic()
        assert engine.run().record.depth >= 1
        assert time.monotonic() - began_s < LATE_S


@pytest.mark.parametrize("ponder", [False, True])
def test_a_stop_or_a_hit_during_the_plan_is_not_lost(*, ponder: bool) -> None:
    asking = threading.Event()

    class Telling(Awkward):
        def plan(self, turn: Turn) -> Budget:
            asking.set()
            return super().plan(turn)

    with stockfish(Telling(hook="plan", how="slow")) as engine, ThreadPoolExecutor(1) as pool:
        order = request(clock_s=10.0 if ponder else 3600.0, limits=Limits(ponder=ponder))
        running = pool.submit(engine.think, order)
        assert asking.wait(timeout=LATE_S)
        (engine.ponder_hit if ponder else engine.stop)()
        try:
            assert running.result(timeout=LATE_S).record.used_s < LATE_S
        finally:
            engine.stop()


def test_an_order_that_was_not_run_is_replaced_by_the_next() -> None:
    with stockfish(Awkward(hook="nowhere")) as engine:
        engine.prepare(request(clock_s=3600.0))
        assert engine.think(request(clock_s=0.5)).move


@dataclass(frozen=True, slots=True)
class StopsAtATick:
    """Lets every depth pass, and stops when only time has passed."""

    def plan(self, turn: Turn) -> Budget:
        return Budget(target=Trail.start("target", 0.05), limit=Trail.start("limit", 30.0))

    def monitor(self, turn: Turn, budget: Budget) -> Monitor:
        return self

    def observe(self, progress: Progress) -> Verdict:
        return Verdict(reason=Reason.TARGET) if isinstance(progress, Tick) else GO_ON


def test_the_policy_is_asked_while_time_passes_from_the_first_report_on() -> None:
    with stockfish(StopsAtATick()) as engine:
        record = engine.think(request(clock_s=60.0)).record
    assert record.reason is Reason.TARGET
    assert record.used_s < LATE_S


def test_a_slow_plan_is_asked_for_once_in_a_turn() -> None:
    turns: list[Turn] = []

    class Noting(Awkward):
        def plan(self, turn: Turn) -> Budget:
            turns.append(turn)
            return super().plan(turn)

    with stockfish(Noting(hook="plan", how="slow")) as engine:
        engine.think(request(clock_s=10.0))
    assert len(turns) == 1
