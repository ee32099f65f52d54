"""Facts about lexicons, and the complete check of a file."""

import struct
from pathlib import Path

import pytest

from zeitnot.errors import DataError
from zeitnot.scrabble import LetterDistribution, Lexicon
from zeitnot.scrabble.lexicon import kwg_of
from zeitnot.scrabble.lexicon_facts import check_kwg, facts_of

ENGLISH = LetterDistribution.english()
WORDS = ["AT", "CAT", "CATS", "ACT", "ACTS", "CAST", "SCAT", "TACOS", "COAST"]
CHILD_MASK = (1 << 22) - 1


def written(folder: Path, nodes: list[int]) -> Path:
    path = folder / "words.kwg"
    path.write_bytes(struct.pack(f"<{len(nodes)}I", *nodes))
    return path


def nodes_of(words: list[str]) -> list[int]:
    content = kwg_of(words, ENGLISH)
    return list(struct.unpack(f"<{len(content) // 4}I", content))


def moved(nodes: list[int], by: int) -> list[int]:
    return [node + by if node & CHILD_MASK else node for node in nodes]


def joined(dawg: list[int], gaddag: list[int]) -> list[int]:
    """Make a file of the DAWG of one and the GADDAG of another."""
    shift = len(dawg) - 2
    return [dawg[0], gaddag[1] + shift, *dawg[2:], *moved(gaddag[2:], shift)]


def test_words_are_counted_by_length() -> None:
    facts = facts_of(Lexicon.of_words(WORDS, name="small"))
    assert facts.words_by_length == {2: 1, 3: 2, 4: 4, 5: 2}
    assert facts.words == len(WORDS)
    assert facts.letters == "ACOST"
    assert facts.has_gaddag
    assert facts.size_bytes == 4 * facts.nodes == len(kwg_of(WORDS, ENGLISH))


def test_a_good_file_passes_the_check(tmp_path: Path) -> None:
    assert check_kwg(written(tmp_path, nodes_of(WORDS))).words == len(WORDS)


def test_other_orders_of_nodes_pass_as_well(tmp_path: Path) -> None:
    nodes = nodes_of(WORDS)
    assert check_kwg(written(tmp_path, joined(nodes, nodes))).words == len(WORDS)


def test_a_dawg_alone_can_be_checked_and_described(tmp_path: Path) -> None:
    nodes = nodes_of(WORDS)
    path = written(tmp_path, [nodes[0], nodes[1] & ~CHILD_MASK, *nodes[2:]])
    assert not check_kwg(path).has_gaddag


@pytest.mark.parametrize("others", [WORDS[:-1], [*WORDS, "TOAST"], [*WORDS[:-1], "COATS"]])
def test_a_gaddag_of_other_words_is_found(others: list[str], tmp_path: Path) -> None:
    path = written(tmp_path, joined(nodes_of(WORDS), nodes_of(others)))
    assert Lexicon.open(path).words() == sorted(WORDS)
    with pytest.raises(
        DataError, match="the GADDAG must hold the words of the DAWG, got others after"
    ) as error:
        check_kwg(path)
    assert str(path) in str(error.value)


def test_a_branch_without_a_word_is_found(tmp_path: Path) -> None:
    nodes = nodes_of(["AT", "AX"])
    dawg_letters = {index: node for index, node in enumerate(nodes) if index > 1 and node >> 24 == 24}
    index = min(dawg_letters)
    nodes[index] &= ~(1 << 23)
    with pytest.raises(DataError, match="must"):
        check_kwg(written(tmp_path, nodes))


def test_a_file_without_words_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="at least one word"):
        check_kwg(written(tmp_path, [1 << 22, 1 << 22]))


def test_a_word_of_one_letter_is_refused(tmp_path: Path) -> None:
    single = 1 << 24 | 1 << 23 | 1 << 22
    with pytest.raises(DataError, match="at least 2 letters, got 1"):
        check_kwg(written(tmp_path, [1 << 22 | 2, 1 << 22, single]))
