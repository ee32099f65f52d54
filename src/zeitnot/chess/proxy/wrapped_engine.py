"""WrappedEngine: another UCI engine whose clock a time manager controls."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from zeitnot.chess.engine import PlayedMove, Request
from zeitnot.chess.native_search import stand_in_move
from zeitnot.chess.overtime import own_queue_s, queued_since_s
from zeitnot.chess.proxy.inner_engine import START_S, UCI, EngineProtocol, InnerEngine
from zeitnot.chess.proxy.search_reports import SearchReports
from zeitnot.chess.proxy.turn_search import GRACE_S, REVIVAL_SHARE, Found, TurnSearch
from zeitnot.chess.uci.commands import legal_text, ponder_text, position_line
from zeitnot.clocks import TimeSource, WallTime
from zeitnot.errors import DataError, EngineFaultError, StateError
from zeitnot.turns import Iteration, Thinking, TimeManager, TurnRecord

RESTARTS = 1
"""Most restarts of an engine in a game; one that fails more often costs more time than it is worth."""
HANG_S = 1.0
"""An engine that has not answered this long after `stop` is hanging."""
SETTLE_SHARE = 0.25
"""Share of a turn's limit that may be spent waiting for the end of the last search."""
LATE_BEGIN_S = 0.03
"""A turn that waits longer than this for the engine is planned again."""
LEAST_SETTLE_S = 0.005
"""Shortest wait for the end of the last search, for tiny limits."""


OnLine = Callable[[str], None]
OnReport = Callable[[Iteration], None]


class WrappedEngine:
    """Searches one position at a time; `stop` and `ponder_hit` may be called from other threads.

    Whatever happens to the engine, a turn is answered with a legal move if there is one; `PlayedMove.fault`
    describes what happened.
    """

    def __init__(
        self,
        command: Sequence[str],
        manager: TimeManager,
        *,
        options: Mapping[str, str] | None = None,
        time: TimeSource | None = None,
        patience_s: float = START_S,
        protocol: EngineProtocol = UCI,
    ) -> None:
        """Start the engine; a faulty one raises a DataError, an invalid setting a SettingError."""
        self.manager = manager
        self.on_fault: Callable[[str], None] | None = None
        self._time = time or WallTime()
        self.inner = InnerEngine(command, options=options, time=self._time, protocol=protocol)
        self._restarts_left = RESTARTS
        self._faults: list[str] = []
        self._restarts = 0
        self._announces = False
        self._turn: TurnSearch | None = None
        self._running = self._stop_asked = self._hit_asked = False
        self._mender: threading.Thread | None = None
        self._waited_for: threading.Thread | None = None
        self._closed = False
        try:
            self.inner.start(patience_s=patience_s)
        except EngineFaultError as error:
            raise DataError(str(error)) from error
        self.inner.on_death = self._died
        manager.serve(self.inner.name)

    @property
    def name(self) -> str:
        """The engine's own name."""
        return self.inner.name

    def new_game(self, *, initial_s: float | None = None) -> None:
        """Start a new game; an engine that is down may be restarted again."""
        self._refuse_while_searching()
        self._join_mender(START_S)
        self._restarts_left = RESTARTS
        if not self.inner.settled(patience_s=HANG_S):
            self._restart(START_S)
            self._restarts_left = RESTARTS
        self.inner.send(self.inner.protocol.new_game)
        self.inner.ready()
        self.manager.new_game(initial_s=initial_s)

    def think(
        self, request: Request, *, on_report: OnReport | None = None, on_line: OnLine | None = None
    ) -> PlayedMove:
        """Search until the manager, a limit or `stop` ends it, never much past the hard deadline."""
        self.prepare(request)
        return self.run(on_report=on_report, on_line=on_line)

    def prepare(self, request: Request) -> Thinking:
        """Plan a search: from here on its time counts and a `stop` is not lost.

        Call `run` next; a prepared search that was not run is replaced by the next one.
        """
        self._refuse_while_searching()
        self._turn, self._stop_asked, self._hit_asked = None, False, False
        # The caller may change its board before the search is over; copying its moves would take longer.
        position, board = position_line(request.board), request.board.copy(stack=False)
        turn = self._planned(replace(request, board=board), position)
        self._turn = turn
        if self._hit_asked:  # it came while the turn was planned, as a stop may
            turn.ponder_hit()
        if self._stop_asked:
            turn.stop()
        return turn.thinking

    def run(self, *, on_report: OnReport | None = None, on_line: OnLine | None = None) -> PlayedMove:
        """Run the prepared search; an infinite or pondering one does not return before `stop` or the hit."""
        self._refuse_while_searching()
        turn = self._turn
        if turn is None:
            raise StateError("a search is prepared before it runs, got none")
        self._running = True
        try:
            planned_s, before_s, queue_s = turn.elapsed_s, 0.0, own_queue_s()
            usable = self._make_ready(turn)
            if turn.governed and not turn.holding and turn.elapsed_s - planned_s > LATE_BEGIN_S:
                before_s, turn = turn.elapsed_s - turn.hit_s, self._replanned(turn)
            turn.on_report, turn.on_line = on_report, on_line
            dropped = self.inner.dropped
            reports = SearchReports(lines=turn.reported(self._lines(turn)), announces=self._announces)
            found = turn.run(usable=usable, revive=self._revive, reports=reports)
            self._announces = turn.reports.announces
            if self.inner.dropped > dropped:
                self._note(f"the engine babbles: {self.inner.dropped - dropped} lines were dropped")
            played = self._finished(turn, found)
            timings = turn.timings(before_s=before_s, own_queue_s=queued_since_s(queue_s))
            return replace(played, record=replace(played.record, timings=timings))
        finally:
            self._turn, self._running = None, False
            if not self._closed and (self.inner.owes or not self.inner.alive):
                self._mend_soon()

    def ready(self) -> bool:
        """Wait for `readyok` and return whether it came; an engine that does not answer is killed."""
        self._join_mender(START_S)
        if self._turn is not None or not self.inner.alive or self.inner.ready():
            return self.inner.alive
        self._note("the engine did not answer `isready`, and was ended")
        self.inner.kill()
        return self._revive(START_S)

    def stop(self) -> None:
        """Stop the running search now; does nothing when none runs."""
        self._stop_asked = True
        if (turn := self._turn) is not None:
            turn.stop()

    def ponder_hit(self) -> None:
        """Switch the running search to the clock; does nothing when it is not pondering."""
        self._hit_asked = True
        if (turn := self._turn) is not None:
            turn.ponder_hit()

    def close(self) -> None:
        """Send `quit` to the engine, and kill it when it does not exit."""
        self._closed = True
        self.stop()
        self.inner.close()
        self._join_mender(START_S)
        self.inner.kill()

    def _refuse_while_searching(self) -> None:
        if self._running:
            raise StateError("one search runs at a time, got another order meanwhile")

    def _planned(self, request: Request, position: str) -> TurnSearch:
        began_s = self._time.now_s()
        thinking = request.begin(self.manager, lag=self.inner.lag)
        return TurnSearch(
            inner=self.inner,
            thinking=thinking,
            request=request,
            position=position,
            began_s=began_s,
            time=self._time,
        )

    def _replanned(self, turn: TurnSearch) -> TurnSearch:
        """Plan a turn again with the time left on its clock, after waiting for the engine."""
        request, clock = turn.request, turn.request.clock
        if clock is not None:
            clock = replace(clock, remaining_s=clock.remaining_s - (turn.elapsed_s - turn.hit_s))
        # A hit that came meanwhile has ended pondering; there is no second one.
        limits = replace(request.limits, ponder=request.limits.ponder and turn.thinking.pondering)
        again = self._planned(replace(request, clock=clock, limits=limits), turn.position)
        with self.inner.changed:
            again.stop_asked = turn.stop_asked
            self._turn = again
        return again

    def _lines(self, turn: TurnSearch) -> int:
        """Return the number of variations to request: two where the policy wants a second one."""
        wants_second = turn.thinking.budget.settings.gap_cp > 0 and self.inner.options.has("MultiPV")
        return max(turn.request.lines, 2 if wants_second else 1)

    def _make_ready(self, turn: TurnSearch) -> bool:
        """Make the engine idle and set its options for this turn; return whether that worked."""
        waits = turn.governed and not turn.holding
        mending_s = REVIVAL_SHARE * turn.thinking.turn.clock.bearable_s if waits else START_S
        # Waited for on one turn only: a share of the clock on every turn would soon be all of it.
        waited, self._waited_for = self._mender is self._waited_for, self._mender
        self._join_mender(0.0 if waits and waited else mending_s)
        if self._mender is not None:
            return False
        limit_s = turn.thinking.budget.limit_s
        settle_s = min(HANG_S, max(LEAST_SETTLE_S, SETTLE_SHARE * limit_s)) if waits else HANG_S
        if not self.inner.settled(patience_s=settle_s):
            if self.inner.owes:
                self._note("the engine did not answer its last search, and was ended")
                self.inner.kill()
            if mending_s > 2 * self.inner.start_s:
                self._revive(mending_s)
        self.inner.suit(lines=self._lines(turn), chess960=turn.request.board.chess960)
        return self.inner.alive

    def _finished(self, turn: TurnSearch, found: Found) -> PlayedMove:
        thinking, request = turn.thinking, turn.request
        if found.late:
            self.inner.abandon()
        move, ponder = self._chosen(turn, found)
        pondering = thinking.pondering
        used_s = 0.0 if pondering else max(0.0, turn.elapsed_s - turn.hit_s)
        with turn.asking, self.inner.changed:
            record = thinking.finish(
                used_s=used_s, move=move, reason=turn.ended_by(found.best), nodes=turn.reports.nodes
            )
        faults, self._faults = self._faults, []
        restarts, self._restarts = self._restarts, 0
        return PlayedMove(
            move=move,
            ponder=ponder_text(request.board, move, ponder),
            record=self._rescored(record, turn),
            fault="; ".join(faults),
            restarts=restarts,
        )

    def _chosen(self, turn: TurnSearch, found: Found) -> tuple[str, str]:
        """Return the engine's move, else the best one it reported, else one of the built-in search."""
        board, among = turn.request.board, turn.request.limits.search_moves
        if not any(board.legal_moves):
            return "", ""
        known = turn.latest
        if found.best is not None and not self._is_of_the_second_line(turn, found.best.move):
            if move := legal_text(board, found.best.move, among):
                return move, found.best.ponder
            self._note(f"the engine answered with {found.best.move[:20]!r}, which is not legal here")
        elif found.late and found.waited_s >= GRACE_S:  # otherwise the clock was too short
            self._note(f"the engine did not answer `stop` within {found.waited_s * 1000:.0f} ms")
        if known is not None and (move := legal_text(board, known.moves[0], among)):
            return move, known.moves[1] if len(known.moves) > 1 else ""
        self._note("no move of the engine is known: the built-in search stood in")
        return stand_in_move(board, among), ""

    def _is_of_the_second_line(self, turn: TurnSearch, move: str) -> bool:
        """Return whether the move is from the extra line for the policy: Glaurung plays its last line."""
        best = turn.latest
        asked = self._lines(turn) > turn.request.lines
        return asked and best is not None and move == turn.reports.second_move != best.moves[0]

    def _rescored(self, record: TurnRecord, turn: TurnSearch) -> TurnRecord:
        """Return the record with the last score of the move played, whose iteration may be incomplete."""
        latest = turn.latest
        if latest is None or latest.bound or latest.moves[0] != record.move:
            return record
        rescored = replace(record, score_cp=latest.score_cp)
        self.manager.correct(record, rescored)
        return rescored

    def _note(self, fault: str) -> None:
        self._faults.append(fault)
        if self.on_fault is not None:
            self.on_fault(fault)

    def _died(self) -> None:
        """Handle the engine's death, in the reader thread."""
        self._note(self.inner.words_of_death())
        if self._turn is None and not self._closed:
            self._mend_soon()

    def _revive(self, patience_s: float) -> bool:
        if self._restarts_left <= 0 or self._closed:
            return False
        return self._restart(patience_s)

    def _restart(self, patience_s: float) -> bool:
        self._restarts_left -= 1
        try:
            self.inner.start(patience_s=patience_s)
        except (EngineFaultError, DataError) as error:
            self._note(f"it could not be started again: {error}")
            return False
        if self._closed:
            self.inner.kill()
            return False
        self._restarts += 1
        self._note("it was started again")
        return True

    def _mend_soon(self) -> None:
        """Restart an engine that is down or hanging, while nothing waits for it."""
        with self.inner.changed:
            mending = self._mender is not None and self._mender.is_alive()
            if not mending and self._restarts_left > 0:
                self._mender = threading.Thread(target=self._mend, name="mender", daemon=True)
                self._mender.start()

    def _mend(self) -> None:
        if self.inner.settled(patience_s=HANG_S) or self._closed:
            return
        if self.inner.owes:
            self._note("the engine hung and was ended")
        self._revive(START_S)

    def _join_mender(self, patience_s: float) -> None:
        with self.inner.changed:  # under it a mender is made and started
            mender = self._mender
        if mender is not None and mender is not threading.current_thread():
            mender.join(timeout=patience_s)
            if not mender.is_alive():
                self._mender = None
