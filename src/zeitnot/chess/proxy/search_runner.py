"""ProxySearchRunner: runs the wrapped engine's searches for a session, each in a thread."""

import threading

from zeitnot.chess.proxy.options import ProxyOptions
from zeitnot.chess.proxy.played import Played
from zeitnot.chess.proxy.search_words import position_line
from zeitnot.chess.proxy.wrapped_engine import WrappedEngine
from zeitnot.chess.uci.info_lines import end_text
from zeitnot.chess.uci.search_runner import Searched, SearchRunner
from zeitnot.chess.uci.settings import EngineSettings
from zeitnot.chess.uci.writer import Writer


class ProxySearchRunner(SearchRunner):
    """Runs the searches of a wrapped engine."""

    def __init__(self, engine: WrappedEngine, options: ProxyOptions, writer: Writer, *, debug: bool) -> None:
        """Take a running engine."""
        super().__init__(engine, options.settings, writer, debug=debug)
        self._engine = engine
        self._options = options
        self._gate = threading.Lock()
        self._open = False
        engine.on_fault = writer.say
        engine.inner.on_other = writer.line

    @property
    def wanted(self) -> EngineSettings:
        """Settings that the options ask for."""
        return self._options.settings

    def catch_up(self) -> None:
        """Apply changed options to the manager; while a search runs, that waits for the next call."""
        if not self.searching and self.wanted is not self._applied:
            self._adopt(self.wanted)

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

    def pass_on(self, line: str) -> None:
        """Pass an unknown command on to the engine; it may concern the position."""
        lines = [line] if self.searching else [position_line(self._game.board), line]
        self._engine.inner.send(*lines)

    def _run(self) -> Played:
        self._open = True
        return self._engine.run(on_line=self._pass)

    def _pass(self, line: str) -> None:
        """Pass on a line of the search unless it was answered meanwhile."""
        with self._gate:
            if self._open:
                self._writer.line(line)

    def _answer(self, line: str) -> None:
        with self._gate:
            self._open = False
            self._writer.line(line)

    def _explain(self, searched: Searched) -> None:
        if self.debug:
            lag = self._engine.inner.lag
            self._writer.say(end_text(searched.record))
            self._writer.say(
                f"stop lag of {self._engine.name}: mean {lag.mean_s * 1000:.1f} ms, worst assumed"
                f" {lag.worst_s * 1000:.1f} ms, {lag.measurements} measured"
            )
