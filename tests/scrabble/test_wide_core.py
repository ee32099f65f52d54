"""The wide native core on the usual rules: the same moves, values, games and searches as the narrow one."""

import math
from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from tests.scrabble import fixtures_lexicons as lexicons
from tests.scrabble.fixtures_lexicons import Scene, Table, World, effort, native_moves
from tests.scrabble.simulation_cases import chances
from tests.scrabble.slow_values import random_values
from zeitnot import _native
from zeitnot._native import FilledWorth, Sampling, ScrabbleMove, ScrabbleMoveKind, StaticValues, StopControl
from zeitnot.errors import DataError
from zeitnot.scrabble import Layout, LetterDistribution, Lexicon, Premium, StaticEvaluation, native_rules
from zeitnot.scrabble.letters import Alphabet


@cache
def narrow() -> World:
    return lexicons.subset()


@cache
def wide() -> World:
    """Return the same words and rules in the other core."""
    oracle = narrow().oracle
    return World.make(oracle.words, oracle.distribution, oracle.layout, wide=True)


def facts(move: ScrabbleMove) -> tuple[object, ...]:
    return move.kind, move.down, move.line, move.start, move.tiles, move.score, move.equity, move.tiles_played


def started(work_per_s: float = 0.0, hard_s: float = math.inf) -> StopControl:
    control = StopControl(work_per_second=work_per_s)
    control.start(soft_s=math.inf, hard_s=hard_s)
    return control


def scenes(seed: int, count: int) -> list[Scene]:
    """Return positions of games at random."""
    table, found = Table(narrow(), Random(seed)), []
    for _ in range(count):
        found.append(table.scene())
        moves = found[-1].generate(narrow().generators["gaddag"], StaticValues())
        table.play(native_moves(moves))
    return found


def test_each_core_takes_its_own_rules_alone() -> None:
    assert native_rules(LetterDistribution.english(), Layout.standard()).core is _native
    assert wide().dictionaries["gaddag"].core is _native.wide
    assert list(wide().dictionaries) == ["gaddag"]
    with pytest.raises(TypeError):
        _native.MoveGenerator(wide().dictionaries["gaddag"])


@pytest.mark.parametrize("wanted", [1, 10, lexicons.ALL])
def test_moves_and_equities_are_the_same(wanted: int) -> None:
    rng = Random(1)
    for scene in scenes(1, effort(60)):
        values = random_values(rng, [scene.rack]).native()
        first, second = (
            scene.generate(world.generators["gaddag"], values, wanted) for world in (narrow(), wide())
        )
        assert list(map(facts, first)) == list(map(facts, second)), scene


def test_games_and_what_they_count_are_the_same() -> None:
    leaves = _native.Leaves.from_bytes(
        _native.Leaves.make(bytes([2, 3, 3, 3] + [0] * 23), bytes(4 * LEAVES_OF_THREES))
    )
    played = []
    for world in (narrow(), wide()):
        dictionary = world.dictionaries["gaddag"]
        player = dictionary.core.SelfPlay(dictionary)
        values = StaticValues(leaves)
        leave_tally, swing_tally = _native.LeaveTally(leaves.size), _native.SwingTally()
        games = player.play(values, values, seed=3, first_game=0, games=6)
        player.tally_leaves(values, leave_tally, seed=4, games=1, racks=3)
        player.tally_swings(values, swing_tally, seed=5, games=2)
        results = [(game.scores, game.bingos, game.exchanges, game.turns) for game in games]
        played.append((results, leave_tally.weights(), leave_tally.sums(), swing_tally.swings()))
    assert played[0] == played[1]


LEAVES_OF_THREES = 129
"""Leaves of one to six of two blanks and three of three letters."""


@pytest.mark.parametrize("plies", [2, 5])
def test_simulations_are_the_same_sample_by_sample(plies: int) -> None:
    scene = next(scene for scene in scenes(7, 12)[6:] if len(scene.rack) == 7 and scene.bag)
    unseen = Counter(dict(enumerate(narrow().oracle.distribution.counts)))
    unseen.subtract(0 if tile & 0x80 else tile for tile in scene.board.values())
    unseen.subtract(scene.rack)
    arms = []
    for world in (narrow(), wide()):
        dictionary, values = world.dictionaries["gaddag"], StaticEvaluation.built_in().native
        moves = scene.generate(world.generators["gaddag"], values, 8)
        report = dictionary.core.Simulation(dictionary, values, chances()).run(
            scene.squares(),
            scene.rack,
            moves,
            started(1000.0, 0.4005),
            lambda _: False,
            unseen=bytes(unseen[tile] for tile in range(27)),
            plies=plies,
            sampling=Sampling.BY_LOSS,
            batch_s=0.05,
        )
        arms.append([(arm.index, arm.samples, arm.equity_mean, arm.win_mean) for arm in report.arms])
    assert arms[0] == arms[1]
    assert sum(arm[1] for arm in arms[0]) == 400


def test_drawn_leaves_are_the_same() -> None:
    scene = next(scene for scene in scenes(8, 12)[4:] if len(scene.rack) == 7 and scene.bag)
    counts = bytes(narrow().oracle.distribution.counts)
    points = []
    for world in (narrow(), wide()):
        dictionary, values = world.dictionaries["gaddag"], StaticEvaluation.built_in().native
        sampler = dictionary.core.LeaveSampler(dictionary, values)
        for worth in (FilledWorth.TABLE, FilledWorth.BEST_MOVE):
            means = sampler.measure(
                scene.squares(),
                [b"", scene.rack[:2], scene.rack[3:6]],
                started(),
                unseen=counts,
                bag=scene.bag,
                worth=worth,
                most_draws=5,
            )
            points.append(means.points)
    assert points[:2] == points[2:]


@pytest.mark.parametrize("seed", range(3))
def test_endgames_have_the_same_value_and_line(seed: int) -> None:
    rng = Random(seed)
    board = scenes(20 + seed, 10)[-1].board
    left = Counter(dict(enumerate(narrow().oracle.distribution.counts)))
    left.subtract(0 if tile & 0x80 else tile for tile in board.values())
    tiles = rng.sample(sorted(left.elements()), 8)
    scene = Scene(board=board, rack=bytes(tiles[:4]), bag=0, opponent_score=0)
    reports: list[Any] = []
    for world in (narrow(), wide()):
        dictionary = world.dictionaries["gaddag"]
        solver = dictionary.core.EndgameSolver(dictionary, table_mb=2)
        reports.append(
            solver.solve(scene.squares(), scene.rack, bytes(tiles[4:]), started(), lambda _: False)
        )
    first, second = reports
    assert first.complete
    assert second.complete
    assert first.value_pts == second.value_pts
    assert [facts(move) for move in first.line] == [facts(move) for move in second.line]


def test_the_word_list_of_the_package_gives_the_same_best_moves_with_its_map() -> None:
    """The narrow core looks words up in the word map, the wide one walks the GADDAG."""
    lexicon = Lexicon.built_in()
    rules = native_rules(LetterDistribution.english(), Layout.standard(), wide=True)
    generator = _native.wide.MoveGenerator(_native.wide.Dictionary(rules, lexicon.native))
    values = StaticEvaluation.built_in().native
    other = lexicons.enable1().generators["word map"]
    table = Table(lexicons.enable1(), Random(9))
    for _ in range(effort(40)):
        scene = table.scene()
        found = scene.generate(other, values, 20)
        assert list(map(facts, found)) == list(map(facts, scene.generate(generator, values, 20)))
        table.play(native_moves(found))


def test_a_dictionary_of_the_wide_core_takes_no_word_map() -> None:
    lexicon = _native.Lexicon.from_bytes(_native.Lexicon.build([b"\1\2"]))
    word_map = _native.WordMap.from_bytes(_native.WordMap.build(lexicon))
    rules = native_rules(LetterDistribution.english(), Layout.standard(), wide=True)
    with pytest.raises(ValueError, match="no word map"):
        _native.wide.Dictionary(rules, lexicon, word_map)


def test_words_too_long_for_a_word_map_are_left_out_of_it() -> None:
    words = [b"\1\2", b"\2" * 15, b"\3" * 16, b"\4" * 21]
    lexicon = _native.Lexicon.from_bytes(_native.Lexicon.build(words))
    assert lexicon.words() == sorted(words)
    size = _native.WordMap.from_bytes(_native.WordMap.build(lexicon)).size
    short = _native.Lexicon.from_bytes(_native.Lexicon.build(words[:2]))
    assert size == _native.WordMap.from_bytes(_native.WordMap.build(short)).size


def test_a_lexicon_of_more_letters_than_a_word_map_holds_has_none() -> None:
    capitals = tuple(chr(0x410 + number) for number in range(32))
    letters = LetterDistribution(
        name="many",
        alphabet=Alphabet(capitals=capitals, smalls=tuple(name.lower() for name in capitals)),
        counts=(2, *[3] * 32),
        scores=(0, *[1] * 32),
        vowels=frozenset(),
    )
    lexicon = Lexicon.of_words(["АБ", "ЯЯ"], name="many", distribution=letters)
    assert lexicon.word_map is None


@pytest.mark.parametrize("factor", [2, 3, 4])
def test_boards_that_multiply_beyond_measure_are_refused(factor: int) -> None:
    """Every square of a line: seven of them together must multiply a word by at most 144."""
    premiums = ((Premium(word=factor),) * 21,) * 21
    layout = Layout(name="wild", premiums=premiums, start_row=10, start_column=10)
    if factor**7 <= 144:
        native_rules(LetterDistribution.english(), layout)
        return
    with pytest.raises(DataError, match="at most 144"):
        native_rules(LetterDistribution.english(), layout)


def test_what_the_opponent_kept_is_the_same() -> None:
    scene = next(scene for scene in scenes(5, 12)[4:] if scene.bag > 8)
    counts = Counter(dict(enumerate(narrow().oracle.distribution.counts)))
    counts.subtract(0 if tile & 0x80 else tile for tile in scene.board.values())
    found = []
    for world in (narrow(), wide()):
        dictionary, values = world.dictionaries["gaddag"], StaticEvaluation.built_in().native
        report = dictionary.core.Inference(dictionary, values).run(
            scene.squares(),
            started(),
            unseen=bytes(counts[tile] for tile in range(27)),
            bag=scene.bag,
            kind=ScrabbleMoveKind.PLACE,
            placed=bytes(sorted(counts.elements())[:4]),
            worth=20_000,
            most_racks=200,
        )
        kept = report.kept(temperature_pts=5.0, floor=0.01)
        found.append((report.racks, kept.entries()))
    assert found[0] == found[1]
    assert found[0][0] > 0


def test_a_word_as_long_as_the_largest_board_is_completed_from_its_edge() -> None:
    world = lexicons.large()
    board = {(5, column): 63 for column in range(20)}
    scene = Scene(board=board, rack=b"\77\1", bag=0, opponent_score=0, size=21)
    found = native_moves(scene.generate(world.generators["gaddag"], StaticValues()))
    assert found == world.oracle.moves(board, scene.rack)
    assert any(len(move.tiles) == 21 for move in found)


def test_a_play_over_four_premium_words_is_the_best() -> None:
    """Seven tiles over two quadruple and two triple words: 144 times the word."""
    word = bytes(range(1, 22))
    tiles, layout = lexicons.super_board().oracle.distribution, lexicons.super_board().oracle.layout
    world = World.make([word, b"\1\4"], tiles, layout)
    free = (0, 3, 7, 10, 13, 17, 20)
    board = {(0, column): word[column] for column in range(21) if column not in free}
    rack = bytes(word[column] for column in free)
    scene = Scene(board=board, rack=rack, bag=60, opponent_score=0, size=21)
    expected = world.oracle.moves(board, rack)
    assert list(expected.values()) == [9_410]
    (best,) = scene.generate(world.generators["gaddag"], StaticValues(), 1)
    assert best.score == max(expected.values())
    assert native_moves(scene.generate(world.generators["gaddag"], StaticValues())) == expected
