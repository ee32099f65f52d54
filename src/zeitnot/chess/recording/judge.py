"""Judge: what moves are worth, each by a search of its own."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import chess

from zeitnot.chess.recording.searcher import Searcher
from zeitnot.chess.score_curve import ScoreCurve
from zeitnot.chess.self_play import ruled_result

ROUGH = 4
"""Part of the nodes, as a divisor, that a rough judgement takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdicts:
    """What the moves of a position lose against one of them."""

    losses: dict[str, float]
    """Expected score lost by each move; 0 for the one compared with, negative for what looks better."""
    error: float
    """Standard error of the others, as far as the judge changed its mind in the second half of its nodes."""


class ChessJudge:
    """Searches the very moves, not the position, so that no move is judged by who chose it."""

    def __init__(self, searcher: Searcher, *, curve: ScoreCurve, nodes: int) -> None:
        """Take who searches, the curve that gives scores their worth, and the nodes for each move."""
        self._searcher = searcher
        self._curve = curve
        self._nodes = nodes

    def losses(
        self, board: chess.Board, moves: Sequence[str], *, against: str, roughly: frozenset[str] = frozenset()
    ) -> Verdicts:
        """Judge moves against one of them; a single one needs no search. Some may be judged roughly: with a
        quarter of the nodes."""
        others = sorted(set(moves) - {against})
        if not others:
            return Verdicts(losses={against: 0.0}, error=0.0)
        best_early, best_late = self._worth(board, against, self._nodes)
        losses = {against: 0.0}
        changes = []
        for move in others:
            early, late = self._worth(board, move, self._nodes // ROUGH if move in roughly else self._nodes)
            losses[move] = best_late - late
            changes.append(losses[move] - (best_early - early))
        # No largest worth is taken anywhere: the largest of noisy values is too large.
        return Verdicts(losses=losses, error=math.sqrt(sum(each**2 for each in changes) / len(changes)))

    def _worth(self, board: chess.Board, move: str, nodes: int) -> tuple[float, float]:
        """Return what a move is worth after half of the nodes, and after all.

        The position after the move is searched: not every engine knows `searchmoves`.
        """
        after = board.copy()
        after.push_uci(move)
        half_points = ruled_result(after)
        if half_points is not None:
            worth = half_points / 2 if board.turn == chess.WHITE else 1 - half_points / 2
            return worth, worth
        found = self._searcher.search(after, nodes=nodes)
        early = [each for each in found if each.nodes <= nodes / 2] or found[:1]
        early_cp, late_cp = early[-1].score_cp, found[-1].score_cp
        return 1 - self._curve.expected_score(early_cp), 1 - self._curve.expected_score(late_cp)
