"""KWG files: what native code builds says what the format says, and what the format allows is read."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scrabble import kwg_oracle as kwg
from tests.scrabble.fixtures_lexicons import english_words
from zeitnot._native import Dictionary, Lexicon, MoveGenerator, StaticValues
from zeitnot.scrabble import Layout, LetterDistribution
from zeitnot.scrabble.rules import native_rules

words_of_few_letters = st.binary(min_size=2, max_size=7).map(
    lambda word: bytes(1 + each % 3 for each in word)
)
words_of_any_letters = st.lists(st.integers(1, 63), min_size=2, max_size=21).map(bytes)
word_sets = st.sets(words_of_few_letters | words_of_any_letters, min_size=1, max_size=40)


@given(word_sets)
def test_a_built_file_spells_its_words_forward_and_from_every_letter(words: set[bytes]) -> None:
    nodes = kwg.nodes_of(Lexicon.build(sorted(words)))
    assert list(kwg.paths(nodes, kwg.dawg(nodes))) == sorted(words)
    spelt = list(kwg.paths(nodes, kwg.gaddag(nodes)))
    assert len(spelt) == len(set(spelt))
    assert set(spelt) == kwg.gaddag_paths(words)


@given(word_sets)
def test_a_built_file_is_as_small_as_sharing_equal_siblings_makes_it(words: set[bytes]) -> None:
    nodes = kwg.nodes_of(Lexicon.build(sorted(words)))
    assert len(nodes) <= len(kwg.nodes_of(kwg.kwg_file(words)))
    assert kwg.reachable(nodes) == set(range(2, len(nodes)))


@given(word_sets)
def test_siblings_of_a_built_file_stand_in_the_order_of_their_letters(words: set[bytes]) -> None:
    nodes = kwg.nodes_of(Lexicon.build(sorted(words)))
    for root in nodes[:2]:
        assert root & ~kwg.CHILD_MASK == kwg.LAST
    firsts = {node & kwg.CHILD_MASK for node in nodes}
    for first in firsts - {0}:
        letters = [node >> kwg.LETTER_SHIFT for node in kwg.siblings(nodes, first)]
        assert letters == sorted(set(letters))


@given(word_sets, st.randoms(use_true_random=False))
def test_order_and_repetition_of_the_words_do_not_change_the_file(words: set[bytes], rng: Random) -> None:
    shuffled = [*words, *words]
    rng.shuffle(shuffled)
    assert Lexicon.build(shuffled) == Lexicon.build(sorted(words))


@given(word_sets, st.booleans(), st.sets(words_of_few_letters | words_of_any_letters, max_size=10))
def test_a_file_written_elsewhere_is_read(words: set[bytes], shares: bool, others: set[bytes]) -> None:
    lexicon = Lexicon.from_bytes(kwg.kwg_file(words, shares=shares))
    assert sorted(lexicon.words()) == sorted(words)
    assert lexicon.word_count == len(words)
    assert lexicon.has_gaddag
    assert lexicon.highest_letter == max(map(max, words))
    for word in words | others | {word[:-1] for word in words} | {word + b"\1" for word in words}:
        assert lexicon.has_word(word) == (word in words)


@given(st.sets(words_of_few_letters, min_size=1, max_size=40), st.booleans(), st.booleans())
def test_moves_are_the_same_with_a_file_written_elsewhere(
    words: set[bytes], shares: bool, descending: bool
) -> None:
    rules = native_rules(LetterDistribution.english(), Layout.standard())
    board = bytearray(225)
    board[112:115] = bytes([1, 2, 1])
    found = []
    elsewhere = kwg.kwg_file(words, shares=shares, descending=descending)
    for data in (Lexicon.build(sorted(words)), elsewhere):
        generator = MoveGenerator(Dictionary(rules, Lexicon.from_bytes(data)))
        found.append(generator.generate(bytes(board), b"\0\1\1\2\3", StaticValues(), bag=0, wanted=10**6))
    assert found[0] == found[1]


def test_a_file_without_a_gaddag_says_so() -> None:
    lexicon = Lexicon.from_bytes(kwg.kwg_file({b"\1\2"}, with_gaddag=False))
    assert not lexicon.has_gaddag
    assert lexicon.words() == [b"\1\2"]


def test_words_longer_than_the_largest_board_are_left_aside() -> None:
    words = {bytes([1]) * length for length in range(2, 31)}
    lexicon = Lexicon.from_bytes(kwg.kwg_file(words))
    assert lexicon.word_count == 20
    assert sorted(map(len, lexicon.words())) == list(range(2, 22))


def test_the_built_in_words_are_all_in_both_graphs() -> None:
    words = english_words()
    nodes = kwg.nodes_of(Lexicon.build(words))
    assert sorted(words) == list(kwg.paths(nodes, kwg.dawg(nodes)))
    # A word is spelt from each of its letters.
    assert kwg.path_count(nodes, kwg.gaddag(nodes), {}) == sum(map(len, words))
    some = Random(7).sample(words, 2_000)
    spelt = set(kwg.gaddag_paths(some))
    assert all(_spells(nodes, path) for path in spelt)


def _spells(nodes: kwg.Nodes, path: bytes) -> bool:
    first, ends = kwg.gaddag(nodes), False
    for letter in path:
        found = [node for node in kwg.siblings(nodes, first) if node >> kwg.LETTER_SHIFT == letter]
        if not found:
            return False
        first, ends = found[0] & kwg.CHILD_MASK, bool(found[0] & kwg.ENDS)
    return ends


@pytest.mark.parametrize(
    "words",
    [
        [b"\0\1"],
        [b"\1\0"],
        [b"\1\x40"],
        [b"\1\x81"],
        [b"\xff\xff"],
        [b"\1"],
        [b""],
        [b"\1" * 22],
        [b"\1" * 300],
    ],
)
def test_words_that_cannot_be_written_are_refused(words: list[bytes]) -> None:
    with pytest.raises(ValueError, match=r"\w+ must .*got"):
        Lexicon.build(words)
