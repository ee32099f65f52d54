"""Tables: where the games of a match are played, one at a time."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from zeitnot.lab.match.participant import GameKind
from zeitnot.lab.match.plan import GameOrder, MatchPlan
from zeitnot.lab.match.played import PlayedGame
from zeitnot.turns import PlayedTurn

OnTurn = Callable[[PlayedTurn, tuple[float, float]], None]
"""Called after every turn with what the clocks show, by seat; an exception ends the game."""
OnBegin = Callable[[int], None]
"""Called with the seat that moves first when a game is ready to begin; an exception ends the game."""


class Table(Protocol):
    """Plays games; what a game needs is opened once and kept for the next."""

    def play(
        self, order: GameOrder, on_turn: OnTurn | None = None, on_begin: OnBegin | None = None
    ) -> PlayedGame:
        """Play one game to its end."""
        ...

    def close(self) -> None:
        """Leave nothing behind."""
        ...


def make_table(plan: MatchPlan, *, hiccups_file: Path | None = None) -> Table:
    """Make a table for the game that a plan is about; tables may share one watch for hiccups by its file."""
    if plan.game is GameKind.CHESS:
        from zeitnot.lab.match.chess_table import ChessTable

        return ChessTable(plan, hiccups_file=hiccups_file)
    from zeitnot.lab.match.scrabble_table import ScrabbleTable

    return ScrabbleTable(plan)
