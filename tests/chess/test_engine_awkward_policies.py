"""The built-in engine under policies that hang, exit or talk nonsense: it answers in time all the same."""

import threading
import time
from collections.abc import Callable

import chess
import pytest

from tests.chess.fixtures_engine import KIWIPETE
from tests.turns.awkward import HANGS, HOOKS, RAISES, SLOW_S, Awkward
from zeitnot.chess.engine import Engine, PlayedMove, Request
from zeitnot.clocks import ClockReading
from zeitnot.models import make_manager
from zeitnot.turns import Budget, Limits, Monitor, Patience, Policy, Turn

LATE_S = 20.0
"""Far below what the policies would take, far above what a busy machine adds."""
CLOCK = ClockReading(remaining_s=2.0, increment_s=0.02)
LONG_CLOCK = ClockReading(remaining_s=600.0)
"""For searches of a given depth: on a busy machine they may take longer than a share of a short clock."""


def engine_of(*, hook: str, how: str, work: bool = False, patience: Patience | None = None) -> Engine:
    manager = make_manager(Awkward(hook=hook, how=how), patience=patience)
    return Engine(manager, hash_mb=1, nodes_per_second=20_000 if work else 0.0)


def asked(*, clock: ClockReading = CLOCK, limits: Limits | None = None, turn: int = 0) -> Request:
    board = chess.Board(KIWIPETE)
    board.fullmove_number += turn  # a turn later in the same game
    return Request(board=board, clock=clock, limits=limits or Limits())


class Running:
    """A search in a thread, with the time by which it must have ended."""

    def __init__(self, search: Callable[[], PlayedMove]) -> None:
        self._found: list[PlayedMove] = []
        self.thread = threading.Thread(target=lambda: self._found.append(search()), daemon=True)
        self.thread.start()

    def outcome(self) -> PlayedMove:
        self.thread.join(timeout=LATE_S)
        assert not self.thread.is_alive(), "the engine did not answer"
        return self._found[0]


@pytest.mark.parametrize("how", HANGS)
@pytest.mark.parametrize("hook", HOOKS)
def test_a_policy_that_hangs_costs_its_advice_for_that_game(hook: str, how: str) -> None:
    engine = engine_of(hook=hook, how=how)
    first = Running(lambda: engine.think(asked())).outcome()
    assert first.record.depth >= 1
    assert "it is not asked again in this game" in first.record.fault
    for turn in (1, 2):
        again = engine.think(asked(clock=LONG_CLOCK, limits=Limits(depth=3), turn=turn))
        assert again.record.fault == first.record.fault
        assert again.record.depth == 3
    engine.new_game()
    asked_again = Running(lambda: engine.think(asked(limits=Limits(depth=3)))).outcome()
    assert "no answer within" in asked_again.record.fault
    assert asked_again.record.used_s > Patience().least_s


@pytest.mark.parametrize("how", RAISES)
@pytest.mark.parametrize("hook", HOOKS)
def test_whatever_a_policy_raises_the_engine_answers(hook: str, how: str) -> None:
    engine = engine_of(hook=hook, how=how)
    for _ in range(2):
        outcome = Running(lambda: engine.think(asked(clock=LONG_CLOCK, limits=Limits(depth=4)))).outcome()
        assert outcome.record.depth == 4
        assert {"exit": "SystemExit", "interrupt": "KeyboardInterrupt", "odd": "OddError"}[
            how
        ] in outcome.record.fault


@pytest.mark.parametrize("how", ["huge", "wide", "overflow", "rare"])
def test_nonsense_that_native_code_could_not_take_is_refused_before(how: str) -> None:
    engine = engine_of(hook="plan", how=how)
    outcome = engine.think(asked(clock=LONG_CLOCK, limits=Limits(depth=4)))
    assert outcome.record.depth == 4
    assert outcome.record.fault.startswith("plan: ")
    assert "must" in outcome.record.fault


def test_stop_does_not_wait_for_a_plan() -> None:
    engine = engine_of(hook="plan", how="wait", patience=Patience(share=1.0, most_s=2.0))
    asking = threading.Event()
    policy = engine.manager.policy
    engine.manager.policy = Told(policy, asking)
    running = Running(lambda: engine.think(asked(clock=ClockReading(remaining_s=600.0))))
    assert asking.wait(timeout=LATE_S)
    began_s = time.monotonic()
    engine.stop()
    engine.ponder_hit()
    assert time.monotonic() - began_s < 1.0  # a lock held by the plan would keep it for two seconds
    assert running.outcome().move


class Told:
    """Tells when it is asked for a plan, and passes the question on."""

    def __init__(self, policy: Policy, asking: threading.Event) -> None:
        self._policy, self._asking = policy, asking

    def plan(self, turn: Turn) -> Budget:
        self._asking.set()
        return self._policy.plan(turn)

    def monitor(self, turn: Turn, budget: Budget) -> Monitor:
        return self._policy.monitor(turn, budget)


def test_a_hit_during_the_plan_is_not_lost() -> None:
    engine = engine_of(hook="plan", how="slow", patience=Patience(share=1.0))
    asking = threading.Event()
    engine.manager.policy = Told(engine.manager.policy, asking)
    running = Running(lambda: engine.think(asked(limits=Limits(ponder=True))))
    assert asking.wait(timeout=LATE_S)
    engine.ponder_hit()
    outcome = running.outcome()
    assert outcome.record.used_s > 0


def test_limits_beyond_native_numbers_are_no_limits() -> None:
    engine = engine_of(hook="nowhere", how="", work=True)
    huge = Limits(depth=10**30, nodes=10**30, mate=10**30)
    assert engine.think(asked(limits=huge)).move


def test_stop_ends_a_search_whose_policy_hangs_over_a_depth() -> None:
    engine = engine_of(hook="observe", how="wait")
    engine.prepare(asked(clock=ClockReading(remaining_s=3600.0)))
    running = Running(engine.run)
    engine.stop()
    assert running.outcome().move


def test_a_slow_policy_is_given_up_when_the_clock_can_no_longer_bear_it() -> None:
    engine = engine_of(hook="plan", how="slow")
    # At one second and two hundredths a turn it would lose within thirty turns.
    clocks = [ClockReading(remaining_s=left_s, increment_s=0.02) for left_s in (60.0, 1.0, 0.9, 0.8)]
    faults = [
        engine.think(asked(clock=clock, limits=Limits(depth=3), turn=turn)).record.fault
        for turn, clock in enumerate(clocks)
    ]
    assert faults[0] == ""
    assert Patience().at_most_s(clocks[1].remaining_s) < SLOW_S
    assert "it is not asked again in this game" in faults[1]
    assert set(faults[1:]) == {faults[1]}


def test_in_work_time_a_slow_policy_is_waited_for_and_a_hang_is_not() -> None:
    slow = engine_of(hook="observe", how="slow", work=True)
    fast = engine_of(hook="nowhere", how="slow", work=True)
    request = asked(clock=ClockReading(remaining_s=0.5), limits=Limits(depth=5))
    found = [engine.think(request) for engine in (slow, fast)]
    assert found[0].record == found[1].record
    assert found[0].record.fault == ""
    hangs = engine_of(hook="observe", how="wait", work=True, patience=Patience(hang_s=0.1))
    outcome = Running(lambda: hangs.think(request)).outcome()
    assert "no answer within 100 ms" in outcome.record.fault
