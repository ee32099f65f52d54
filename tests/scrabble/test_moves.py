"""Moves as texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot.errors import DataError
from zeitnot.scrabble import Board, LetterDistribution, Move, MoveKind
from zeitnot.scrabble.letters import BLANK_BIT
from zeitnot.scrabble.moves import THROUGH, THROUGH_BIT, coordinates, parse_coordinates

ALPHABET = LetterDistribution.english().alphabet


def test_numbers_first_go_across_and_letters_first_go_down() -> None:
    across = Move.parse("8D WoRD", ALPHABET)
    assert (across.row, across.column, across.across) == (7, 3, True)
    assert across.tiles == (23, BLANK_BIT | 15, 18, 4)
    assert list(across.squares()) == [(7, 3), (7, 4), (7, 5), (7, 6)]
    down = Move.parse("d8 W.RD", ALPHABET)
    assert (down.row, down.column, down.across) == (7, 3, False)
    assert down.tiles == (23, THROUGH, 18, 4)
    assert list(down.squares()) == [(7, 3), (8, 3), (9, 3), (10, 3)]


@pytest.mark.parametrize(
    "text",
    ["8D WORD", "D8 W.RD", "15O A", "O15 a", "8D W(O)RD", "1A (QU)I(Z)", "H8 .(A)b", "-ABC", "-?", "-3", "-"],
)
def test_texts_read_back(text: str) -> None:
    assert Move.parse(text, ALPHABET).text(ALPHABET) == text


def test_words_are_read_as_people_say_them() -> None:
    assert Move.parse("pass", ALPHABET) == Move.parse("-", ALPHABET) == Move.pass_turn()
    assert Move.parse("exchange Q?", ALPHABET) == Move.parse("-Q?", ALPHABET) == Move.exchange((17, 0))
    assert Move.parse("-3", ALPHABET) == Move(kind=MoveKind.EXCHANGE, count=3)


def test_an_exchange_counts_its_tiles() -> None:
    assert Move.parse("-ABC", ALPHABET).count == 3
    assert Move.parse("-7", ALPHABET).count == 7


def test_letters_in_parentheses_must_lie_there_already() -> None:
    assert Move.parse("8D W(o)RD", ALPHABET).tiles == (23, THROUGH_BIT | BLANK_BIT | 15, 18, 4)


def test_with_the_board_letters_played_through_are_written_out() -> None:
    board = Board.empty().with_tiles([(7, 4, 15), (7, 5, BLANK_BIT | 18)])
    move = Move.parse("8D W..D", ALPHABET)
    assert move.text(ALPHABET, board) == "8D W(Or)D"
    assert move.word_text(ALPHABET, board) == "W(Or)D"


@given(st.integers(0, 14), st.integers(0, 14), st.booleans())
def test_coordinates_read_back(row: int, column: int, across: bool) -> None:
    text = coordinates(row, column, across=across)
    assert parse_coordinates(text) == parse_coordinates(text.lower()) == (row, column, across)


tiles = st.integers(1, 26) | st.integers(1, 26).map(lambda n: n | BLANK_BIT)


@st.composite
def placements(draw: st.DrawFn) -> Move:
    row, column, across = draw(st.integers(0, 14)), draw(st.integers(0, 14)), draw(st.booleans())
    room = 15 - (column if across else row)
    squares = draw(st.lists(tiles | st.just(THROUGH), min_size=1, max_size=room).filter(any))
    return Move.place(row=row, column=column, across=across, tiles=squares)


@given(placements())
def test_placements_read_back(move: Move) -> None:
    assert Move.parse(move.text(ALPHABET), ALPHABET) == move
    assert move.kind is MoveKind.PLACE


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a move must look like"),
        ("8D", "a move must look like"),
        ("8V WORD", "a move must look like"),
        ("22A WORD", "a move must look like"),
        ("0A WORD", "a move must look like"),
        ("8D WORD 24", "a move must look like"),
        ("8D W1RD", "a tile on the board must be one of A to Z, got '1'"),
        ("8D W?RD", "a tile on the board must be"),
        ("8R WORDS", "a play must stay on the 21 squares of its line, got 5 tiles from row 8, column 18"),
        ("L18 WORDS", "a play must stay on the 21 squares"),
        ("8D ....", "a play must put down at least one tile"),
        ("8D (WORD)", "a play must put down at least one tile"),
        ("8D W(ORD", r"must stand between \( and \)"),
        ("8D W)RD", "a tile on the board must be"),
        ("8D ((W)RD", "a tile on the board must be"),
        ("-abc", "a rack must hold capital letters"),
        ("-ABCDEFGH", "an exchange must give back 1 to 7 tiles, got 8"),
        ("-0", "a rack must hold"),
        ("-8", "a rack must hold"),
    ],
)
def test_what_is_no_move_is_refused_with_a_reason(text: str, said: str) -> None:
    with pytest.raises(DataError, match=said):
        Move.parse(text, ALPHABET)


@pytest.mark.parametrize(
    ("text", "size", "fits"),
    [
        *(("8L WORDS", 15, False), ("8K WORDS", 15, True), ("L12 WORDS", 15, False), ("8L WORDS", 21, True)),
        *(("U17 WORDS", 21, True), ("16A WO", 15, False), ("P1 WO", 15, False), ("P1 WO", 16, True)),
    ],
)
def test_a_play_must_stay_on_the_board(text: str, size: int, *, fits: bool) -> None:
    move = Move.parse(text, ALPHABET)
    if fits:
        move.check_on(Board.empty(size))
        return
    with pytest.raises(DataError, match=f"a play must stay on the {size} squares of its line"):
        move.check_on(Board.empty(size))


@given(st.text(alphabet="8DHO15 WORDword.()[]?-", max_size=20) | st.text(max_size=20))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        move = Move.parse(text, ALPHABET)
    except DataError:
        return
    assert Move.parse(move.text(ALPHABET), ALPHABET) == move
