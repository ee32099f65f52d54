"""BackgroundSearch: a search in a thread of its own, so that its caller can do something else meanwhile."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import Generic, Protocol, TypeVar

from zeitnot.chess.engine import Request
from zeitnot.turns import Thinking

STOP_S = 2.0
"""Longest wait for a search that was stopped: it takes milliseconds."""

FoundT = TypeVar("FoundT")
FoundT_co = TypeVar("FoundT_co", covariant=True)


class Searching(Protocol[FoundT_co]):
    """What the built-in engine and a wrapped one have in common."""

    def prepare(self, request: Request) -> Thinking:
        """Take an order to search."""
        ...

    def run(self) -> FoundT_co:
        """Search what was prepared."""
        ...

    def stop(self) -> None:
        """End the running search."""
        ...

    def ponder_hit(self) -> None:
        """Let a search that ponders go on under the clock."""
        ...


class BackgroundSearch(Generic[FoundT]):
    """One search; whoever began it waits for it or ends it, because an engine does one at a time."""

    def __init__(
        self, engine: Searching[FoundT], request: Request, *, run: Callable[[], FoundT] | None = None
    ) -> None:
        """Begin; `run` stands for the engine's own where reports are wanted."""
        self._engine = engine
        self.thinking = engine.prepare(request)
        self._found: Future[FoundT] = Future()
        # A daemon: whatever interrupts the end of the program, no search holds it up for long.
        thread = threading.Thread(target=self._search, args=(run or engine.run,), name="search", daemon=True)
        thread.start()

    def waited(self, timeout_s: float) -> bool:
        """Wait a while; tells whether the search is over."""
        return bool(wait([self._found], timeout=timeout_s).done)

    def ponder_hit(self) -> None:
        """Go on under the clock."""
        self._engine.ponder_hit()

    def stop(self) -> None:
        """Ask for the answer now."""
        self._engine.stop()

    def end(self, *, patience_s: float = STOP_S) -> None:
        """Stop and wait: the interpreter must not end while native code runs in a thread of it."""
        self._engine.stop()
        self.waited(patience_s)

    def result(self) -> FoundT:
        """Wait for the answer; what was raised in the search is raised here."""
        return self._found.result()

    def _search(self, run: Callable[[], FoundT]) -> None:
        try:
            self._found.set_result(run())
        except BaseException as error:  # noqa: BLE001 (it is raised where the answer is waited for)
            self._found.set_exception(error)
