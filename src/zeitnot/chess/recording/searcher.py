"""Searchers: the built-in engine or any UCI engine, searching from a clean slate, every depth told."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import chess

from zeitnot._native import ChessSearch, Report, StopControl
from zeitnot.chess.engine import Request
from zeitnot.chess.native_search import iteration_of, native_settings, position_of
from zeitnot.chess.proxy.own_clock import OwnClockEngine
from zeitnot.chess.uci.commands import legal_text
from zeitnot.errors import EngineFaultError
from zeitnot.monitors import MateFound
from zeitnot.turns import Iteration, Limits, SearchSettings

NOMINAL_NODES_PER_SECOND = 100_000.0
"""Nodes that count as a second; matches in work time are played at it."""
DEEPEST = 64
"""Depth that ends a search: only dead positions reach it, and more depths would show nothing new."""
HASH_MB = 16
"""Default hash table of a search, as large as that of the engine in a game."""
LINE = 3
"""Moves of a variation that are recorded: the one to play, the expected reply, and the answer to it."""
_DOUBLINGS = 6
"""Times that the nodes are doubled for a search that finished no depth."""


class Searcher(Protocol):
    """Searches a position for a number of nodes; tells the depths that were finished, in their order."""

    @property
    def name(self) -> str:
        """Name that the engine gives itself."""

    def search(
        self, board: chess.Board, *, nodes: int, lines: int = 1, fresh: bool = True
    ) -> list[Iteration]:
        """Search, with nothing remembered if fresh; a mate ends it, two lines make the second score known."""

    def close(self) -> None:
        """End what was started."""


class BuiltInSearcher:
    """The built-in engine."""

    @property
    def name(self) -> str:
        """Name that the engine gives itself."""
        from zeitnot import __version__

        return f"Zeitnot {__version__}"

    def __init__(self) -> None:
        """Make the search and its table."""
        self._search = ChessSearch(hash_mb=HASH_MB, threads=1)
        self._control = StopControl(work_per_second=NOMINAL_NODES_PER_SECOND)
        self._mate = MateFound()

    def search(
        self, board: chess.Board, *, nodes: int, lines: int = 1, fresh: bool = True
    ) -> list[Iteration]:
        """Search; too few nodes for a single depth are doubled."""
        found: list[Iteration] = []

        def on_iteration(report: Report) -> bool:
            found.append(kept := _recorded(iteration_of(report)))
            return self._mate.observe(kept).stop

        if fresh:
            self._search.new_game()
        self._control.start(soft_s=math.inf, hard_s=math.inf)
        self._search.run(
            position_of(board),
            native_settings(SearchSettings(), lines=lines),
            self._control,
            on_iteration,
            depth=DEEPEST,
            nodes=nodes,
        )
        return found or self.search(board, nodes=2 * nodes, lines=lines, fresh=fresh)

    def close(self) -> None:
        """Nothing was started."""


class UciSearcher:
    """Another engine; `close` ends it. Time is nodes here, too, so that a record repeats."""

    def __init__(
        self, command: Sequence[str], *, options: Sequence[tuple[str, str]] = (), patience_s: float
    ) -> None:
        """Start the engine with one thread; a DataError says why it cannot be."""
        self._engine = OwnClockEngine(command, options=dict(options))
        self._patience_s = patience_s
        self._mate = MateFound()
        given = {name.lower() for name, _ in options}
        for name, value in (("Threads", "1"), ("Hash", str(HASH_MB))):
            if name.lower() not in given and self._engine.inner.options.has(name):
                self._engine.inner.set_option(name, value)

    @property
    def name(self) -> str:
        """Name that the engine gives itself."""
        return self._engine.name

    def search(
        self, board: chess.Board, *, nodes: int, lines: int = 1, fresh: bool = True
    ) -> list[Iteration]:
        """Search, after `ucinewgame` if fresh; an engine without a depth is an EngineFaultError."""
        for doubling in range(_DOUBLINGS):
            found = self._finished(board, nodes=nodes << doubling, lines=lines, fresh=fresh)
            if found:
                return self._until_mate([self._checked(board, each) for each in found])
        raise EngineFaultError(
            f"{self._engine.name} must report the depths that it finishes, got none", kind="stalled"
        )

    def close(self) -> None:
        """End the engine: it is asked to, and killed when it must be."""
        self._engine.close()

    def _finished(self, board: chess.Board, *, nodes: int, lines: int, fresh: bool) -> list[Iteration]:
        """Search, and give the depths finished within the nodes: what came later depends on luck."""
        found: list[Iteration] = []

        def take(iteration: Iteration) -> None:
            if iteration.nodes <= nodes:
                found.append(iteration)
            else:  # not every engine knows `go nodes`
                self._engine.inner.stop()

        request = Request(board=board, limits=Limits(nodes=nodes, depth=DEEPEST), lines=lines)
        if fresh:
            self._engine.new_game()
        self._engine.think(request, deadline_s=self._patience_s, on_report=take)
        return found

    def _until_mate(self, found: list[Iteration]) -> list[Iteration]:
        ends = (place for place, each in enumerate(found, start=1) if self._mate.observe(each).stop)
        return found[: next(ends, len(found))]

    def _checked(self, board: chess.Board, iteration: Iteration) -> Iteration:
        move = legal_text(board, iteration.best_move)
        if not move:
            raise EngineFaultError(
                f"{self._engine.name} must report legal moves, got {iteration.best_move[:20]!r}"
                f" in {board.fen()}",
                kind="illegal",
            )
        elapsed_s = iteration.nodes / NOMINAL_NODES_PER_SECOND
        return _recorded(replace(iteration, best_move=move, elapsed_s=elapsed_s))


def _recorded(iteration: Iteration) -> Iteration:
    return replace(iteration, line=iteration.line[:LINE])
