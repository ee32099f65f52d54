"""OwnClockEngine: another UCI engine that manages its clock itself."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from zeitnot.chess.engine import PlayedMove, Request
from zeitnot.chess.features import features_of
from zeitnot.chess.overtime import LOOK_S, OvertimeWatch, own_queue_s, queued_since_s
from zeitnot.chess.proxy.inner_engine import BestMove, InnerEngine, turn_timings
from zeitnot.chess.proxy.search_reports import SearchReports, parse_info
from zeitnot.chess.proxy.turn_search import LONGEST_WAIT_S
from zeitnot.chess.uci.commands import legal_text, own_clock_line, ponder_text, position_line
from zeitnot.clocks import TimeSource, WallTime
from zeitnot.errors import DataError, EngineFaultError, StateError
from zeitnot.turns import Budget, Iteration, Reason, TurnRecord, TurnTimings

OWN_CLOCK = "own clock"
"""Name used in place of a policy in the records."""
SETTLE_S = 1.0
"""Wait for the end of an abandoned search."""

OnReport = Callable[[Iteration], None]


@dataclass(slots=True, kw_only=True)
class _Begun:
    """A running search."""

    request: Request
    reports: SearchReports
    on_report: OnReport | None
    began_s: float
    stop: Callable[[], None]
    queue_s: float | None
    by_wall: bool
    last: Iteration | None = None

    @property
    def due_s(self) -> float:
        """When the clock or the fixed time ends, in seconds from the beginning; inf without either, and where
        nodes are the time."""
        clock, move_time_s = self.request.clock, self.request.limits.move_time_s
        if not self.by_wall:
            return math.inf
        if move_time_s is not None:
            return move_time_s
        return math.inf if clock is None else clock.bearable_s

    def take(self, line: str, at_s: float) -> None:
        """Handle one `info` line, in the reader thread."""
        info = parse_info(line)
        if info is not None and self.request.limits.is_reached(nodes=info.nodes, depth=info.depth):
            self.stop()  # Toga and others know no `go nodes`
        if info is not None and (iteration := self.reports.take(info, elapsed_s=at_s - self.began_s)):
            self.last = iteration
            if self.on_report is not None:
                self.on_report(iteration)


def engine_name(program: str) -> str:
    """Start an engine, ask it for its name and end it; a DataError says that it does not answer."""
    engine = OwnClockEngine([program])
    try:
        return engine.name or program
    finally:
        engine.close()


class OwnClockEngine:
    """An engine that gets the clocks and decides itself; its faults raise an EngineFaultError."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        options: Mapping[str, str] | None = None,
        time: TimeSource | None = None,
        ponders: bool = False,
        nodes_per_s: float | None = None,
    ) -> None:
        """Start the engine; a faulty one raises a DataError, an invalid setting a SettingError.

        For pondering its option Ponder is set, where it has one. With nodes per second the nodes it reports
        are its time.
        """
        self._time = time or WallTime()
        self._nodes_per_s = nodes_per_s
        self.inner = InnerEngine(command, options=options, time=self._time)
        self._announces = False
        self._pondering: _Begun | None = None
        try:
            self.inner.start()
        except EngineFaultError as error:
            raise DataError(str(error)) from error
        if ponders and self.inner.options.has("Ponder") and "Ponder" not in (options or {}):
            self.inner.set_option("Ponder", "true")

    @property
    def name(self) -> str:
        """The engine's own name."""
        return self.inner.name

    def new_game(self, *, initial_s: float | None = None) -> None:
        """Start a new game; an engine that is down or owes an answer is restarted."""
        del initial_s  # the engine sees the clock itself
        if not self.inner.settled(patience_s=SETTLE_S):
            self.inner.start()
        self.inner.send("ucinewgame")
        if not self.inner.ready():
            raise self._fault(None)

    def think(
        self, request: Request, *, deadline_s: float = math.inf, on_report: OnReport | None = None
    ) -> PlayedMove:
        """Return the engine's move; one that has not moved by the deadline is stalled and is killed."""
        if not any(request.board.legal_moves):
            return PlayedMove(
                move="", ponder="", record=self._record(request, SearchReports(), None, "", 0.0)
            )
        if not self.inner.settled(patience_s=SETTLE_S):
            raise self._fault(None)
        return self._played(self._begun(request, on_report), deadline_s)

    def ponder(self, request: Request) -> None:
        """Start pondering by `go ponder`; a dead engine raises when its move is needed."""
        self._pondering = self._begun(request, None)

    def ponder_hit(self, *, deadline_s: float = math.inf) -> PlayedMove:
        """Send `ponderhit`, which starts the engine's clock, and return its move."""
        begun, self._pondering = self._pondering, None
        if begun is None:
            raise StateError("a ponder hit ends pondering, got one without pondering")
        begun.began_s, begun.queue_s = self._time.now_s(), own_queue_s()
        self.inner.send("ponderhit")
        return self._played(begun, deadline_s)

    def ponder_miss(self) -> None:
        """Stop pondering on a reply that did not come, and wait for the engine's answer."""
        self._pondering = None
        if not self.inner.settled(patience_s=SETTLE_S):
            raise self._fault(None)

    def _begun(self, request: Request, on_report: OnReport | None) -> _Begun:
        board = request.board
        lines = 1 if request.lines == 1 else min(request.lines, max(1, board.legal_moves.count()))
        begun = _Begun(
            request=request,
            reports=SearchReports(lines=lines, announces=self._announces),
            on_report=on_report,
            began_s=self._time.now_s(),
            stop=self.inner.stop,
            queue_s=own_queue_s(),
            by_wall=self._nodes_per_s is None,
        )
        self.inner.suit(lines=request.lines, chess960=board.chess960)
        self.inner.search(position_line(board), own_clock_line(request), on_info=begun.take)
        return begun

    def _played(self, begun: _Begun, deadline_s: float) -> PlayedMove:
        inner = self.inner
        late = OvertimeWatch()
        best = self._answer(begun, deadline_s, late)
        reports, request = begun.reports, begun.request
        used_s = self._time.now_s() - begun.began_s
        if self._nodes_per_s is not None:
            used_s = reports.nodes / self._nodes_per_s
        elif used_s >= begun.due_s:
            late.look(inner.pid, self._time.now_s())
        self._announces = reports.announces
        if best is None:
            raise self._fault(deadline_s)
        last = reports.end(elapsed_s=used_s) or begun.last
        move = legal_text(request.board, best.move, request.limits.search_moves)
        if not move:
            raise EngineFaultError(
                f"{self.name} must answer with a legal move, got {best.move[:20]!r} in {request.board.fen()}",
                kind="illegal",
            )
        record = self._record(request, reports, last, move, used_s)
        if self._nodes_per_s is None:
            record = replace(record, timings=self._timings(begun, late))
        return PlayedMove(move=move, ponder=ponder_text(request.board, move, best.ponder), record=record)

    def _timings(self, begun: _Begun, late: OvertimeWatch) -> TurnTimings:
        return turn_timings(
            self.inner.moments,
            began_s=begun.began_s,
            due_s=begun.due_s,
            end_s=self._time.now_s(),
            late=late.times(),
            own_queue_s=queued_since_s(begun.queue_s),
            proxied=False,
        )

    def _answer(self, begun: _Begun, deadline_s: float, late: OvertimeWatch) -> BestMove | None:
        """Wait for the answer; an engine that is late is looked at until it comes."""
        inner, until_s = self.inner, begun.began_s + max(0.0, deadline_s)
        with inner.changed:
            while inner.best is None and inner.alive and (now_s := self._time.now_s()) < until_s:
                look_s = begun.began_s + begun.due_s - LOOK_S
                if now_s >= look_s:
                    late.look(inner.pid, now_s)
                wait_s = min(until_s - now_s, look_s - now_s if now_s < look_s else LOOK_S)
                inner.changed.wait(min(wait_s, LONGEST_WAIT_S))
            return inner.best

    def close(self) -> None:
        """Send `quit` to the engine, and kill it when it does not exit."""
        self.inner.close()

    def _fault(self, deadline_s: float | None) -> EngineFaultError:
        """Return the error of an engine that did not answer; one that still runs is killed."""
        if not self.inner.alive:
            return EngineFaultError(f"{self.name}: {self.inner.words_of_death()}", kind="crashed")
        self.inner.kill()
        waited = "an answer" if deadline_s is None else f"a move within {deadline_s:.3f} s"
        return EngineFaultError(f"{self.name} must give {waited}, got none", kind="stalled")

    def _record(
        self, request: Request, reports: SearchReports, last: Iteration | None, move: str, used_s: float
    ) -> TurnRecord:
        clock, latest = request.clock, reports.latest
        return TurnRecord(
            policy=OWN_CLOCK,
            ply=request.board.ply(),
            clock_before_s=None if clock is None or clock.remaining_s == math.inf else clock.remaining_s,
            budget=Budget.unlimited(OWN_CLOCK),
            used_s=used_s,
            reason=Reason.OTHER,
            note=OWN_CLOCK if move else "no legal move",
            target_s=math.inf,
            move=move,
            score_cp=latest.score_cp if latest else None,
            depth=last.depth if last else 0,
            nodes=reports.nodes,
            features=features_of(request.board),
        )
