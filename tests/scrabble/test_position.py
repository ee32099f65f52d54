"""Positions: what follows from board and racks, and what cannot be."""

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scrabble.random_games import RandomGame, english
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


START = f"{'15/' * 14}15 / 0/0 0"
MIDDLE = f"{'15/' * 7}4QuIZ7/6AT7/{'15/' * 5}15 EINORS?/X 17/-44 1 lex ENABLE1; tmr 1500/1500;"


def test_the_start_is_fifteen_empty_rows() -> None:
    assert Position.from_cgp(START) == Position()
    assert Position().to_cgp() == START


def test_every_field_is_read() -> None:
    position = Position.from_cgp(MIDDLE)
    assert position.board.rows[7][4:8] == (17, 0x80 | 21, 9, 26)
    assert position.board.rows[8][6:8] == (1, 20)
    assert position.rack == english("EINORS?")
    assert position.other_rack == english("X")
    assert position.scores == (17, -44)
    assert position.scoreless_turns == 1
    assert position.lexicon == "ENABLE1"
    assert position.options == (("lex", "ENABLE1"), ("tmr", "1500/1500"))
    assert position.to_cgp() == MIDDLE


def test_spaces_and_the_last_semicolon_do_not_matter() -> None:
    loose = "\n  " + MIDDLE.replace(" ", "  ").removesuffix(";") + " ;; \t"
    assert Position.from_cgp(loose) == Position.from_cgp(MIDDLE)


def test_tiles_of_two_letters_stand_in_brackets(tmp_path: Path) -> None:
    path = tmp_path / "spanish.csv"
    path.write_text("?,?,2,0,0\nA,a,12,1,1\n[CH],[ch],1,5,0\n", encoding="utf-8")
    letters = LetterDistribution.read(path)
    text = f"{'15/' * 7}4[CH]A[ch]8/{'15/' * 6}15 A?/ 0/0 0 ld spanish;"
    position = Position.from_cgp(text, distribution=letters)
    assert position.board.rows[7][4:7] == (2, 1, 0x82)
    assert position.to_cgp() == text


@pytest.mark.parametrize(
    "option", ["ld english", "bdn CrosswordGame", "bdn standard15", "var classic", "bb 50"]
)
def test_options_that_say_what_is_so_are_kept(option: str) -> None:
    assert Position.from_cgp(f"{START} {option};").to_cgp() == f"{START} {option};"


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
    (f"{START} ld klingon;", "CGP option 'ld' must be known, .* got 'klingon'"),
    (f"{START} bdn round;", "CGP option 'bdn' must be known, .* got 'round'"),
    (f"{START} bdn SuperCrosswordGame;", "CGP board must have 21 rows, got 15"),
    (f"{START} var wordsmog;", "CGP option 'var' must be 'classic'"),
    (f"{START} bb 35;", "CGP option 'bb' must be '50'"),
]


@pytest.mark.parametrize(("text", "said"), BAD, ids=range(len(BAD)))
def test_an_error_names_the_field_and_the_reason(text: str, said: str) -> None:
    with pytest.raises(DataError, match=said.replace("?'", r"\?'")):
        Position.from_cgp(text)


@given(st.integers(0, 500), st.integers(0, 40))
def test_positions_read_back(seed: int, turns: int) -> None:
    record = RandomGame(seed).play(turns)
    for position in (record.position(), record.game.position(len(record.game.events) // 2)):
        text = position.to_cgp()
        assert Position.from_cgp(text) == position
        assert Position.from_cgp(text).to_cgp() == text


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
        position = Position.from_cgp(text)
    except DataError:
        return
    assert Position.from_cgp(position.to_cgp()) == position


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
            Position.from_cgp("".join(signs))
        except DataError:
            refused += 1
    assert 500 < refused < 1000


def test_a_board_of_another_size_is_no_position() -> None:
    assert Board.empty() == Position.from_cgp(START).board
