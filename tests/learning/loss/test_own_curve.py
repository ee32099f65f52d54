"""The score curve of an engine, fitted to its recorded games, and what moves lose by it."""

from dataclasses import replace
from random import Random

import pytest

from tests.learning.made_up_traces import chess_trace, scrabble_trace
from zeitnot.chess import ChessRecording, ChessTrace, ScoreCurve
from zeitnot.games import JudgedIteration
from zeitnot.learning import DataSet, in_own_scores, own_curve
from zeitnot.learning.loss.own_curve import USUAL
from zeitnot.turns import Iteration, to_json_form

_PLIES = 4
"""Even, so that White is to move at the end."""


def _turn(number: int, ply: int, score_cp: float, *, loss: float = 0.0) -> ChessTrace:
    """Return a turn of a game whose search gave up one move, with its loss, for another."""
    depths = tuple(
        JudgedIteration(
            iteration=Iteration(
                depth=depth, elapsed_s=0.0, nodes=100 * 4**depth, score_cp=score_cp, best_move=move
            ),
            loss=lost,
        )
        for depth, move, lost in ((1, "a2a3", loss), (2, "e2e4", 0.0))
    )
    return replace(chess_trace(1), number=1000 * number + ply, game_number=number, ply=ply, iterations=depths)


def _game(number: int, curve: ScoreCurve, rng: Random) -> list[ChessTrace]:
    """Return a game that stays at one score, and then ends as the curve says."""
    white_cp = rng.uniform(-250.0, 250.0)
    drawn = rng.random()
    end_cp = 0.0
    if drawn < curve.won(white_cp):
        end_cp = 2000.0
    elif drawn > 1.0 - curve.won(-white_cp):
        end_cp = -2000.0
    turns = [_turn(number, ply, white_cp if ply % 2 == 0 else -white_cp) for ply in range(_PLIES)]
    return [*turns, _turn(number, _PLIES, end_cp)]


def _data(traces: list[ChessTrace]) -> DataSet:
    settings = to_json_form(ChessRecording(whole_games=True, win_at_cp=132.0, win_spread_cp=116.0))
    return DataSet(game="chess", settings=settings, traces=tuple(traces))


@pytest.mark.parametrize("curve", [ScoreCurve(win_at_cp=win, spread_cp=win / 2) for win in (80.0, 160.0)])
def test_the_curve_by_which_games_ended_is_found_again(curve: ScoreCurve) -> None:
    rng = Random(5)
    fitted = own_curve([turn for number in range(800) for turn in _game(number, curve, rng)])
    assert fitted.win_at_cp == pytest.approx(curve.win_at_cp, rel=0.2)
    assert fitted.spread_cp == pytest.approx(curve.spread_cp, rel=0.2)


def test_few_games_leave_the_curve_near_the_usual_one() -> None:
    rng, steep = Random(3), ScoreCurve(win_at_cp=50.0, spread_cp=20.0)
    one = own_curve(_game(1, steep, rng))
    assert one.win_at_cp == pytest.approx(USUAL.win_at_cp, rel=0.4)
    assert one.spread_cp == pytest.approx(USUAL.spread_cp, rel=0.4)


def test_losses_are_told_by_the_curve_of_the_engine() -> None:
    recorded, rng = ScoreCurve(win_at_cp=132.0, spread_cp=116.0), Random(5)
    games = [
        turn
        for number in range(300)
        for turn in _game(number, ScoreCurve(win_at_cp=80.0, spread_cp=40.0), rng)
    ]
    # Ten centipawns given up at even, at a pawn ahead and in a won position.
    lost = {
        ahead_cp: recorded.expected_score(ahead_cp) - recorded.expected_score(ahead_cp - 10.0)
        for ahead_cp in (0.0, 80.0, 500.0)
    }
    turns = [_turn(999, number, ahead, loss=loss) for number, (ahead, loss) in enumerate(lost.items())]
    data = _data([*games, *turns])
    found = in_own_scores(data)
    curve = own_curve([trace for trace in data.traces if isinstance(trace, ChessTrace)])
    told: dict[float, float] = {}
    for turn, ahead_cp in zip(found.traces[-len(turns) :], lost, strict=True):
        assert isinstance(turn, ChessTrace)
        first, last = turn.iterations
        told[ahead_cp] = first.loss
        expected = curve.expected_score(ahead_cp) - curve.expected_score(ahead_cp - 10.0)
        assert first.loss == pytest.approx(expected, rel=1e-6)
        assert last.loss == 0.0
    assert told[80.0] > 1.5 * lost[80.0]
    assert told[500.0] < 0.1 * lost[500.0]


def test_a_curve_that_is_known_is_not_fitted() -> None:
    recorded, known = ScoreCurve(win_at_cp=132.0, spread_cp=116.0), ScoreCurve(win_at_cp=91.0, spread_cp=42.0)
    loss = recorded.expected_score(50.0) - recorded.expected_score(0.0)
    (turn,) = in_own_scores(_data([_turn(1, 0, 50.0, loss=loss)]), curve=known).traces
    assert isinstance(turn, ChessTrace)
    expected = known.expected_score(50.0) - known.expected_score(0.0)
    assert turn.iterations[0].loss == pytest.approx(expected)


def test_single_positions_and_other_games_stay_as_they_were_recorded() -> None:
    single = _data([chess_trace(number) for number in range(3)])
    assert in_own_scores(single) is single
    scrabble = DataSet(game="scrabble", settings={}, traces=(scrabble_trace(1),))
    assert in_own_scores(scrabble) is scrabble
