"""ProxySession: one UCI session, passed on to another engine except for time management."""

from collections.abc import Iterable

from zeitnot.chess.proxy.options import ProxyOptions
from zeitnot.chess.proxy.search_runner import ProxySearchRunner
from zeitnot.chess.proxy.wrapped_engine import WrappedEngine
from zeitnot.chess.uci.command_words import read_debug, read_setoption
from zeitnot.chess.uci.writer import Writer
from zeitnot.errors import ZeitnotError


class ProxySession:
    """Handles one command after the other, while a search runs in its own thread.

    No command raises: errors are reported in an `info string`.
    """

    def __init__(
        self, engine: WrappedEngine, options: ProxyOptions, writer: Writer, *, debug: bool = False
    ) -> None:
        """Take a running engine."""
        self._engine = engine
        self._options = options
        self._writer = writer
        self._runner = ProxySearchRunner(engine, options, writer, debug=debug)

    def obey_all(self, lines: Iterable[str]) -> None:
        """Handle commands until `quit` or the end of input, then answer the running search and close."""
        for line in lines:
            if self._writer.broken or not self.obey(line):
                break
        self._runner.end_search()

    def obey(self, line: str) -> bool:
        """Handle one line and return whether the session goes on."""
        words = line.split()
        if words[:1] == ["quit"]:
            return False
        try:
            if words:
                self._dispatch(line, words[0], words[1:])
        except ZeitnotError as error:
            self._writer.say(str(error))
        except Exception as error:  # noqa: BLE001 (an error here must not lose the game)
            self._writer.say(f"{words[0]} failed, which should not happen: {type(error).__name__}: {error}")
        return True

    def _dispatch(self, line: str, command: str, arguments: list[str]) -> None:
        match command:
            case "uci":
                self._introduce()
            case "debug":
                self._runner.debug = read_debug(arguments)
                self._engine.inner.send(line)
            case "isready":
                self._runner.ready()
                self._writer.line("readyok")
            case "setoption":
                self._options.set(*read_setoption(arguments))
                self._runner.catch_up()
            case "ucinewgame":
                self._runner.new_game()
            case "position":
                self._runner.set_position(arguments)
            case "go" if "perft" not in arguments:
                self._runner.go(arguments)
            case "stop":
                self._runner.stop()
            case "ponderhit":
                self._runner.ponder_hit()
            case _:  # the engine may know the command
                self._runner.pass_on(line)

    def _introduce(self) -> None:
        inner = self._engine.inner
        self._writer.line(f"id name {inner.name} + {self._options.settings.policy}")
        self._writer.line(f"id author {inner.author or 'unknown'}; time management by the Zeitnot authors")
        for line in self._options.lines():
            self._writer.line(line)
        self._writer.line("uciok")
