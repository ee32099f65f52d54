"""Boards, racks, values and rules that make no sense: refused with a reason or used, and that is all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scrabble.damage import sound_leaves, sound_lexicon, sound_map, sound_rules, tried
from zeitnot import _native
from zeitnot._native import (
    Dictionary,
    KeptTiles,
    Leaves,
    Lexicon,
    MoveGenerator,
    ScrabbleMove,
    ScrabbleMoveKind,
    ScrabbleRules,
    SelfPlay,
    StaticValues,
    WordMap,
)

any_number = st.integers(-(2**31), 2**31 - 1)
boards = (
    st.binary(min_size=224, max_size=226)
    | st.lists(st.sampled_from((0, 0, 1, 0x80, 0x81, 26, 27, 32)), min_size=225, max_size=225).map(bytes)
    | st.lists(st.integers(0, 8), min_size=225, max_size=225).map(bytes)
)
racks = st.binary(max_size=9) | st.binary(max_size=8).map(lambda data: bytes(byte % 27 for byte in data))


@given(
    board=boards,
    rack=racks,
    bag=st.just(0) | st.integers(-10, 300) | any_number,
    opponent_score=st.integers(-5, 200) | any_number,
    wanted=st.integers(0, 30),
)
def test_any_board_and_rack_are_refused_or_generated_from(
    board: bytes, rack: bytes, bag: int, opponent_score: int, wanted: int
) -> None:
    for word_map in (None, sound_map()):
        generator = MoveGenerator(Dictionary(sound_rules(), sound_lexicon(), word_map))
        moves, reason = tried(
            generator.generate,
            board,
            rack,
            StaticValues(),
            bag=bag,
            opponent_score=opponent_score,
            wanted=wanted,
        )
        assert " must " in reason if moves is None else 1 <= len(moves) <= max(1, wanted)


def set_values(pre_endgame: list[int], opening_vowel: int, not_out: int) -> StaticValues:
    values = StaticValues(Leaves.from_bytes(sound_leaves()))
    values.pre_endgame = pre_endgame
    values.opening_vowel = opening_vowel
    values.not_out = not_out
    return values


@given(
    pre_endgame=st.lists(any_number, min_size=16, max_size=16),
    opening_vowel=any_number,
    not_out=any_number,
    bag=st.integers(0, 20),
)
def test_values_beyond_reason_are_refused_or_used(
    pre_endgame: list[int], opening_vowel: int, not_out: int, bag: int
) -> None:
    generator = MoveGenerator(Dictionary(sound_rules(), sound_lexicon()))
    moves, reason = tried(
        lambda: generator.generate(
            bytes(225), b"\1\2\3\4\5\6\7", set_values(pre_endgame, opening_vowel, not_out), bag=bag, wanted=3
        )
    )
    assert " must " in reason if moves is None else len(moves) == 3


@given(tiles=st.binary(max_size=20) | st.integers(0, 300).map(lambda count: b"\1" * count))
def test_any_tiles_are_refused_or_looked_up(tiles: bytes) -> None:
    leaves = Leaves.from_bytes(sound_leaves())
    lexicon = sound_lexicon()
    assert lexicon.has_word(tiles) == (tiles in lexicon.words())
    for all_tiles in (False, True):
        found, reason = tried(lexicon.anagrams, tiles, all_tiles=all_tiles)
        assert found is not None or " must " in reason
    value, reason = tried(leaves.value, tiles)
    assert value is not None or " must " in reason


byte_strings = st.binary(max_size=40) | st.binary(min_size=2, max_size=32)
layouts = st.binary(min_size=225, max_size=225) | st.sampled_from((bytes([1] * 225), bytes([4] * 225), b""))


@given(
    counts=byte_strings,
    scores=byte_strings,
    vowels=st.binary(max_size=5),
    premiums=st.tuples(layouts, layouts),
    start=st.tuples(st.integers(-2, 16), st.integers(-2, 16)),
)
def test_any_rules_are_refused_or_played_by(
    counts: bytes, scores: bytes, vowels: bytes, premiums: tuple[bytes, bytes], start: tuple[int, int]
) -> None:
    def dictionary() -> Dictionary:
        few = bytes(count % 8 for count in counts)
        rules = ScrabbleRules(
            counts=few,
            scores=bytes(score % 31 for score in scores[: len(few)]).ljust(len(few), b"\1"),
            vowels=vowels,
            letter_premiums=premiums[0],
            word_premiums=premiums[1],
            start_row=start[0],
            start_column=start[1],
        )
        return Dictionary(rules, sound_lexicon(), sound_map())

    made, reason = tried(dictionary)
    if made is None:
        assert " must " in reason
        return
    for result in SelfPlay(made).play(StaticValues(), StaticValues(), seed=1, first_game=0, games=2):
        assert result.turns > 0


@given(
    kind=st.sampled_from(list(ScrabbleMoveKind)),
    down=st.booleans(),
    line=st.integers(-2, 16),
    start=st.integers(-2, 16),
    tiles=st.binary(max_size=17) | st.lists(st.integers(0, 3), max_size=8).map(bytes),
)
def test_any_move_is_refused_or_rated(
    kind: ScrabbleMoveKind, down: bool, line: int, start: int, tiles: bytes
) -> None:
    generator = MoveGenerator(Dictionary(sound_rules(), sound_lexicon()))
    move, reason = tried(lambda: ScrabbleMove(kind, down=down, line=line, start=start, tiles=tiles))
    if move is None:
        assert " must " in reason
        return
    board = bytearray(225)
    board[112:114] = b"\1\2"
    for rack in (b"\0\1\2\3\1\2\3", b"\1"):
        rated = generator.rate(bytes(board), rack, StaticValues(), move, bag=20)
        listed = generator.generate(bytes(board), rack, StaticValues(), bag=20, wanted=10**6)
        place = listed.find(move)
        if place is not None:
            assert rated is not None
            assert (rated.score, rated.equity) == (listed[place].score, listed[place].equity)
        assert place is not None or rated is None


def test_letters_beyond_the_largest_alphabet_of_a_core_are_refused() -> None:
    beyond = bytes([40])
    with pytest.raises(ValueError, match="must be letters of an alphabet, got number 40"):
        ScrabbleMove(ScrabbleMoveKind.EXCHANGE, tiles=beyond)
    with pytest.raises(ValueError, match="must be letters of an alphabet, got number 40"):
        KeptTiles([(beyond, 1.0)])
    wide = _native.wide
    assert wide.ScrabbleMove(ScrabbleMoveKind.EXCHANGE, tiles=beyond).tiles == beyond
    assert wide.KeptTiles([(beyond, 1.0)]).entries() == [(beyond, 1.0)]


def test_scores_that_overflow_equities_are_refused() -> None:
    generator = MoveGenerator(Dictionary(sound_rules(), sound_lexicon()))
    for ask in (
        lambda: generator.generate(bytes(225), b"\1\2", StaticValues(), bag=0, opponent_score=2**30),
        lambda: generator.best_equities(
            bytes(225), [b"\1"], StaticValues(), bag=0, opponent_scores=[-(2**30)]
        ),
    ):
        with pytest.raises(ValueError, match="opponent_score must be -100000 to 100000"):
            ask()


def test_racks_and_scores_must_be_as_many() -> None:
    generator = MoveGenerator(Dictionary(sound_rules(), sound_lexicon()))
    _, reason = tried(
        lambda: generator.best_equities(bytes(225), [b"\1\2"], StaticValues(), bag=9, opponent_scores=[])
    )
    assert "must be an opponent's score for each rack" in reason


def test_a_map_of_another_lexicon_is_refused_or_used() -> None:
    foreign = Lexicon.from_bytes(Lexicon.build([b"\1\x1e", b"\x1f" * 15, b"\1\2"]))
    word_map = WordMap.from_bytes(WordMap.build(foreign))
    dictionary, reason = tried(Dictionary, sound_rules(), sound_lexicon(), word_map)
    if dictionary is None:
        assert " must " in reason
    else:
        for rack in (b"\0\0\1\2\3\4\5", b"\0\1\2"):
            assert MoveGenerator(dictionary).generate(bytes(225), rack, StaticValues(), bag=0, wanted=100)
