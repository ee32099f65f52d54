"""Recorder: long searches of positions from games, with what the move of each depth loses."""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from zeitnot.errors import SettingError
from zeitnot.games import JudgedIteration
from zeitnot_connect_four.board import Board
from zeitnot_connect_four.player import features_of
from zeitnot_connect_four.search import Found, Search
from zeitnot_connect_four.trace import ConnectFourTrace

NODES_PER_S = 20_000.0
"""Nodes that count as one second in a record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectFourRecording:
    """How positions are found, searched and judged."""

    seed: int = 1
    """Seed of all games; with the number of a position it decides everything."""
    nodes: int = 40_000
    """Nodes of the long search: about twice what the longest moves of a game of 10+0.1 get at 20,000 nodes a
    second."""
    judge_nodes: int = 40_000
    """Nodes for each move that is judged, all of them below that move."""
    game_nodes: int = 200
    """Nodes of a move in the games that the positions are from."""
    random_share: float = 0.1
    """Share of the moves of these games that are drawn by lot."""
    win_spread_cp: float = 90.0
    """Score that changes the odds of winning by e = 2.718."""

    def __post_init__(self) -> None:
        for name in ("nodes", "judge_nodes", "game_nodes"):
            if getattr(self, name) < 1:
                raise SettingError(f"{name} must be at least 1, got {getattr(self, name)!r}")
        if not 0 <= self.random_share <= 1:
            raise SettingError(f"random_share must be from 0 to 1, got {self.random_share!r}")
        if not 0 < self.win_spread_cp < math.inf:
            raise SettingError(f"win_spread_cp must be above 0, got {self.win_spread_cp!r}")


class ConnectFourRecorder:
    """Records positions by number; a trace depends on the settings and the number alone."""

    def __init__(self, settings: ConnectFourRecording) -> None:
        """Make the search."""
        self._settings = settings
        self._search = Search()

    def close(self) -> None:
        """Nothing is left behind."""

    def record(self, number: int) -> ConnectFourTrace:
        """Record the position of a number."""
        line, plies_to_come = self._drawn(number)
        board = Board.after(line)
        found = self._found(board, self._settings.nodes)
        losses, error = self._judged(board, [each.column for each in found])
        return ConnectFourTrace(
            number=number,
            line=line,
            plies_to_come=plies_to_come,
            features=features_of(board),
            iterations=tuple(
                JudgedIteration(iteration=each.iteration(each.nodes / NODES_PER_S), loss=losses[each.column])
                for each in found
            ),
            solved=found[-1].solved,
            loss_error=error,
        )

    def _drawn(self, number: int) -> tuple[str, int]:
        """Play the game of a number, and draw a position that leaves a choice; return what followed, too."""
        rng = random.Random(f"{self._settings.seed}/{number}")
        board, line, choices = Board(), "", [0]
        while not board.is_over:
            columns = board.legal_columns()
            if len(columns) > 1:
                choices.append(len(line))
            if rng.random() < self._settings.random_share:
                column = rng.choice(columns)
            else:
                column = self._found(board, self._settings.game_nodes)[-1].column
            board, line = board.played(column), f"{line}{column + 1}"
        ply = rng.choice(choices)
        return line[:ply], len(line) - ply

    def _found(self, board: Board, nodes: int) -> list[Found]:
        """Search a position with nothing remembered, and return its finished depths."""
        self._search.forget()
        return list(self._search.deepen(board, lambda visited: nodes - visited))

    def _judged(self, board: Board, columns: Sequence[int]) -> tuple[dict[int, float], float]:
        """Return what each move loses against the last one, and the standard error of these losses."""
        last = columns[-1]
        others = sorted(set(columns) - {last})
        if not others:
            return {last: 0.0}, 0.0
        best_early, best_late = self._worths(board, last)
        losses, changes = {last: 0.0}, []
        for column in others:
            early, late = self._worths(board, column)
            losses[column] = best_late - late
            changes.append(losses[column] - (best_early - early))
        return losses, math.sqrt(sum(each**2 for each in changes) / len(changes))

    def _worths(self, board: Board, column: int) -> tuple[float, float]:
        """Return the expected score of a move after half of the judge's nodes and after all of them."""
        after = board.played(column)
        if after.is_over:
            worth = 1.0 if after.is_won else 0.5
            return worth, worth
        found = self._found(after, self._settings.judge_nodes)
        early = [each for each in found if each.nodes <= self._settings.judge_nodes / 2] or found[:1]
        return 1 - self._expected(early[-1]), 1 - self._expected(found[-1])

    def _expected(self, found: Found) -> float:
        """Return the expected score of the side to move: exact where it is solved."""
        if found.win_in is not None:
            return 1.0 if found.win_in > 0 else 0.0
        if found.solved:
            return 0.5
        # The hyperbolic tangent is the logistic curve and does not overflow.
        return 0.5 + 0.5 * math.tanh(found.score_cp / (2.0 * self._settings.win_spread_cp))
