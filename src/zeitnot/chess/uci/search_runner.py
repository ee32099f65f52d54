"""SearchRunner: runs the searches of a UCI session, each in a thread; the built-in engine's is here."""

import random
import threading
from abc import ABC, abstractmethod
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Protocol

import chess

from zeitnot._native import Report
from zeitnot.chess.background_search import SearchingEngine
from zeitnot.chess.engine import Engine, PlayedMove, Request
from zeitnot.chess.native_search import stand_in_move
from zeitnot.chess.uci.commands import Game, parse_go
from zeitnot.chess.uci.info_lines import (
    best_move_line,
    counters_text,
    end_text,
    plan_text,
    report_lines,
)
from zeitnot.chess.uci.options import OptionTable
from zeitnot.chess.uci.settings import EngineSettings
from zeitnot.errors import DataError
from zeitnot.games import Writer
from zeitnot.turns import error_words


class FollowedGame(Protocol):
    """Follows `position` commands."""

    board: chess.Board

    def set(self, words: list[str], *, chess960: bool) -> str:
        """Follow the words after `position` and return what was corrected; raise a DataError if invalid."""


class SearchRunner(ABC):
    """Runs an engine's searches for a session. Every `go` is answered with one best move."""

    def __init__(self, engine: SearchingEngine, options: OptionTable, writer: Writer, *, debug: bool) -> None:
        """Take an engine that has the settings of these options."""
        self.debug = debug
        self._searcher = engine
        self._options = options
        self._applied = options.settings
        self._writer = writer
        self._game: FollowedGame = Game()
        self._worker: threading.Thread | None = None
        self._told = ""
        self._among: tuple[str, ...] = ()

    @property
    def searching(self) -> bool:
        """Whether a search is still to be answered."""
        return self._worker is not None and self._worker.is_alive()

    @property
    def wanted(self) -> EngineSettings:
        """Settings that the options ask for."""
        return self._options.settings

    @abstractmethod
    def catch_up(self) -> None:
        """Apply changed options; while a search runs, that waits for the next call."""

    def new_game(self) -> None:
        """End the game and its search; a new one is started with the options as they are now."""
        self.end_search()
        self.catch_up()
        self._told = ""

    def set_position(self, arguments: list[str]) -> None:
        """Set the position; a running search keeps its own."""
        notice = self._game.set(arguments, chess960=self.wanted.chess960)
        if notice:
            self._writer.say(notice)

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
        self._searcher.stop()

    def ponder_hit(self) -> None:
        """Switch the running search to the clock."""
        self._searcher.ponder_hit()

    def end_search(self) -> None:
        """Stop the running search and wait for its answer."""
        if self._worker is not None:
            self._searcher.stop()
            self._worker.join()
            self._worker = None

    @abstractmethod
    def _run(self) -> PlayedMove:
        """Run the search that was prepared, and print its lines."""

    @abstractmethod
    def _details(self) -> str:
        """Return what else a user who asked for it wants to know of a search."""

    def _requested(self, arguments: list[str], board: chess.Board) -> tuple[Request, list[str]]:
        """Return the request of the words after `go`, and notices about those that are invalid."""
        return parse_go(arguments, board, lines=self._applied.lines)

    def _answered_by_book(self, request: Request) -> bool:
        return False

    def _answer(self, line: str) -> None:
        self._writer.line(line)

    def _adopt(self, wanted: EngineSettings) -> None:
        """Plan by new settings from the next search on."""
        manager = self._searcher.manager
        if wanted.overhead_ms != self._applied.overhead_ms:
            manager.assume(wanted.overhead())
        manager.adopt(wanted.make_manager())
        self._applied = wanted

    def _begin(self, arguments: list[str], board: chess.Board) -> None:
        request, notices = self._requested(arguments, board)
        for notice in notices:
            self._writer.say(notice)
        self._among = request.limits.search_moves
        if self._answered_by_book(request):
            return
        thinking = self._searcher.prepare(request)
        if self.debug:
            self._writer.say(plan_text(thinking, self._searcher.manager.name))
        search = partial(self._search, board)
        self._worker = threading.Thread(target=search, name="search", daemon=True)
        try:
            self._worker.start()
        except RuntimeError:  # no thread could be started: the session waits for the search
            self._worker = None
            if request.limits.infinite or request.limits.ponder:
                self._searcher.stop()  # no command could stop it later
            search()

    def _search(self, board: chess.Board) -> None:
        answer = ""
        try:
            played = self._run()
            answer = best_move_line(played.move, played.ponder)
            if not played.move:
                self._writer.line(f"info depth 0 score {'mate' if board.is_check() else 'cp'} 0")
            record = played.record
            if record.fault and record.fault_kind != self._told:  # reported once, not on every turn
                self._writer.say(f"the policy failed and was replaced: {record.fault}")
                self._told = record.fault_kind
            if self.debug:
                self._writer.say(end_text(record))
                self._writer.say(self._details())
        except BaseException as error:  # noqa: BLE001 (the interface must get an answer in any case)
            answer = answer or self._stand_in(error, board)
        self._answer(answer)

    def _stand_in(self, error: BaseException, board: chess.Board) -> str:
        self._writer.say(f"the search failed, which should not happen: {error_words(error)}")
        return best_move_line(stand_in_move(board, self._among))


class EngineSearchRunner(SearchRunner):
    """Runs the searches of the built-in engine."""

    def __init__(self, options: OptionTable, writer: Writer, *, debug: bool) -> None:
        settings = options.settings
        # The table starts small and grows to the option's size, as far as memory allows.
        hash_mb = min(settings.hash_mb, EngineSettings().hash_mb)
        self._engine = Engine(
            settings.make_manager(), hash_mb=hash_mb, nodes_per_second=settings.nodes_per_second
        )
        super().__init__(self._engine, options, writer, debug=debug)
        self._book_rng = random.Random()
        self._told_of_threads = False
        self._applied = options.settings = self._fitted(replace(settings, hash_mb=hash_mb, threads=1))

    def catch_up(self) -> None:
        """Apply changed options to the engine; while a search runs, that waits for the next call."""
        if self.searching:
            return
        applied = self._applied
        if self._options.clear_asked:
            self._options.clear_asked = False
            self._engine.search.new_game()
        if self.wanted is applied:
            return
        wanted = self._options.settings = self._fitted(applied)
        if wanted.nodes_per_second != applied.nodes_per_second:
            self._engine.set_nodes_per_second(wanted.nodes_per_second)
        self._adopt(wanted)

    def new_game(self) -> None:
        """Start a new game."""
        super().new_game()
        self._end_game()
        self._engine.new_game()
        if self._applied.nodes_per_second:
            self._book_rng.seed(0)  # a reproducible run plays the same openings

    def close(self) -> None:
        """Answer the running search and end the game."""
        self.end_search()
        self._end_game()

    def _run(self) -> PlayedMove:
        played = self._engine.run(on_report=self._report)
        self._tell_of_threads(self._engine.result.threads)
        return played

    def _report(self, report: Report) -> None:
        for line in report_lines(report, shows_wdl=self._applied.shows_wdl):
            self._writer.line(line)

    def _details(self) -> str:
        return counters_text(self._engine.manager.events)

    def _end_game(self) -> None:
        if self.debug:
            self._writer.say(self._details())
        self._engine.manager.reset_events()

    def _fitted(self, applied: EngineSettings) -> EngineSettings:
        """Resize the table; where memory is short, keep its size."""
        wanted, search = self._options.settings, self._engine.search
        self._told_of_threads &= wanted.threads == applied.threads
        resizing = (("Hash", "hash_mb", search.set_hash), ("Threads", "threads", search.set_threads))
        for option, name, resize in resizing:
            size = getattr(wanted, name)
            if size != getattr(applied, name):
                try:
                    resize(size)
                except MemoryError:
                    kept = getattr(search, name)
                    self._writer.say(f"option {option} must fit into memory, got {size}: it stays at {kept}")
                    wanted = wanted.with_field(name, kept)
        return wanted

    def _tell_of_threads(self, searching: int) -> None:
        wanted = self._applied.threads
        if searching < wanted and not self._told_of_threads:
            self._told_of_threads = True
            self._writer.say(
                f"option Threads must be what the system gives, got {wanted}: {searching} searched"
            )

    def _answered_by_book(self, request: Request) -> bool:
        settings, limits = self._applied, request.limits
        if not settings.own_book or limits.infinite or limits.ponder or limits.search_moves:
            return False
        from zeitnot.chess.book import book_move

        try:
            path = Path(settings.book_file) if settings.book_file else None
            move = book_move(request.board, path, self._book_rng)
        except DataError as error:
            self._writer.say(str(error))
            return False
        if move is None:
            return False
        text = request.board.uci(move)
        self._engine.book_turn(request, text)
        self._writer.say("book")
        self._writer.line(best_move_line(text))
        return True
