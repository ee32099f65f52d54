"""Win tables: read, checked and written byte for byte."""

import lzma
from pathlib import Path

import numpy as np
import pytest

from zeitnot.errors import DataError, SettingError
from zeitnot.scrabble.win_table import WinTable

SMALL = b"10 0 1 4 19 20 \n0 0 0 0 0 0 \n3000000000 2 5 3000000000 5999999990 6000000000 "
"""One, two and three tiles unseen; spreads of -2 to 2; of two tiles unseen nothing is known."""


def test_what_was_read_is_written_byte_for_byte() -> None:
    assert WinTable.from_bytes(SMALL).to_bytes() == SMALL


@pytest.mark.parametrize(
    "loose", [SMALL + b"\n", SMALL.replace(b" \n", b"\r\n"), SMALL.replace(b" ", b"\t ")]
)
def test_other_white_space_is_read_as_well(loose: bytes) -> None:
    assert WinTable.from_bytes(loose).to_bytes() == SMALL


@pytest.mark.parametrize(
    ("unseen", "spread_pts", "chance"),
    [
        (1, -2, 0.0),
        (1, 0, 0.2),
        (1, 2, 1.0),
        (1, 500, 1.0),
        (1, -500, 0.0),
        (1, 0.5, 0.575),
        (1, -1.5, 0.025),
        (1, 1.999999, 0.99999995),
        (2, 0, 0.2),
        (3, 0, 0.5),
        (3, float("inf"), 1.0),
        (0, 0, 0.5),
        (0, 0.5, 1.0),
        (0, -3, 0.0),
    ],
)
def test_chances_are_half_wins_of_twice_the_positions(unseen: int, spread_pts: float, chance: float) -> None:
    table = WinTable.from_bytes(SMALL)
    assert table.probability(unseen=unseen, spread_pts=spread_pts) == pytest.approx(chance)


def test_native_code_gets_a_row_for_no_tile_unseen_as_well() -> None:
    table = WinTable.from_bytes(SMALL)
    rows = np.frombuffer(table.native_chances(), dtype=np.float32).reshape(4, 5)
    assert rows[0].tolist() == [0.0, 0.0, 0.5, 1.0, 1.0]
    for unseen in range(4):
        chances = [table.probability(unseen=unseen, spread_pts=spread) for spread in range(-2, 3)]
        assert rows[unseen] == pytest.approx(chances)


@pytest.mark.parametrize(("unseen", "spread_pts"), [(-1, 0.0), (4, 0.0), (1, float("nan"))])
def test_what_no_table_can_know_is_refused(unseen: int, spread_pts: float) -> None:
    with pytest.raises(SettingError):
        WinTable.from_bytes(SMALL).probability(unseen=unseen, spread_pts=spread_pts)


@pytest.mark.parametrize("name", ["table.csv", "table.csv.xz"])
def test_files_may_be_packed(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(lzma.compress(SMALL) if name.endswith("xz") else SMALL)
    table = WinTable.read(path, most_unseen=3)
    assert table.to_bytes() == SMALL
    assert (table.most_unseen, table.most_spread_pts) == (3, 2)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "line 1: lines must have positions"),
        (b"\n\n", "line 1: lines must have positions"),
        (b"10", "line 1: .*, got 1 numbers"),
        (b"10 0 1 ", "line 1: lines must have positions and an odd number of spreads"),
        (SMALL[:40], "line 3: .*, got 1 numbers, 6 in line 1"),
        (SMALL[:-12], "line 3: .*, got 5 numbers, 6 in line 1"),
        (SMALL[:-4], "line 3: half wins must not fall with the spread, got fewer at \\+2"),
        (b"10 0 1 4 19 20 \n\n10 0 1 4 19 20 ", "line 2: .*, got 0 numbers"),
        (b"0 0 0 0 ", "line 1: there must be positions on the first line"),
        (b"10 0 -1 4 ", "line 1: counts must be whole numbers of 0 or more, got '-1'"),
        (b"10 0 1.5 4 ", "got '1.5'"),
        (b"10 0 x 4 ", "got 'x'"),
        (b"10,0,1,4", "got '10,0,1,4'"),
        (b"10 0 1 \xff", "line 1: counts must be whole numbers"),
        (b"10 0 1 " + b"9" * 5000, "line 1: counts must be whole numbers"),
        (b"10 0 5 4 ", "line 1: half wins must not fall with the spread, got fewer at \\+1"),
        (b"10 0 5 21 ", "line 1: half wins must be at most twice the 10 positions, got 21"),
    ],
)
def test_damaged_files_are_refused_by_name_and_line(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_bytes(content)
    with pytest.raises(DataError, match=f"table.csv: {message}" if message.startswith("line") else message):
        WinTable.read(path)


def test_a_table_too_short_for_the_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_bytes(SMALL)
    with pytest.raises(DataError, match="must have a line for 93 tiles unseen, got 3 lines"):
        WinTable.read(path, most_unseen=93)


def test_a_file_that_is_not_packed_or_not_there_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "table.csv.xz"
    with pytest.raises(DataError, match="a win table must be a file that can be read"):
        WinTable.read(path)
    path.write_bytes(SMALL)
    with pytest.raises(DataError, match=r"table\.csv\.xz"):
        WinTable.read(path)
    path.write_bytes(lzma.compress(SMALL)[:-8])
    with pytest.raises(DataError, match=r"table\.csv\.xz"):
        WinTable.read(path)


def test_counts_of_another_form_are_refused() -> None:
    with pytest.raises(DataError, match="an odd number of spreads"):
        WinTable(positions=np.array([1]), half_wins=np.array([[0, 1]]))
    with pytest.raises(DataError, match="counts must be 0 or more"):
        WinTable(positions=np.array([1]), half_wins=np.array([[-1, 1, 2]]))


def test_the_built_in_table_covers_an_english_game_and_gives_the_turn_its_worth() -> None:
    table = WinTable.built_in()
    assert table.most_unseen == 93
    even = [table.probability(unseen=unseen, spread_pts=0) for unseen in range(14, 94)]
    assert all(0.45 < chance < 0.7 for chance in even)
    # Much can happen yet when a game begins.
    ahead = [table.probability(unseen=unseen, spread_pts=100) for unseen in (93, 14)]
    assert 0.8 < ahead[0] < ahead[1]
    assert table.probability(unseen=30, spread_pts=-100) < 0.2
