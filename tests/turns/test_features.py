from dataclasses import asdict

import pytest

from zeitnot.turns import ChessFeatures, ScrabbleFeatures


def test_a_position_of_which_nothing_is_said_is_that_at_the_start_of_a_game() -> None:
    assert asdict(ChessFeatures()) == {
        "move_number": 1,
        "legal_moves": 30,
        "pieces": 32,
        "captures": 0,
        "checks": 0,
        "in_check": False,
    }
    assert asdict(ScrabbleFeatures()) == {
        "bag_tiles": 86,
        "opponent_tiles": 7,
        "own_tiles": 7,
        "score_difference_pts": 0.0,
        "legal_moves": None,
        "gap_pts": None,
        "competitive_moves": None,
        "opponent_kept": None,
    }


@pytest.mark.parametrize(
    ("bag", "opponent", "own", "expected", "most"),
    [
        (86, 7, 7, 100 / 8.6 + 0.5, 100 / 8.6 + 7.5),
        (1, 7, 7, 15 / 8.6 + 0.5, 15 / 8.6 + 7.5),  # one tile in the bag: both racks may still grow
        (0, 7, 7, 14 / 8.6 + 0.5, 7.0),
        (0, 1, 1, 1.0, 1.0),
        (0, 1, 0, 1.0, 1.0),
    ],
)
def test_turns_left_follow_from_the_tiles_left_and_are_never_less_than_this_one(
    bag: int, opponent: int, own: int, expected: float, most: float
) -> None:
    features = ScrabbleFeatures(bag_tiles=bag, opponent_tiles=opponent, own_tiles=own)
    assert features.own_turns() == pytest.approx(expected)
    assert features.most_own_turns == pytest.approx(most)
