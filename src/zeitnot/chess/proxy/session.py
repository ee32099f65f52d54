"""ProxySession: one conversation in UCI, passed on to another engine but for what concerns the clock."""

from collections.abc import Iterable

from zeitnot.chess.proxy.host import ProxyHost
from zeitnot.chess.proxy.options import ProxyOptions
from zeitnot.chess.proxy.wrapped_engine import WrappedEngine
from zeitnot.chess.uci.command_words import read_debug, read_setoption
from zeitnot.chess.uci.writer import Writer
from zeitnot.errors import ZeitnotError


class ProxySession:
    """Obeys one command after the other; a search runs meanwhile in a thread of its own.

    Nothing that is sent raises: what is wrong with it is said in an `info string`.
    """

    def __init__(
        self, engine: WrappedEngine, options: ProxyOptions, writer: Writer, *, debug: bool = False
    ) -> None:
        """Take an engine that runs."""
        self._engine = engine
        self._options = options
        self._writer = writer
        self._host = ProxyHost(engine, options, writer, debug=debug)

    def obey_all(self, lines: Iterable[str]) -> None:
        """Obey until `quit` or the end; then the running search is answered and all is over."""
        for line in lines:
            if self._writer.broken or not self.obey(line):
                break
        self._host.end_search()

    def obey(self, line: str) -> bool:
        """Obey one line and tell whether there is more to come."""
        words = line.split()
        if words[:1] == ["quit"]:
            return False
        try:
            if words:
                self._dispatch(line, words[0], words[1:])
        except ZeitnotError as error:
            self._writer.say(str(error))
        except Exception as error:  # noqa: BLE001 (a fault here must not lose the game that is being played)
            self._writer.say(f"{words[0]} failed, which should not happen: {type(error).__name__}: {error}")
        return True

    def _dispatch(self, line: str, command: str, arguments: list[str]) -> None:
        match command:
            case "uci":
                self._introduce()
            case "debug":
                self._host.debug = read_debug(arguments)
                self._engine.inner.send(line)
            case "isready":
                self._host.ready()
                self._writer.line("readyok")
            case "setoption":
                self._options.set(*read_setoption(arguments))
                self._host.catch_up()
            case "ucinewgame":
                self._host.new_game()
            case "position":
                self._host.set_position(arguments)
            case "go" if "perft" not in arguments:
                self._host.go(arguments)
            case "stop":
                self._host.stop()
            case "ponderhit":
                self._host.ponder_hit()
            case _:  # for the engine to make something of
                self._host.pass_on(line)

    def _introduce(self) -> None:
        inner = self._engine.inner
        self._writer.line(f"id name {inner.name} + {self._options.settings.policy}")
        self._writer.line(f"id author {inner.author or 'unknown'}; time management by the Zeitnot authors")
        for line in self._options.lines():
            self._writer.line(line)
        self._writer.line("uciok")
