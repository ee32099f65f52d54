"""TurnSearch: the inner engine's search of one turn, stopped as planned."""

import math
import threading
from collections.abc import Callable
from dataclasses import dataclass

from zeitnot.chess.engine import Request
from zeitnot.chess.overtime import OvertimeWatch
from zeitnot.chess.proxy.inner_engine import STOP_AGAIN_S, BestMove, InnerEngine, turn_timings
from zeitnot.chess.proxy.search_reports import InfoLine, SearchReports, parse_info, without_wdl
from zeitnot.chess.uci.commands import go_words
from zeitnot.clocks import TimeSource
from zeitnot.turns import Iteration, Progress, Reason, Thinking, Tick, TurnTimings, Verdict

TICK_S = 0.01
"""Time between two checks by the policy of a search past its soft target."""
MOVE_TIME_SLACK_S = 0.1
"""Time past a fixed move time, which an engine keeps by itself, until `stop` is sent."""
FREE_GRACE_S = 1.0
"""Wait for an answer to `stop` where no clock runs or plenty of time is left."""
BLIND_FACTOR = 10.0
"""Factor on the waits while no move is known: any other move would be a guess."""
GRACE_S = 0.1
"""Wait for an answer past the hard deadline once a move is known; at most half of the clock."""
FIRST_REPORT_S = 0.02
"""Wait for a first report past the hard deadline: stopped before it, engines play an arbitrary move."""
REVIVAL_SHARE = 0.25
"""Share of the clock that restarting an engine may take when no move is known."""
HURRY_S = 0.01
"""A limit below this is too short for `stop`: the engine searches a few plies and ends by itself."""
HURRY_PLIES = 3
"""Plies of such a search: 0.2 to 2 ms of Stockfish, Ethereal, Toga, Glaurung and Fairy-Stockfish."""
LAST_S = 0.05
"""Clock below which one ply must be enough."""
LONGEST_WAIT_S = 3_600.0
"""Longest single wait: the system accepts no wait of centuries."""
LEAST_GRACE_S = 0.02
"""Wait for an answer when no time is left: the game must not be lost for lack of an answer."""

_LIMIT_REASONS = (Reason.DEPTH, Reason.NODES, Reason.MATE, Reason.LIMIT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Result of a search."""

    best: BestMove | None
    """Answer of the engine; None when it gave none."""
    late: bool
    """Whether the engine runs but did not answer in time."""
    waited_s: float
    """Time waited after `stop`."""


class TurnSearch:
    """One search. `run` blocks its thread; reports come in another, `stop` and `ponder_hit` in any."""

    def __init__(
        self,
        *,
        inner: InnerEngine,
        thinking: Thinking,
        request: Request,
        position: str,
        began_s: float,
        time: TimeSource,
    ) -> None:
        """Take a planned turn and its `position` command; time counts from its beginning."""
        self.thinking = thinking
        self.request = request
        self.position = position
        self.stop_asked = False
        self.hit_s = 0.0
        self.reason: Reason | None = None
        self.latest: InfoLine | None = None  # the best variation known, from any run of the engine
        self.reports = SearchReports()
        self.on_line: Callable[[str], None] | None = None
        self.on_report: Callable[[Iteration], None] | None = None
        self.asking = threading.Lock()  # held while the policy is asked; the other lock is not
        limits = request.limits
        self.governed = request.clock is not None and limits.clock_rules
        self.late = OvertimeWatch()
        self._inner, self._time, self._began_s = inner, time, began_s
        self._asks = any(request.board.legal_moves)
        self._hurries = self.hurried
        self._stopping_s: float | None = None
        self._tick_s = 0.0
        self._over = False

    @property
    def elapsed_s(self) -> float:
        """Return the seconds since the search was requested."""
        return self._time.now_s() - self._began_s

    @property
    def holding(self) -> bool:
        """Whether the answer must still be held back, even if the search has ended."""
        return not self.stop_asked and (self.request.limits.infinite or self.thinking.pondering)

    @property
    def hurried(self) -> bool:
        """Whether a few plies are enough or all there is time for."""
        if not self.governed or self.thinking.pondering or self.request.limits.infinite:
            return False
        budget = self.thinking.budget
        return budget.quick_exit is not None or budget.limit_s < HURRY_S

    @property
    def _plies(self) -> int:
        """Number of plies of a search that ends by itself."""
        forced = self.thinking.budget.quick_exit is not None
        return 1 if forced or self.thinking.turn.clock.bearable_s < LAST_S else HURRY_PLIES

    def reported(self, lines: int) -> int:
        """Return the number of variations to expect: at most one per legal move."""
        if lines == 1:
            return 1
        moves = len(self.request.limits.search_moves) or self.request.board.legal_moves.count()
        return min(lines, max(1, moves))

    def run(self, *, usable: bool, revive: Callable[[float], bool], reports: SearchReports) -> Found:
        """Search until there is an answer or no time to wait for one.

        An engine that is not usable is not asked. `revive` restarts a dead one within the seconds given and
        returns whether it runs.
        """
        self.reports = reports
        if not usable:
            self._wait_while_holding()
            return Found(best=None, late=False, waited_s=0.0)
        self._begin()
        while True:
            self._wait()
            with self._inner.changed:
                late = self._inner.owes
                if self._inner.alive or not self._asks or self._inner.best is not None:
                    break
                patience_s = self._revival_s(self.elapsed_s)
            if patience_s <= 0 or not revive(patience_s):
                late = False
                self._wait_while_holding()
                break
            self._again()
        with self._inner.changed:
            self._over = True
            self._look_if_late()
            best = self._inner.best if self._asks else None
            ended = best is not None and self._stopping_s is None
            last = self.reports.end(elapsed_s=best.at_s - self._began_s) if best and ended else None
        if last is not None:
            with self.asking:
                self._asked(last)
        waited_s = 0.0 if self._stopping_s is None else self.elapsed_s - self._stopping_s
        return Found(best=best, late=late, waited_s=waited_s)

    def stop(self) -> None:
        """Stop the search on the caller's behalf."""
        with self._inner.changed:
            self.stop_asked = True
            self._inner.changed.notify_all()

    def ponder_hit(self) -> None:
        """Switch from pondering to the clock; does nothing when not pondering."""
        with self._inner.changed:
            thinking = self.thinking
            if not thinking.pondering or self._over:
                return
            self.hit_s = self.elapsed_s
            thinking.ponder_hit(self.hit_s)
            seen = thinking.last_iteration is not None
            if self.governed and (thinking.ripe is not None or (seen and thinking.budget.quick_exit)):
                self._stop(thinking.ripe or thinking.budget.quick_exit)
            self._inner.changed.notify_all()

    def ended_by(self, best: BestMove | None) -> Reason | None:
        """Return what ended the search; None when the policy's verdict did."""
        if self.reason is not None:
            return self.reason
        if not self._asks:
            return Reason.ONE_MOVE
        if self.stop_asked:
            return Reason.CALLER
        if best is None:
            return Reason.OTHER
        if self.hurried:
            return self.thinking.budget.quick_exit or Reason.LIMIT
        limits = self.request.limits
        given = (limits.depth, limits.nodes, limits.mate, limits.move_time_s)
        kept = zip(given, _LIMIT_REASONS, strict=True)
        return next((reason for limit, reason in kept if limit is not None), Reason.SOLVED)

    def _begin(self) -> None:
        self._inner.forget()
        if self._asks and self._inner.alive:
            self._inner.search(self.position, self._go_line(), on_info=self._take)

    def _again(self) -> None:
        """Search again in a new process; the old result is kept until there is a better one."""
        with self._inner.changed:
            self.reports = SearchReports(lines=self.reports.lines, announces=self.reports.announces)
            self._stopping_s = None
        self._begin()

    def _go_line(self) -> str:
        limits = self.request.limits
        # The clock may allow less than the fixed move time.
        words = go_words(limits, bearable_s=self.thinking.budget.limit_s)
        if self._hurries and limits.depth is None:
            words.insert(0, f"depth {self._plies}")
        elif limits.infinite or limits.ponder or not words:
            # For pondering, too: not every engine knows `ponder`, and the proxy times the hit.
            words.insert(0, "infinite")
        if limits.search_moves:
            words.append(f"searchmoves {' '.join(limits.search_moves)}")
        return f"go {' '.join(words)}"

    def _wait_s(self) -> float:
        """Do what is due and return how long to wait until the next step: 0 when the search is over."""
        if not self._asks or self._inner.best is not None:
            return math.inf if self.holding else 0.0
        if not self._inner.alive:
            return 0.0
        if self.holding:
            return math.inf
        now_s = self.elapsed_s
        self._look_if_late()
        if self._stopping_s is None:
            self._look_at_clock(now_s)
        if self._stopping_s is None:
            soft_s = max(self.thinking.soft_deadline_s, self._tick_s, now_s) if self._ticks else math.inf
            return max(min(self._last_moment_s(), soft_s) - now_s, 0.0001)
        self._stop_inner()
        return max(0.0, min(self._give_up_s() - now_s, STOP_AGAIN_S))

    def _look_if_late(self) -> None:
        if self.elapsed_s >= self.thinking.hard_deadline_s and not self.thinking.pondering:
            self.late.look(self._inner.pid, self._time.now_s())

    def timings(self, *, before_s: float, own_queue_s: float | None) -> TurnTimings:
        """Return the moments of the turn, counted from its beginning or from the ponder hit."""
        return turn_timings(
            self._inner.moments if self._asks else None,
            end_s=self._time.now_s(),
            began_s=self._began_s + self.hit_s,
            due_s=self.thinking.hard_deadline_s - self.hit_s,
            late=self.late.times(),
            before_s=before_s,
            own_queue_s=own_queue_s,
            proxied=True,
        )

    def _look_at_clock(self, now_s: float) -> None:
        if self.stop_asked:
            self._stop(Reason.CALLER)
        elif now_s >= self._last_moment_s():
            self._stop(Reason.LIMIT)
            self.late.look(self._inner.pid, self._time.now_s())  # what comes now may be overtime

    def _wait(self) -> None:
        """Wait until the search is over; no lock is held while the policy checks the time."""
        while True:
            with self._inner.changed:
                while (wait_s := self._wait_s()) > 0 and not self._tick_is_due:
                    self._inner.changed.wait(min(wait_s, LONGEST_WAIT_S))
                if wait_s <= 0:
                    return
                tick = Tick(elapsed_s=self.elapsed_s)
                self._tick_s = tick.elapsed_s + TICK_S
            if not self.asking.acquire(blocking=False):
                continue  # the policy is being asked about a depth, and its verdict comes with that
            try:
                verdict = self._asked(tick)
            finally:
                self.asking.release()
            if verdict.stop:
                with self._inner.changed:
                    self._stop(verdict.reason)

    @property
    def _tick_is_due(self) -> bool:
        if self._stopping_s is not None or self.holding or not self._ticks:
            return False
        return self.elapsed_s >= max(self.thinking.soft_deadline_s, self._tick_s)

    def _asked(self, progress: Progress) -> Verdict:
        said = self.thinking.ask(progress)
        with self._inner.changed:
            return self.thinking.take(progress, said)

    @property
    def _ticks(self) -> bool:
        """Return whether the policy is asked while time passes: not before there is a move to play."""
        return self.governed and self.latest is not None and not self._hurries

    def _last_moment_s(self) -> float:
        """Return when to send `stop` so that the engine answers by the hard deadline."""
        hard_s = self.thinking.hard_deadline_s
        if not self.governed:
            return hard_s + MOVE_TIME_SLACK_S
        if not self.latest or self._hurries:
            return hard_s + FIRST_REPORT_S
        return max(self.hit_s, hard_s - self._inner.lag.mean_s)

    def _stop(self, reason: Reason | None) -> None:
        if self._stopping_s is None:
            self._stopping_s = self.elapsed_s
            self.reason = reason
            self._stop_inner()
            self._inner.changed.notify_all()

    def _stop_inner(self) -> None:
        # Half of the wait for the answer may pass until the first report, the rest is for `stop` itself.
        self._inner.stop(patience_s=(self._give_up_s() - (self._stopping_s or 0.0)) / 2)

    def _give_up_s(self) -> float:
        stop_s = self._stopping_s or 0.0
        factor = 1.0 if self.latest else BLIND_FACTOR
        free_s = stop_s + FREE_GRACE_S * factor
        clock = self.thinking.turn.clock
        if clock.remaining_s == math.inf:
            return free_s
        left_s = max(0.0, clock.bearable_s - (max(stop_s - self.hit_s, self.thinking.budget.limit_s)))
        grace_s = max(LEAST_GRACE_S, min(GRACE_S * factor, left_s / 2))
        return min(free_s, max(stop_s, self.thinking.hard_deadline_s) + grace_s)

    def _revival_s(self, now_s: float) -> float:
        """Return how long restarting a dead engine may take; 0 when the time is better used otherwise."""
        usual_s = self._inner.start_s
        if self.holding or not self.governed:
            return max(2.0, BLIND_FACTOR * usual_s)
        if self.latest:
            left_s = self.thinking.soft_deadline_s - now_s
        else:
            left_s = REVIVAL_SHARE * (self.thinking.turn.clock.bearable_s - (now_s - self.hit_s))
        return left_s if left_s > 2 * usual_s else 0.0

    def _wait_while_holding(self) -> None:
        with self._inner.changed:
            self._inner.changed.wait_for(lambda: not self.holding)

    def _take(self, line: str, at_s: float) -> None:
        """Handle one `info` line, in the reader thread."""
        info = parse_info(line)
        if info is not None and self._over:
            return
        asked_for = info is None or info.place <= self.request.lines  # otherwise it is only for the policy
        if self.on_line is not None and asked_for:
            # First: a waiting thread may answer as soon as the report is handled.
            self.on_line(without_wdl(line) if info is not None and self._inner.adds_wdl else line)
        if info is None:
            return
        with self._inner.changed:
            if self._over:
                return
            iteration = self.reports.take(info, elapsed_s=at_s - self._began_s)
            if self._stopping_s is not None:
                iteration = None  # reported after `stop`, so not complete
            elif self.reports.latest is not None and self.latest is None:
                self._inner.changed.notify_all()  # a thread may be waiting for the first report
            self.latest = self.reports.latest or self.latest
            limits = self.request.limits
            if limits.is_reached(nodes=info.nodes, depth=info.depth) and not self.holding:
                self._stop(Reason.NODES if limits.nodes is not None else Reason.DEPTH)
        if iteration is not None:
            self._judge(iteration)
            if self.on_report is not None:
                self.on_report(iteration)

    def _judge(self, iteration: Iteration) -> None:
        thinking = self.thinking
        with self.asking:
            if self._over:
                return  # answered meanwhile and possibly closed
            verdict = self._asked(iteration)
        with self._inner.changed:
            # A search of a few plies ends by itself.
            if not self.governed or thinking.pondering or self._hurries or self._over:
                return
            if (reason := verdict.reason or thinking.budget.quick_exit) is not None:
                self._stop(reason)
