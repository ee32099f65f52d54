"""Autoplay: the same games whatever the threads, and sums with honest errors."""

import math
from statistics import mean, stdev

import pytest

from zeitnot.errors import SettingError
from zeitnot.games import CONFIDENCE
from zeitnot.scrabble import LetterDistribution, Lexicon, StaticEvaluation
from zeitnot.scrabble.autoplay import DEALS_AT_ONCE, Autoplay, Deal, Tally
from zeitnot.scrabble.evaluation import RoughLeaves, leave_count

GREEDY = StaticEvaluation()


def deal(*scores: tuple[int, int]) -> Deal:
    return Deal(scores=scores, bingos=(1, 2), exchanges=(0, 1), turns=20 * len(scores))


def played(
    count: int, *, threads: int = 1, seed: int = 1, second: StaticEvaluation | None = None
) -> list[Deal]:
    play = Autoplay(
        lexicon=Lexicon.built_in(),
        first=StaticEvaluation.built_in(),
        second=second,
        seed=seed,
        threads=threads,
    )
    return [each for portion in play.deals(count) for each in portion]


def tallied(deals: list[Deal]) -> Tally:
    tally = Tally()
    for each in deals:
        tally.add(each)
    return tally


def test_the_same_seed_gives_the_same_games_whatever_the_threads() -> None:
    count = 2 * DEALS_AT_ONCE + 3
    once = played(count)
    assert len(once) == count
    assert played(count, threads=3) == once


def test_neighbouring_seeds_have_no_games_in_common() -> None:
    first, second = ({each.scores for each in played(20, seed=seed)} for seed in (1, 2))
    assert not first & second


def test_players_that_differ_play_every_deal_twice() -> None:
    (each,) = played(1, second=GREEDY)
    assert len(each.scores) == 2


def test_a_player_against_himself_plays_every_deal_once() -> None:
    (each,) = played(1)
    assert len(each.scores) == 1
    (twice,) = played(1, second=StaticEvaluation.built_in())
    assert twice.scores == (each.scores[0], each.scores[0][::-1])


def test_who_stops_asking_ends_the_games() -> None:
    play = Autoplay(lexicon=Lexicon.built_in(), first=GREEDY, threads=2)
    portions = play.deals(1_000_000)
    assert len(next(portions)) == DEALS_AT_ONCE
    portions.close()


def test_no_threads_are_refused() -> None:
    with pytest.raises(SettingError, match="threads must be at least 1"):
        Autoplay(lexicon=Lexicon.built_in(), first=GREEDY, threads=0)


def test_errors_are_counted_over_pairs() -> None:
    pairs = [((400, 300), (350, 350)), ((300, 400), (420, 380)), ((500, 300), (401, 400))]
    tally = tallied([deal(*pair) for pair in pairs])
    won = [
        mean(1.0 if own > other else 0.5 if own == other else 0.0 for own, other in pair) for pair in pairs
    ]
    spreads = [mean(own - other for own, other in pair) for pair in pairs]
    assert (tally.deals, tally.games) == (3, 6)
    assert (tally.wins, tally.draws, tally.losses) == (4, 1, 1)
    for estimate, values in ((tally.win_rate, won), (tally.spread_pts, spreads)):
        assert estimate.mean == pytest.approx(mean(values))
        assert estimate.error == pytest.approx(CONFIDENCE * stdev(values) / math.sqrt(3))
    assert tally.score_pts(1).mean == pytest.approx(mean([300, 350, 400, 380, 300, 400]))
    assert (tally.bingos, tally.exchanges, tally.turns) == ([3, 6], [0, 3], 120)


def test_who_begins_is_player_0_and_then_player_1() -> None:
    tally = tallied([deal((400, 300), (400, 300)), deal((400, 300), (300, 400))])
    assert tally.beginner_win_rate.mean == 0.75


def test_one_deal_has_no_error_and_none_no_mean() -> None:
    assert tallied([deal((400, 300))]).win_rate.error is None
    assert Tally().win_rate.mean == 0.0


def test_learned_leaves_beat_the_highest_score() -> None:
    """Some forty points a game, with an error of some fifteen."""
    tally = tallied(played(60, second=GREEDY))
    assert tally.spread_pts.error is not None
    assert tally.spread_pts.mean > tally.spread_pts.error


def test_rough_leaves_value_what_players_value() -> None:
    english = LetterDistribution.english()
    rough = RoughLeaves()
    leaves = ["?", "S", "SS", "QU", "Q", "AEIO", "AEST"]
    values = rough.values([bytes(sorted(english.alphabet.rack(leave))) for leave in leaves], english)
    by_leave = dict(zip(leaves, values, strict=True))
    assert by_leave["?"] == 25.0
    assert by_leave["S"] == 8.0
    assert by_leave["SS"] == 2 * 8.0 - 4.0 - 1.5
    assert by_leave["QU"] > by_leave["Q"]
    assert by_leave["AEIO"] < by_leave["AEST"]


def test_the_rough_table_has_every_leave_of_the_bag() -> None:
    english = LetterDistribution.english()
    assert leave_count(english) == 914_624
    table = RoughLeaves().table(english)
    assert table.size == 914_624
    assert table.value(bytes(english.alphabet.rack("?"))) == 25_000
    assert table.value(bytes(english.alphabet.rack("SS"))) == 10_500
