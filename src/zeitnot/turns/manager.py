"""TimeManager: runs the turns of a game under a policy and guards them."""

import logging
import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from zeitnot.clocks import ClockReading
from zeitnot.turns.advice import Ask, NoAdviceError, Patience, ask_directly
from zeitnot.turns.budget import Budget
from zeitnot.turns.calibration import Calibration, Overhead
from zeitnot.turns.features import Features
from zeitnot.turns.guard import Safety
from zeitnot.turns.limits import NO_LIMITS, Limits
from zeitnot.turns.protocols import Monitor, Named, Policy
from zeitnot.turns.record import TurnRecord
from zeitnot.turns.thinking import Thinking
from zeitnot.turns.trail import Trail
from zeitnot.turns.turn import Turn
from zeitnot.turns.validation import check_arguments, problem_in_budget

_LOG = logging.getLogger("zeitnot")

_Answer = TypeVar("_Answer")

_PLIES_PER_TURN = 2
"""Half moves from one own turn to the next."""
_LEAST_CHARGE_S = 0.0005
"""Clocks are sent in milliseconds: less than half of one is rounding, not time."""

_UNSEEN_FACTOR = 2.0
"""A period lost to lag shows only that the lag was longer than what was left of it: taken for twice that."""

NO_CLOCK = ClockReading(remaining_s=math.inf)
"""A clock that never runs out."""


class TimeManager:
    """Wraps a policy: clips what it grants, survives what it does wrong, measures what it cannot know.

    A policy that raises or returns nonsense is replaced by the fallback for that turn; the record and the log
    say so. One that does not answer in time is not asked again in that game; `zeitnot.make_manager` makes
    managers that know what is in time, while one made by hand asks directly and waits.
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
        ask: Ask = ask_directly,
        patience: Patience | None = None,
    ) -> None:
        """Take a policy and the one to fall back on; the rest has sensible defaults."""
        self.policy = policy
        self.ask = ask
        self.patience = patience or Patience()
        self.fallback = fallback
        self.name = name or (str(policy.name) if isinstance(policy, Named) else "") or type(policy).__name__
        self.safety = safety or Safety()
        self.overhead = overhead or Overhead()
        self.calibration = calibration or Calibration()
        self.events: Counter[str] = Counter()
        self.previous: TurnRecord | None = None
        self._last: _LastTurn | None = None
        self._initial_s: float | None = None
        self._ply: int | None = None
        self._logged = ""
        self._retired = ""

    def adopt(self, other: "TimeManager") -> None:
        """Go on with the policy of another manager; what was measured stays."""
        self.policy, self.name = other.policy, other.name
        self.ask, self.patience = other.ask, other.patience
        self._retired = ""

    def correct(self, record: TurnRecord, corrected: TurnRecord) -> None:
        """Replace the record of the turn just finished, when more is known of it; the next turn sees it."""
        if self.previous is record:
            self.previous = corrected

    def assume(self, overhead: Overhead) -> None:
        """Begin anew with another overhead; what was measured of it is forgotten."""
        self.overhead = overhead

    def count(self, events: Mapping[str, int]) -> None:
        """Count diagnostic events that only the search knows."""
        self.events.update(events)

    def reset_events(self) -> None:
        """Begin to count diagnostic events anew."""
        self.events.clear()

    def fresh(self) -> "TimeManager":
        """Make a manager like this one, for another game: what it learns there stays there."""
        return TimeManager(
            self.policy,
            fallback=self.fallback,
            name=self.name,
            safety=self.safety,
            overhead=self.overhead,
            calibration=self.calibration,
            ask=self.ask,
            patience=self.patience,
        )

    def new_game(self, *, initial_s: float | None = None, previous: TurnRecord | None = None) -> None:
        """Forget the game; what was measured of machine and connection stays.

        `previous` is the last own turn of a game that is taken up in the middle.
        """
        self.previous = previous
        self._last = None
        self._initial_s = initial_s
        self._retired = ""

    def begin(
        self,
        *,
        clock: ClockReading | None = None,
        opponent: ClockReading | None = None,
        limits: Limits = NO_LIMITS,
        lines: int = 1,
        ply: int | None = None,
        features: Features | None = None,
        lag: Overhead | None = None,
        wall_time: bool = True,
    ) -> Thinking:
        """Plan one turn and return it, ready to be watched; a ply or clock set back begins a new game.

        `lag` is what the search itself takes to stop: it is planned with, but measured by whoever runs it.
        Where the clock does not run by the wall, but by work or in a simulation, `wall_time` is false.
        """
        check_arguments(
            clock=clock, opponent=opponent, limits=limits, lines=lines, ply=ply, features=features, lag=lag
        )
        reading = clock or NO_CLOCK
        if self._last is not None and self._last.is_of_another_game(reading, ply, initial_s=self._initial_s):
            self.new_game()
        self._learn_lag(reading, ply)
        if self._initial_s is None and clock is not None:
            self._initial_s = clock.remaining_s
        turn = Turn(
            clock=reading,
            opponent=opponent,
            initial_s=self._initial_s,
            limits=limits,
            lines=lines,
            ply=ply or 0,
            features=features,
            calibration=self.calibration,
            overhead=self.overhead if lag is None else self.overhead.plus(lag),
            previous=self.previous,
        )
        self._ply = ply
        if reading.remaining_s == math.inf or not limits.clock_rules:
            budget = self._without_clock(turn)
            return self._thinking(
                turn, budget, None, "", lag, planner=self.fallback, watcher=self.fallback, wall_time=wall_time
            )
        budget, planner, fault = self._planned(turn, wall_time=wall_time)
        monitor, budget, monitor_fault = self._watched(turn, budget, planner, wall_time=wall_time)
        watcher = self.fallback if monitor_fault else planner
        return self._thinking(
            turn,
            budget,
            monitor,
            fault or monitor_fault,
            lag,
            planner=planner,
            watcher=watcher,
            wall_time=wall_time,
        )

    def _patience_s(self, turn: Turn, *, wall_time: bool) -> float:
        if not wall_time:
            return self.patience.hang_s
        return self.patience.at_most_s(self.safety.bearable_s(turn))

    def _asked(
        self, policy: Policy, hook: str, question: Callable[[], _Answer], *, patience_s: float
    ) -> _Answer:
        """Ask a policy, and retire it for this game when there is no answer in time."""
        if policy is self.fallback:
            return ask_directly(question, patience_s=patience_s)
        try:
            return self.ask(question, patience_s=patience_s)
        except NoAdviceError as error:
            if not error.late:
                raise
            words = f"{error}; it is not asked again in this game"
            self._retired = f"{hook}: {words}"
            raise NoAdviceError(words, late=True) from error

    def _planned(self, turn: Turn, *, wall_time: bool) -> tuple[Budget, Policy, str]:
        """Ask the policy, then the fallback, then nobody."""
        fault, lost_s = self._retired, 0.0
        patience_s = self._patience_s(turn, wall_time=wall_time)
        for policy in (self.fallback,) if self._retired else (self.policy, self.fallback):
            try:
                budget = self._asked(
                    policy, "plan", partial(self._plan_by, policy, turn), patience_s=patience_s
                )
                return self._later(turn, budget, lost_s), policy, fault
            except NoAdviceError as error:
                fault = fault or f"plan: {error}"
                lost_s = patience_s if error.late and wall_time else 0.0
        budget = self.safety.guarded(turn, self.safety.last_resort(turn))
        return self._later(turn, budget, lost_s), self.fallback, fault

    def _later(self, turn: Turn, budget: Budget, lost_s: float) -> Budget:
        """Let a turn begin after what was waited in vain: else the wait would be all that it gets."""
        if lost_s <= 0:
            return budget
        words = "waited for the policy"
        return self.safety.guarded(
            turn,
            replace(budget, target=budget.target.plus(words, lost_s), limit=budget.limit.plus(words, lost_s)),
        )

    def _plan_by(self, policy: Policy, turn: Turn) -> Budget:
        seen = self.safety.planning_turn(turn)
        budget = policy.plan(seen)
        wrong = problem_in_budget(budget)
        if wrong:
            raise NoAdviceError(wrong)
        if seen is not turn:
            budget = replace(budget, kept_for_lag_s=turn.clock.remaining_s - seen.clock.remaining_s)
        return self.safety.guarded(turn, budget)

    def _watched(
        self, turn: Turn, budget: Budget, planner: Policy, *, wall_time: bool
    ) -> tuple[Monitor | None, Budget, str]:
        """Have the policy that planned watch, else the fallback, else nobody but the guard."""
        fault = ""
        patience_s = self._patience_s(turn, wall_time=wall_time)
        seen = self.safety.planning_turn(turn)
        for policy in (planner, self.fallback):
            try:
                question = partial(_monitor_by, policy, seen, budget)
                return self._asked(policy, "monitor", question, patience_s=patience_s), budget, fault
            except NoAdviceError as error:
                fault = fault or f"monitor: {error}"
                budget = self._later(turn, budget, patience_s if error.late and wall_time else 0.0)
        return None, budget, fault

    def _without_clock(self, turn: Turn) -> Budget:
        """Grant what the caller asks for; a time for the move only as far as a clock beside it can bear."""
        limits = turn.limits
        if limits.move_time_s is None:
            return Budget.unlimited("infinite" if limits.infinite else "no clock")
        trail = Trail.start("move time", limits.move_time_s)
        if turn.clock.remaining_s < math.inf:
            trail = trail.at_most("what the clock can bear", self.safety.bearable_s(turn))
        return Budget.same_target_and_limit(trail)

    def _thinking(
        self,
        turn: Turn,
        budget: Budget,
        monitor: Monitor | None,
        fault: str,
        lag: Overhead | None,
        *,
        planner: Policy,
        watcher: Policy,
        wall_time: bool,
    ) -> Thinking:
        return Thinking(
            turn=turn,
            budget=budget,
            monitor=monitor,
            spare=lambda: self._watched(turn, budget, self.fallback, wall_time=wall_time)[0],
            policy=self.name,
            planner=planner,
            fault=fault,
            on_finish=partial(self._finished, self._ply, lag is not None),
            ask=partial(self._asked, watcher, "monitor"),
            patience=self.patience if wall_time else None,
            patience_s=self._patience_s(turn, wall_time=wall_time),
        )

    def _finished(self, ply: int | None, lag_is_known: bool, thinking: Thinking, record: TurnRecord) -> None:
        self.events.update(thinking.events)
        if record.fault:
            self.events["fallbacks"] += 1
            if record.fault != self._logged:  # once, not on every turn of every game
                _LOG.warning("policy %s failed, the fallback stood in: %s", self.name, record.fault)
            self._logged = record.fault
        self.calibration = self.calibration.after_turn(
            movegen_s=thinking.movegen_s,
            samples=record.samples,
            simulation_s=record.simulation_s,
            # Nodes of a chess search are no nodes of an endgame solver.
            nodes=record.nodes if thinking.last_iteration is None else 0,
            endgame_s=record.endgame_s,
        )
        self.previous = record
        late_s = 0.0 if lag_is_known else max(0.0, record.overshoot_s)
        self._last = _LastTurn(clock=thinking.turn.clock, ply=ply, used_s=record.used_s, late_s=late_s)
        if record.clock_after_s is not None:
            self._learn_lag(ClockReading(remaining_s=record.clock_after_s), None)

    def _learn_lag(self, now: ClockReading, ply: int | None) -> None:
        """Compare what the clock lost over the previous turn with what was measured, once."""
        last = self._last
        if last is None or last.learned:
            return
        self._last = replace(last, learned=True)
        overhead_s = last.overhead_s(now, ply)
        if overhead_s is not None:
            if self.overhead.is_outage(overhead_s):
                self.events["outages"] += 1
            self.overhead = self.overhead.after(overhead_s)


def _monitor_by(policy: Policy, turn: Turn, budget: Budget) -> Monitor:
    monitor = policy.monitor(turn, budget)
    if not callable(getattr(monitor, "observe", None)):
        raise NoAdviceError(f"monitor must return a Monitor, got {monitor!r:.80}")
    return monitor


@dataclass(frozen=True, slots=True, kw_only=True)
class _LastTurn:
    """The turn before, as far as the next clock is compared with it."""

    clock: ClockReading
    ply: int | None
    used_s: float
    late_s: float
    learned: bool = False

    def is_of_another_game(self, now: ClockReading, ply: int | None, *, initial_s: float | None) -> bool:
        """Tell whether the game cannot have led from there to here, for callers that announce no new game."""
        if ply is not None and self.ply is not None:
            return ply <= self.ply
        clock = self.clock
        if now.moves_to_go is not None or clock.moves_to_go is not None or initial_s is None:
            return False  # a new stage or period may have begun
        jumped_s = now.remaining_s - (clock.remaining_s + clock.increment_s)
        return jumped_s > _LEAST_CHARGE_S and initial_s <= now.remaining_s < math.inf

    def overhead_s(self, now: ClockReading, ply: int | None) -> float | None:
        """Tell what the turn lost beside its search; None when the clock does not show it."""
        if ply is not None and self.ply is not None and ply != self.ply + _PLIES_PER_TURN:
            return None
        before = self.clock
        charged_s = before.remaining_s + before.increment_s - now.remaining_s
        if before.free_s:
            # A delay or a byoyomi period swallows the lag; only a turn that went past it tells.
            if before.periods_left is not None and before.periods_left > (now.periods_left or 0):
                # It lost more than it had left, by an unknown amount.
                return _UNSEEN_FACTOR * max(0.0, before.bearable_s - self.used_s) + self.late_s
            if charged_s < _LEAST_CHARGE_S:
                return None
            charged_s += before.free_s
        return charged_s - self.used_s + self.late_s
