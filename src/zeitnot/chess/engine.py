"""Engine: the host of the native chess search, with a time manager as its only adviser."""

import math
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import chess

from zeitnot._native import ChessSearch, Position, Report, SearchEnd, SearchResult, StopControl, StopReason
from zeitnot.chess.diagnostics import counted
from zeitnot.chess.features import features_of
from zeitnot.chess.iterations import iteration_of
from zeitnot.chess.native_settings import DEEPEST, native_settings
from zeitnot.clocks import ClockReading
from zeitnot.errors import DataError, SettingError, StateError
from zeitnot.turns import (
    NO_LIMITS,
    ChessFeatures,
    Iteration,
    Limits,
    Reason,
    Thinking,
    TimeManager,
    TurnRecord,
    Verdict,
)

_MOST_NODES = 2**64 - 1
_FIRST_LOOK_NODES = 20_000
"""Bound of the search that answers when not even depth 1 was finished: some milliseconds at the worst."""

_ENDS = {
    SearchEnd.DEPTH: Reason.DEPTH,
    SearchEnd.NODES: Reason.NODES,
    SearchEnd.MATE: Reason.MATE,
    SearchEnd.NO_MOVES: Reason.ONE_MOVE,
    SearchEnd.SOFT_STOP: Reason.TARGET,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The opponent's reply to a side that ponders, where it is known before the pondering is done.

    In work time one side works after the other: the search on the opponent's time is made up for once the
    opponent has moved, and gets the work that his turn took.
    """

    at_s: float
    """When it comes, in seconds of pondering."""
    expected: bool
    """Whether it is the one that is pondered on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One search: the game so far, the clocks, and what is asked beside them."""

    board: chess.Board
    """The position, with the moves that led to it."""
    clock: ClockReading | None = None
    """The own clock; None: no clock runs."""
    opponent: ClockReading | None = None
    """The opponent's clock."""
    limits: Limits = NO_LIMITS
    """What is asked beside the clock."""
    lines: int = 1
    """Variations to report; with two or more a policy sees the second-best score."""
    reply: Reply | None = None
    """While pondering: the reply that ends it, where it is known; None: `ponder_hit` or `stop` tells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a search found, and what it cost."""

    move: str
    """In UCI notation; empty when there is no legal move."""
    ponder: str
    """The expected answer; empty when none is known."""
    record: TurnRecord
    """The turn's row."""
    result: SearchResult = field(repr=False)
    """The native result, with its counters."""


OnPlan = Callable[[Thinking], None]
OnReport = Callable[[Report], None]
"""Told of every finished iteration, and last of one that was broken off when its move is the answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Order:
    """A search that was ordered: everything is decided but the move."""

    request: Request
    position: Position
    thinking: Thinking


class Engine:
    """Searches one position at a time; `stop` and `ponder_hit` may come from other threads meanwhile."""

    def __init__(
        self, manager: TimeManager, *, hash_mb: int = 16, threads: int = 1, nodes_per_second: float = 0.0
    ) -> None:
        """Take a manager; with nodes per second, time is counted in nodes and games repeat to the bit."""
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
        self._running = False
        self._stop_asked = False
        self._hit_asked = False
        self._hit_s = 0.0
        self._changed = threading.Condition()

    def set_nodes_per_second(self, nodes_per_second: float) -> None:
        """Count time in nodes from the next search on; 0 is wall time."""
        with self._changed:
            self._refuse_while_searching()
            self._control = StopControl(work_per_second=nodes_per_second)

    def new_game(self) -> None:
        """Forget the game and all that the search learned."""
        self._refuse_while_searching()
        self.search.new_game()
        self.manager.new_game()

    def think(
        self, request: Request, *, on_plan: OnPlan | None = None, on_report: OnReport | None = None
    ) -> Outcome:
        """Search until the manager, a limit or `stop` ends it; run it in a thread to be able to stop it."""
        thinking = self.prepare(request)
        if on_plan is not None:
            on_plan(thinking)
        return self.run(on_report=on_report)

    def prepare(self, request: Request) -> Thinking:
        """Take an order to search: from here on time counts and a `stop` is not lost.

        `run` follows; an order that was not run is replaced by the next one.
        """
        with self._changed:
            self._refuse_while_searching()
            self._order = None
            self._stop_asked = self._hit_asked = False
            self._hit_s = 0.0
            self.search.settle()  # the last answer may have come before its threads had ended
            # The clock runs while the turn is planned; only then there are deadlines.
            self._control.start(soft_s=math.inf, hard_s=math.inf)
        position = position_of(request.board)
        thinking = self._begun(request, features_of(request.board))
        with self._changed:
            self._order = _Order(request=request, position=position, thinking=thinking)
            self._move_deadlines(thinking, request.reply)
            if self._hit_asked:
                self._hit(thinking, self._control.elapsed_s())
        return thinking

    def run(self, *, on_report: OnReport | None = None) -> Outcome:
        """Search what was prepared; infinite or pondering, it returns no sooner than `stop` or the hit."""
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
        """Keep the books of a turn played without thinking; returns its row."""
        self._refuse_while_searching()
        return self._begun(request).finish(used_s=0.0, move=move, reason=Reason.BOOK)

    def stop(self) -> None:
        """End the running search now; harmless when none runs."""
        with self._changed:
            self._stop_asked = True
            self._control.stop()
            self._changed.notify_all()

    def ponder_hit(self) -> None:
        """Let the running search go on under the clock; harmless when none ponders."""
        with self._changed:
            self._hit_asked = True  # the turn may still be in the making
            if self._order is not None:
                self._hit(self._order.thinking, self._control.elapsed_s())

    def _begun(self, request: Request, features: ChessFeatures | None = None) -> Thinking:
        """Have a turn planned; no lock is held, because a policy may take its time."""
        return self.manager.begin(
            clock=request.clock,
            opponent=request.opponent,
            limits=request.limits,
            lines=request.lines,
            ply=request.board.ply(),
            features=features,
            wall_time=not self._control.work_per_second,
        )

    def _hit(self, thinking: Thinking, at_s: float) -> None:
        if not thinking.pondering:
            return
        self._hit_s = at_s
        thinking.ponder_hit(at_s)
        self._move_deadlines(thinking)
        if thinking.ripe is not None:
            self._control.stop()
        self._changed.notify_all()

    def _refuse_while_searching(self) -> None:
        if self._running:
            raise StateError("one search runs at a time, got another order meanwhile")

    def _take_reply(self, order: _Order, elapsed_s: float) -> None:
        """Let a search whose reply is known ponder no longer than until it comes."""
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
            self._take_reply(order, report.elapsed_s)  # what it saw may have made the search ripe
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
        """Search one ply whatever the clock says: a move that was never looked at may lose a queen."""
        # Counting nodes, it has no deadline to watch, and runs in this thread.
        control = StopControl(work_per_second=self._control.work_per_second or _FIRST_LOOK_NODES)
        control.start(soft_s=math.inf, hard_s=math.inf)

        def on_iteration(report: Report) -> bool:
            if on_report is not None:
                on_report(report)
            self._judged(order.thinking, replace(iteration_of(report), elapsed_s=self._control.elapsed_s()))
            return True

        settings = native_settings(order.thinking.budget.settings, lines=1)
        moves = list(order.request.limits.search_moves)
        return self.search.run(
            order.position,
            settings,
            control,
            on_iteration,
            depth=1,
            nodes=_FIRST_LOOK_NODES,
            search_moves=moves,
        )

    def _decide(self, thinking: Thinking, report: Report) -> bool:
        verdict = self._judged(thinking, iteration_of(report))
        with self._changed:
            # The deadline first: a stop that is taken back under an old one is set again by the next look.
            if thinking.soft_deadline_s != self._control.soft_deadline_s():
                self._control.move_soft_deadline(thinking.soft_deadline_s)
            if verdict.clears_soft_stop:
                self._control.clear_soft_stop()
        return verdict.stop

    def _judged(self, thinking: Thinking, iteration: Iteration) -> Verdict:
        """Ask the policy without a lock, so that `stop` and the deadline need not wait for it."""
        said = thinking.ask(iteration)
        with self._changed:
            return thinking.take(iteration, said)

    def _hold(self, order: _Order) -> None:
        """Wait while the caller may not be answered yet, however early the search ended."""
        infinite = order.request.limits.infinite
        if order.request.reply is not None:
            return
        with self._changed:
            self._changed.wait_for(lambda: self._stop_asked or not (infinite or order.thinking.pondering))

    def _finish(self, order: _Order, result: SearchResult, found: SearchResult) -> Outcome:
        thinking = order.thinking
        with self._changed:
            used_s = 0.0 if thinking.pondering else max(0.0, self._control.elapsed_s() - self._hit_s)
            if not thinking.pondering:
                rate, settings = self._control.work_per_second, thinking.budget.settings
                interval = settings.node_interval + settings.quiescence.node_interval
                events = counted(
                    thinking,
                    result,
                    used_s=used_s,
                    look_s=interval / rate if rate else 0.0,
                    by_caller=self._stop_asked,
                )
                self.manager.count(events)
            record = thinking.finish(
                used_s=used_s,
                move=found.best,
                reason=self._reason(thinking, result),
                nodes=result.nodes + (found.nodes if found is not result else 0),
            )
            if found.unfinished is not None:
                record = self._rescored(record, found.unfinished)
        return Outcome(move=found.best, ponder=found.ponder, record=record, result=result)

    def _rescored(self, record: TurnRecord, unfinished: Report) -> TurnRecord:
        """Give the row the score of the move that is played: no finished iteration knew it."""
        rescored = replace(record, score_cp=iteration_of(unfinished).score_cp)
        self.manager.correct(record, rescored)
        return rescored

    def _reason(self, thinking: Thinking, result: SearchResult) -> Reason | None:
        """Tell what ended the search; None: the policy's own verdict did."""
        if result.end == SearchEnd.STOPPED:
            if self._control.reason() == StopReason.HARD_DEADLINE and thinking.ripe is None:
                return Reason.LIMIT
            return Reason.CALLER if self._stop_asked else thinking.ripe
        if result.end == SearchEnd.DEPTH and thinking.budget.quick_exit is not None:
            return thinking.budget.quick_exit
        return _ENDS.get(result.end)


def position_of(board: chess.Board) -> Position:
    """Hand a board with all its moves to the native side, which wants them for repetitions."""
    try:
        return Position(
            board.root().fen(shredder=board.chess960),
            # As the stack keeps them: written for the board that they were played on, not for this one.
            [move.uci() for move in board.move_stack],
            chess960=board.chess960,
        )
    except ValueError as error:
        raise DataError(f"a position must be one that can occur in a game; {error}") from error
