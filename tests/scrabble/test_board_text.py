"""Positions drawn: the same signs with colours and without."""

import io
from pathlib import Path

from rich.console import Console

from tests.scrabble.random_games import RandomGame
from zeitnot.scrabble import LetterDistribution, Position
from zeitnot.scrabble.board_text import BLANK_STYLE, SQUARE_STYLES, TILE_STYLE, position_text

MIDDLE = f"{'15/' * 7}4QuIZ7/6AT7/{'15/' * 5}15 EINORS?/ 17/144 1 lex ENABLE1;"


def printed(position: Position, *, terminal: bool = False) -> str:
    file = io.StringIO()
    console = Console(
        file=file,
        force_terminal=terminal,
        color_system="256" if terminal else None,
        width=200,
        highlight=False,
    )
    console.print(position_text(position))
    return file.getvalue()


def test_without_a_terminal_it_is_plain_ascii() -> None:
    text = printed(Position.from_cgp(MIDDLE))
    assert text.isascii()
    assert "\x1b" not in text
    lines = text.splitlines()
    assert lines[0].split() == list("ABCDEFGHIJKLMNO")
    assert [line.split()[0] for line in lines[1:16]] == [str(row) for row in range(1, 16)]
    assert lines[1].split()[1:] == list("=..'...=...'..=")
    assert lines[8].split()[1:] == list("=..'QuIZ...'..=")


def test_the_start_is_marked_until_it_is_covered() -> None:
    assert printed(Position()).splitlines()[8].split()[8] == "*"
    assert "*" not in printed(Position.from_cgp(MIDDLE))


def test_racks_scores_and_bag_stand_below() -> None:
    lines = printed(Position.from_cgp(MIDDLE)).splitlines()[17:]
    assert lines[0] == "on turn   17  EINORS?"
    assert lines[1] == "other    144  rack unknown"
    assert lines[2] == "bag      80 tiles, 1 turn without a score"
    assert lines[3] == "lexicon  ENABLE1"
    assert lines[4].startswith("unseen   AAAAAAAA BB CC ")
    assert len(lines) == 6
    assert max(map(len, lines)) < 80


def test_the_end_of_a_game_is_told() -> None:
    record = RandomGame(1).play()
    assert record.game.is_over
    assert "bag      0 tiles" in printed(record.position())


def test_colours_change_nothing_that_is_written() -> None:
    position = Position.from_cgp(MIDDLE)
    coloured = printed(position, terminal=True)
    assert "\x1b[" in coloured
    assert position_text(position).plain.split() == printed(position).split()


def test_tiles_blanks_and_premiums_look_different() -> None:
    empty = "/".join(["21"] * 21) + " / 0/0 0 bdn super;"
    styles = {str(s.style) for cgp in (MIDDLE, empty) for s in position_text(Position.from_cgp(cgp)).spans}
    assert styles == {TILE_STYLE, BLANK_STYLE, *SQUARE_STYLES.values()}
    assert len(styles) == 9


def test_tiles_of_two_letters_fit_their_square(tmp_path: Path) -> None:
    path = tmp_path / "spanish.csv"
    path.write_text("?,?,2,0,0\nA,a,12,1,1\n[CH],[ch],1,5,0\n", encoding="utf-8")
    position = Position.from_cgp(
        f"{'15/' * 7}6A[CH]a6/{'15/' * 6}15 / 0/0 0", distribution=LetterDistribution.read(path)
    )
    lines = position_text(position).plain.splitlines()
    assert lines[8].split()[7:10] == ["A", "CH", "a"]
    assert len(lines[8]) == len(lines[9])
