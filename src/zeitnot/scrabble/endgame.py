"""Endgame: the best line when the bag is empty and both racks are known."""

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
    """State of an endgame search after a depth or at its end."""

    elapsed_s: float
    """Seconds since the control was started."""
    depth: int
    """Last depth completed; 0 for greedy play only."""
    value_pts: int
    """Points that the player on turn gains from here to the end of the game, against best play."""
    nodes: int
    """Number of nodes visited."""
    line: tuple[Move, ...]
    """Best play of both sides; never empty."""
    is_complete: bool
    """Whether every line was searched to the end of the game, so that the value is exact."""
    threads: int = 1
    """Number of threads that searched; fewer than requested where the system allowed no more."""
    win_chance: float | None = None
    """Result of the game for the player on turn: 1 won, 0.5 drawn, 0 lost; None while nothing is proven."""
    is_bound: bool = False
    """Whether only the result was searched for: the value is then a bound on its own side of a draw."""


OnPly = Callable[[EndgameState], bool]
"""Called after every depth; returning True stops the search."""


class EndgameSearch:
    """Endgame solver with a table that is kept from one position to the next."""

    def __init__(self, knowledge: Knowledge, *, table_mb: int = 16) -> None:
        dictionary = knowledge.dictionary
        self._native: _native.EndgameSolver = dictionary.core.EndgameSolver(dictionary, table_mb=table_mb)

    def run(
        self,
        position: Position,
        control: StopControl,
        on_ply: OnPly,
        *,
        threads: int = 1,
        most_nodes: int | None = None,
        decides: bool = False,
        keeps_table: bool = False,
    ) -> EndgameState:
        """Search with increasing depth until the endgame is solved or the control or callback stops it.

        In work time one thread searches: with more, the result would depend on their timing. With `decides`
        only the result of the game is searched for, won, drawn or lost, which is proven sooner. With
        `keeps_table` the search uses what the last one found: of use in the same game, and then the result
        depends on both.
        """
        window = {}
        if decides:
            window = {"alpha_pts": -position.spread_pts - 1, "beta_pts": -position.spread_pts + 1}

        def state(report: _native.EndgameReport) -> EndgameState:
            return _state(report, position.spread_pts, is_bound=decides)

        report = self._native.solve(
            native_board(position),
            bytes(position.rack),
            bytes(position.unseen),
            control,
            lambda report: on_ply(state(report)),
            scoreless_turns=position.scoreless_turns,
            **({} if most_nodes is None else {"most_nodes": max(1, most_nodes)}),
            threads=threads if control.work_per_second == 0 else 1,
            keeps_table=keeps_table,
            **window,
        )
        return state(report)


def _state(report: _native.EndgameReport, spread_pts: int, *, is_bound: bool) -> EndgameState:
    final_pts = spread_pts + report.value_pts
    return EndgameState(
        elapsed_s=report.elapsed_s,
        depth=report.depth,
        value_pts=report.value_pts,
        nodes=report.nodes,
        line=tuple(move_of(move) for move in report.line),
        is_complete=report.complete,
        threads=report.threads,
        win_chance=0.5 + 0.5 * ((final_pts > 0) - (final_pts < 0)) if report.complete else None,
        is_bound=is_bound,
    )
