"""Native move generation against the slow oracle: the same moves, the same scores, on random positions.

ZEITNOT_SCRABBLE_EFFORT=50 tries fifty times as many positions.
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from tests.scrabble import fixtures_lexicons as lexicons
from tests.scrabble.damage import tried
from tests.scrabble.fixtures_lexicons import Scene, Table, World, effort, native_moves, scattered_scene
from tests.scrabble.oracle import BLANK, BLANK_BIT, Oracle, SlowMove, Tiles, exchanges
from zeitnot import _native
from zeitnot.errors import DataError
from zeitnot.scrabble import Layout, LetterDistribution, Premium

NO_VALUES = _native.StaticValues()


def check_moves(world: World, scene: Scene) -> dict[SlowMove, int]:
    """Hold both ways of generation to the oracle."""
    expected = world.oracle.moves(scene.board, scene.rack)
    for way, generator in world.generators.items():
        found = scene.generate(generator, NO_VALUES)
        assert native_moves(found) == expected, (way, scene)
        changed = [move.tiles for move in found if move.kind == _native.ScrabbleMoveKind.EXCHANGE]
        assert sorted(map(bytes, map(sorted, changed))) == sorted(exchanges(scene.rack, bag=scene.bag))
        assert sum(move.kind == _native.ScrabbleMoveKind.PASS for move in found) == 1
    return expected


@pytest.mark.parametrize(
    ("world", "positions"),
    [(lexicons.tiny, 80), (lexicons.wide, 150), (lexicons.subset, 120), (lexicons.enable1, 40)],
)
def test_all_moves_are_those_of_the_oracle(world: Callable[[], World], positions: int) -> None:
    table = Table(world(), Random(11))
    for _ in range(effort(positions)):
        table.play(check_moves(table.world, table.scene()))


@pytest.mark.parametrize("world", [lexicons.tiny, lexicons.wide, lexicons.subset])
def test_all_moves_on_boards_that_no_game_leads_to(world: Callable[[], World]) -> None:
    rng = Random(12)
    for _ in range(effort(40)):
        check_moves(world(), scattered_scene(world(), rng))


def test_the_oracle_agrees_with_one_that_tries_everything() -> None:
    world = lexicons.tiny()
    table = Table(world, Random(13))
    for _ in range(effort(4)):
        scene = table.scene()
        rack = scene.rack[:4]
        assert world.oracle.brute_moves(scene.board, rack) == world.oracle.moves(scene.board, rack)
        table.play(world.oracle.moves(scene.board, scene.rack))


def english_oracle(*words: str) -> Oracle:
    alphabet = LetterDistribution.english().alphabet
    numbers = frozenset(bytes(alphabet.rack(word)) for word in words)
    return Oracle(words=numbers, distribution=LetterDistribution.english(), layout=Layout.standard())


def test_the_oracle_knows_scores_from_the_rule_book() -> None:
    """HORN, FARM, PASTE, MOB and BIT, with the scores that the rules of the game print."""
    oracle = english_oracle("HORN", "FARM", "PASTE", "FARMS", "MOB", "NOT", "BE", "BIT", "PI", "AT")
    board: Tiles = {}
    plays = [("HORN", 14, (7, 5), False), ("FARM", 9, (5, 7), True), ("PASTE", 25, (9, 5), False)]
    plays += [("MOB", 16, (8, 7), False), ("BIT", 16, (10, 4), False)]
    for word, points, (row, column), down in plays:
        squares = [(row + i, column) if down else (row, column + i) for i in range(len(word))]
        tiles = dict(zip(squares, english_numbers(word), strict=True))
        placed = {square: tile for square, tile in tiles.items() if square not in board}
        assert list(oracle.judged(board, placed).values()) == [points]
        board |= placed


def english_numbers(text: str) -> tuple[int, ...]:
    return LetterDistribution.english().alphabet.rack(text)


@pytest.mark.parametrize("blanks", [3, 4, 7])
def test_racks_of_many_blanks_are_refused_or_generated_from(blanks: int) -> None:
    world = lexicons.tiny()
    board = {(7, 7): 1, (7, 8): 2 | BLANK_BIT}
    scene = Scene(board=board, rack=bytes([BLANK] * blanks), bag=0, opponent_score=0)
    for way, generator in world.generators.items():
        moves, reason = tried(scene.generate, generator, NO_VALUES)
        if moves is None:
            assert "blank" in reason
        else:
            assert native_moves(moves) == world.oracle.moves(scene.board, scene.rack), way


@pytest.mark.parametrize("most", [2, 3, 4, 255])
def test_squares_that_multiply_wildly_are_refused_or_scored_right(most: int) -> None:
    premiums = ((Premium(letter=most, word=most),) * 15,) * 15
    tiny = lexicons.tiny().oracle
    layout = replace(tiny.layout, premiums=premiums)
    try:
        world = World.make(tiny.words, tiny.distribution, layout)
    except DataError:
        return
    table = Table(world, Random(14))
    for _ in range(20):
        table.play(check_moves(world, table.scene()))


def test_a_thousand_words_of_the_same_letters_are_refused_or_all_found() -> None:
    words = {bytes(order) for order in permutations([1, 2, 3, 4, 5, 1, 2])}
    assert len(words) == 1260
    world, _ = tried(World.make, words, lexicons.tiny().oracle.distribution, Layout.standard())
    if world is not None:
        check_moves(world, Scene(board={}, rack=bytes([1, 1, 2, 2, 3, 4, 5]), bag=0, opponent_score=0))
        board = {(7, 7): 1}
        check_moves(world, Scene(board=board, rack=bytes([0, 1, 2, 2, 0, 4, 5]), bag=0, opponent_score=0))
