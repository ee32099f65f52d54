"""InnerEngine: the UCI client of an engine, one search at a time."""

import math
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields

from zeitnot.chess.overtime import LateTimes
from zeitnot.chess.proxy.engine_options import EngineOptions
from zeitnot.clocks import TimeSource, WallTime
from zeitnot.errors import EngineFaultError
from zeitnot.games import EngineProcess, resolved_command
from zeitnot.turns import Overhead, TurnTimings

START_S = 10.0
"""Wait for `uciok`; loading a network takes less than one second."""
READY_S = 10.0
"""Wait for `readyok`; large tables may have to be cleared first."""
QUIT_S = 1.0
"""Wait for the exit after `quit`."""
STOP_AGAIN_S = 0.01
"""Time between two `stop` commands, in case an engine misses one."""
FIRST_WORD_S = 0.5
"""Most time from `go` that `stop` waits for a first report. Ethereal 12 misses a `stop` that comes before its
search thread runs, then reads no more input and searches on; a busy machine may start that thread late."""
FIRST_LAG = Overhead(mean_s=0.001, worst_s=0.02)
"""Lag of a stop before it is measured: the slowest engine tried, Toga, polls about every 10 ms."""

SHOW_WDL = "UCI_ShowWDL"
"""Option that makes an engine report its chances of winning and drawing: policies may want to know them."""

OnInfo = Callable[[str, float], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineProtocol:
    """The words in which UCI and USI, the protocol of shogi engines, differ."""

    hello: str
    """First command."""
    introduced: str
    """Answer to it, after the options."""
    new_game: str
    """Command before a game."""
    no_move: str
    """Move of a side that has none."""


UCI = EngineProtocol(hello="uci", introduced="uciok", new_game="ucinewgame", no_move="0000")
USI = EngineProtocol(hello="usi", introduced="usiok", new_game="usinewgame", no_move="resign")


@dataclass(frozen=True, slots=True, kw_only=True)
class BestMove:
    """A `bestmove` answer of an engine."""

    move: str
    """Move as the engine wrote it, possibly invalid."""
    ponder: str
    """Expected reply; empty when none was given."""
    at_s: float
    """Time at which the answer came."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchMoments:
    """When what happened in a search; None for what has not."""

    go_s: float
    """When `go` was sent."""
    first_report_s: float | None
    """When the first report came."""
    stop_s: float | None
    """When `stop` was first sent."""
    busy_from_s: float | None
    """When the reader began to handle what came before the answer."""
    busy_until_s: float | None
    """When the reader was free for the answer; inf while it is not."""
    answer_s: float | None
    """When the answer was read."""


def turn_timings(
    moments: SearchMoments | None,
    *,
    began_s: float,
    due_s: float,
    end_s: float,
    late: LateTimes,
    before_s: float = 0.0,
    own_queue_s: float | None,
    proxied: bool,
) -> TurnTimings:
    """Return the moments of a search as those of a turn that began at a moment."""
    found = {} if moments is None else {each.name: getattr(moments, each.name) for each in fields(moments)}
    counted = {name: None if at_s is None else at_s - began_s for name, at_s in found.items()}
    figures = {each.name: getattr(late, each.name) for each in fields(late)}
    return TurnTimings(
        proxied=proxied,
        due_s=due_s,
        end_s=end_s - began_s,
        before_s=before_s,
        own_queue_s=own_queue_s,
        **counted,
        **figures,
    )


@dataclass(slots=True, kw_only=True)
class _Search:
    on_info: OnInfo | None
    began_s: float
    reported: bool = False
    first_report_s: float | None = None
    busy_from_s: float | None = None
    busy_until_s: float | None = None
    best: BestMove | None = None
    asked_s: float | None = None  # when to stop; `stop` may be sent later
    first_stop_s: float | None = None
    last_stop_s: float = 0.0


class InnerEngine:
    """Client of one engine. All waits are on the condition `changed`, notified of every event."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        options: Mapping[str, str] | None = None,
        time: TimeSource | None = None,
        changed: threading.Condition | None = None,
        protocol: EngineProtocol = UCI,
    ) -> None:
        """Take a command and options, which are sent at every start; call `start` next."""
        self.command = resolved_command(command)
        self.name = self.author = ""
        self.protocol = protocol
        self.options = EngineOptions(options or {})
        self.lag = FIRST_LAG
        self.start_s = 0.0
        self.on_other: Callable[[str], None] | None = None
        self.on_death: Callable[[], None] | None = None
        self.changed = changed or threading.Condition()
        self._time = time or WallTime()
        self._unsent: list[str] = []
        self._process: EngineProcess | None = None
        self._starting: EngineProcess | None = None
        self._search: _Search | None = None
        self._introduced = False
        self._stops_unreported = False
        self._ready_asked = self._ready_told = 0
        self._gone: EngineProcess | None = None
        self._last_words = ""

    @property
    def alive(self) -> bool:
        """Whether the engine runs and has answered `uci`."""
        return self._process is not None and self._process is not self._gone

    @property
    def owes(self) -> bool:
        """Whether a search was started that the engine has not answered."""
        return self._search is not None and self._search.best is None and self.alive

    @property
    def best(self) -> BestMove | None:
        """Answer to the last search; None while there is none."""
        return self._search.best if self._search is not None else None

    @property
    def moments(self) -> SearchMoments | None:
        """Moments of the last search; None before the first."""
        search, process = self._search, self._process
        if search is None:
            return None
        from_s, until_s = search.busy_from_s, search.busy_until_s
        if search.best is None and process is not None and process.heard_s > process.free_s:
            from_s, until_s = process.heard_s, math.inf
        return SearchMoments(
            go_s=search.began_s,
            first_report_s=search.first_report_s,
            stop_s=search.first_stop_s,
            busy_from_s=from_s,
            busy_until_s=until_s,
            answer_s=None if search.best is None else search.best.at_s,
        )

    @property
    def pid(self) -> int | None:
        """Process id; None when the engine does not run."""
        return self._process.pid if self._process is not None and self.alive else None

    @property
    def dropped(self) -> int:
        """Number of lines dropped in this run because they came too fast."""
        return self._process.dropped if self._process is not None else 0

    @property
    def adds_wdl(self) -> bool:
        """Whether the engine reports chances that its user did not ask for."""
        return self.options.has(SHOW_WDL) and not self.options.is_given(SHOW_WDL)

    def start(self, *, patience_s: float = START_S) -> None:
        """Start the program and wait until it is ready; a failure raises an EngineFaultError."""
        self.kill()
        began_s = self._time.now_s()
        until_s = began_s + patience_s
        with self.changed:
            self._introduced, self._search, self._unsent = False, None, []
            self._stops_unreported = False
            self._ready_asked = self._ready_told = 0
            self._starting = process = EngineProcess(
                self.command, on_line=self._take, on_end=self._end, time=self._time
            )
        try:
            process.send(self.protocol.hello)
            self._await(process, lambda: self._introduced, self.protocol.introduced, until_s)
            self._ready_asked = 1
            wdl = [f"setoption name {SHOW_WDL} value true"] if self.adds_wdl else []
            process.send(*self.options.lines(), *wdl, "isready")
            self._await(process, lambda: self._ready_told >= 1, "readyok", until_s)
        except BaseException:
            process.kill()
            raise
        finally:
            self._starting = None
        with self.changed:
            self._process = process
        self.start_s = self._time.now_s() - began_s

    def set_option(self, name: str, value: str) -> None:
        """Set an option, now or after the running search, and again after every restart."""
        with self.changed:
            line = self.options.set(name, value)
            if self.owes:
                self._unsent.append(line)
                return
        self.send(line)

    def suit(self, *, lines: int, chess960: bool) -> None:
        """Set the options that a request implies where they differ."""
        for name, value in (("MultiPV", str(lines)), ("UCI_Chess960", str(chess960).lower())):
            if self.options.has(name) and self.options.value(name).lower() != value:
                self.set_option(name, value)

    def send(self, *lines: str) -> bool:
        """Send lines unchanged; return whether the engine took them."""
        process = self._process
        return process is not None and process.send(*lines)

    def ready(self, *, patience_s: float = READY_S) -> bool:
        """Send `isready` and return whether the engine answered in time."""
        with self.changed:
            process = self._process
            self._ready_asked += 1
            asked = self._ready_asked
        if process is None or not process.send("isready"):
            return False
        with self.changed:
            self.changed.wait_for(lambda: self._ready_told >= asked or process.ended, timeout=patience_s)
            return self._ready_told >= asked

    def search(self, position: str, go: str, *, on_info: OnInfo) -> bool:
        """Start a search; return whether the engine took the command."""
        with self.changed:
            self._search = _Search(on_info=on_info, began_s=self._time.now_s())
            if self._process is not None:
                self._process.begin_count()
        return self.send(position, go)

    def stop(self, *, patience_s: float = FIRST_WORD_S) -> None:
        """Send `stop`, once the search has reported or the patience for that has ended.

        To be called until there is an answer: a call before that moment sends nothing, later ones send it
        again, but not too often. `changed` is notified of the first report.
        """
        with self.changed:
            search = self._search
            if search is None or search.best is not None:
                return
            now_s = self._time.now_s()
            if search.asked_s is None:
                search.asked_s = now_s
            patient_s = min(search.began_s + FIRST_WORD_S, search.asked_s + patience_s)
            if now_s < patient_s and not search.reported and not self._stops_unreported:
                return
            if search.first_stop_s is None:
                search.first_stop_s = now_s
            elif now_s - search.last_stop_s < STOP_AGAIN_S:
                return
            search.last_stop_s = now_s
        self.send("stop")

    def forget(self) -> None:
        """Discard the last search and its answer."""
        with self.changed:
            self._search = None

    def abandon(self) -> None:
        """Ignore the running search from now on; its answer is still to come."""
        with self.changed:
            if self._search is not None:
                self._search.on_info = None

    def settled(self, *, patience_s: float) -> bool:
        """Stop the running search and wait for its answer; return whether a new one may start.

        Lines after the answer are waited for, too: the next search must not see them.
        """
        until_s = self._time.now_s() + patience_s
        with self.changed:
            while self.alive and (self.owes or self._ready_told < self._ready_asked):
                left_s = until_s - self._time.now_s()
                if left_s <= 0:
                    break
                self.stop()
                self.changed.wait(min(left_s, STOP_AGAIN_S))
            return self.alive and not self.owes

    def kill(self) -> None:
        """Kill the process."""
        with self.changed:
            process, self._process = self._process, None
        if process is not None:
            process.kill()

    def close(self) -> None:
        """Send `quit`, and kill the process when it does not exit."""
        with self.changed:
            process, self._process = self._process, None
        if process is not None:
            process.quit(patience_s=QUIT_S)
        elif (starting := self._starting) is not None:
            starting.kill()

    def words_of_death(self) -> str:
        """Return how the engine ended."""
        return f"the engine ended by itself ({self._last_words or 'it closed its output'})"

    def _await(self, process: EngineProcess, done: Callable[[], bool], word: str, until_s: float) -> None:
        began_s = self._time.now_s()
        with self.changed:
            self.changed.wait_for(lambda: done() or process.ended, timeout=max(0.0, until_s - began_s))
            if done():
                return
        if process.ended:
            raise EngineFaultError(
                f"an engine must answer with {word!r}, got its end ({process.last_words() or 'no output'})"
                f" from {self.command[0]!r}",
                kind="crashed",
            )
        raise EngineFaultError(
            f"an engine must answer with {word!r} within {until_s - began_s:.1f} s,"
            f" got nothing from {self.command[0]!r}",
            kind="stalled",
        )

    def _take(self, process: EngineProcess, line: str, at_s: float) -> None:
        """Handle one line, in the reader thread."""
        if process is not self._process and process is not self._starting:
            return
        word, _, rest = line.partition(" ")
        search = self._search
        match word:
            case "info":
                if search is not None and search.best is None:
                    self._note_report(search, rest)
                    if search.on_info is not None:
                        search.on_info(line, at_s)
                elif rest.startswith("string ") and process is self._process and self.on_other is not None:
                    self.on_other(line)
            case "bestmove":
                self._take_best(rest.split(), at_s)
            case "readyok":
                with self.changed:
                    self._ready_told += 1
                    self.changed.notify_all()
            case "id" | "option" | "uciok" | "usiok" if process is self._starting:
                self._take_introduction(word, rest)
            case _ if line and process is self._process and self.on_other is not None:
                self.on_other(line)

    def _note_report(self, search: _Search, words: str) -> None:
        if not search.reported and not words.startswith("string "):  # which may answer `setoption`
            with self.changed:
                search.reported, search.first_report_s = True, self._time.now_s()
                self.changed.notify_all()  # a `stop` may be waiting for it

    def _take_introduction(self, word: str, rest: str) -> None:
        if word == self.protocol.introduced:
            with self.changed:
                self._introduced = True
                self.changed.notify_all()
        elif word == "option":
            self.options.announce(rest)
        else:
            what, _, text = rest.partition(" ")
            if what in ("name", "author"):
                setattr(self, what, text.strip())

    def _take_best(self, words: list[str], at_s: float) -> None:
        with self.changed:
            search = self._search
            if search is None or search.best is not None:
                return
            ponder = words[2] if words[1:2] == ["ponder"] and len(words) > 2 else ""  # noqa: PLR2004 (its place)
            search.best = BestMove(move=words[0] if words else "", ponder=ponder, at_s=at_s)
            if self._process is not None:
                search.busy_from_s, search.busy_until_s = self._process.busy_from_s, self._process.free_s
            if search.first_stop_s is not None:
                self.lag = self.lag.after(at_s - search.first_stop_s)
                self._stops_unreported = not search.reported
            unsent, self._unsent = self._unsent, []
            self._ready_asked += 1  # its `readyok` comes after all lines of this search
            self.changed.notify_all()
        self.send(*unsent, "isready")

    def _end(self, process: EngineProcess) -> None:
        with self.changed:
            if process is self._process:
                self._last_words = process.last_words()
                if self.on_death is not None:
                    self.on_death()  # before anyone acts on it: the callback comes first
            self._gone = process
            self.changed.notify_all()
