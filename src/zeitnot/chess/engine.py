"""Engine: runs the native chess search under a time manager."""

import math
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

import chess

from zeitnot._native import ChessSearch, Position, Report, SearchEnd, SearchResult, StopControl, StopReason
from zeitnot.chess.diagnostics import counted
from zeitnot.chess.features import features_of
from zeitnot.chess.native_search import DEEPEST, iteration_of, native_settings, position_of, short_search
from zeitnot.chess.overtime import OwnSearchWatch
from zeitnot.chess.unruled_board import UnruledBoard
from zeitnot.clocks import ClockReading
from zeitnot.errors import SettingError, StateError
from zeitnot.turns import (
    NO_LIMITS,
    Iteration,
    Limits,
    Overhead,
    Reason,
    Thinking,
    TimeManager,
    TurnRecord,
    Verdict,
)

_MOST_NODES = 2**64 - 1
_FIRST_LOOK_NODES = 20_000
"""Node limit of the fallback search when not even depth 1 was completed: a few milliseconds at worst."""

_ENDS = {
    SearchEnd.DEPTH: Reason.DEPTH,
    SearchEnd.NODES: Reason.NODES,
    SearchEnd.MATE: Reason.MATE,
    SearchEnd.NO_MOVES: Reason.ONE_MOVE,
    SearchEnd.SOFT_STOP: Reason.TARGET,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The opponent's reply to a pondering side, where it is known in advance.

    In work time the sides search one after the other: pondering is done after the opponent has moved, and
    lasts for the work that the opponent's turn took.
    """

    at_s: float
    """Seconds of pondering until the reply comes."""
    expected: bool
    """Whether the reply is the expected one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A search to run: the game so far, the clocks and other limits."""

    board: chess.Board
    """Position to search, with the moves that led to it."""
    clock: ClockReading | None = None
    """Clock of the side to move; None when no clock runs."""
    opponent: ClockReading | None = None
    """The opponent's clock."""
    limits: Limits = NO_LIMITS
    """Limits of the search besides the clock."""
    lines: int = 1
    """Number of variations to report; with two or more a policy sees the second-best score."""
    reply: Reply | None = None
    """Reply that ends pondering, where it is known; None when `ponder_hit` or `stop` ends it."""

    def begin(
        self, manager: TimeManager, *, lag: Overhead | None = None, wall_time: bool = True, looks: bool = True
    ) -> Thinking:
        """Let a manager plan the search; without a look at the position it has no features."""
        return manager.begin(
            clock=self.clock,
            opponent=self.opponent,
            limits=self.limits,
            lines=self.lines,
            ply=self.board.ply(),
            features=features_of(self.board) if looks and not isinstance(self.board, UnruledBoard) else None,
            lag=lag,
            wall_time=wall_time,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedMove:
    """The move that a search chose, and the record of what it cost."""

    move: str
    """Move in UCI notation; empty when there is no legal one."""
    ponder: str
    """Expected reply; empty when none is known."""
    record: TurnRecord
    """Record of the turn."""
    fault: str = ""
    """Description of what went wrong with another engine; empty when nothing did."""
    restarts: int = 0
    """Times that another engine was started again since the move before."""


OnReport = Callable[[Report], None]
"""Called with every completed iteration, and last with an interrupted one whose move is the answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Order:
    """A prepared search."""

    request: Request
    position: Position
    thinking: Thinking


class Engine:
    """Searches one position at a time; `stop` and `ponder_hit` may be called from other threads."""

    result: SearchResult
    """Native result of the last search, with its counters."""

    def __init__(
        self, manager: TimeManager, *, hash_mb: int = 16, threads: int = 1, nodes_per_second: float = 0.0
    ) -> None:
        """Take a manager; with nodes per second, time is counted in nodes and games are reproducible."""
        self.manager = manager
        try:
            self.search = ChessSearch(hash_mb=hash_mb, threads=threads)
        except ValueError as error:
            raise SettingError(str(error)) from error
        except MemoryError as error:
            got = f"{hash_mb} MB and {threads} threads"
            raise SettingError(f"the table of a search must fit into memory, got {got}") from error
        self._control = StopControl(work_per_second=nodes_per_second)
        self._order: _Order | None = None
        self._running = self._stop_asked = self._hit_asked = False
        self._hit_s = 0.0
        self._watch = OwnSearchWatch(threads=threads)
        self._changed = threading.Condition()

    def set_nodes_per_second(self, nodes_per_second: float) -> None:
        """Count time in nodes from the next search on; 0 means wall time."""
        with self._changed:
            self._refuse_while_searching()
            self._control = StopControl(work_per_second=nodes_per_second)

    def new_game(self) -> None:
        """Reset the manager's game and clear the search's tables."""
        self._refuse_while_searching()
        self.search.new_game()
        self.manager.new_game()

    def think(self, request: Request, *, on_report: OnReport | None = None) -> PlayedMove:
        """Search until the manager, a limit or `stop` ends it; run it in a thread to be able to stop it."""
        self.prepare(request)
        return self.run(on_report=on_report)

    def prepare(self, request: Request) -> Thinking:
        """Plan a search: from here on its time counts and a `stop` is not lost.

        Call `run` next; a prepared search that was not run is replaced by the next one.
        """
        with self._changed:
            self._refuse_while_searching()
            self._order = None
            self._stop_asked = self._hit_asked = False
            self._hit_s = 0.0
            self.search.settle()  # the last answer may have come before its threads ended
            # The clock runs while the turn is planned; the deadlines are known after that.
            self._control.start(soft_s=math.inf, hard_s=math.inf)
            self._watch.begin()
        position = position_of(request.board)
        # No lock is held, because a policy may be slow.
        thinking = request.begin(self.manager, wall_time=not self._control.work_per_second)
        with self._changed:
            self._order = _Order(request=request, position=position, thinking=thinking)
            self._watch.go_s = self._control.elapsed_s()
            self._move_deadlines(thinking, request.reply)
            if self._hit_asked:
                self._hit(thinking, self._control.elapsed_s())
        return thinking

    def run(self, *, on_report: OnReport | None = None) -> PlayedMove:
        """Run the prepared search; an infinite or pondering one does not return before `stop` or the hit."""
        with self._changed:
            self._refuse_while_searching()
            order = self._order
            if order is None:
                raise StateError("a search is prepared before it runs, got none")
            self._running = True
        try:
            result = self._searched(order, on_report)
            unseen = result.last.depth == 0 and result.best
            found = self._first_look(order, on_report) if unseen else result
            if found.unfinished is not None and on_report is not None:
                on_report(found.unfinished)
            self._take_reply(order, math.inf)
            self._hold(order)
            return self._finish(order, result, found)
        finally:
            with self._changed:
                self._order, self._running = None, False

    def book_turn(self, request: Request, move: str) -> TurnRecord:
        """Record a turn played from the book, without a search, and return the record."""
        self._refuse_while_searching()
        thinking = request.begin(self.manager, wall_time=not self._control.work_per_second, looks=False)
        return thinking.finish(used_s=0.0, move=move, reason=Reason.BOOK)

    def stop(self) -> None:
        """Stop the running search now; does nothing when none runs."""
        with self._changed:
            self._stop_asked = True
            self._control.stop()
            self._changed.notify_all()

    def ponder_hit(self) -> None:
        """Switch the running search to the clock; does nothing when it is not pondering."""
        with self._changed:
            self._hit_asked = True  # the turn may still be being planned
            if self._order is not None:
                self._hit(self._order.thinking, self._control.elapsed_s())

    def _hit(self, thinking: Thinking, at_s: float) -> None:
        if not thinking.pondering:
            return
        self._hit_s = at_s
        self._watch.begin()
        thinking.ponder_hit(at_s)
        self._move_deadlines(thinking)
        if thinking.ripe is not None:
            self._control.stop()
        self._changed.notify_all()

    def _refuse_while_searching(self) -> None:
        if self._running:
            raise StateError("one search runs at a time, got another order meanwhile")

    def _take_reply(self, order: _Order, elapsed_s: float) -> None:
        """End pondering when the known reply comes."""
        reply, thinking = order.request.reply, order.thinking
        if reply is None or not thinking.pondering:
            return
        with self._changed:
            if reply.expected and elapsed_s >= reply.at_s:
                self._hit(thinking, reply.at_s)
            else:
                self._move_deadlines(thinking, reply)

    def _move_deadlines(self, thinking: Thinking, reply: Reply | None = None) -> None:
        soft_s, hard_s = thinking.soft_deadline_s, thinking.hard_deadline_s
        if reply is not None and thinking.pondering:
            goes_on = reply.expected and thinking.ripe is None
            soft_s, hard_s = thinking.deadlines_s(hit_s=reply.at_s) if goes_on else (reply.at_s, reply.at_s)
        self._control.move_soft_deadline(soft_s)
        self._control.move_hard_deadline(hard_s)

    def _searched(self, order: _Order, on_report: OnReport | None) -> SearchResult:
        thinking, limits = order.thinking, order.request.limits
        settings = native_settings(thinking.budget.settings, lines=order.request.lines)
        if thinking.budget.quick_exit is not None and not thinking.pondering:
            settings.maximum_depth = 1

        def on_iteration(report: Report) -> bool:
            if on_report is not None:
                on_report(report)
            self._take_reply(order, report.elapsed_s)
            stop = self._decide(thinking, report)
            self._take_reply(order, report.elapsed_s)  # the policy may want to stop at once
            return stop

        return self.search.run(
            order.position,
            settings,
            self._control,
            on_iteration,
            depth=min(limits.depth or DEEPEST, DEEPEST),
            nodes=min(limits.nodes or _MOST_NODES, _MOST_NODES),
            mate=min(limits.mate or 0, DEEPEST),
            search_moves=list(limits.search_moves),
        )

    def _first_look(self, order: _Order, on_report: OnReport | None) -> SearchResult:
        """Search one ply regardless of the clock: a move that was never searched may lose a queen."""

        def on_iteration(report: Report) -> bool:
            if on_report is not None:
                on_report(report)
            self._judged(order.thinking, replace(iteration_of(report), elapsed_s=self._control.elapsed_s()))
            return True

        return short_search(
            self.search,
            order.position,
            order.thinking.budget.settings,
            on_iteration,
            depth=1,
            nodes=_FIRST_LOOK_NODES,
            search_moves=order.request.limits.search_moves,
            work_per_second=self._control.work_per_second,
        )

    def _decide(self, thinking: Thinking, report: Report) -> bool:
        verdict = self._judged(thinking, iteration_of(report))
        with self._changed:
            # The deadline first: under the old one the next check would set the stop again.
            if thinking.soft_deadline_s != self._control.soft_deadline_s():
                self._control.move_soft_deadline(thinking.soft_deadline_s)
            if verdict.clears_soft_stop:
                self._control.clear_soft_stop()
        return verdict.stop

    def _judged(self, thinking: Thinking, iteration: Iteration) -> Verdict:
        """Ask the policy without holding a lock, so that `stop` and the deadline need not wait for it."""
        self._watch.asks(self._control.elapsed_s())
        said = thinking.ask(iteration)
        self._watch.asked(self._control.elapsed_s())
        with self._changed:
            return thinking.take(iteration, said)

    def _hold(self, order: _Order) -> None:
        """Wait until the caller may be answered, even if the search ended earlier."""
        infinite = order.request.limits.infinite
        if order.request.reply is not None:
            return
        with self._changed:
            self._changed.wait_for(lambda: self._stop_asked or not (infinite or order.thinking.pondering))

    def _finish(self, order: _Order, result: SearchResult, found: SearchResult) -> PlayedMove:
        thinking = order.thinking
        with self._changed:
            used_s = 0.0 if thinking.pondering else max(0.0, self._control.elapsed_s() - self._hit_s)
            if not thinking.pondering:
                rate, settings = self._control.work_per_second, thinking.budget.settings
                interval = settings.node_interval + settings.quiescence.node_interval
                look_s, by_caller = interval / rate if rate else 0.0, self._stop_asked
                self.manager.count(
                    counted(thinking, result, used_s=used_s, look_s=look_s, by_caller=by_caller)
                )
            record = thinking.finish(
                used_s=used_s,
                move=found.best,
                reason=self._reason(thinking, result),
                nodes=result.nodes + (found.nodes if found is not result else 0),
            )
            if found.unfinished is not None:  # no completed iteration had the move that is played
                rescored = replace(record, score_cp=iteration_of(found.unfinished).score_cp)
                self.manager.correct(record, rescored)
                record = rescored
            if not (thinking.pondering or self._control.work_per_second):
                due_s = thinking.hard_deadline_s - self._hit_s
                timings = self._watch.timings(due_s=due_s, used_s=used_s, hit_s=self._hit_s)
                record = replace(record, timings=timings)
        self.result = result
        return PlayedMove(move=found.best, ponder=found.ponder, record=record)

    def _reason(self, thinking: Thinking, result: SearchResult) -> Reason | None:
        """Return what ended the search; None when the policy's verdict did."""
        if result.end == SearchEnd.STOPPED:
            if self._control.reason() == StopReason.HARD_DEADLINE and thinking.ripe is None:
                return Reason.LIMIT
            return Reason.CALLER if self._stop_asked else thinking.ripe
        if result.end == SearchEnd.DEPTH and thinking.budget.quick_exit is not None:
            return thinking.budget.quick_exit
        return _ENDS.get(result.end)
