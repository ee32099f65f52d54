"""The general model: learned from a growing part of the games."""

from dataclasses import replace

import pytest

from tests.learning.made_up_traces import chess_trace
from zeitnot.chess import ChessTrace
from zeitnot.lab import CURVE_OPENINGS, general_model, learning_curve
from zeitnot.learning import LossTraining

_OPENINGS = 20


def _games(first: int) -> list[ChessTrace]:
    """Return games of three turns, one for each opening."""
    return [
        replace(
            chess_trace(first + number),
            number=1000 * (number // 3) + 2 * (number % 3),
            game_number=number // 3,
            ply=2 * (number % 3),
        )
        for number in range(3 * _OPENINGS)
    ]


def test_more_games_are_learned_from_and_the_same_openings_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(general_model, "CHECK_GAMES", 1)
    engines = {"one": _games(0), "other": _games(500)}
    points = learning_curve(engines, LossTraining(restarts=1, epochs=5))
    assert [each.games for each in points] == [20, 32]
    assert [each.turns for each in points] == [60, 96]
    assert all(each.metrics.ranking > 0.5 for each in points)
    assert {each.costs["uniform"] for each in points} == {points[0].costs["uniform"]}
    assert all({"uniform", "learned", "oracle"} <= each.costs.keys() for each in points)
    assert CURVE_OPENINGS == 13
