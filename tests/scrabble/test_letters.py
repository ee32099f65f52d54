"""Alphabets and letter distributions: the English one, files of other languages, and files that are wrong."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot.errors import DataError
from zeitnot.scrabble import Alphabet, LetterDistribution
from zeitnot.scrabble.letters import BLANK, BLANK_BIT, is_blank, letter_of, rack_tile

ENGLISH = LetterDistribution.english()
BLANK_LINE = "?,?,2,0,0\n"


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "letters.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_english_bag_has_a_hundred_tiles_worth_187_points() -> None:
    assert ENGLISH.tile_count == 100
    assert sum(count * score for count, score in zip(ENGLISH.counts, ENGLISH.scores, strict=True)) == 187
    assert len(ENGLISH.alphabet) == 26
    assert ENGLISH.alphabet.word(sorted(ENGLISH.vowels)) == "AEIOU"
    assert ENGLISH.name == "english"


def test_capitals_are_tiles_and_small_letters_blanks() -> None:
    tiles = ENGLISH.alphabet.placed("QuIZ")
    assert tiles == (17, BLANK_BIT | 21, 9, 26)
    assert [is_blank(tile) for tile in tiles] == [False, True, False, False]
    assert [letter_of(tile) for tile in tiles] == [17, 21, 9, 26]
    assert [rack_tile(tile) for tile in tiles] == [17, BLANK, 9, 26]
    assert ENGLISH.alphabet.text(tiles) == "QuIZ"
    assert ENGLISH.alphabet.word(tiles) == "QUIZ"
    assert [ENGLISH.score(tile) for tile in tiles] == [10, 0, 1, 10]


def test_the_blank_on_a_rack_is_a_question_mark_and_worth_nothing() -> None:
    rack = ENGLISH.alphabet.rack("Z?A")
    assert rack == (26, BLANK, 1)
    assert ENGLISH.alphabet.rack_text(rack) == "Z?A"
    assert ENGLISH.rack_value(rack) == 11


@given(st.lists(st.integers(0, 26), max_size=7))
def test_racks_read_back(rack: list[int]) -> None:
    assert list(ENGLISH.alphabet.rack(ENGLISH.alphabet.rack_text(rack))) == rack


@given(st.lists(st.integers(1, 26) | st.integers(1, 26).map(lambda n: n | BLANK_BIT), max_size=15))
def test_tiles_on_the_board_read_back(tiles: list[int]) -> None:
    assert list(ENGLISH.alphabet.placed(ENGLISH.alphabet.text(tiles))) == tiles


@pytest.mark.parametrize("text", ["a", "A1", "[CH]", "É", "A B", "[", "A]"])
def test_a_rack_with_anything_else_is_refused(text: str) -> None:
    with pytest.raises(DataError, match=r"a rack must hold capital letters of A to Z and '\?', got "):
        ENGLISH.alphabet.rack(text)


@pytest.mark.parametrize("text", ["?", "W?", "1", "[CH]", "."])
def test_a_board_has_no_unknown_tiles(text: str) -> None:
    with pytest.raises(DataError, match="a tile on the board must be one of A to Z, got "):
        ENGLISH.alphabet.placed(text)


@pytest.mark.parametrize("tile", ["[CH],[ch]", "CH,ch"])
def test_a_tile_of_two_letters_stands_in_brackets_in_texts(tile: str, tmp_path: Path) -> None:
    letters = LetterDistribution.read(
        written(tmp_path, f"{BLANK_LINE}A,a,12,1,1\n{tile},1,5,0\n\u00d1,\u00f1,1,8,0\n")
    )
    assert letters.alphabet.placed("[CH]\u00d1[ch]a") == (2, 3, BLANK_BIT | 2, BLANK_BIT | 1)
    assert letters.alphabet.rack_text((2, 0, 1)) == "[CH]?A"
    assert letters.alphabet.rack("[CH]?A") == (2, 0, 1)
    assert letters.alphabet.word((BLANK_BIT | 2, 1)) == "[CH]A"
    assert letters.name == "letters"


def test_a_byte_order_mark_windows_lines_and_spaces_are_no_trouble(tmp_path: Path) -> None:
    letters = LetterDistribution.read(written(tmp_path, "\ufeff?,?,2,0,0\r\n A , a , 9 , 1 , 1 \r\n\r\n"))
    assert letters.alphabet == Alphabet(capitals=("A",), smalls=("a",))
    assert letters.counts == (2, 9)
    assert letters.vowels == {1}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A,a,9,1,1\n", "line 1: the first line must be the blank"),
        ("?,?,2,5,0\nA,a,9,1,1\n", "line 1: the first line must be the blank"),
        (f"{BLANK_LINE}A,a,9,1\n", "line 2: a line must be UPPER,lower,count,score,is_vowel, got 'A,a,9,1'"),
        (f"{BLANK_LINE}A,a,x,1,1\n", "line 2: count must be a whole number from 0 to 255, got 'x'"),
        (f"{BLANK_LINE}A,a,-1,1,1\n", "line 2: count must be .* got '-1'"),
        (f"{BLANK_LINE}A,a,9,256,1\n", "line 2: score must be .* got '256'"),
        (f"{BLANK_LINE}A,a,9,1,2\n", "line 2: is_vowel must be a whole number from 0 to 1, got '2'"),
        (
            f"{BLANK_LINE}A,a,9,1,1\nA,b,9,1,1\n",
            "line 3: letters must have names of their own, got 'A' again",
        ),
        (f"{BLANK_LINE}A,A,9,1,1\n", "line 2: a letter must differ in capital and small"),
        (f"{BLANK_LINE}.,a,9,1,1\n", "line 2: a letter must not have the sign '.'"),
        (f"{BLANK_LINE}5,a,9,1,1\n", "line 2: a letter must not have the sign '5'"),
        (f"{BLANK_LINE},a,9,1,1\n", "line 2: a letter must have a name"),
        (BLANK_LINE, "must have the blank and a letter"),
        ("", "must have the blank and a letter"),
    ],
)
def test_a_bad_file_is_refused_with_its_line(text: str, said: str, tmp_path: Path) -> None:
    path = written(tmp_path, text)
    with pytest.raises(DataError, match=said) as caught:
        LetterDistribution.read(path)
    assert str(path) in str(caught.value)


def test_more_letters_than_a_set_has_room_for_are_refused(tmp_path: Path) -> None:
    names = [(chr(0x410 + n % 32) * (1 + n // 32), chr(0x430 + n % 32) * (1 + n // 32)) for n in range(64)]
    lines = [f"{upper},{lower},1,1,0" for upper, lower in names]
    assert len(LetterDistribution.read(written(tmp_path, BLANK_LINE + "\n".join(lines[:63]))).alphabet) == 63
    with pytest.raises(DataError, match="line 65: there must be at most 63 letters"):
        LetterDistribution.read(written(tmp_path, BLANK_LINE + "\n".join(lines)))


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"a letter distribution must be a file .*no such file"):
        LetterDistribution.read(tmp_path / "none.csv")
    path = tmp_path / "letters.csv"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataError, match="not UTF-8 text"):
        LetterDistribution.read(path)


@given(text=st.text(alphabet="?Aab[],0129\n\r ", max_size=60))
def test_any_file_is_read_or_refused(text: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "any.csv"
    path.write_text(text, encoding="utf-8", newline="")
    try:
        letters = LetterDistribution.read(path)
    except DataError:
        return
    assert len(letters.counts) == len(letters.alphabet) + 1
