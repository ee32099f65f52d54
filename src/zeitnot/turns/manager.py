"""TimeManager: runs the turns of a game under a policy and guards them."""

import logging
import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from zeitnot.clocks import ClockReading
from zeitnot.turns.budget import Budget
from zeitnot.turns.calibration import Calibration, Overhead
from zeitnot.turns.challenge import Challenge, Challenger
from zeitnot.turns.features import Features
from zeitnot.turns.guard import Safety
from zeitnot.turns.policy import Ask, Monitor, Named, NoAdviceError, Patience, Policy, ask_directly
from zeitnot.turns.record import TurnRecord
from zeitnot.turns.thinking import Thinking
from zeitnot.turns.trail import Trail
from zeitnot.turns.turn import NO_LIMITS, Limits, Turn
from zeitnot.turns.validation import check_arguments, problem_in_budget

_LOG = logging.getLogger("zeitnot")

_Answer = TypeVar("_Answer")

_PLIES_PER_TURN = 2
"""Half-moves from one own turn to the next."""
_LEAST_CHARGE_S = 0.0005
"""Smallest change of a clock that counts: clocks are sent in milliseconds, so less than half of one is
rounding."""

_UNSEEN_FACTOR = 2.0
"""A period lost to lag shows only that the lag exceeded what was left of it: it is estimated as this many
times that."""

NO_CLOCK = ClockReading(remaining_s=math.inf)
"""A clock that never runs out."""


Tailor = Callable[[str], tuple[Policy, str] | None]
"""Returns the policy with what was learned from the engine of a name, and what that is in words; None for
nothing."""


OnPlan = Callable[[Budget], None]
"""Called with the budget of a turn, while its clock runs: it must return at once."""


class TimeManager:
    """Wraps a policy: clips its budgets, survives its errors, and measures lag and speed for it.

    A policy that raises an error or returns an invalid value is replaced by the fallback for that turn; the
    record and the log say so. One that does not answer in time is not asked again in that game; managers made
    by `zeitnot.make_manager` have such a time limit, while one made by hand calls the policy directly and
    waits.
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
        tailor: "Tailor | None" = None,
    ) -> None:
        """Create a manager for a policy and its fallback; everything else has sensible defaults."""
        self.policy = policy
        self.engine = ""
        self.profile = ""
        self._tailor, self._plain = tailor, policy
        self.ask = ask
        self.patience = patience or Patience()
        self.fallback = fallback
        self.name = name or (str(policy.name) if isinstance(policy, Named) else "") or type(policy).__name__
        self.safety = safety or Safety()
        self.overhead = overhead or Overhead()
        self.calibration = calibration or Calibration()
        self.on_plan: OnPlan | None = None
        """Called with the budget of every turn when it begins, pondering left out."""
        self.events: Counter[str] = Counter()
        self.previous: TurnRecord | None = None
        self._last: _LastTurn | None = None
        self._initial_s: float | None = None
        self._logged = ""
        self._retired = ""

    def adopt(self, other: "TimeManager") -> None:
        """Continue with the policy of another manager; measurements are kept."""
        self._plain, self.name, self._tailor = other._plain, other.name, other._tailor
        self.ask, self.patience = other.ask, other.patience
        self._retired = ""
        self.serve(self.engine)

    def serve(self, engine: str) -> None:
        """Manage the time of an engine by its name: with what was learned from its games, if anything was.

        `profile` says in words what that is; it is empty where the policy learns nothing from engines, or
        has learned nothing from this one.
        """
        self.engine = engine
        tailored = self._tailor(engine) if engine and self._tailor is not None else None
        self.policy, self.profile = tailored or (self._plain, "")

    def correct(self, record: TurnRecord, corrected: TurnRecord) -> None:
        """Replace the record of the turn just finished when more is known about it; the next turn sees it."""
        if self.previous is record:
            self.previous = corrected

    def assume(self, overhead: Overhead) -> None:
        """Start over with another overhead; its measurements are discarded."""
        self.overhead = overhead

    def count(self, events: Mapping[str, int]) -> None:
        """Add diagnostic events that only the search knows about."""
        self.events.update(events)

    def reset_events(self) -> None:
        """Reset the counts of diagnostic events."""
        self.events.clear()

    def fresh(self) -> "TimeManager":
        """Return a copy of this manager for another game: what it learns there does not come back here."""
        return TimeManager(
            self.policy,
            fallback=self.fallback,
            name=self.name,
            safety=self.safety,
            overhead=self.overhead,
            calibration=self.calibration,
            ask=self.ask,
            patience=self.patience,
            tailor=self._tailor,
        )

    def new_game(self, *, initial_s: float | None = None, previous: TurnRecord | None = None) -> None:
        """Start a new game; measurements of the machine and the connection are kept.

        `previous` is the player's last turn in a game that is resumed in the middle.
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
        """Plan one turn and return it, ready to be observed; a ply or clock set back starts a new game.

        `lag` is the time that the search itself takes to stop: it is included in the plan, but measured by
        the caller. `wall_time` is false where the clock runs on work or in a simulation.
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
        if reading.remaining_s == math.inf or not limits.clock_rules:
            budget, planner, fault = self._without_clock(turn), self.fallback, ""
            monitor, watcher = None, self.fallback
        else:
            budget, planner, fault = self._planned(turn, wall_time=wall_time)
            monitor, budget, monitor_fault = self._watched(turn, budget, planner, wall_time=wall_time)
            watcher, fault = self.fallback if monitor_fault else planner, fault or monitor_fault
        if self.on_plan is not None and not limits.ponder:
            self.on_plan(budget)
        return Thinking(
            turn=turn,
            budget=budget,
            monitor=monitor,
            spare=lambda: self._watched(turn, budget, self.fallback, wall_time=wall_time)[0],
            policy=self.name,
            planner=planner,
            fault=fault,
            on_finish=partial(self._finished, ply, lag is not None),
            ask=partial(self._asked, watcher, "monitor"),
            patience=self.patience if wall_time else None,
            patience_s=self._patience_s(turn, wall_time=wall_time),
        )

    def challenges(self, challenge: Challenge, *, wall_time: bool = True) -> bool:
        """Return whether to challenge the opponent's last play; a policy that does not decide, or fails,
        challenges every phoney."""
        every_phoney = bool(challenge.phoneys)
        policy = self.policy
        if self._retired or not isinstance(policy, Challenger):
            return every_phoney
        turn = Turn(clock=challenge.clock or NO_CLOCK, overhead=self.overhead)
        try:
            return self._asked(
                policy,
                "challenges",
                partial(_challenge_by, policy, challenge),
                patience_s=self._patience_s(turn, wall_time=wall_time),
            )
        except NoAdviceError as error:
            self.events["fallbacks"] += 1
            _LOG.warning("policy %s failed, every phoney is challenged: challenges: %s", self.name, error)
            return every_phoney

    def _patience_s(self, turn: Turn, *, wall_time: bool) -> float:
        if not wall_time:
            return self.patience.hang_s
        return self.patience.at_most_s(self.safety.bearable_s(turn))

    def _asked(
        self, policy: object, hook: str, question: Callable[[], _Answer], *, patience_s: float
    ) -> _Answer:
        """Ask a policy, and retire it for this game if it does not answer in time."""
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
        """Return the plan of the policy, else of the fallback, else the last resort."""
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
        """Return the budget with the time waited in vain added: otherwise the wait would use up the turn."""
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
        """Return the monitor of the policy that planned, else of the fallback, else none but the guard."""
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
        """Return the budget that the caller asks for; a move time is capped by what the clock can bear."""
        limits = turn.limits
        if limits.move_time_s is None:
            return Budget.unlimited("infinite" if limits.infinite else "no clock")
        trail = Trail.start("move time", limits.move_time_s)
        return Budget.same_target_and_limit(
            trail.at_most("what the clock can bear", self.safety.bearable_s(turn))
        )

    def _finished(self, ply: int | None, lag_is_known: bool, thinking: Thinking, record: TurnRecord) -> None:
        self.events.update(thinking.events)
        if record.fault:
            self.events["fallbacks"] += 1
            if record.fault_kind != self._logged:  # once, not on every turn of every game
                _LOG.warning("policy %s failed, the fallback stood in: %s", self.name, record.fault)
            self._logged = record.fault_kind
        self.calibration = self.calibration.after_turn(
            movegen_s=thinking.movegen_s,
            samples=record.samples,
            simulation_s=record.simulation_s,
            # Nodes of a chess search are not nodes of an endgame solver.
            nodes=record.nodes if thinking.last_iteration is None else 0,
            endgame_s=record.endgame_s,
        )
        self.previous = record
        late_s = 0.0 if lag_is_known else max(0.0, record.overshoot_s)
        self._last = _LastTurn(clock=thinking.turn.clock, ply=ply, used_s=record.used_s, late_s=late_s)
        if record.clock_after_s is not None:
            self._learn_lag(ClockReading(remaining_s=record.clock_after_s), None)

    def _learn_lag(self, now: ClockReading, ply: int | None) -> None:
        """Compare what the clock lost over the previous turn with the measured time, once."""
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


def _challenge_by(policy: Challenger, challenge: Challenge) -> bool:
    answer = policy.challenges(challenge)
    if not isinstance(answer, bool):
        raise NoAdviceError(f"challenges must return True or False, got {answer!r:.80}")
    return answer


@dataclass(frozen=True, slots=True, kw_only=True)
class _LastTurn:
    """The previous turn, as far as the next clock is compared with it."""

    clock: ClockReading
    ply: int | None
    used_s: float
    late_s: float
    learned: bool = False

    def is_of_another_game(self, now: ClockReading, ply: int | None, *, initial_s: float | None) -> bool:
        """Return whether the current clock and ply cannot follow this turn: some callers announce no new
        game."""
        if ply is not None and self.ply is not None:
            return ply <= self.ply
        clock = self.clock
        if now.moves_to_go is not None or clock.moves_to_go is not None or initial_s is None:
            return False  # a new stage or period may have begun
        jumped_s = now.remaining_s - (clock.remaining_s + clock.increment_s)
        return jumped_s > _LEAST_CHARGE_S and initial_s <= now.remaining_s < math.inf

    def overhead_s(self, now: ClockReading, ply: int | None) -> float | None:
        """Return what the turn lost besides its search; None if the clock does not show it."""
        if ply is not None and self.ply is not None and ply != self.ply + _PLIES_PER_TURN:
            return None
        before = self.clock
        charged_s = before.remaining_s + before.increment_s - now.remaining_s
        if before.free_s:
            # A delay or a byoyomi period hides the lag; only a turn that exceeded it shows it.
            if before.periods_left is not None and before.periods_left > (now.periods_left or 0):
                # It exceeded what was left, by an unknown amount.
                return _UNSEEN_FACTOR * max(0.0, before.bearable_s - self.used_s) + self.late_s
            if charged_s < _LEAST_CHARGE_S:
                return None
            charged_s += before.free_s
        return charged_s - self.used_s + self.late_s
