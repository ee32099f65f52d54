"""ProxySession: one UCI session, passed on to another engine except for time management."""

import contextlib
import gc
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import BinaryIO

import chess

from zeitnot.chess.engine import PlayedMove, Request
from zeitnot.chess.proxy.inner_engine import UCI, USI, InnerEngine
from zeitnot.chess.proxy.kept_clock import KeptClock
from zeitnot.chess.proxy.search_reports import PassedLines
from zeitnot.chess.proxy.usi_words import readable_words
from zeitnot.chess.proxy.wrapped_engine import WrappedEngine
from zeitnot.chess.uci.commands import Game, position_line
from zeitnot.chess.uci.info_lines import best_move_line
from zeitnot.chess.uci.options import OptionTable
from zeitnot.chess.uci.search_runner import SearchRunner
from zeitnot.chess.uci.session import UciSession, read_debug, read_setoption
from zeitnot.chess.uci.settings import EngineSettings
from zeitnot.chess.unruled_board import UnruledGame, is_unruled
from zeitnot.clocks import TimeControl
from zeitnot.errors import SettingError
from zeitnot.games import Writer, converse
from zeitnot.policies import policy_names
from zeitnot.turns import from_usi_go

_OWN = ("policy", "preset", "move overhead")
"""Options of time management, which are not passed to the wrapped engine even if it has them."""
_SHARED = ("ponder", "multipv", "uci_chess960")
"""Options that both the proxy and the wrapped engine need."""


_VARIANTS = ("UCI_Variant", "USI_Variant")
"""Options that name the game."""


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
        if key in (each.lower() for each in _VARIANTS) and not self._inner.options.offers(name, text):
            raise SettingError(f"option {name} must be a game that the engine knows, got {text[:40]!r}")
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockOrders:
    """What the user says about the clock that the protocol does not tell."""

    control: TimeControl | None = None
    """The control, where the interface's times are not enough: a delay, byoyomi, an hourglass."""
    first_move_s: float | None = None
    """Longest that the first move of a game may take; None: as the policy plans it."""


NO_ORDERS = ClockOrders()


class ProxySearchRunner(SearchRunner):
    """Runs the searches of a wrapped engine."""

    def __init__(
        self,
        engine: WrappedEngine,
        options: ProxyOptions,
        writer: Writer,
        *,
        debug: bool,
        orders: ClockOrders = NO_ORDERS,
    ) -> None:
        super().__init__(engine, options, writer, debug=debug)
        self._engine = engine
        self._kept = None if orders.control is None else KeptClock(orders.control)
        self._first_move_s = orders.first_move_s
        self._is_first = True
        self._last_ply = -1
        self._cap_s: float | None = None
        self._usi = engine.inner.protocol is USI
        if self._usi:
            self._game = UnruledGame(first=chess.BLACK)
        self._gate = threading.Lock()
        self._open = False
        self._passed = PassedLines()
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
        self._is_first = True
        if self._kept is not None:
            self._kept.new_game()

    def set_position(self, arguments: list[str]) -> None:
        """Set the position; in a game whose rules are not known here, as it is written."""
        unruled = self._usi or any(is_unruled(self._variant(name)) for name in _VARIANTS)
        if unruled is not isinstance(self._game, UnruledGame):
            self._game = UnruledGame() if unruled else Game()
        super().set_position(arguments)

    def _variant(self, name: str) -> str:
        options = self._engine.inner.options
        return options.value(name) if options.has(name) else ""

    def _requested(self, arguments: list[str], board: chess.Board) -> tuple[Request, list[str]]:
        if self._usi:
            words, notices = readable_words(arguments)
            asked = from_usi_go(" ".join(words), black=board.turn == chess.BLACK)
            request = Request(
                board=board,
                clock=asked.clock or asked.opponent,  # the other side's counts for both, as in UCI
                opponent=asked.opponent,
                limits=asked.limits,
                lines=self._applied.lines,
            )
        else:
            request, notices = super()._requested(arguments, board)
        self._note_first(request)
        return request if self._kept is None else self._kept.begin(request), notices

    def _note_first(self, request: Request) -> None:
        """Cap the first move of a game; a ply set back begins another game."""
        ply, limits = request.board.ply(), request.limits
        first = self._is_first or ply < self._last_ply
        self._last_ply = ply
        clocked = request.clock is not None and limits.clock_rules and not limits.ponder
        self._cap_s = self._first_move_s if first and clocked else None
        self._is_first = False

    def ponder_hit(self) -> None:
        """Switch the running search to the clock."""
        if self._kept is not None:
            self._kept.ponder_hit()
        super().ponder_hit()

    def pass_on(self, line: str) -> None:
        """Pass an unknown command on to the engine; it may concern the position."""
        alone = self.searching or self._usi
        lines = [line] if alone else [position_line(self._game.board), line]
        self._engine.inner.send(*lines)

    def _run(self) -> PlayedMove:
        self._open, self._passed = True, PassedLines()
        timer = None if self._cap_s is None else threading.Timer(self._cap_s, self._engine.stop)
        if timer is not None:
            timer.daemon = True
            timer.start()
        try:
            played = self._engine.run(on_line=self._pass)
        finally:
            if timer is not None:
                timer.cancel()
        if self._kept is not None:
            self._kept.end(played.record.used_s)
        return played

    def _pass(self, line: str) -> None:
        """Pass on a line of the search unless it was answered meanwhile."""
        with self._gate:
            if self._open:
                self._writer.line(line)
                self._passed.take(line)

    def _answer(self, line: str) -> None:
        if line == best_move_line(""):
            line = f"bestmove {self._engine.inner.protocol.no_move}"
        with self._gate:
            self._open = False
            if (repeated := self._passed.to_repeat(line.split()[1])) is not None:
                self._writer.line(repeated)
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
        self,
        engine: WrappedEngine,
        options: ProxyOptions,
        writer: Writer,
        *,
        debug: bool = False,
        orders: ClockOrders = NO_ORDERS,
    ) -> None:
        super().__init__(options, writer)
        self._engine = engine
        self._runner = ProxySearchRunner(engine, options, writer, debug=debug, orders=orders)

    def _close(self) -> None:
        self._runner.end_search()

    def _dispatch(self, line: str, command: str, arguments: list[str]) -> None:
        match command:
            case "uci" | "usi":
                inner, policy = self._engine.inner, self._options.settings.policy
                author = f"{inner.author or 'unknown'}; time management by the Zeitnot authors"
                self._introduce(f"{inner.name} + {policy}", author, last=inner.protocol.introduced)
            case "debug":
                self._runner.debug = read_debug(arguments)
                self._engine.inner.send(line)
            case "isready":
                self._runner.ready()
                self._writer.line("readyok")
            case "setoption":
                self._options.set(*read_setoption(arguments))
                self._runner.catch_up()
            case "ucinewgame" | "usinewgame":
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
    orders: ClockOrders = NO_ORDERS,
    usi: bool = False,
) -> None:
    """Start an engine and serve UCI, or USI, in its place until `quit` or the end of input, then end it."""
    engine = WrappedEngine(command, settings.make_manager(), protocol=USI if usi else UCI)
    try:
        table = ProxyOptions(settings, engine.inner)
        for name, value in options.items():
            table.set(name, value)
        told = engine.manager.profile
        profile_notes = [f"the engine is managed by {told}"] if told else []
        gc.freeze()  # loaded modules stay: garbage collection over them would cost a move milliseconds
        converse(
            lambda writer: ProxySession(engine, table, writer, debug=debug, orders=orders).obey_all,
            input_fd=input_fd,
            output=output,
            notes=[*notes, *profile_notes],
        )
    finally:
        engine.close()
