"""ProxySearchRunner: runs the wrapped engine's searches for a session, each in a thread."""

import threading

import chess

from zeitnot.chess.proxy.options import ProxyOptions
from zeitnot.chess.proxy.played import Played
from zeitnot.chess.proxy.search_words import position_line
from zeitnot.chess.proxy.wrapped_engine import WrappedEngine
from zeitnot.chess.stand_in import stand_in_move
from zeitnot.chess.uci.game import Game
from zeitnot.chess.uci.go_command import parse_go
from zeitnot.chess.uci.info_lines import best_move_line, end_text, plan_text
from zeitnot.chess.uci.writer import Writer
from zeitnot.turns import error_words


class ProxySearchRunner:
    """Runs a wrapped engine's searches for a session. Every `go` is answered with one best move."""

    def __init__(self, engine: WrappedEngine, options: ProxyOptions, writer: Writer, *, debug: bool) -> None:
        """Take a running engine."""
        self.debug = debug
        self._engine = engine
        self._options = options
        self._applied = options.settings
        self._writer = writer
        self._game = Game()
        self._worker: threading.Thread | None = None
        self._gate = threading.Lock()
        self._open = False
        self._told = ""
        self._among: tuple[str, ...] = ()
        engine.on_fault = writer.say
        engine.inner.on_other = writer.line

    @property
    def searching(self) -> bool:
        """Whether a search is still to be answered."""
        return self._worker is not None and self._worker.is_alive()

    def catch_up(self) -> None:
        """Apply changed options to the manager; while a search runs, that waits for the next call."""
        wanted, applied, manager = self._options.settings, self._applied, self._engine.manager
        if self.searching or wanted is applied:
            return
        self._applied = wanted
        if wanted.overhead_ms != applied.overhead_ms:
            manager.assume(wanted.overhead())
        manager.adopt(wanted.make_manager())

    def ready(self) -> None:
        """Wait until the engine is ready, unless it searches: some do not answer `isready` then."""
        if not self.searching:
            self.catch_up()
            self._engine.ready()

    def new_game(self) -> None:
        """Start a new game."""
        self.end_search()
        self.catch_up()
        self._told = ""
        self._engine.new_game()

    def set_position(self, arguments: list[str]) -> None:
        """Set the position; a running search keeps its own."""
        notice = self._game.set(arguments, chess960=self._options.settings.chess960)
        if notice:
            self._writer.say(notice)

    def pass_on(self, line: str) -> None:
        """Pass an unknown command on to the engine; it may concern the position."""
        lines = [line] if self.searching else [position_line(self._game.board), line]
        self._engine.inner.send(*lines)

    def go(self, arguments: list[str]) -> None:
        """Start a search; one that is still running is answered first."""
        self.end_search()
        board = self._game.board.copy()
        self._among = ()
        try:
            self.catch_up()
            self._begin(arguments, board)
        except Exception as error:  # noqa: BLE001 (an error here must not lose the game)
            self._answer(self._stand_in(error, board))

    def stop(self) -> None:
        """Stop the running search."""
        self._engine.stop()

    def ponder_hit(self) -> None:
        """Switch the running search to the clock."""
        self._engine.ponder_hit()

    def end_search(self) -> None:
        """Stop the running search and wait for its answer."""
        if self._worker is not None:
            self._engine.stop()
            self._worker.join()
            self._worker = None

    def _begin(self, arguments: list[str], board: chess.Board) -> None:
        command = parse_go(arguments, board)
        for notice in command.notices:
            self._writer.say(notice)
        request = command.request(board, lines=self._applied.lines)
        self._among = request.limits.search_moves
        thinking = self._engine.prepare(request)
        if self.debug:
            self._writer.say(plan_text(thinking, self._engine.manager.name))
        self._open = True
        self._worker = threading.Thread(target=self._search, args=(board,), name="search", daemon=True)
        self._worker.start()

    def _search(self, board: chess.Board) -> None:
        answer = ""
        try:
            played = self._engine.run(on_line=self._pass)
            answer = best_move_line(played.move, played.ponder)
            if not played.move:
                self._writer.line(f"info depth 0 score {'mate' if board.is_check() else 'cp'} 0")
            self._explain(played)
        except BaseException as error:  # noqa: BLE001 (the interface must get an answer in any case)
            answer = answer or self._stand_in(error, board)
        self._answer(answer)

    def _pass(self, line: str) -> None:
        """Pass on a line of the search unless it was answered meanwhile."""
        with self._gate:
            if self._open:
                self._writer.line(line)

    def _answer(self, line: str) -> None:
        with self._gate:
            self._open = False
            self._writer.line(line)

    def _stand_in(self, error: BaseException, board: chess.Board) -> str:
        self._writer.say(f"the search failed, which should not happen: {error_words(error)}")
        return best_move_line(stand_in_move(board, self._among))

    def _explain(self, played: Played) -> None:
        fault = played.record.fault
        if fault and fault != self._told:  # reported once, not on every turn
            self._writer.say(f"the policy failed and was replaced: {fault}")
            self._told = fault
        if self.debug:
            lag = self._engine.inner.lag
            self._writer.say(end_text(played.record))
            self._writer.say(
                f"stop lag of {self._engine.name}: mean {lag.mean_s * 1000:.1f} ms, worst assumed"
                f" {lag.worst_s * 1000:.1f} ms, {lag.measurements} measured"
            )
