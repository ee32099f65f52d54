"""Board layouts: the standard one, and files that are wrong."""

from collections import Counter
from pathlib import Path

import pytest

from zeitnot.errors import DataError
from zeitnot.scrabble import Layout, Premium
from zeitnot.scrabble.layout import SIGNS, STANDARD

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
    assert layout.transposed() == layout
    assert layout.premiums == layout.premiums[::-1]
    assert layout.premiums == tuple(row[::-1] for row in layout.premiums)


def test_a_layout_turned_turns_its_start(tmp_path: Path) -> None:
    layout = Layout.read(with_lines(tmp_path, [" 3,12 ", *LINES[1:], ""]))
    assert (layout.transposed().start_row, layout.transposed().start_column) == (12, 3)
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
