"""BackgroundSearch: a search that runs in its own thread while its caller does something else."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import Protocol

from zeitnot.chess.engine import PlayedMove, Request
from zeitnot.turns import Thinking, TimeManager

STOP_S = 2.0
"""Longest wait for a stopped search; it usually takes milliseconds."""


class SearchingEngine(Protocol):
    """Interface shared by the built-in engine and a wrapped one."""

    manager: TimeManager

    def prepare(self, request: Request) -> Thinking:
        """Plan a search and start its clock."""

    def run(self) -> PlayedMove:
        """Run the prepared search."""

    def stop(self) -> None:
        """Stop the running search."""

    def ponder_hit(self) -> None:
        """Switch a pondering search to the clock."""


class BackgroundSearch:
    """One search in a thread; the caller must wait for it or stop it before starting another."""

    def __init__(
        self, engine: SearchingEngine, request: Request, *, run: Callable[[], PlayedMove] | None = None
    ) -> None:
        """Start the search; `run` replaces the engine's own method where reports are wanted."""
        self._engine = engine
        self.thinking = engine.prepare(request)
        self._found: Future[PlayedMove] = Future()
        # A daemon thread, so that a search never keeps the program from exiting.
        thread = threading.Thread(target=self._search, args=(run or engine.run,), name="search", daemon=True)
        thread.start()

    def waited(self, timeout_s: float) -> bool:
        """Wait up to a timeout; return whether the search is over."""
        return bool(wait([self._found], timeout=timeout_s).done)

    def ponder_hit(self) -> None:
        """Switch the search from pondering to the clock."""
        self._engine.ponder_hit()

    def stop(self) -> None:
        """Ask the search for its answer now."""
        self._engine.stop()

    def end(self, *, patience_s: float = STOP_S) -> None:
        """Stop the search and wait: the interpreter must not exit while native code runs in a thread."""
        self._engine.stop()
        self.waited(patience_s)

    def result(self) -> PlayedMove:
        """Wait for the answer; an exception from the search is raised here."""
        return self._found.result()

    def _search(self, run: Callable[[], PlayedMove]) -> None:
        try:
            self._found.set_result(run())
        except BaseException as error:  # noqa: BLE001 (raised again in `result`)
            self._found.set_exception(error)
