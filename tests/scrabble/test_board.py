"""Boards: values that tiles are put on."""

from collections import Counter
from pathlib import Path

import pytest

from zeitnot.errors import DataError, SettingError
from zeitnot.scrabble import Board, Layout, Premium
from zeitnot.scrabble.board import EMPTY, SIGNS, STANDARD

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


def test_rows_go_from_left_to_right() -> None:
    assert Board.empty().with_tiles(QUIZ).rows[7][4:8] == (17, 21, 9, 26)


def test_beyond_the_edge_all_is_empty() -> None:
    board = Board.empty().with_tiles([(0, 0, 1), (14, 14, 2)])
    assert [board.tile(-1, 0), board.tile(0, -1), board.tile(15, 14), board.tile(14, 15)] == [EMPTY] * 4


def test_a_square_holds_one_tile() -> None:
    with pytest.raises(SettingError, match="an empty square, got row 7 and column 4"):
        Board.empty().with_tiles([*QUIZ, (7, 4, 1)])


@pytest.mark.parametrize(("rows", "squares"), [(14, 15), (15, 14), (4, 4), (22, 22), (0, 0)])
def test_what_is_no_square_of_five_to_21_rows_is_refused(rows: int, squares: int) -> None:
    with pytest.raises(SettingError, match="5 to 21 rows of as many squares"):
        Board(((EMPTY,) * squares,) * rows)


@pytest.mark.parametrize("size", [5, 15, 21])
def test_a_tile_must_be_on_the_board(size: int) -> None:
    board = Board.empty(size)
    assert board.has(size - 1, size - 1)
    for square in ((size, 0), (0, size), (-1, 0), (0, -1)):
        assert not board.has(*square)
        with pytest.raises(SettingError, match="an empty square"):
            board.with_tiles([(*square, 1)])


@pytest.mark.parametrize("size", [5, 9, 21])
def test_a_layout_is_as_large_as_its_first_row(size: int, tmp_path: Path) -> None:
    rows = [" " * size] * (size - 1) + ["~^" + " " * (size - 2)]
    layout = Layout.read(with_lines(tmp_path, [f"{size - 1}, 0", *rows, ""]))
    assert (layout.size, layout.start_row, layout.start_column) == (size, size - 1, 0)
    assert layout.premiums[-1][:2] == (Premium(word=4), Premium(letter=4))


LINES = STANDARD.read_text(encoding="utf-8").splitlines()


def with_lines(tmp_path: Path, lines: list[str]) -> Path:
    path = tmp_path / "board.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_the_standard_board_has_its_premium_squares() -> None:
    layout = Layout.standard()
    counts = Counter(premium for row in layout.premiums for premium in row)
    assert [counts[SIGNS[sign]] for sign in "'\"-="] == [24, 12, 17, 8]
    assert (layout.start_row, layout.start_column) == (7, 7)
    assert layout.premiums[0][0] == layout.premiums[7][0] == Premium(word=3)
    assert layout.premiums[7][7] == Premium(word=2)
    assert layout.premiums[7][3] == Premium(letter=2)
    assert layout.premiums[5][5] == Premium(letter=3)


def test_the_standard_board_looks_the_same_from_all_sides() -> None:
    layout = Layout.standard()
    assert layout.premiums == tuple(zip(*layout.premiums, strict=True))
    assert layout.premiums == layout.premiums[::-1]
    assert layout.premiums == tuple(row[::-1] for row in layout.premiums)


def test_a_layout_has_its_start_where_its_first_line_says(tmp_path: Path) -> None:
    layout = Layout.read(with_lines(tmp_path, [" 3,12 ", *LINES[1:], ""]))
    assert (layout.start_row, layout.start_column) == (3, 12)
    assert layout.name == "board"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([], "line 1: the start must be its row and column, each from 0 to 14, got ''"),
        (["7", *LINES[1:]], "line 1: the start must be .* got '7'"),
        (["7, 15", *LINES[1:]], "line 1: the start must be"),
        (LINES[:-1], "must have 15 rows after its first line, got 14"),
        ([*LINES, LINES[-1]], "must have 15 rows after its first line, got 16"),
        ([*LINES[:2], LINES[2][:-1], *LINES[3:]], "line 3: a row must have 15 squares, got 14"),
        ([*LINES[:2], LINES[2] + " ", *LINES[3:]], "line 3: a row must have 15 squares, got 16"),
        ([*LINES[:2], "x" + LINES[2][1:], *LINES[3:]], "line 3: a square must be one of .* got 'x'"),
    ],
)
def test_a_bad_file_is_refused_with_its_line(lines: list[str], said: str, tmp_path: Path) -> None:
    path = with_lines(tmp_path, lines)
    with pytest.raises(DataError, match=said) as caught:
        Layout.read(path)
    assert str(path) in str(caught.value)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"a board layout must be a file .*no such file"):
        Layout.read(tmp_path / "none.txt")
