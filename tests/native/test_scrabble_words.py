"""Words by their letters: anagrams and the word map, against a scan of the whole word list."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from tests.scrabble import fixtures_lexicons as lexicons
from tests.scrabble.fixtures_lexicons import Scene, World, effort, native_moves
from tests.scrabble.oracle import BLANK, SlowMove, Tiles
from zeitnot._native import Lexicon, StaticValues
from zeitnot.scrabble import Layout


def scanned(words: list[bytes], tiles: bytes, *, all_tiles: bool) -> list[bytes]:
    """Find the words that tiles make: what they lack must be blanks."""
    held, blanks = Counter(tiles), tiles.count(BLANK)
    return [
        word
        for word in words
        if (len(word) == len(tiles) or not all_tiles)
        and len(word) <= len(tiles)
        and (Counter(word) - held).total() <= blanks
    ]


@pytest.mark.parametrize("all_tiles", [False, True])
@pytest.mark.parametrize("blanks", [0, 1, 2, 3])
def test_anagrams_are_found_and_nothing_else(blanks: int, *, all_tiles: bool) -> None:
    words = sorted(lexicons.subset().oracle.words)
    lexicon = Lexicon.from_bytes(Lexicon.build(words))
    rng = Random(31 + blanks)
    for _ in range(effort(12)):
        word = rng.choice(words)
        tiles = bytes(rng.sample([*word, rng.randint(1, 26)], len(word)) + [BLANK] * blanks)
        assert sorted(lexicon.anagrams(tiles, all_tiles=all_tiles)) == scanned(
            words, tiles, all_tiles=all_tiles
        )


def test_no_tiles_make_no_word() -> None:
    lexicon = Lexicon.from_bytes(Lexicon.build([b"\1\2"]))
    assert lexicon.anagrams(b"") == lexicon.anagrams(b"", all_tiles=False) == []


def test_the_word_map_has_every_word() -> None:
    """Each word is played: from the rack alone, or through letters that lie already."""
    world = lexicons.enable1()
    rng = Random(32)
    for word in rng.sample(lexicons.english_words(), effort(500)):
        places = sorted(rng.sample(range(len(word)), min(len(word), rng.randint(1, 7))))
        board: Tiles = {(7, at): letter for at, letter in enumerate(word) if at not in places}
        if not board and 7 not in places:
            continue
        blank = rng.choice(places) if rng.random() < 0.1 else -1
        rack = bytes(BLANK if at == blank else word[at] for at in places)
        tiles = bytes(
            word[at] | (0x80 if at == blank else 0) if at in places else 0 for at in range(len(word))
        )
        found = Scene(board=board, rack=rack, bag=0, opponent_score=0).generate(
            world.generators["word map"], StaticValues()
        )
        if len(places) == 1 and len(word) == 2:
            continue  # both ways are one move, and the one across may be at another place of the word
        assert SlowMove(down=False, line=7, start=0, tiles=tiles) in native_moves(found), word


def test_blanks_are_looked_up_rightly_for_every_pair_of_letters() -> None:
    """Letters are looked up by a hash: here are words enough to see it take some for others."""
    rng = Random(33)
    distribution, layout = lexicons.wide().oracle.distribution, Layout.standard()
    for letters in combinations((1, 2, 15, 16, 17, 30, 31), 3):
        words = {bytes(rng.choices(letters, k=rng.randint(2, 6))) for _ in range(40)}
        world = World.make(words, distribution, layout)
        for blanks in (1, 1, 1, 1, 2):
            rack = bytes([BLANK] * blanks + rng.choices(letters, k=rng.randint(1, 7 - blanks)))
            scene = Scene(board={}, rack=rack, bag=0, opponent_score=0)
            found = scene.generate(world.generators["word map"], StaticValues())
            assert native_moves(found) == world.oracle.moves({}, rack), (words, rack)
