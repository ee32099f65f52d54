"""InnerEngine: a UCI engine as its client sees it, one search at a time, alive or not."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from zeitnot.chess.proxy.engine_command import resolved_command
from zeitnot.chess.proxy.engine_options import EngineOptions
from zeitnot.chess.proxy.engine_process import EngineProcess
from zeitnot.clocks import TimeSource, WallTime
from zeitnot.errors import EngineFaultError
from zeitnot.turns import Overhead

START_S = 10.0
"""An engine that has not introduced itself by then will not; reading a network takes less than one second."""
READY_S = 10.0
"""The same for `isready`, after which large tables may have to be cleared."""
QUIT_S = 1.0
"""Time to end by itself after `quit`."""
STOP_AGAIN_S = 0.01
"""Between two `stop`s: Ethereal loses one that comes on the heels of `go`."""
FIRST_LAG = Overhead(mean_s=0.001, worst_s=0.02)
"""Lag of a stop before it is measured: the slowest engine tried, Toga, looks up every 10 ms or so."""

OnInfo = Callable[[str, float], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class BestMove:
    """What an engine answered."""

    move: str
    """As it was written, perhaps no move at all."""
    ponder: str
    """The expected answer; empty when none was given."""
    at_s: float
    """When it came."""


@dataclass(slots=True, kw_only=True)
class _Search:
    on_info: OnInfo | None
    best: BestMove | None = None
    first_stop_s: float | None = None
    last_stop_s: float = 0.0


class InnerEngine:
    """Talks to one engine. All waiting is on `changed`, which is told of everything that happens."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        options: Mapping[str, str] | None = None,
        time: TimeSource | None = None,
        changed: threading.Condition | None = None,
    ) -> None:
        """Take a command; options are sent at every start. `start` must follow."""
        self.command = resolved_command(command)
        self.name = self.author = ""
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
        self._ready_asked = self._ready_told = 0
        self._gone: EngineProcess | None = None
        self._last_words = ""

    @property
    def alive(self) -> bool:
        """Whether it runs and has introduced itself."""
        return self._process is not None and self._process is not self._gone

    @property
    def owes(self) -> bool:
        """Whether a search was begun that it has not answered."""
        return self._search is not None and self._search.best is None and self.alive

    @property
    def best(self) -> BestMove | None:
        """The answer to the last search, when it is there."""
        return self._search.best if self._search is not None else None

    @property
    def pid(self) -> int | None:
        """Number of the process, while it runs."""
        return self._process.pid if self._process is not None and self.alive else None

    @property
    def dropped(self) -> int:
        """Lines of this run that were too many."""
        return self._process.dropped if self._process is not None else 0

    def start(self, *, patience_s: float = START_S) -> None:
        """Run the program and wait until it is ready; an EngineFaultError says what went wrong."""
        self.kill()
        began_s = self._time.now_s()
        until_s = began_s + patience_s
        with self.changed:
            self._introduced, self._search, self._unsent = False, None, []
            self._ready_asked = self._ready_told = 0
            self._starting = process = EngineProcess(
                self.command, on_line=self._take, on_end=self._end, time=self._time
            )
        try:
            process.send("uci")
            self._await(process, lambda: self._introduced, "uciok", until_s)
            self._ready_asked = 1
            process.send(*self.options.lines(), "isready")
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
        """Set an option for good: at once, or after the running search, and again after a restart."""
        with self.changed:
            line = self.options.set(name, value)
            if self.owes:
                self._unsent.append(line)
                return
        self.send(line)

    def suit(self, *, lines: int, chess960: bool) -> None:
        """Set the options that a request implies, where they are not so already."""
        for name, value in (("MultiPV", str(lines)), ("UCI_Chess960", str(chess960).lower())):
            if self.options.has(name) and self.options.value(name).lower() != value:
                self.set_option(name, value)

    def send(self, *lines: str) -> bool:
        """Send lines as they are; tells whether the engine took them."""
        process = self._process
        return process is not None and process.send(*lines)

    def ready(self, *, patience_s: float = READY_S) -> bool:
        """Ask whether it has done all that was asked, and wait for the answer."""
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
        """Begin a search; tells whether the engine took the order."""
        with self.changed:
            self._search = _Search(on_info=on_info)
            if self._process is not None:
                self._process.begin_count()
        return self.send(position, go)

    def stop(self) -> None:
        """Ask for the answer; asked again, it asks again when the last time was not just now."""
        with self.changed:
            search = self._search
            if search is None or search.best is not None:
                return
            now_s = self._time.now_s()
            if search.first_stop_s is None:
                search.first_stop_s = now_s
            elif now_s - search.last_stop_s < STOP_AGAIN_S:
                return
            search.last_stop_s = now_s
        self.send("stop")

    def forget(self) -> None:
        """Put the last search away, with its answer."""
        with self.changed:
            self._search = None

    def abandon(self) -> None:
        """Listen to the running search no more; its answer is still to come."""
        with self.changed:
            if self._search is not None:
                self._search.on_info = None

    def settled(self, *, patience_s: float) -> bool:
        """Stop what runs and wait for its answer; tells whether a new search may begin.

        What an engine still says after its answer is waited for, too: the next search must not get it.
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
        """End the process at once."""
        with self.changed:
            process, self._process = self._process, None
        if process is not None:
            process.kill()

    def close(self) -> None:
        """Ask the process to end, and end it when it does not."""
        with self.changed:
            process, self._process = self._process, None
        if process is not None:
            process.quit(patience_s=QUIT_S)
        elif (starting := self._starting) is not None:
            starting.kill()

    def words_of_death(self) -> str:
        """Say how it ended."""
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
        """Take one line, in the thread that reads them."""
        if process is not self._process and process is not self._starting:
            return
        word, _, rest = line.partition(" ")
        search = self._search
        match word:
            case "info":
                if search is not None and search.best is None:
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
            case "id" | "option" | "uciok" if process is self._starting:
                self._take_introduction(word, rest)
            case _ if line and process is self._process and self.on_other is not None:
                self.on_other(line)

    def _take_introduction(self, word: str, rest: str) -> None:
        if word == "uciok":
            with self.changed:
                self._introduced = True
                self.changed.notify_all()
        elif word == "option":
            self.options.announce(rest)
        else:
            what, _, text = rest.partition(" ")
            if what == "name":
                self.name = text.strip()
            elif what == "author":
                self.author = text.strip()

    def _take_best(self, words: list[str], at_s: float) -> None:
        with self.changed:
            search = self._search
            if search is None or search.best is not None:
                return
            ponder = words[2] if words[1:2] == ["ponder"] and len(words) > 2 else ""  # noqa: PLR2004 (its place)
            search.best = BestMove(move=words[0] if words else "", ponder=ponder, at_s=at_s)
            if search.first_stop_s is not None:
                self.lag = self.lag.after(at_s - search.first_stop_s)
            unsent, self._unsent = self._unsent, []
            self._ready_asked += 1  # its answer tells that the engine has said all of this search
            self.changed.notify_all()
        self.send(*unsent, "isready")

    def _end(self, process: EngineProcess) -> None:
        with self.changed:
            if process is self._process:
                self._last_words = process.last_words()
                if self.on_death is not None:
                    self.on_death()  # before anybody acts on it: what happened is told first
            self._gone = process
            self.changed.notify_all()
