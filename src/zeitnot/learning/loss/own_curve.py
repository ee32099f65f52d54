"""The score curve of an engine, fitted to its recorded games, and what moves lose by it."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from zeitnot.chess import ChessRecording, ChessTrace, ScoreCurve
from zeitnot.games import JudgedIteration
from zeitnot.learning.evaluation.score_curve import fitted_towards
from zeitnot.learning.loss.rows import traces_of, usual_nodes, usual_score_cp
from zeitnot.learning.loss.shards import DataSet
from zeitnot.turns import from_json_form

USUAL = ScoreCurve(win_at_cp=120.0, spread_cp=80.0)
"""Curve of an engine whose games are few: between those of old engines and of today's."""
_WON_CP = 400.0
"""Last score from which a recorded game counts as won; the others ended near 0."""
_MOST_CP = 1500.0
"""Larger scores say nothing about the curve; a mate counts as this."""


def in_own_scores(data: DataSet, *, curve: ScoreCurve | None = None) -> DataSet:
    """Return recorded games with losses in the expected score of their own engine; other data as it is.

    A pawn is worth more to an engine that wins with it. Only the centipawns of the judge count: the worth of
    the last move is that of the search's last score, and the others are their loss below it. Without a curve
    one is fitted to the games.
    """
    chess, _ = traces_of(data.traces) if data.game == "chess" else ([], [])
    if not chess or any(trace.game_number is None for trace in chess):
        return data
    curve, recorded = curve or own_curve(chess), from_json_form(ChessRecording, data.settings).curve
    return replace(data, traces=tuple(_by_curve(trace, recorded, curve) for trace in chess))


def own_curve(traces: Sequence[ChessTrace]) -> ScoreCurve:
    """Fit the curve of an engine to the results of its games; few games leave it near the usual one."""
    games: dict[int, list[ChessTrace]] = {}
    for trace in sorted(traces, key=lambda each: each.number):
        games.setdefault(trace.group, []).append(trace)
    usual = usual_nodes(traces)
    scores, results, weights = [], [], []
    for game in games.values():
        last = game[-1]
        end_cp = last.iterations[-1].iteration.score_cp
        mover = 2 if end_cp >= _WON_CP else 0 if end_cp <= -_WON_CP else 1
        told = [trace for trace in game if abs(usual_score_cp(trace, usual)) < _MOST_CP]
        for trace in told:
            scores.append(usual_score_cp(trace, usual))
            results.append(mover if (trace.ply - last.ply) % 2 == 0 else 2 - mover)
            weights.append(1.0 / len(told))  # a game has one result, however long it is
    return fitted_towards(USUAL, np.array(scores), np.array(results, dtype=np.int64), np.array(weights))


def _by_curve(trace: ChessTrace, recorded: ScoreCurve, curve: ScoreCurve) -> ChessTrace:
    best_cp = max(-_MOST_CP, min(_MOST_CP, trace.iterations[-1].iteration.score_cp))
    best = recorded.expected_score(best_cp)

    def judged(each: JudgedIteration) -> JudgedIteration:
        if each.loss == 0:
            return each
        move_cp = max(-_MOST_CP, min(_MOST_CP, recorded.score_cp(best - each.loss)))
        return replace(each, loss=curve.expected_score(best_cp) - curve.expected_score(move_cp))

    return replace(trace, iterations=tuple(judged(each) for each in trace.iterations))
