"""Luck of the draw: what was drawn against all that could be drawn, by hand and by enumeration."""

from dataclasses import replace
from itertools import combinations
from random import Random
from statistics import fmean

import pytest

from tests.scrabble.finished_game import finished_game
from tests.scrabble.fixtures_player import knowledge
from zeitnot.scrabble import Game, Generator, LetterDistribution, Lexicon, Move, StaticEvaluation, gcg
from zeitnot.scrabble.luck import TileDraw, all_draws, draw_count, draws_of
from zeitnot.scrabble.timed_gcg import turn_places

ENGLISH = LetterDistribution.english()


def tiles(text: str) -> tuple[int, ...]:
    return ENGLISH.alphabet.rack(text)


def bag_of(text: str) -> LetterDistribution:
    counts = [tiles(text).count(tile) for tile in range(len(ENGLISH.counts))]
    return replace(ENGLISH, name="few", counts=tuple(counts))


FEW = bag_of("E" * 18 + "ZZ")
"""Twenty tiles. On the empty board EE scores 4 and ZEE 24, so that only a Z matters."""


def few_generator() -> Generator:
    lexicon = Lexicon.of_words(["EE", "ZEE"], name="few", distribution=FEW)
    return Generator.make(lexicon, StaticEvaluation(opening_vowel_pts=0.0))


def opening(rack: str, other: str | None) -> Game:
    """Return a game whose first player plays EE, and whose second one passes with a rack, known or not."""
    game = Game.new(distribution=FEW).play(Move.parse("8G EE", FEW.alphabet), rack=tiles(rack))
    return game.play(Move.pass_turn(), rack=None if other is None else tiles(other))


def first_draw(game: Game, *, samples: int = 600) -> TileDraw:
    return draws_of(game, few_generator(), samples=samples)[0]


def test_luck_is_the_best_equity_drawn_less_its_mean_over_the_bag() -> None:
    """The other holds a Z, so that 7 of 13 tiles with one Z were drawn: 4 + 20 x 7/13 on average."""
    lucky = first_draw(opening("EEEEEEZ", "EEEEEEZ"))
    assert (lucky.value_pts, lucky.counted, lucky.error_pts) == (24.0, 2, 0.0)
    assert lucky.mean_pts == pytest.approx(4 + 20 * 7 / 13)
    assert lucky.luck_pts == pytest.approx(20 * 6 / 13)
    unlucky = first_draw(opening("EEEEEEE", "EEEEEEZ"))
    assert unlucky.luck_pts == pytest.approx(-20 * 7 / 13)
    assert 7 / 13 * lucky.luck_pts + 6 / 13 * unlucky.luck_pts == pytest.approx(0.0)


def test_a_rack_that_the_file_does_not_know_is_unseen() -> None:
    """Then 7 of 20 tiles with two Z were drawn: none among them with (13 x 12) / (20 x 19)."""
    draw = first_draw(opening("EEEEEEZ", None))
    assert draw.mean_pts == pytest.approx(4 + 20 * (1 - 13 * 12 / (20 * 19)))
    partly = first_draw(opening("EEEEEEZ", "Z"))
    assert partly.mean_pts == pytest.approx(4 + 20 * 7 / 19)


def test_many_draws_are_sampled_with_an_error_that_holds_the_truth() -> None:
    truth = first_draw(opening("EEEEEEZ", "EEEEEEZ"))
    sampled = first_draw(opening("EEEEEEZ", "EEEEEEZ"), samples=1_000)
    assert sampled == truth  # two draws that differ are never sampled
    game, known = finished_game().game, knowledge()
    generator = Generator.make(known.lexicon, known.evaluation)
    few, many = (draws_of(game, generator, plies=[0], samples=samples)[0] for samples in (60, 2_000))
    assert (few.counted, many.counted) == (60, 2_000)
    assert 0 < many.error_pts < few.error_pts
    assert abs(few.mean_pts - many.mean_pts) < 4 * few.error_pts
    assert few.value_pts == many.value_pts
    assert draws_of(game, generator, plies=[0, 1], samples=60)[0] == few


def test_late_draws_are_those_of_a_plain_enumeration() -> None:
    game, known = finished_game().game, knowledge()
    generator = Generator.make(known.lexicon, known.evaluation)
    places = turn_places(game)
    late = [d for d in draws_of(game, generator, samples=200) if d.counted and not d.error_pts]
    assert late
    for draw in late:
        place = places[draw.ply]
        before = max(each for each in places[: draw.ply] if game.events[each].player == draw.player)
        kept = list(game.events[before].rack)
        for tile in game.events[before].move.used:  # type: ignore[union-attr]
            kept.remove(tile)
        other = next(
            game.events[e].rack for e in places if e > before and game.events[e].player != draw.player
        )
        bag = list(ENGLISH.counts)
        for tile in (*game.states[before + 1].board.tiles(), *kept, *other):
            bag[0 if tile & 0x80 else tile] -= 1
        left = [tile for tile, count in enumerate(bag) for _ in range(count)]
        position = game.position(place)
        values = [
            generator.moves(replace(position, rack=(*kept, *each)), 1)[0].equity_pts
            for each in combinations(left, len(draw.tiles))
        ]
        assert draw.mean_pts == pytest.approx(fmean(values))
        assert draw.value_pts == generator.moves(position, 1)[0].equity_pts


def test_luck_is_nothing_on_average_over_draws_at_random() -> None:
    rng, generator, bag = Random(3), few_generator(), list(tiles("E" * 18 + "ZZ"))
    lucks = []
    for _ in range(300):
        rng.shuffle(bag)
        mine, theirs = ENGLISH.alphabet.rack_text(bag[:7]), ENGLISH.alphabet.rack_text(bag[7:14])
        lucks.append(draws_of(opening(mine, theirs), generator)[0].luck_pts)
    error = (fmean(luck**2 for luck in lucks) / len(lucks)) ** 0.5
    assert abs(fmean(lucks)) < 3 * error
    assert error > 0.1


def read(*lines: str) -> Game:
    return gcg.parse("\n".join(["#player1 ann", "#player2 bob", *lines])).game


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ((">ann: HI 8H HI +10 10",), "the rack is not known"),
        (
            (">ann: HI 8H HI +10 10", ">bob: AAEINTU -AU +0 0", ">ann: EHIRSTV -V +0 10"),
            "the rack before is not known",
        ),
        (
            (">ann: EHIRSTV -3 +0 0", ">bob: AAEINTU -AU +0 0", ">ann: EHIRSTV -V +0 0"),
            "the tiles exchanged are not known",
        ),
        (
            (">ann: EHIRSTV -V +0 0", ">bob: AAEINTU -AU +0 0", ">ann: AAAAEEE -A +0 0"),
            "were kept, but the next rack lacks some of them",
        ),
        (
            (">ann: AEHIRSZ -A +0 0", ">bob: AAEINTZ -AZ +0 0", ">ann: EEHIRSZ -E +0 0"),
            "must hold at most 1 of 'Z', got 2",
        ),
        (
            (">ann: EEHIRST -E +0 0", ">bob: AAEINTZ -AZ +0 0", ">ann: EHIRSTZ -E +0 0"),
            "the racks contradict each other",
        ),
    ],
)
def test_luck_that_the_file_does_not_tell_is_not_guessed(lines: tuple[str, ...], problem: str) -> None:
    known = knowledge()
    draws = draws_of(read(*lines), Generator.make(known.lexicon, known.evaluation), samples=20)
    assert problem in " ".join(draw.problem for draw in draws)
    assert all(draw.counted == 0 for draw in draws if draw.problem)


def test_nothing_is_drawn_after_a_pass_or_a_play_that_was_challenged_off() -> None:
    game = read(
        ">ann: EHIRSTV 8H HTV +18 18",
        ">ann: EHIRSTV -- -18 0",
        ">bob: AAEINTU - +0 0",
        ">ann: EHIRSTV 8H HI +10 10",
        ">bob: AAEINTU - +0 0",
    )
    known = knowledge()
    draws = draws_of(game, Generator.make(known.lexicon, known.evaluation), samples=20)
    assert [draw.ply for draw in draws] == [0, 1]


def test_tiles_put_back_cannot_be_drawn() -> None:
    """Ann changes her only Z, and no other is left: whatever she draws, it is no Z."""
    game = read(">ann: EHIRSTZ -Z +0 0", ">bob: AAEINTU - +0 0", ">ann: EEHIRST - +0 0")
    known = knowledge()
    generator = Generator.make(known.lexicon, known.evaluation)
    draw = next(each for each in draws_of(game, generator, samples=600) if each.ply == 2)
    assert draw.tiles == tiles("E")
    assert draw.counted == 26  # every other letter and the blank


def test_every_draw_is_listed_with_the_ways_to_draw_it() -> None:
    pool = tiles("AAABB?")
    listed = dict(all_draws(pool, 3))
    every = [tuple(sorted(each)) for each in combinations(pool, 3)]
    assert {draw: every.count(draw) for draw in set(every)} == listed
    assert draw_count(pool, 3) == len(listed)
    assert dict(all_draws(pool, 0)) == {(): 1}
    assert draw_count(pool, 7) == len(dict(all_draws(pool, 7))) == 0
