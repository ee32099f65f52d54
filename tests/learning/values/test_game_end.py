"""How score and pieces move the turns to come, fitted to whole games."""

from dataclasses import replace

import pytest

from tests.learning.made_up_traces import chess_trace
from zeitnot.chess import ChessTrace
from zeitnot.learning.values.game_end import USUAL_END, learn_game_end
from zeitnot.policies import GameEnd, TimeValues
from zeitnot.turns import ChessFeatures

VALUES = TimeValues.rough("chess")


def game(number: int, *, plies: int, score_cp: float) -> list[ChessTrace]:
    """Return a game that stands the same from its first to its last ply, with a piece less every four."""
    trace = chess_trace(0)
    first = trace.iterations[0]
    only = replace(first, iteration=replace(first.iteration, score_cp=score_cp))
    return [
        replace(
            trace,
            number=1000 * number + ply,
            game_number=number,
            ply=ply,
            plies_to_come=plies - ply,
            iterations=(only,),
            features=ChessFeatures(move_number=ply // 2 + 1, pieces=max(4, 32 - ply // 4)),
        )
        for ply in range(plies)
    ]


def games(count: int, *, decided: int, level: int, open_game: int) -> list[ChessTrace]:
    """Return games of three kinds, each of its own length."""
    kinds = ((decided, 900.0), (level, 0.0), (open_game, 150.0))
    return [
        turn
        for number in range(count)
        for turn in game(number, plies=kinds[number % 3][0], score_cp=kinds[number % 3][1])
    ]


def test_kinds_of_games_that_end_sooner_are_found() -> None:
    found = learn_game_end([games(300, decided=60, level=90, open_game=160)], VALUES)
    other = learn_game_end([games(300, decided=160, level=60, open_game=90)], VALUES)
    assert found is not None
    assert other is not None

    def ratio(ending: GameEnd, score_cp: float) -> float:
        return ending.ratio(pieces=12, score_cp=score_cp)

    assert ratio(found, 900.0) < ratio(found, 0.0) < ratio(found, 150.0)
    assert ratio(found, 900.0) < ratio(other, 900.0)
    assert ratio(found, 0.0) > ratio(other, 0.0)


def test_one_game_leaves_nearly_the_usual_figures() -> None:
    found = learn_game_end([games(1, decided=60, level=90, open_game=160)], VALUES)
    assert found is not None
    assert found != USUAL_END
    assert found.empty == pytest.approx(USUAL_END.empty, abs=0.02)
    assert found.decided == pytest.approx(USUAL_END.decided, abs=0.02)
    assert found.level == pytest.approx(USUAL_END.level, abs=0.02)


def test_games_of_two_engines_may_have_the_same_numbers() -> None:
    few = games(3, decided=60, level=90, open_game=160)
    together, twice = learn_game_end([few, few], VALUES), learn_game_end([few + few], VALUES)
    assert together == twice


def test_single_positions_say_nothing_about_the_end() -> None:
    assert learn_game_end([[chess_trace(number) for number in range(10)]], VALUES) is None
