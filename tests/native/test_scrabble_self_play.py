"""Self-play against a game kept in plain Python, where the board is set up from scratch for every move.

Native games renew only what a move changes on the board: if that went wrong anywhere, another move would be
the best some turns later, and the games would part.
"""

from collections.abc import Callable
from random import Random

import pytest

from tests.scrabble import fixtures_lexicons as lexicons
from tests.scrabble.fixtures_lexicons import World, effort
from tests.scrabble.slow_game import SlowGame, Xoshiro
from tests.scrabble.slow_values import random_values
from zeitnot._native import GameResult, SelfPlay, StaticValues
from zeitnot.scrabble.evaluation import StaticEvaluation

Facts = tuple[list[int], list[int], list[int], int]


def facts(result: GameResult) -> Facts:
    return list(result.scores), list(result.bingos), list(result.exchanges), result.turns


def slow_facts(world: World, way: str, values: tuple[StaticValues, StaticValues], *, game: int) -> Facts:
    """Play a game of seed 5; the first player has the first seat in even games."""
    first_seat = game % 2
    played = SlowGame(world=world, random=Xoshiro(5 + game // 2))
    played.play(world.generators[way], (values[first_seat], values[1 - first_seat]))

    def by_player(seats: list[int]) -> list[int]:
        return seats[::-1] if first_seat else seats

    return by_player(played.scores), by_player(played.bingos), by_player(played.exchanges), played.turns


@pytest.mark.parametrize("way", ["gaddag", "word map"])
@pytest.mark.parametrize(
    ("world", "games"),
    [
        *((lexicons.tiny, 20), (lexicons.wide, 20), (lexicons.subset, 20), (lexicons.enable1, 20)),
        *((lexicons.large, 12), (lexicons.small, 20), (lexicons.super_board, 8)),
    ],
)
def test_native_games_are_those_played_on_boards_set_up_from_scratch(
    world: Callable[[], World], games: int, way: str
) -> None:
    values = random_values(Random(51), [bytes([0, 1, 2, 3, 4, 5, 5])]).native(), StaticValues()
    if way not in world().dictionaries:
        return  # only the usual size has word maps
    dictionary = world().dictionaries[way]
    player = dictionary.core.SelfPlay(dictionary)
    results = player.play(*values, seed=5, first_game=0, games=effort(games))
    for game, result in enumerate(results):
        assert facts(result) == slow_facts(world(), way, values, game=game), game
        assert result.first_moved_first == (game % 2 == 0)


def test_both_ways_of_generation_play_the_same_games() -> None:
    values = StaticEvaluation.built_in().native
    players = [SelfPlay(dictionary) for dictionary in lexicons.enable1().dictionaries.values()]
    played = [
        [facts(result) for result in player.play(values, values, seed=7, first_game=0, games=effort(60))]
        for player in players
    ]
    assert played[0] == played[1]


def test_the_games_of_a_pair_mirror_each_other_when_the_players_are_equal() -> None:
    values = StaticValues()
    player = SelfPlay(lexicons.subset().dictionaries["word map"])
    results = player.play(values, values, seed=9, first_game=0, games=20)
    for one, other in zip(results[::2], results[1::2], strict=True):
        assert list(one.scores) == list(other.scores)[::-1]
        assert one.turns == other.turns


def test_games_can_be_played_in_any_order() -> None:
    values = StaticValues()
    player = SelfPlay(lexicons.subset().dictionaries["word map"])
    together = player.play(values, values, seed=11, first_game=0, games=6)
    apart = [player.play(values, values, seed=11, first_game=game, games=1)[0] for game in reversed(range(6))]
    assert [facts(result) for result in together] == [facts(result) for result in reversed(apart)]
