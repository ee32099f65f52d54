"""Positions: what follows from board and racks, and what cannot be."""

from typing import Any

import pytest

from tests.scrabble.random_games import english
from zeitnot.errors import DataError
from zeitnot.scrabble import Board, LetterDistribution, Move, Position

ALPHABET = LetterDistribution.english().alphabet
QUIZ = Board.empty().with_tiles([(7, 4, 17), (7, 5, 21), (7, 6, 9), (7, 7, 26)])


def filled(count: int) -> Board:
    """Return a board with `count` tiles of the bag, row by row, blanks last."""
    counts = LetterDistribution.english().counts
    tiles = [tile for tile, number in enumerate(counts) for _ in range(number) if tile] + [0x81, 0x81]
    return Board.empty().with_tiles((n // 15, n % 15, tile) for n, tile in enumerate(tiles[:count]))


def test_unseen_tiles_are_those_of_the_bag_and_of_the_other() -> None:
    position = Position(board=QUIZ, rack=english("AEINRS?"), other_rack=english("XYZ"[:2]))
    assert len(position.unseen) == 89
    assert position.unseen.count(0) == 1
    assert 24 in position.unseen
    assert 17 not in position.unseen


@pytest.mark.parametrize(("played", "bag"), [(0, 86), (4, 82), (79, 7), (80, 6), (86, 0), (90, 0), (100, 0)])
def test_the_bag_has_what_two_full_racks_leave(played: int, bag: int) -> None:
    assert Position(board=filled(played)).bag_count == bag


def test_the_other_has_seven_tiles_until_the_bag_is_empty() -> None:
    assert Position(board=filled(80)).other_count == 7
    assert Position(board=filled(91), rack=english("YZ??")).other_count == 5
    assert Position(board=filled(100)).other_count == 0


def test_spread_and_lexicon() -> None:
    position = Position(scores=(310, 325), options=(("ld", "english"), ("lex", "ENABLE1")))
    assert position.spread_pts == -15
    assert position.lexicon == "ENABLE1"
    assert Position().lexicon is None


def test_a_play_is_judged_with_the_rack_if_it_is_known() -> None:
    at = Move.parse("9G AT", ALPHABET)
    assert Position(board=QUIZ, rack=english("AT")).judge(at).score_pts == 17
    assert Position(board=QUIZ).judge(at).score_pts == 17
    with pytest.raises(DataError, match="tiles must come from the rack 'AB'"):
        Position(board=QUIZ, rack=english("AB")).judge(at)
    with pytest.raises(DataError, match="in the lexicon, got 'AT'"):
        Position(board=QUIZ).judge(at, lambda word: word != "AT")


def test_the_words_on_the_board_can_be_checked() -> None:
    position = Position(board=QUIZ)
    assert position.check_words({"QUIZ"}.__contains__) is position
    with pytest.raises(DataError, match="in the lexicon, got 'QUIZ'"):
        position.check_words(lambda _: False)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"rack": english("AAAAAAAA")}, "rack must have at most 7 tiles, got 'AAAAAAAA'"),
        ({"other_rack": english("AAAAAAAA")}, "other rack must have at most 7 tiles"),
        ({"board": QUIZ, "rack": english("QA")}, "at most 1 of 'Q', got 2"),
        ({"rack": english("ZA"), "other_rack": english("Z")}, "at most 1 of 'Z', got 2"),
        ({"scoreless_turns": 7}, "scoreless turns must be 0 to 6, got 7"),
        ({"scoreless_turns": -1}, "scoreless turns"),
        ({"scores": (0, 100_000)}, "scores must be at most 99999"),
        ({"options": (("lex", "A;B"),)}, "an option must be a name and a value without ';'"),
        ({"options": (("", "A"),)}, "an option must be"),
        ({"options": (("l x", "A"),)}, "an option must be"),
        ({"options": (("lex", " A"),)}, "an option must be"),
    ],
)
def test_what_cannot_be_is_refused(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(DataError, match=said):
        Position(**fields)
