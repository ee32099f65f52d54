"""TimeManager: runs the turns of a game under a policy and guards them."""

import math
from collections import Counter

from zeitnot.clocks import ClockReading
from zeitnot.turns.budget import Budget
from zeitnot.turns.calibration import Calibration, Overhead
from zeitnot.turns.features import Features
from zeitnot.turns.guard import Safety, nonsense
from zeitnot.turns.limits import NO_LIMITS, Limits
from zeitnot.turns.protocols import Monitor, Policy
from zeitnot.turns.record import TurnRecord
from zeitnot.turns.thinking import Thinking
from zeitnot.turns.trail import Trail
from zeitnot.turns.turn import Turn

_LEAST_CHARGE_S = 0.0005
"""Clocks are sent in milliseconds: less than half of one is rounding, not time."""

NO_CLOCK = ClockReading(remaining_s=math.inf)
"""A clock that never runs out."""


class TimeManager:
    """Wraps a policy: clips what it grants, survives what it does wrong, measures what it cannot know.

    A policy that raises or returns nonsense is replaced by the fallback for that turn; the record says so.
    """

    def __init__(
        self,
        policy: Policy,
        *,
        fallback: Policy,
        name: str | None = None,
        safety: Safety | None = None,
        overhead: Overhead | None = None,
        calibration: Calibration | None = None,
    ) -> None:
        """Take a policy and the one to fall back on; the rest has sensible defaults."""
        self.policy = policy
        self.fallback = fallback
        self.name = name or str(getattr(policy, "name", type(policy).__name__))
        self.safety = safety or Safety()
        self.overhead = overhead or Overhead()
        self.calibration = calibration or Calibration()
        self.events: Counter[str] = Counter()
        self.previous: TurnRecord | None = None
        self._previous_clock: ClockReading | None = None
        self._initial_s: float | None = None

    def new_game(self, *, initial_s: float | None = None) -> None:
        """Forget the game; what was measured of machine and connection stays."""
        self.previous = None
        self._previous_clock = None
        self._initial_s = initial_s

    def begin(
        self,
        *,
        clock: ClockReading | None = None,
        opponent: ClockReading | None = None,
        limits: Limits = NO_LIMITS,
        ply: int = 0,
        features: Features | None = None,
    ) -> Thinking:
        """Plan one turn and return it, ready to be watched."""
        reading = clock or NO_CLOCK
        self._learn_lag(reading)
        if self._initial_s is None and clock is not None:
            self._initial_s = clock.remaining_s
        turn = Turn(
            clock=reading,
            opponent=opponent,
            initial_s=self._initial_s,
            limits=limits,
            ply=ply,
            features=features,
            calibration=self.calibration,
            overhead=self.overhead,
            previous=self.previous,
        )
        if reading.remaining_s == math.inf or not limits.clock_rules:
            return self._thinking(turn, _without_clock(limits), None, "")
        budget, policy, fault = self._planned(turn)
        budget = self.safety.guarded(turn, budget)
        try:
            monitor = policy.monitor(turn, budget)
            if not callable(getattr(monitor, "observe", None)):
                raise TypeError(f"monitor must return a Monitor, got {monitor!r:.80}")
        except Exception as error:  # noqa: BLE001 (a policy's fault costs its advice, never the game)
            fault = fault or f"monitor: {type(error).__name__}: {error}"
            monitor = self.fallback.monitor(turn, budget)
        return self._thinking(turn, budget, monitor, fault)

    def _planned(self, turn: Turn) -> tuple[Budget, Policy, str]:
        try:
            budget = self.policy.plan(turn)
            fault = nonsense(budget)
            if not fault:
                return budget, self.policy, ""
        except Exception as error:  # noqa: BLE001 (a policy's fault costs its advice, never the game)
            fault = f"{type(error).__name__}: {error}"
        self.events["fallbacks"] += 1
        return self.fallback.plan(turn), self.fallback, f"plan: {fault}"

    def _thinking(self, turn: Turn, budget: Budget, monitor: Monitor | None, fault: str) -> Thinking:
        return Thinking(
            turn=turn,
            budget=budget,
            monitor=monitor,
            spare=lambda: self.fallback.monitor(turn, budget),
            policy=self.name,
            fault=fault,
            on_finish=self._finished,
        )

    def _finished(self, thinking: Thinking, record: TurnRecord) -> None:
        self.events.update(thinking.events)
        self.calibration = self.calibration.after_turn(
            movegen_s=thinking.movegen_s,
            samples=record.samples,
            simulation_s=record.simulation_s,
            nodes=thinking.last_ply.nodes if thinking.last_ply else 0,
            endgame_s=record.endgame_s,
        )
        self.previous = record
        self._previous_clock = thinking.turn.clock
        if record.clock_after_s is not None:
            self._learn_lag(ClockReading(remaining_s=record.clock_after_s))

    def _learn_lag(self, now: ClockReading) -> None:
        """Compare what the clock lost over the previous turn with what was measured."""
        before, record = self._previous_clock, self.previous
        self._previous_clock = None
        if before is None or record is None:
            return
        charged_s = before.remaining_s + before.increment_s - now.remaining_s
        if before.free_s and before.overtime is None:
            # A delay or a byoyomi period swallows the lag; only a turn that went past it tells.
            if charged_s < _LEAST_CHARGE_S:
                return
            charged_s += before.free_s
        late_s = max(0.0, record.overshoot_s)
        self.overhead = self.overhead.after(charged_s - record.used_s + late_s)


def _without_clock(limits: Limits) -> Budget:
    if limits.move_time_s is not None:
        return Budget.same_target_and_limit(Trail.start("move time", limits.move_time_s))
    return Budget.unlimited("infinite" if limits.infinite else "no clock")
