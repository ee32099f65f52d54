"""Damage to files, and sound things to use with what was damaged."""

import struct
from collections.abc import Callable
from functools import cache
from random import Random
from typing import ParamSpec, TypeVar

from tests.scrabble import fixtures_lexicons
from tests.scrabble import kwg_oracle as kwg
from zeitnot._native import (
    Dictionary,
    Leaves,
    Lexicon,
    MoveGenerator,
    ScrabbleRules,
    StaticValues,
    StopControl,
    WordMap,
)
from zeitnot.scrabble import Layout, LetterDistribution
from zeitnot.scrabble.rules import native_rules

MOST_WORDS = 20_000
"""A damaged graph may hold more words than anybody can list: those are not asked for."""

LIMITS = (0, 1, 2, 0x3FFFFF, 0x400000, 0x7FFFFFFF, 0xFFFFFFFF)

Given = ParamSpec("Given")
Made = TypeVar("Made")


def tried(act: Callable[Given, Made], *args: Given.args, **named: Given.kwargs) -> tuple[Made | None, str]:
    """Call what native code may refuse; return the result, or None and the reason."""
    try:
        return act(*args, **named), ""
    except (ValueError, RuntimeError) as error:
        return None, str(error)


def damaged(data: bytes, rng: Random) -> bytes:
    """Do one to three bad things to a file."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(data) + 1)
        near = min(len(data), at + rng.choice((1, 4, 16, 64)))
        match rng.randrange(9):
            case 0 | 1 | 2 if at < len(data):  # a bit
                data = data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
            case 3:  # an end too early
                data = data[:at]
            case 4:  # an end too late
                data += rng.randbytes(rng.choice((1, 4, 8, 16, 64)))
            case 5:  # something lost
                data = data[:at] + data[near:]
            case 6:  # something overwritten
                data = data[:at] + rng.randbytes(near - at) + data[near:]
            case 7:  # a number at its limits
                at -= at % 4
                data = data[:at] + struct.pack("<I", rng.choice(LIMITS)) + data[at + 4 :]
            case _:  # something there twice
                data = data[:at] + data[at:near] + data[at:]
    return data


@cache
def words() -> tuple[bytes, ...]:
    """Return words of few letters."""
    rng = Random(40)
    return tuple(sorted({bytes(rng.choices(range(1, 9), k=rng.randint(2, 8))) for _ in range(200)}))


@cache
def words_of_many_letters() -> tuple[bytes, ...]:
    """Return words of 63 letters, the longest as long as the largest board."""
    rng = Random(43)
    made = {bytes(rng.choices(range(1, 64), k=rng.choice((2, 3, 5, 21)))) for _ in range(120)}
    return tuple(sorted(made | {bytes(range(1, 22)), bytes([63]) * 21}))


@cache
def large_rules() -> ScrabbleRules:
    """Return rules of 63 letters on the largest board."""
    letters = fixtures_lexicons.distribution_of(Random(44), letters=63, count=3)
    return native_rules(letters, fixtures_lexicons.layout_of(Random(45), start=(10, 10), size=21))


@cache
def sound_rules() -> ScrabbleRules:
    """Return the rules of the English game."""
    return native_rules(LetterDistribution.english(), Layout.standard())


@cache
def sound_lexicon() -> Lexicon:
    """Return a lexicon of the words."""
    return Lexicon.from_bytes(Lexicon.build(words()))


@cache
def sound_map() -> WordMap:
    """Return a map of the words."""
    return WordMap.from_bytes(WordMap.build(sound_lexicon()))


def sound_leaves(letters: int = 8) -> bytes:
    """Return a table of some leaves."""
    rng = Random(41)
    leaves = {bytes(sorted(rng.choices(range(letters + 1), k=rng.randint(1, 6)))) for _ in range(150)}
    return kwg.klv_file({leave: rng.uniform(-20, 20) for leave in leaves})


def play_with(lexicon: Lexicon, word_map: WordMap | None, values: StaticValues) -> None:
    """Generate moves from few tiles on boards with few words."""
    generator = MoveGenerator(Dictionary(sound_rules(), lexicon, word_map))
    board = bytearray(225)
    for rack in (b"\1\2\3\4\5", b"\0\6\7"):
        assert generator.generate(bytes(board), rack, values, bag=20, wanted=500)
        board[112 : 112 + 3] = b"\1\2\x83"
        board[112 + 15] = 4
        assert generator.generate(bytes(board), rack, values, bag=0, opponent_score=9)


def play_large(lexicon: Lexicon, values: StaticValues) -> None:
    """Generate moves and search an endgame on the largest board, whatever the letters."""
    core = large_rules().core
    dictionary = core.Dictionary(large_rules(), lexicon)
    board = bytearray(21 * 21)
    board[200 : 200 + 3] = b"\1\2\x83"
    board[200 + 21] = 63
    assert core.MoveGenerator(dictionary).generate(bytes(board), b"\0\1\2\3\77", values, bag=20, wanted=500)
    control = StopControl(work_per_second=1.0)
    control.start(soft_s=1e9, hard_s=1e9)
    solver = core.EndgameSolver(dictionary, table_mb=1)
    assert solver.solve(bytes(board), b"\1\2\77", b"\3\4", control, lambda _: False, most_nodes=50).line


def use_lexicon(lexicon: Lexicon) -> None:
    """Ask a lexicon whatever can be asked."""
    for word in (*words()[:5], b"", b"\0", b"\xff" * 20):
        lexicon.has_word(word)
    assert lexicon.node_count >= 2
    if lexicon.word_count > MOST_WORDS:
        return
    assert len(lexicon.words()) == lexicon.word_count
    lexicon.anagrams(b"\0\1\2\3\4", all_tiles=False)
    if lexicon.has_gaddag:
        play_large(lexicon, StaticValues())
    if lexicon.has_gaddag and lexicon.highest_letter <= 26:
        own = WordMap.from_bytes(WordMap.build(lexicon))
        for word_map in (None, own, sound_map()):
            play_with(lexicon, word_map, StaticValues())


def use_map(word_map: WordMap) -> None:
    """Look words up."""
    assert word_map.size > 0
    play_with(sound_lexicon(), word_map, StaticValues())


def use_leaves(leaves: Leaves) -> None:
    """Look leaves up."""
    tiles = leaves.tiles()
    assert len(tiles) == leaves.size == len(leaves.values()) // 4
    for leave in (*tiles[:3], b"", b"\1\1", b"\x1f" * 9):
        leaves.value(leave)
    play_with(sound_lexicon(), sound_map(), StaticValues(leaves))
    play_large(sound_lexicon(), StaticValues(leaves))
