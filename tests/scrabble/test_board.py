"""Boards: values that tiles are put on."""

import pytest

from zeitnot.errors import SettingError
from zeitnot.scrabble import Board
from zeitnot.scrabble.board import EMPTY

QUIZ = [(7, 4, 17), (7, 5, 21), (7, 6, 9), (7, 7, 26)]


def test_putting_tiles_down_makes_another_board() -> None:
    empty = Board.empty()
    board = empty.with_tiles(QUIZ)
    assert empty.is_empty
    assert not board.is_empty
    assert board.tile_count == 4
    assert list(board.tiles()) == [17, 21, 9, 26]
    assert board == Board.empty().with_tiles(reversed(QUIZ))
    assert hash(board) == hash(Board(board.rows))


def test_rows_go_across_and_columns_down() -> None:
    board = Board.empty().with_tiles(QUIZ)
    assert board.across(7)[4:8] == (17, 21, 9, 26)
    assert board.down(4)[7] == 17
    assert board.transposed().across(4) == board.down(4)
    assert board.transposed().transposed() == board


def test_beyond_the_edge_all_is_empty() -> None:
    board = Board.empty().with_tiles([(0, 0, 1), (14, 14, 2)])
    assert [board.tile(-1, 0), board.tile(0, -1), board.tile(15, 14), board.tile(14, 15)] == [EMPTY] * 4


def test_runs_are_the_words_on_it() -> None:
    board = Board.empty().with_tiles([*QUIZ, (8, 7, 1), (14, 13, 2), (14, 14, 3), (0, 0, 5)])
    assert list(board.runs()) == [(17, 21, 9, 26), (2, 3), (26, 1)]


def test_a_square_holds_one_tile() -> None:
    with pytest.raises(SettingError, match="an empty square, got row 7 and column 4"):
        Board.empty().with_tiles([*QUIZ, (7, 4, 1)])


def test_another_size_is_refused() -> None:
    with pytest.raises(SettingError, match="15 rows of 15 squares"):
        Board(((EMPTY,) * 15,) * 14)
    with pytest.raises(SettingError, match="15 rows of 15 squares"):
        Board(((EMPTY,) * 14,) * 15)
