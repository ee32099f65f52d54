"""Native move generation against the slow oracle: the same moves, the same scores, on random positions.

ZEITNOT_SCRABBLE_EFFORT=50 tries fifty times as many positions.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from tests.scrabble import fixtures_lexicons as lexicons
from tests.scrabble.damage import tried
from tests.scrabble.fixtures_lexicons import Scene, Table, World, effort, native_moves, scattered_scene
from tests.scrabble.fixtures_player import clock, knowledge, player
from tests.scrabble.oracle import (
    BLANK,
    BLANK_BIT,
    SIZE,
    Oracle,
    SlowMove,
    Tiles,
    exchanges,
    run_through,
)
from tests.scrabble.random_games import RandomGame
from zeitnot import _native
from zeitnot.errors import DataError
from zeitnot.scrabble import Layout, LetterDistribution, MoveKind, Position, Premium

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
    [
        *((lexicons.tiny, 80), (lexicons.wide, 150), (lexicons.subset, 120), (lexicons.enable1, 40)),
        *((lexicons.large, 60), (lexicons.small, 80), (lexicons.super_board, 40)),
    ],
)
def test_all_moves_are_those_of_the_oracle(world: Callable[[], World], positions: int) -> None:
    table = Table(world(), Random(11))
    for _ in range(effort(positions)):
        table.play(check_moves(table.world, table.scene()))


@pytest.mark.parametrize("world", [lexicons.tiny, lexicons.wide, lexicons.subset, lexicons.enable1])
def test_a_single_move_is_rated_as_among_all_of_them(world: Callable[[], World]) -> None:
    rng = Random(14)
    table = Table(world(), rng)
    for _ in range(effort(60)):
        is_played = rng.random() < 0.8
        scene = table.scene() if is_played else scattered_scene(table.world, rng)
        generator = rng.choice(list(table.world.generators.values()))
        found = scene.listed(generator, NO_VALUES)
        moves = list(found)
        for move in rng.sample(moves, min(25, len(moves))):
            asked = _native.ScrabbleMove(
                move.kind, down=move.down, line=move.line, start=move.start, tiles=move.tiles
            )
            rated = generator.rate(
                scene.squares(),
                scene.rack,
                NO_VALUES,
                asked,
                bag=scene.bag,
                opponent_score=scene.opponent_score,
            )
            assert rated == move, scene
            place = found.find(asked)
            assert place is not None
            assert found[place] == move
        if is_played:
            table.play(native_moves(moves))


@pytest.mark.parametrize("world", [lexicons.tiny, lexicons.wide, lexicons.subset])
def test_a_move_is_rated_if_and_only_if_the_oracle_lets_it_pass(world: Callable[[], World]) -> None:
    rng = Random(15)
    table = Table(world(), rng)
    passed = 0
    for _ in range(effort(80)):
        scene = table.scene()
        expected = list(table.world.oracle.moves(scene.board, scene.rack))
        for move in rng.sample(expected, min(20, len(expected))) if scene.board else ():
            changed = altered(move, scene, rng)
            score = legal_score(table.world.oracle, scene, changed)
            rated = scene.rate(table.world.generators["gaddag"], NO_VALUES, changed)
            assert (None if rated is None else rated.score) == score, (scene, changed)
            passed += score is not None
        table.play(expected)
    assert passed


def altered(move: SlowMove, scene: Scene, rng: Random) -> SlowMove:
    """Shift a move, turn it, or change, swap, add or take away a tile."""
    tiles, kind = bytearray(move.tiles), rng.randrange(6)
    at = rng.randrange(len(tiles))
    if kind == 0:
        return move._replace(start=max(0, min(SIZE - len(tiles), move.start + rng.choice((-1, 1)))))
    if kind == 1:
        return move._replace(down=not move.down)
    if kind == 2:
        tiles[at] = rng.choice(scene.rack) or BLANK_BIT | 1
    elif kind == 3:
        other = rng.randrange(len(tiles))
        tiles[at], tiles[other] = tiles[other], tiles[at]
    elif kind == 4 and len(tiles) > 1:
        del tiles[-1]
    elif move.start + len(tiles) < SIZE:
        tiles.append(rng.choice(scene.rack) or BLANK_BIT | 1)
    return move._replace(tiles=bytes(tiles))


def legal_score(oracle: Oracle, scene: Scene, move: SlowMove) -> int | None:
    """Return the score of a placement that may be anything; None if it is illegal."""
    squares = [
        (move.start + step, move.line) if move.down else (move.line, move.start + step)
        for step in range(len(move.tiles))
    ]
    placed = {square: tile for square, tile in zip(squares, move.tiles, strict=True) if tile}
    used = Counter(BLANK if tile & BLANK_BIT else tile for tile in placed.values())
    if any((square in scene.board) == (square in placed) for square in squares) or used - Counter(scene.rack):
        return None
    # A single tile may be written either way; any other play names its whole word.
    if len(squares) > 1 and len(run_through({**scene.board, **placed}, squares[0], down=move.down)) != len(
        squares
    ):
        return None
    return next(iter(oracle.judged(scene.board, placed).values()), None) if placed else None


@pytest.mark.parametrize(
    "world", [lexicons.tiny, lexicons.wide, lexicons.subset, lexicons.large, lexicons.small]
)
def test_all_moves_on_boards_that_no_game_leads_to(world: Callable[[], World]) -> None:
    rng = Random(12)
    for _ in range(effort(40)):
        check_moves(world(), scattered_scene(world(), rng))


def phoney_positions(seed: int, count: int) -> list[Position]:
    """Return positions of a game in which nobody challenged: connected words that no lexicon has."""
    game = RandomGame(seed).play().game
    turns = [place for place, event in enumerate(game.events) if event.move and event.rack]
    rng = Random(seed)
    return [game.position(place) for place in rng.sample(turns, min(count, len(turns)))]


@pytest.mark.parametrize(("world", "games"), [(lexicons.subset, 8), (lexicons.enable1, 2)])
def test_all_moves_beside_phoneys_are_those_of_the_oracle(world: Callable[[], World], games: int) -> None:
    for seed in range(effort(games)):
        for position in phoney_positions(seed, 3):
            tiles = position.board.rows
            board = {(row, column): tiles[row][column] for row in range(15) for column in range(15)}
            board = {square: tile for square, tile in board.items() if tile}
            check_moves(
                world(),
                Scene(board=board, rack=bytes(position.rack), bag=position.bag_count, opponent_score=0),
            )


def test_a_player_thinks_beside_phoneys_and_adds_none() -> None:
    lexicon = knowledge().lexicon
    one = player()
    for seed in range(effort(8)):
        for position in phoney_positions(seed, 3):
            chosen = one.choose(position, clock=clock(5.0), seed=seed).chosen.move
            if chosen.kind is MoveKind.PLACE:
                position.judge(chosen, is_word=lexicon.__contains__)


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
