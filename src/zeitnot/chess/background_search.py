"""BackgroundSearch: a search that runs in its own thread while its caller does something else."""

from collections.abc import Callable
from typing import Protocol

from zeitnot.chess.engine import PlayedMove, Request
from zeitnot.games import Background
from zeitnot.turns import Thinking, TimeManager


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


class BackgroundSearch(Background[PlayedMove]):
    """One search of an engine in a thread."""

    def __init__(
        self, engine: SearchingEngine, request: Request, *, run: Callable[[], PlayedMove] | None = None
    ) -> None:
        """Start the search; `run` replaces the engine's own method where reports are wanted."""
        self._engine = engine
        self.thinking = engine.prepare(request)
        super().__init__(run or engine.run)

    def ponder_hit(self) -> None:
        """Switch the search from pondering to the clock."""
        self._engine.ponder_hit()

    def stop(self) -> None:
        """Ask the search for its answer now."""
        self._engine.stop()
