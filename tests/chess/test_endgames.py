"""What the evaluation knows of endgames by their material alone."""

import pytest

from zeitnot._native import ChessSearch, ChessSearchSettings, Position, StopControl

TWO_KNIGHTS = (
    "8/8/4k3/8/8/3K4/8/1N1N4 w - - 0 1",
    "8/8/4k3/8/8/3K4/8/1N1N4 b - - 0 1",
    "7k/8/8/8/3nn3/8/2K5/8 w - - 0 1",
    "k7/8/1K6/8/8/2N1N3/8/8 b - - 0 1",
)


@pytest.mark.parametrize("fen", TWO_KNIGHTS)
def test_two_knights_against_a_bare_king_are_worth_next_to_nothing(fen: str) -> None:
    assert abs(Position(fen).evaluate()) <= 25


@pytest.mark.parametrize("fen", TWO_KNIGHTS)
def test_two_knights_are_no_draw_by_the_rules(fen: str) -> None:
    assert not Position(fen).is_draw()


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/4k3/8/8/3K4/8/1N1B4 w - - 0 1",
        "8/8/4k3/8/8/3K4/8/1B1B4 w - - 0 1",
        "8/8/4k3/8/8/3K4/8/NN1N4 w - - 0 1",
        "8/8/4k3/8/8/3K4/7P/1N1N4 w - - 0 1",
    ],
)
def test_material_that_can_force_mate_is_worth_as_much_as_before(fen: str) -> None:
    assert Position(fen).evaluate() > 400


def test_two_knights_still_mate_a_king_that_walks_into_it() -> None:
    control = StopControl(work_per_second=1e5)
    control.start(soft_s=1e9, hard_s=1e9)
    position = Position("7k/8/5NK1/6N1/8/8/8/8 w - - 0 1")
    result = ChessSearch(hash_mb=1).run(position, ChessSearchSettings(), control, lambda _: False, depth=4)
    assert result.best == "g5f7"
    assert result.last.lines[0].mate_in == 1
