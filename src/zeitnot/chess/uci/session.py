"""Session: one conversation in UCI, from the first command to `quit`."""

import gc
from collections.abc import Iterable
from typing import TYPE_CHECKING

from zeitnot.chess.uci.command_words import read_debug, read_setoption
from zeitnot.chess.uci.options import OptionTable
from zeitnot.chess.uci.settings import EngineSettings
from zeitnot.chess.uci.writer import Writer
from zeitnot.errors import ZeitnotError

if TYPE_CHECKING:
    from zeitnot.chess.uci.host import Host

_COMMANDS = (
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
)


class Session:
    """Obeys one command after the other; a search runs meanwhile in a thread of its own.

    Nothing that is sent raises: what is wrong with it is said in an `info string`.
    """

    def __init__(self, settings: EngineSettings, writer: Writer, *, debug: bool = False) -> None:
        """Begin with these settings; nothing heavy is loaded before it is needed."""
        self._options = OptionTable(settings)
        self._writer = writer
        self._debug = debug
        self._made: Host | None = None

    def obey_all(self, lines: Iterable[str]) -> None:
        """Obey until `quit` or the end; then the running search is answered and all is over."""
        try:
            for line in lines:
                if self._writer.broken or not self.obey(line):
                    break
        finally:
            if self._made is not None:
                self._made.close()

    def obey(self, line: str) -> bool:
        """Obey one line and tell whether there is more to come."""
        words = line.split()
        # The protocol wants unknown words before a command passed over.
        begin = next((place for place, word in enumerate(words) if word in _COMMANDS), None)
        if begin is None:
            if words:
                self._writer.say(f"a command must be one of {', '.join(_COMMANDS)}, got {line[:80]!r}")
            return True
        command, arguments = words[begin], words[begin + 1 :]
        if command == "quit":
            return False
        try:
            self._dispatch(command, arguments)
        except ZeitnotError as error:
            self._writer.say(str(error))
        except Exception as error:  # noqa: BLE001 (a fault here must not lose the game that is being played)
            self._writer.say(f"{command} failed, which should not happen: {type(error).__name__}: {error}")
        return True

    @property
    def _host(self) -> "Host":
        if self._made is None:
            from zeitnot.chess.uci.host import Host

            self._made = Host(self._options, self._writer, debug=self._debug)
            gc.freeze()  # what is loaded stays: to look for garbage in it would cost a move milliseconds
        return self._made

    def _dispatch(self, command: str, arguments: list[str]) -> None:
        match command:
            case "uci":
                self._introduce()
                self._host.catch_up()  # made now, a first `go` without `isready` does not wait for it
            case "debug":
                self._set_debug(arguments)
            case "isready":
                try:
                    self._host.catch_up()
                finally:  # whatever else is wrong: who asks waits for this
                    self._writer.line("readyok")
            case "setoption":
                self._set_option(arguments)
            case "ucinewgame":
                self._host.new_game()
            case "position":
                self._host.set_position(arguments)
            case "go":
                self._host.go(arguments)
            case "stop" if self._made is not None:
                self._made.stop()
            case "ponderhit" if self._made is not None:
                self._made.ponder_hit()

    def _introduce(self) -> None:
        from zeitnot import __version__

        self._writer.line(f"id name Zeitnot {__version__}")
        self._writer.line("id author the Zeitnot authors")
        for line in self._options.lines():
            self._writer.line(line)
        self._writer.line("uciok")

    def _set_debug(self, arguments: list[str]) -> None:
        self._debug = read_debug(arguments)
        if self._made is not None:
            self._made.debug = self._debug

    def _set_option(self, arguments: list[str]) -> None:
        self._options.set(*read_setoption(arguments))
        if self._made is not None:
            self._made.catch_up()
