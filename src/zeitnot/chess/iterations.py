"""Iterations: reports of the native search in the form that policies see."""

from zeitnot._native import Report, SearchLine
from zeitnot.turns import Iteration

MATE_CP = 100_000.0
"""Score of a mate on the board; each move to mate takes one off."""


def iteration_of(report: Report) -> Iteration:
    """Return a native report as an iteration for the policy."""
    best = report.lines[0]
    score_cp, second_cp = _score_cp(best), None
    if len(report.lines) > 1:
        second_cp = _score_cp(report.lines[1])
    elif report.lead_cp is not None:
        second_cp = score_cp - report.lead_cp
    return Iteration(
        elapsed_s=report.elapsed_s,
        depth=report.depth,
        score_cp=score_cp,
        best_move=best.moves[0],
        mate_in=best.mate_in or None,
        nodes=report.nodes,
        best_move_share=report.best_move_share,
        best_move_changes=report.best_move_changes,
        second_score_cp=second_cp,
        selective_depth=best.selective_depth,
        fail_highs=report.fail_highs,
        fail_lows=report.fail_lows,
        soft_stopped=report.soft_stopped,
        line=tuple(best.moves),
    )


def mate_cp(moves: int) -> float:
    """Return the score of a mate in a number of moves, negative when being mated."""
    return MATE_CP - moves if moves > 0 else -MATE_CP - moves


def _score_cp(line: SearchLine) -> float:
    return mate_cp(line.mate_in) if line.mate_in else line.score_cp
