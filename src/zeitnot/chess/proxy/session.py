"""ProxySession: one UCI session, passed on to another engine except for time management."""

import contextlib
import gc
import threading
from collections.abc import Mapping, Sequence
from typing import BinaryIO

from zeitnot.chess.engine import PlayedMove
from zeitnot.chess.proxy.inner_engine import InnerEngine
from zeitnot.chess.proxy.wrapped_engine import WrappedEngine
from zeitnot.chess.uci.commands import position_line
from zeitnot.chess.uci.options import OptionTable
from zeitnot.chess.uci.search_runner import SearchRunner
from zeitnot.chess.uci.session import UciSession, read_debug, read_setoption
from zeitnot.chess.uci.settings import EngineSettings
from zeitnot.chess.uci.streams import Writer, converse
from zeitnot.errors import SettingError
from zeitnot.policies import policy_names

_OWN = ("policy", "preset", "move overhead")
"""Options of time management, which are not passed to the wrapped engine even if it has them."""
_SHARED = ("ponder", "multipv", "uci_chess960")
"""Options that both the proxy and the wrapped engine need."""


class ProxyOptions(OptionTable):
    """The options of time management and of an engine that has announced its own, in one list."""

    def __init__(self, settings: EngineSettings, inner: InnerEngine) -> None:
        super().__init__(settings)
        self._inner = inner
        self._policies = {name.lower() for name in policy_names()}

    def lines(self) -> list[str]:
        """Return the lines that announce all options: those of time management, then the engine's."""
        named = {line.removeprefix("option name ").partition(" type ")[0]: line for line in super().lines()}
        own = [line for name, line in named.items() if self._announced(name.lower())]
        theirs = [line for name, line in self._inner.options.announced.items() if not self._is_own(name)]
        return [*own, *theirs]

    def set(self, name: str, text: str) -> None:
        """Set an option; an unknown name or an invalid value for time management raises a SettingError."""
        key = name.lower()
        if self._announced(key):
            super().set(name, text)
            return
        self._inner.set_option(name, text)
        if key in _SHARED:
            with contextlib.suppress(SettingError):  # the engine checks the value itself
                super().set(name, text)

    def _announced(self, name: str) -> bool:
        # The proxy does the pondering, so it also works with an engine that has no such option.
        return self._is_own(name) or (name == "ponder" and not self._inner.options.has(name))

    def _is_own(self, name: str) -> bool:
        policy, dot, _ = name.partition(".")
        return name in _OWN or (bool(dot) and policy in self._policies)


class ProxySearchRunner(SearchRunner):
    """Runs the searches of a wrapped engine."""

    def __init__(self, engine: WrappedEngine, options: ProxyOptions, writer: Writer, *, debug: bool) -> None:
        super().__init__(engine, options, writer, debug=debug)
        self._engine = engine
        self._gate = threading.Lock()
        self._open = False
        engine.on_fault = writer.say
        engine.inner.on_other = writer.line

    def catch_up(self) -> None:
        """Apply changed options to the manager; while a search runs, that waits for the next call."""
        if not self.searching and self.wanted is not self._applied:
            before = self._engine.manager.profile
            self._adopt(self.wanted)
            if self._engine.manager.profile not in {"", before}:
                self._writer.say(f"the engine is managed by {self._engine.manager.profile}")

    def ready(self) -> None:
        """Wait until the engine is ready, unless it searches: some do not answer `isready` then."""
        if not self.searching:
            self.catch_up()
            self._engine.ready()

    def new_game(self) -> None:
        """Start a new game."""
        super().new_game()
        self._engine.new_game()

    def pass_on(self, line: str) -> None:
        """Pass an unknown command on to the engine; it may concern the position."""
        lines = [line] if self.searching else [position_line(self._game.board), line]
        self._engine.inner.send(*lines)

    def _run(self) -> PlayedMove:
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

    def _details(self) -> str:
        lag = self._engine.inner.lag
        return (
            f"stop lag of {self._engine.name}: mean {lag.mean_s * 1000:.1f} ms, worst assumed"
            f" {lag.worst_s * 1000:.1f} ms, {lag.measurements} measured"
        )


class ProxySession(UciSession):
    """A session of another engine; commands that only that engine may know are passed on to it."""

    def __init__(
        self, engine: WrappedEngine, options: ProxyOptions, writer: Writer, *, debug: bool = False
    ) -> None:
        super().__init__(options, writer)
        self._engine = engine
        self._runner = ProxySearchRunner(engine, options, writer, debug=debug)

    def _close(self) -> None:
        self._runner.end_search()

    def _dispatch(self, line: str, command: str, arguments: list[str]) -> None:
        match command:
            case "uci":
                inner, policy = self._engine.inner, self._options.settings.policy
                author = f"{inner.author or 'unknown'}; time management by the Zeitnot authors"
                self._introduce(f"{inner.name} + {policy}", author)
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


def serve_proxy(
    command: Sequence[str],
    settings: EngineSettings,
    *,
    options: Mapping[str, str],
    input_fd: int,
    output: BinaryIO,
    debug: bool = False,
    notes: Sequence[str] = (),
) -> None:
    """Start an engine and serve UCI in its place until `quit` or the end of input, then end it."""
    engine = WrappedEngine(command, settings.make_manager())
    try:
        table = ProxyOptions(settings, engine.inner)
        for name, value in options.items():
            table.set(name, value)
        told = engine.manager.profile
        profile_notes = [f"the engine is managed by {told}"] if told else []
        gc.freeze()  # loaded modules stay: garbage collection over them would cost a move milliseconds
        converse(
            lambda writer: ProxySession(engine, table, writer, debug=debug).obey_all,
            input_fd=input_fd,
            output=output,
            notes=[*notes, *profile_notes],
        )
    finally:
        engine.close()
