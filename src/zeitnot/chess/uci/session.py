"""Session: one UCI session, from the first command to `quit`, on the standard streams of this process."""

import gc
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, BinaryIO

from zeitnot.chess.uci.options import OptionTable
from zeitnot.chess.uci.settings import EngineSettings
from zeitnot.errors import DataError, SettingError, ZeitnotError
from zeitnot.games import Writer, converse

if TYPE_CHECKING:
    from zeitnot.chess.uci.search_runner import EngineSearchRunner


_FEWEST = 2
"""Fewest words after `setoption`: the word `name` and a name."""


def read_debug(arguments: list[str]) -> bool:
    """Return whether the words after `debug` turn it on."""
    if arguments not in (["on"], ["off"]):
        raise DataError(f"debug takes `on` or `off`, got {' '.join(arguments)[:80]!r}")
    return arguments == ["on"]


def read_setoption(arguments: list[str]) -> tuple[str, str]:
    """Return an option's name and its value, which may be empty, from the words after `setoption`."""
    if arguments[:1] != ["name"] or len(arguments) < _FEWEST:
        raise SettingError(
            f"setoption takes `name` with a name, then `value` with a value, got {' '.join(arguments)[:80]!r}"
        )
    end = arguments.index("value") if "value" in arguments else len(arguments)
    return " ".join(arguments[1:end]), " ".join(arguments[end + 1 :])


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


class UciSession(ABC):
    """Handles one command after the other, while a search runs in its own thread.

    No command raises: errors are reported in an `info string`.
    """

    def __init__(self, options: OptionTable, writer: Writer) -> None:
        self._options = options
        self._writer = writer

    def obey_all(self, lines: Iterable[str]) -> None:
        """Handle commands until `quit` or the end of input, then answer the running search and close."""
        try:
            for line in lines:
                if self._writer.broken or not self.obey(line):
                    break
        finally:
            self._close()

    def obey(self, line: str) -> bool:
        """Handle one line and return whether the session goes on."""
        words = self._command(line)
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

    def _command(self, line: str) -> list[str]:
        """Return a command and its arguments; nothing for a line without a command."""
        return line.split()

    @abstractmethod
    def _dispatch(self, line: str, command: str, arguments: list[str]) -> None:
        """Carry out one command."""

    @abstractmethod
    def _close(self) -> None:
        """Answer the running search."""

    def _introduce(self, name: str, author: str, *, last: str = "uciok") -> None:
        for line in (f"id name {name}", f"id author {author}", *self._options.lines(), last):
            self._writer.line(line)


class Session(UciSession):
    """A session of the built-in engine."""

    def __init__(self, settings: EngineSettings, writer: Writer, *, debug: bool = False) -> None:
        """Start with settings; heavy modules are loaded only when needed."""
        super().__init__(OptionTable(settings), writer)
        self._debug = debug
        self._made: EngineSearchRunner | None = None

    def _close(self) -> None:
        if self._made is not None:
            self._made.close()

    def _command(self, line: str) -> list[str]:
        words = line.split()
        # The protocol requires skipping unknown words before a command.
        begin = next((place for place, word in enumerate(words) if word in _COMMANDS), len(words))
        if words and begin == len(words):
            self._writer.say(f"a command must be one of {', '.join(_COMMANDS)}, got {line[:80]!r}")
        return words[begin:]

    @property
    def _runner(self) -> "EngineSearchRunner":
        if self._made is None:
            from zeitnot.chess.uci.search_runner import EngineSearchRunner

            self._made = EngineSearchRunner(self._options, self._writer, debug=self._debug)
            gc.freeze()  # loaded modules stay: garbage collection over them would cost a move milliseconds
        return self._made

    def _dispatch(self, line: str, command: str, arguments: list[str]) -> None:
        match command:
            case "uci":
                from zeitnot import __version__

                self._introduce(f"Zeitnot {__version__}", "the Zeitnot authors")
                self._runner.catch_up()  # now, so that a first `go` without `isready` is fast
            case "debug":
                self._set_debug(arguments)
            case "isready":
                try:
                    self._runner.catch_up()
                finally:  # in any case: the interface waits for it
                    self._writer.line("readyok")
            case "setoption":
                self._set_option(arguments)
            case "ucinewgame":
                self._runner.new_game()
            case "position":
                self._runner.set_position(arguments)
            case "go":
                self._runner.go(arguments)
            case "stop" if self._made is not None:
                self._made.stop()
            case "ponderhit" if self._made is not None:
                self._made.ponder_hit()

    def _set_debug(self, arguments: list[str]) -> None:
        self._debug = read_debug(arguments)
        if self._made is not None:
            self._made.debug = self._debug

    def _set_option(self, arguments: list[str]) -> None:
        self._options.set(*read_setoption(arguments))
        if self._made is not None:
            self._made.catch_up()


def serve(
    settings: EngineSettings,
    *,
    input_fd: int,
    output: BinaryIO,
    debug: bool = False,
    notes: Sequence[str] = (),
) -> None:
    """Serve UCI until `quit` or the end of input; a closed output raises a BrokenPipeError."""
    converse(
        lambda writer: Session(settings, writer, debug=debug).obey_all,
        input_fd=input_fd,
        output=output,
        notes=notes,
    )
