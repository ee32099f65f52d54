"""Thinking: one turn in progress, watched by its policy's monitor and by the guard."""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from zeitnot.errors import SettingError, StateError
from zeitnot.turns.budget import Budget
from zeitnot.turns.guard import ECONOMIES
from zeitnot.turns.policy import Ask, Monitor, NoAdviceError, Patience, Policy, ask_directly
from zeitnot.turns.progress import EndgamePly, Iteration, Progress, SimulationCheck
from zeitnot.turns.record import TurnRecord
from zeitnot.turns.turn import Turn
from zeitnot.turns.validation import problem_in_verdict
from zeitnot.turns.verdict import GO_ON, Factor, Reason, Verdict


class Thinking:
    """One turn, from its plan to its record. A search loop calls `observe` between its steps.

    A host with threads calls `ask` and `take` instead, the first without a lock: a policy may be slow.
    """

    def __init__(
        self,
        *,
        turn: Turn,
        budget: Budget,
        monitor: Monitor | None,
        spare: Callable[[], Monitor | None],
        policy: str,
        planner: Policy,
        fault: str,
        on_finish: Callable[["Thinking", TurnRecord], None],
        ask: Ask,
        patience: Patience | None,
        patience_s: float,
    ) -> None:
        """Created by `TimeManager.begin`; without a monitor only the caller's limits end the search."""
        self.turn = turn
        self.planner = planner
        self.budget = budget
        self.target_s = budget.target_s
        self.fault = fault
        self.last_iteration: Iteration | None = None
        self.last_check: SimulationCheck | None = None
        self.last_ply: EndgamePly | None = None
        self.last_verdict = GO_ON
        self.factors: tuple[Factor, ...] = ()
        self.expected_loss_pts: float | None = None
        self.events: list[str] = []
        self.memory = budget.memory
        self._monitor = monitor
        self._spare: Callable[[], Monitor | None] | None = spare
        self._policy = policy
        self._on_finish = on_finish
        self._ask = ask
        self._patience = patience
        self._patience_s = patience_s
        self._finished = False
        self._extended = False
        self._free_s = min(budget.target_s, turn.clock.lasting_s)
        limits = turn.limits
        self._limited = limits.depth is not None or limits.nodes is not None or limits.mate is not None
        self.pondering = limits.ponder
        self.ripe: Reason | None = None
        self._pondered_s = 0.0
        self._hit_s: float | None = None

    @property
    def hard_deadline_s(self) -> float:
        """When everything stops, in seconds since the search began; infinite while pondering."""
        return math.inf if self.pondering else self.budget.limit_s + self._pondered_s

    @property
    def soft_deadline_s(self) -> float:
        """When no new work begins, in seconds since the search began; infinite while pondering."""
        if self._extended:
            return self.hard_deadline_s
        return math.inf if self.pondering else self.target_s + self._pondered_s

    def deadlines_s(self, *, hit_s: float) -> tuple[float, float]:
        """Return both deadlines after a ponder hit at `hit_s`: pondering counts up to the target."""
        pondered_s = self._uncredited_s(hit_s)
        return self.target_s + pondered_s, self.budget.limit_s + pondered_s

    def _uncredited_s(self, hit_s: float) -> float:
        """Return the part of the pondering that does not count: what is beyond the target."""
        return hit_s - min(hit_s, self.target_s)

    def ponder_hit(self, elapsed_s: float) -> None:
        """Start the turn proper: the own clock runs now, and the pondering counts up to the target."""
        if not self.pondering:
            raise StateError("a ponder hit ends pondering, got one without pondering")
        self.pondering = False
        self._hit_s = elapsed_s
        self._pondered_s = self._uncredited_s(elapsed_s)

    def observe(self, progress: Progress) -> Verdict:
        """Return whether the search goes on; the guard's verdict overrides the policy's.

        While pondering nothing stops the search; a verdict that would have stopped it is kept as `ripe`.
        """
        return self.take(progress, self.ask(progress))

    def ask(self, progress: Progress) -> Verdict:
        """Return the policy's verdict, before the guard has checked it; this may take a moment."""
        if self._finished:
            raise StateError("a search reports before its turn is finished, got a report after finish()")
        progress = self._as_own_time(progress)
        self._remember(progress)
        return self._asked(progress)

    def take(self, progress: Progress, verdict: Verdict) -> Verdict:
        """Return the verdict that holds after the guard has checked the policy's."""
        progress = self._as_own_time(progress)
        if self.pondering:
            self.ripe = verdict.reason
            verdict = replace(verdict, reason=None, note="")
        elif progress.elapsed_s >= self.budget.limit_s:
            verdict = replace(verdict, reason=Reason.LIMIT, note="")
        elif self._limited and (reason := self._limit_reached(progress)) is not None:
            verdict = replace(verdict, reason=reason, note="")
        elif verdict.reason in ECONOMIES and progress.elapsed_s < self._free_s:
            verdict = replace(verdict, reason=None, note="")
        self._extended = verdict.clears_soft_stop
        if verdict is not GO_ON:
            self._keep(verdict)
        return verdict

    def finish(
        self,
        *,
        used_s: float,
        move: str = "",
        clock_after_s: float | None = None,
        reason: Reason | None = None,
        movegen_s: float | None = None,
        simulation_s: float = 0.0,
        endgame_s: float = 0.0,
        inference_s: float = 0.0,
        nodes: int | None = None,
        samples: int | None = None,
        expected_loss_pts: float | None = None,
    ) -> TurnRecord:
        """Close the turn with the time it used, and return its record; the manager learns from it.

        Nodes and samples are totals, including work after the last report; by default they are taken from
        that report. An expected loss is used if the policy's monitor has estimated none.
        """
        if self._finished:
            raise StateError("a turn is finished once, got a second finish()")
        if not (math.isfinite(used_s) and used_s >= 0):
            raise SettingError(f"used_s must be 0 or more seconds, got {used_s!r}")
        self._finished = True
        self.movegen_s = movegen_s
        iteration, check, ply = self.last_iteration, self.last_check, self.last_ply
        if nodes is None:
            nodes = _work_done(iteration or ply)
        if samples is None:
            samples = _work_done(check)
        record = TurnRecord(
            policy=self._policy,
            ply=self.turn.ply,
            clock_before_s=None if self.turn.clock.remaining_s == math.inf else self.turn.clock.remaining_s,
            clock_after_s=clock_after_s,
            budget=self.budget,
            used_s=used_s,
            reason=reason or self.last_verdict.reason or self.budget.quick_exit or Reason.CALLER,
            note=self.last_verdict.note,
            target_s=self.target_s,
            factors=self.factors,
            move=move or (iteration.best_move if iteration else ""),
            score_cp=iteration.score_cp if iteration else None,
            value_pts=ply.value_pts
            if ply
            else check.snapshot.top[0].mean_pts
            if check and check.snapshot.top
            else None,
            depth=iteration.depth if iteration else ply.depth if ply else 0,
            nodes=nodes,
            samples=samples,
            expected_loss_pts=expected_loss_pts if self.expected_loss_pts is None else self.expected_loss_pts,
            simulation_s=simulation_s,
            endgame_s=endgame_s,
            inference_s=inference_s,
            features=self.turn.features,
            fault=self.fault,
            pondered_s=self._hit_s,
            ponder_hit=self._hit_s is not None,
            memory=self.memory,
        )
        if not self.pondering:  # a turn that was not played teaches nothing
            self._on_finish(self, record)
        return record

    def _as_own_time(self, progress: Progress) -> Progress:
        """Return the progress as the policy sees it: while pondering, time stops at the target."""
        if not (self.pondering or self._pondered_s):
            return progress
        elapsed_s = progress.elapsed_s
        own_s = min(elapsed_s, self.target_s) if self.pondering else elapsed_s - self._pondered_s
        return replace(progress, elapsed_s=max(0.0, own_s))

    def _remember(self, progress: Progress) -> None:
        match progress:
            case Iteration():
                self.last_iteration = progress
            case SimulationCheck():
                self.last_check = progress
            case EndgamePly():
                self.last_ply = progress

    def _asked(self, progress: Progress) -> Verdict:
        patience_s = self._patience_s
        if self._patience is not None:
            # An answer after the hard deadline is of no use.
            patience_s = max(
                self._patience.least_s, min(patience_s, self.budget.limit_s - progress.elapsed_s)
            )
        while self._monitor is not None:
            try:
                return self._ask(partial(_said_by, self._monitor, progress), patience_s=patience_s)
            except NoAdviceError as error:
                self.fault = self.fault or f"monitor: {error}"
            spare, self._spare = self._spare, None
            self._monitor, self._ask = spare() if spare is not None else None, ask_directly
        return GO_ON

    def _keep(self, verdict: Verdict) -> None:
        self.last_verdict = verdict
        # The last factors stay valid until new ones come: a verdict that stops often has none.
        self.factors = verdict.factors or self.factors
        if verdict.expected_loss_pts is not None:
            self.expected_loss_pts = verdict.expected_loss_pts
        self.events.extend(verdict.events)
        self.memory = verdict.memory or self.memory
        if verdict.target_s is not None:
            self.target_s = min(max(verdict.target_s, self._free_s), self.budget.limit_s)

    def _limit_reached(self, progress: Progress) -> Reason | None:
        limits = self.turn.limits
        depth = progress.depth if isinstance(progress, Iteration | EndgamePly) else None
        if limits.depth is not None and depth is not None and depth >= limits.depth:
            return Reason.DEPTH
        if limits.nodes is not None and _work_done(progress) >= limits.nodes:
            return Reason.NODES
        mate_in = progress.mate_in if isinstance(progress, Iteration) else None
        if limits.mate is not None and mate_in is not None and 0 < mate_in <= limits.mate:
            return Reason.MATE
        return None


def _said_by(monitor: Monitor, progress: Progress) -> Verdict:
    verdict = monitor.observe(progress)
    if verdict is not GO_ON and (wrong := problem_in_verdict(verdict)):
        raise NoAdviceError(wrong)
    return verdict


def _work_done(progress: Progress | None) -> int:
    match progress:
        case Iteration() | EndgamePly():
            return progress.nodes
        case SimulationCheck():
            return progress.snapshot.samples
        case _:
            return 0
