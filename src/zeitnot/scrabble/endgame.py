"""Endgame: the bag is empty, both racks are known, and the best line can be found by search."""

from collections.abc import Callable
from dataclasses import dataclass

from zeitnot import _native
from zeitnot._native import StopControl
from zeitnot.scrabble.generation import move_of, native_board
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.moves import Move
from zeitnot.scrabble.position import Position


@dataclass(frozen=True, slots=True, kw_only=True)
class EndgameState:
    """A search at the end of a depth, or at its own end."""

    elapsed_s: float
    """Since its control was started."""
    depth: int
    """Last depth finished; 0: only what greedy play gives."""
    value_pts: int
    """Points that the player on turn gains from here to the end of the game, against best play."""
    nodes: int
    """Visited."""
    line: tuple[Move, ...]
    """Best play of both sides; never empty."""
    is_complete: bool
    """Whether every line was followed to the end of the game: the value is exact then."""
    threads: int = 1
    """Threads that searched: fewer than were asked for where the system gave no more."""


OnPly = Callable[[EndgameState], bool]
"""Told after every depth; True ends the search."""


class EndgameSearch:
    """Solves endgames with one knowledge; what it learned of one position helps with the next."""

    def __init__(self, knowledge: Knowledge, *, table_mb: int = 16) -> None:
        """Make the table once."""
        self._native = _native.EndgameSolver(knowledge.dictionary, table_mb=table_mb)

    def run(
        self,
        position: Position,
        control: StopControl,
        on_ply: OnPly,
        *,
        threads: int = 1,
        most_nodes: int | None = None,
    ) -> EndgameState:
        """Search deeper and deeper until it is solved, or the control or the callback ends it.

        In work time one thread searches: with more, who finds what first would change the answer.
        """
        report = self._native.solve(
            native_board(position),
            bytes(position.rack),
            bytes(position.unseen),
            control,
            lambda report: on_ply(_state(report)),
            scoreless_turns=position.scoreless_turns,
            **({} if most_nodes is None else {"most_nodes": max(1, most_nodes)}),
            threads=threads if control.work_per_second == 0 else 1,
        )
        return _state(report)


def _state(report: _native.EndgameReport) -> EndgameState:
    return EndgameState(
        elapsed_s=report.elapsed_s,
        depth=report.depth,
        value_pts=report.value_pts,
        nodes=report.nodes,
        line=tuple(move_of(move) for move in report.line),
        is_complete=report.complete,
        threads=report.threads,
    )
