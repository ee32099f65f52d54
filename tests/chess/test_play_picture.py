"""Boards as text: coordinates, both views, the last move and a check to be seen in every style."""

import re

import chess
import pytest

from zeitnot.chess.play.picture import ASCII, COLOURED, RESET, UNICODE, BoardStyle, board_lines


def plain(line: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", line)


def after(*moves: str) -> chess.Board:
    board = chess.Board()
    for move in moves:
        board.push_san(move)
    return board


def test_ascii_is_ascii_and_letters_tell_the_sides_apart() -> None:
    lines = board_lines(chess.Board(), ASCII)
    assert "\n".join(lines).isascii()
    assert lines[0].split() == ["8", *"rnbqkbnr"]
    assert lines[7].split() == ["1", *"RNBQKBNR"]
    assert lines[8].split() == list("abcdefgh")


def test_from_black_the_board_is_turned() -> None:
    lines = board_lines(chess.Board(), UNICODE, flipped=True)
    assert lines[0].split() == ["1", *"♖♘♗♔♕♗♘♖"]
    assert lines[7].split() == ["8", *"♜♞♝♚♛♝♞♜"]
    assert lines[8].split() == list("hgfedcba")


@pytest.mark.parametrize("style", [ASCII, UNICODE, COLOURED], ids=["ascii", "unicode", "coloured"])
def test_every_line_is_as_wide_as_the_others(style: BoardStyle) -> None:
    assert {len(plain(line)) for line in board_lines(after("e4", "d5", "Bb5+"), style)} == {27}


def test_without_colours_the_last_move_and_a_check_are_marked() -> None:
    lines = board_lines(after("e4", "d5", "Bb5"), ASCII)
    assert "[B]" in lines[3]
    assert "[.]" in lines[7]
    assert "(k)" in lines[0]
    assert "".join(lines).count("[") == 2


def test_with_colours_the_last_move_and_a_check_have_grounds_of_their_own() -> None:
    quiet = "".join(board_lines(chess.Board(), COLOURED))
    lines = board_lines(after("e4", "d5", "Bb5"), COLOURED)
    palette = COLOURED.palette
    assert palette is not None
    for ground, line in ((palette.checked, lines[0]), (palette.light_moved, lines[3])):
        assert f"48;5;{ground}m" in line
        assert f"48;5;{ground}m" not in quiet
    assert all(line.endswith(RESET) for line in lines[:8])


def test_squares_are_light_and_dark_in_turn() -> None:
    palette = COLOURED.palette
    assert palette is not None
    grounds = re.findall(r"48;5;(\d+)m", board_lines(chess.Board(None), COLOURED)[7])
    assert grounds == [str(palette.dark), str(palette.light)] * 4
