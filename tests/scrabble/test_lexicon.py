"""Lexicon: words from lists and KWG files, checked where they come in."""

import doctest
import hashlib
import lzma
import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from zeitnot.cache_folder import FOLDER_VARIABLE
from zeitnot.errors import DataError
from zeitnot.scrabble import LetterDistribution, Lexicon, Position, generate, lexicon
from zeitnot.scrabble.lexicon import ENABLE1, kwg_of, kwg_of_list

ENGLISH = LetterDistribution.english()
WORDS = ["AT", "CAT", "CATS", "ACT", "ACTS", "CAST", "SCAT", "TACOS", "COAST"]


def kwg_file(folder: Path, words: list[str] = WORDS) -> Path:
    path = folder / "small.kwg"
    path.write_bytes(kwg_of(words, ENGLISH))
    return path


def test_the_examples_in_the_documentation_are_right() -> None:
    results = doctest.testmod(lexicon)
    assert results.attempted >= 4
    assert results.failed == 0


def test_the_built_in_list_is_enable1() -> None:
    """Words of 2 to 15 letters, small, sorted, one a line: their number and sum are known."""
    text = lzma.decompress(ENABLE1.read_bytes())
    assert (
        hashlib.sha256(text).hexdigest() == "9e26bdd69fd492b4f62ecd11ab179874f01db712493f49312e459f8f51ac6f81"
    )
    assert len(text.split()) == len(Lexicon.built_in()) == 168_551


def test_the_built_in_lexicon_has_the_words_of_its_list() -> None:
    words = Lexicon.built_in().words()
    assert words == lzma.decompress(ENABLE1.read_bytes()).decode().upper().split()
    assert Lexicon.built_in().name == "ENABLE1"


def test_the_built_in_lexicon_is_opened_once_whoever_watches() -> None:
    told: list[str] = []
    assert Lexicon.built_in(told.append) is Lexicon.built_in() is Lexicon.built_in(print)


def test_a_lexicon_is_the_same_in_another_process(tmp_path: Path) -> None:
    tiles = replace(ENGLISH, name="others")
    opened = Lexicon.open(kwg_file(tmp_path), distribution=tiles)
    for one in (opened, Lexicon.of_words(WORDS, name="small"), opened.with_tiles(ENGLISH)):
        again = pickle.loads(pickle.dumps(one))  # noqa: S301 (its own)
        assert (again.name, again.distribution, again.words()) == (one.name, one.distribution, one.words())
    assert pickle.loads(pickle.dumps(Lexicon.built_in())) is Lexicon.built_in()  # noqa: S301 (its own)


def test_words_are_found_in_capitals_and_in_small_letters() -> None:
    small = Lexicon.of_words(WORDS, name="small")
    assert "CAT" in small
    assert "cat" in small
    assert "DOG" not in small
    assert "CA" not in small
    assert "" not in small
    assert "CЯT" not in small
    assert "C?T" not in small
    assert len(small) == len(WORDS)
    assert small.words() == sorted(WORDS)


def test_a_list_may_have_words_twice_in_any_order() -> None:
    assert kwg_of([*reversed(WORDS), "cat", "AT"], ENGLISH) == kwg_of(WORDS, ENGLISH)


def test_anagrams_use_all_tiles_or_some() -> None:
    small = Lexicon.of_words(WORDS, name="small")
    assert small.anagrams("TCAS") == ["ACTS", "CAST", "CATS", "SCAT"]
    assert small.anagrams("tcas") == small.anagrams("TCAS")
    assert small.anagrams("TA?") == ["ACT", "CAT"]
    assert small.anagrams("TCA", all_tiles=False) == ["ACT", "AT", "CAT"]
    assert small.anagrams("XYZ", all_tiles=False) == []
    assert small.anagrams("??") == ["AT"]


@pytest.mark.parametrize(
    ("tiles", "said"), [("", "1 to 255 tiles"), ("A" * 256, "got 256"), ("A-B", "A to Z, got '-'")]
)
def test_tiles_that_are_none_are_refused(tiles: str, said: str) -> None:
    with pytest.raises(DataError, match=said):
        Lexicon.of_words(WORDS, name="small").anagrams(tiles)


def test_a_lexicon_of_nothing_is_still_one(tmp_path: Path) -> None:
    path = tmp_path / "empty.kwg"
    path.write_bytes(b"\0\0\x40\0" * 2)
    empty = Lexicon.open(path)
    assert empty
    assert len(empty) == 0


def test_a_file_is_opened_and_named(tmp_path: Path) -> None:
    small = Lexicon.open(kwg_file(tmp_path))
    assert small.name == "small"
    assert small.words() == sorted(WORDS)


def test_the_word_map_is_made_when_it_is_needed_and_only_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "cache"))
    told: list[str] = []
    path = kwg_file(tmp_path)
    small = Lexicon.open(path, on_build=told.append)
    assert not told
    assert small.word_map is small.word_map
    assert told == ["building the word map of small"]
    assert Lexicon.open(path, on_build=told.append).word_map is not None
    assert len(told) == 1


def test_a_file_with_other_words_under_the_same_name_has_another_map(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "cache"))
    told: list[str] = []
    for words in (WORDS, WORDS[1:]):
        assert Lexicon.open(kwg_file(tmp_path, words), on_build=told.append).word_map is not None
    assert len(told) == 2


def test_without_a_cache_folder_everything_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "file" / "cache"))
    monkeypatch.setattr(Lexicon, "_built_in", None)
    built_in = Lexicon.built_in()
    assert "CAT" in built_in
    assert built_in.word_map is not None


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "there must be 2 to"),
        (b"12345", "whole 32-bit nodes, got 5 bytes"),
        (b"\xff" * 8, "a child must be inside the file"),
    ],
)
def test_a_damaged_file_is_refused_with_its_name_and_the_reason(
    content: bytes, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "bad.kwg"
    path.write_bytes(content)
    with pytest.raises(DataError, match=said) as error:
        Lexicon.open(path)
    assert str(path) in str(error.value)


@pytest.mark.parametrize(("place", "said"), [("nosuch.kwg", "no such file"), (".", "is a directory")])
def test_a_file_that_cannot_be_read_is_refused(place: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=said):
        Lexicon.open(tmp_path / place)


def test_letters_beyond_the_alphabet_are_refused(tmp_path: Path) -> None:
    csv = tmp_path / "few.csv"
    csv.write_text("?,?,2,0,0\nA,a,9,1,1\nB,b,9,1,0\n", encoding="utf-8")
    with pytest.raises(DataError, match="must use the letters A to B, got letter number 20 in small"):
        Lexicon.open(kwg_file(tmp_path), distribution=LetterDistribution.read(csv))


def test_letters_of_several_signs_are_one_letter(tmp_path: Path) -> None:
    csv = tmp_path / "spanish.csv"
    csv.write_text("?,?,2,0,0\nA,a,9,1,1\nCH,ch,1,5,0\nÑ,ñ,1,8,0\n", encoding="utf-8")
    spanish = LetterDistribution.read(csv)
    small = Lexicon.of_words(["A[CH]A", "a[ch]", "AÑA"], name="small", distribution=spanish)
    assert small.words() == ["A[CH]", "A[CH]A", "AÑA"]
    assert "a[ch]a" in small
    assert "aña" in small
    assert small.anagrams("[CH]AA") == ["A[CH]A"]


def test_other_tiles_with_the_same_letters_share_the_words(tmp_path: Path) -> None:
    dear = replace(ENGLISH, name="dear", scores=tuple(2 * score for score in ENGLISH.scores))
    small = Lexicon.of_words(WORDS, name="small")
    assert small.with_tiles(dear).native is small.native
    assert small.with_tiles(dear).word_map is small.word_map
    position = Position.from_cgp(f"{'15/' * 14}15 CAT/ 0/0 0", distribution=dear)
    assert generate(position, 1, lexicon=small.with_tiles(dear))[0].score_pts == 20
    csv = tmp_path / "few.csv"
    csv.write_text("?,?,2,0,0\nA,a,9,1,1\nB,b,9,1,0\n", encoding="utf-8")
    with pytest.raises(DataError, match="small needs tiles A to Z, got A to B"):
        small.with_tiles(LetterDistribution.read(csv))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "at least one word"),
        (["CAT", "A"], "word 2: a word must have 2 to 21 letters, got 'A'"),
        (["A" * 22], "word 1: .* got 'AAAAAAAAAAAAAAAAAAAAAA'"),
        (["CAT", "DOG", "CAFЯ"], "word 3: a word must have letters A to Z, got 'CAFЯ'"),
        (["C?T"], "got 'C.T'"),
    ],
)
def test_words_that_do_not_fit_are_named(words: list[str], said: str) -> None:
    with pytest.raises(DataError, match=said):
        kwg_of(words, ENGLISH)


def test_a_list_has_a_word_a_line_and_comments(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("# my words\r\n\r\ncat 3 feline\r\n  DOG # a comment\r\n", encoding="utf-8")
    assert kwg_of_list(path, ENGLISH) == kwg_of(["CAT", "DOG"], ENGLISH)


def test_a_bad_line_of_a_list_is_named(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("# my words\ncat\nd-g\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"words\.txt, line 3: a word must have letters A to Z, got 'd-g'"):
        kwg_of_list(path, ENGLISH)
