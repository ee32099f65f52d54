"""Best moves: those that full generation puts first, worth what the description of the evaluation says."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from tests.scrabble import fixtures_lexicons as lexicons
from tests.scrabble.damage import tried
from tests.scrabble.fixtures_lexicons import Scene, Table, World, effort, scattered_scene, slow
from tests.scrabble.oracle import SlowMove
from tests.scrabble.slow_values import random_values
from zeitnot._native import ScrabbleMove, ScrabbleMoveKind, StaticValues
from zeitnot.scrabble import Layout
from zeitnot.scrabble.evaluation import StaticEvaluation

LEXICONS = [
    *((lexicons.tiny, 60), (lexicons.wide, 150), (lexicons.subset, 150), (lexicons.large, 60)),
    *((lexicons.small, 60), (lexicons.super_board, 40), (lexicons.enable1, 60)),
]
SOME = (1, 2, 3, 10, 100)


def check_first_moves(world: World, scene: Scene, values: StaticValues) -> list[ScrabbleMove]:
    """Hold both ways to each other, and the best few of each way to all moves."""
    moves = scene.generate(world.generators["gaddag"], values)
    for way, generator in world.generators.items():
        assert scene.generate(generator, values) == moves, (way, scene)
        for wanted in SOME:
            found = scene.generate(generator, values, wanted)
            assert found == moves[:wanted], (way, wanted, scene)
    assert all(best.equity >= next_best.equity for best, next_best in pairwise(moves))
    return moves


def placements(moves: list[ScrabbleMove]) -> list[SlowMove]:
    return [slow(move) for move in moves if move.kind == ScrabbleMoveKind.PLACE]


def late(scene: Scene, rng: Random) -> Scene:
    """Let the bag run low now and then, whatever the board."""
    if scene.bag == 0 or rng.random() < 0.7:
        return scene
    return replace(scene, bag=rng.randint(1, 22))


@pytest.mark.parametrize(("world", "positions"), LEXICONS)
def test_best_moves_with_values_made_up_come_first_of_all(world: Callable[[], World], positions: int) -> None:
    rng = Random(21)
    table = Table(world(), rng)
    for _ in range(effort(positions)):
        scene = late(table.scene(), rng)
        values = random_values(rng, [scene.rack])
        moves = check_first_moves(table.world, scene, values.native())
        for move in moves:
            assert move.equity == values.equity(table.world, scene, move), (move.kind, move.tiles, scene)
        table.play(placements(moves))


@pytest.mark.parametrize("evaluation", [StaticEvaluation.built_in, StaticEvaluation])
def test_best_moves_with_the_values_of_a_game_come_first_of_all(
    evaluation: Callable[[], StaticEvaluation],
) -> None:
    table = Table(lexicons.enable1(), Random(22))
    values = evaluation().native
    for _ in range(effort(100)):
        table.play(placements(check_first_moves(table.world, table.scene(), values)))


@pytest.mark.parametrize(("world", "positions"), LEXICONS[:5])
def test_best_moves_on_boards_that_no_game_leads_to(world: Callable[[], World], positions: int) -> None:
    rng = Random(23)
    for _ in range(effort(positions // 3)):
        scene = scattered_scene(world(), rng)
        check_first_moves(world(), scene, random_values(rng, [scene.rack]).native())


def test_a_generator_remembers_nothing_between_calls() -> None:
    world = lexicons.subset()
    rng = Random(24)
    scenes = [scattered_scene(world, rng) for _ in range(5)]
    for way, generator in world.generators.items():
        first = [scene.generate(generator, StaticValues()) for scene in scenes]
        again = [scene.generate(generator, StaticValues()) for scene in reversed(scenes)]
        assert first == again[::-1], way


def test_nothing_to_play_is_a_pass() -> None:
    for generator in lexicons.subset().generators.values():
        full = Scene(
            board={(r, c): 1 for r in range(15) for c in range(15)}, rack=b"\1\2", bag=0, opponent_score=0
        )
        nothing = Scene(board={(7, 7): 1}, rack=b"", bag=0, opponent_score=0)
        for scene in (full, nothing):
            assert [move.kind for move in scene.generate(generator, StaticValues())] == [
                ScrabbleMoveKind.PASS
            ]


def test_the_start_may_be_any_square() -> None:
    for square in ((0, 0), (14, 14), (0, 14), (14, 0), (3, 9)):
        layout = replace(Layout.standard(), start_row=square[0], start_column=square[1])
        world = World.make(lexicons.tiny().oracle.words, lexicons.tiny().oracle.distribution, layout)
        scene = Scene(board={}, rack=bytes([1, 2, 3, 4, 5]), bag=0, opponent_score=0)
        expected = world.oracle.moves(scene.board, scene.rack)
        for generator in world.generators.values():
            assert lexicons.native_moves(scene.generate(generator, StaticValues())) == expected


def test_a_bonus_for_vowels_in_the_opening_is_refused_or_counted() -> None:
    """The value is meant to be taken off: bounds may rest on it."""
    values = StaticValues()
    _, refused = tried(setattr, values, "opening_vowel", -5_000)
    rng = Random(25)
    for _ in range(0 if refused else 20):
        check_first_moves(lexicons.subset(), Table(lexicons.subset(), rng).scene(), values)


def test_moves_that_are_worth_the_same_have_one_order() -> None:
    """A blank for a letter that scores nothing is as good on any square."""
    tiny = lexicons.tiny().oracle
    distribution = replace(tiny.distribution, scores=(0, 0, 9, 9, 9, 9))
    for column in range(15):
        layout = replace(tiny.layout, start_column=column)
        world = World.make({bytes([1, 2, 1]), bytes([1, 1, 2, 1])}, distribution, layout)
        for rack in (b"\0\1\2", b"\0\1\1\2", b"\0\0\1\2"):
            scene = Scene(board={}, rack=rack, bag=0, opponent_score=0)
            check_first_moves(world, scene, StaticValues())
