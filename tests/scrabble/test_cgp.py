"""CGP: positions as texts."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scrabble.random_games import RandomGame, english
from zeitnot.errors import DataError
from zeitnot.scrabble import Board, LetterDistribution, Position, cgp

START = f"{'15/' * 14}15 / 0/0 0"
MIDDLE = f"{'15/' * 7}4QuIZ7/6AT7/{'15/' * 5}15 EINORS?/X 17/-44 1 lex ENABLE1; tmr 1500/1500;"


def test_the_start_is_fifteen_empty_rows() -> None:
    assert cgp.read(START) == Position()
    assert cgp.write(Position()) == START


def test_every_field_is_read() -> None:
    position = Position.from_cgp(MIDDLE)
    assert position.board.across(7)[4:8] == (17, 0x80 | 21, 9, 26)
    assert position.board.across(8)[6:8] == (1, 20)
    assert position.rack == english("EINORS?")
    assert position.other_rack == english("X")
    assert position.scores == (17, -44)
    assert position.scoreless_turns == 1
    assert position.lexicon == "ENABLE1"
    assert position.options == (("lex", "ENABLE1"), ("tmr", "1500/1500"))
    assert position.to_cgp() == MIDDLE


def test_spaces_and_the_last_semicolon_do_not_matter() -> None:
    loose = "\n  " + MIDDLE.replace(" ", "  ").removesuffix(";") + " ;; \t"
    assert cgp.read(loose) == cgp.read(MIDDLE)


def test_tiles_of_two_letters_stand_in_brackets(tmp_path: Path) -> None:
    path = tmp_path / "spanish.csv"
    path.write_text("?,?,2,0,0\nA,a,12,1,1\n[CH],[ch],1,5,0\n", encoding="utf-8")
    letters = LetterDistribution.read(path)
    text = f"{'15/' * 7}4[CH]A[ch]8/{'15/' * 6}15 A?/ 0/0 0 ld spanish;"
    position = cgp.read(text, distribution=letters)
    assert position.board.across(7)[4:7] == (2, 1, 0x82)
    assert cgp.write(position) == text


@pytest.mark.parametrize(
    "option", ["ld english", "bdn CrosswordGame", "bdn standard15", "var classic", "bb 50"]
)
def test_options_that_say_what_is_so_are_kept(option: str) -> None:
    assert cgp.write(cgp.read(f"{START} {option};")) == f"{START} {option};"


BAD = [
    ("", "a CGP must have a board, racks, scores and scoreless turns, got ''"),
    ("15/15 / 0/0", "a CGP must have"),
    ("15/15 / 0/0 0", "CGP board must have 15 rows, got 2"),
    (START.replace("15/", "14/", 1), "CGP board, row 1: a row must have 15 squares, got 14"),
    (START.replace("15/15", "15/14AB", 1), "CGP board, row 2: a row must have 15 squares, got 16"),
    (
        START.replace("15/", "0Q14/", 1),
        "CGP board, row 1: empty squares must be a number from 1 to 15, got '0'",
    ),
    (START.replace("15/", "99999999999/", 1), "CGP board, row 1: empty squares"),
    (START.replace("15/", "7?7/", 1), "CGP board, row 1: a tile on the board must be one of A to Z, got '?'"),
    (START.replace("15/", "7[CH]7/", 1), r"row 1: a tile on the board must be .* got '\[CH\]'"),
    (START.replace("15/", "/", 1), "row 1: a row must have 15 squares, got 0"),
    (START.replace(" / ", " AB "), "CGP racks must be two with '/' between them, got 'AB'"),
    (START.replace(" / ", " A/B/C "), "CGP racks must be two"),
    (START.replace(" / ", " a/ "), "CGP racks: a rack must hold capital letters"),
    (START.replace(" / ", " AEIOUAEI/ "), "CGP: rack must have at most 7 tiles"),
    (START.replace(" / ", " ZZ/ "), "CGP: board and racks must hold at most 1 of 'Z', got 2"),
    (START.replace("0/0", "0"), "CGP scores must be two whole numbers with '/' between them, got '0'"),
    (START.replace("0/0", "0/x"), "CGP scores must be"),
    (START.replace("0/0", "1.5/0"), "CGP scores must be"),
    (START.replace("0/0", "0/999999"), "CGP scores must be"),
    (START[:-1] + "7", "CGP scoreless turns must be a number from 0 to 6, got '7'"),
    (START[:-1] + "-1", "CGP scoreless turns must be"),
    (f"{START} ld polish;", "CGP option 'ld' must be 'english', got 'polish'"),
    (f"{START} bdn SuperCrosswordGame;", "CGP option 'bdn' must be 'standard'"),
    (f"{START} var wordsmog;", "CGP option 'var' must be 'classic'"),
    (f"{START} bb 35;", "CGP option 'bb' must be '50'"),
]


@pytest.mark.parametrize(("text", "said"), BAD, ids=range(len(BAD)))
def test_an_error_names_the_field_and_the_reason(text: str, said: str) -> None:
    with pytest.raises(DataError, match=said.replace("?'", r"\?'")):
        cgp.read(text)


@given(st.integers(0, 500), st.integers(0, 40))
def test_positions_read_back(seed: int, turns: int) -> None:
    record = RandomGame(seed).play(turns)
    for position in (record.position(), record.game.position(len(record.game.events) // 2)):
        text = cgp.write(position)
        assert cgp.read(text) == position
        assert cgp.write(cgp.read(text)) == text


@st.composite
def broken(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from((START, MIDDLE)))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        gone = draw(st.integers(0, 3))
        new = draw(st.text(alphabet="0159AQZaqz?/;-[] ", max_size=2) | st.text(max_size=2))
        text = text[:at] + new + text[at + gone :]
    return text


@given(broken() | st.text(max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        position = cgp.read(text)
    except DataError:
        return
    assert cgp.read(cgp.write(position)) == position


def test_a_thousand_broken_positions_are_read_or_refused() -> None:
    rng = random.Random(5)
    base = RandomGame(3).play(12).position().to_cgp()
    refused = 0
    for _ in range(1000):
        signs = list(base)
        for _ in range(rng.randint(1, 3)):
            signs[rng.randrange(len(signs))] = rng.choice(
                ["", "/", "1", "Z", "q", "?", " ", "\u0661", "\x00"]
            )
        try:
            cgp.read("".join(signs))
        except DataError:
            refused += 1
    assert 500 < refused < 1000


def test_a_board_of_another_size_is_no_position() -> None:
    assert Board.empty() == cgp.read(START).board
