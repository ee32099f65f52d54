"""Planted cases of Scrabble get the right verdicts, and everything that is written of a review tells them."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from tests.review.planted_scrabble import BINGO, EXCHANGE, planted_gcg, planted_scrabble, read_one
from zeitnot.clocks import TimeControl
from zeitnot.games import find_game
from zeitnot.review import (
    JudgeSettings,
    ManagerSpending,
    MoveReview,
    Review,
    SideReview,
    TimeVerdict,
    TurnCache,
    annotated_games,
    review_form,
    review_games,
)
from zeitnot.scrabble import gcg

QUICK = JudgeSettings(effort=0.05, processes=1)
Reviewed = Callable[[dict[int, float]], Review]


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TurnCache]:
    path = tmp_path_factory.mktemp("cache") / "review.db"
    made = TurnCache(QUICK.recording("scrabble"), game="scrabble", path=path)
    yield made
    made.close()


@pytest.fixture
def reviewed(cache: TurnCache) -> Reviewed:
    def review(used_s: dict[int, float]) -> Review:
        return review_games([planted_scrabble(used_s)], settings=QUICK, cache=cache, managers=())

    return review


def at(found: Review, ply: int) -> tuple[SideReview, MoveReview]:
    side = found.games[0].sides[ply % 2]
    return side, next(each for each in side.moves if each.move.ply == ply)


def test_an_obvious_play_thought_about_for_minutes_is_too_long(reviewed: Reviewed) -> None:
    _, found = at(reviewed({BINGO: 240.0}), BINGO)
    assert found.verdict is TimeVerdict.TOO_LONG
    assert found.words.startswith("4:00 for a forced move")
    assert at(reviewed({}), BINGO)[1].verdict is TimeVerdict.FORCED


def test_a_bad_exchange_at_sight_is_too_quick_and_a_moment(reviewed: Reviewed) -> None:
    review = reviewed({EXCHANGE: 1.0})
    side, found = at(review, EXCHANGE)
    assert found.verdict is TimeVerdict.TOO_QUICK
    assert found.best == "2G Q(U)AI"
    assert found.loss > 5.0
    assert "would probably have found 2G Q(U)AI" in found.words
    assert found in review.games[0].moments
    assert side.trouble_from is None
    assert side.calm_loss >= found.loss


def test_the_same_exchange_after_a_long_think_is_not_a_matter_of_time(reviewed: Reviewed) -> None:
    assert at(reviewed({EXCHANGE: 300.0}), EXCHANGE)[1].verdict is TimeVerdict.NOT_TIME


def test_dawdling_says_which_turn_missed_the_time(reviewed: Reviewed) -> None:
    review = reviewed({0: 540.0, 2: 10.0, 4: 10.0, EXCHANGE: 5.0, 8: 5.0, 10: 5.0})
    side, exchange = at(review, EXCHANGE)
    assert exchange.verdict is TimeVerdict.TIME_TROUBLE
    assert exchange.words.startswith("in time trouble since turn 2 (")
    assert side.trouble_loss >= exchange.loss
    assert side.calm_loss == pytest.approx(side.loss - side.trouble_loss)
    first = at(review, 0)[1]
    assert first.verdict is TimeVerdict.TOO_LONG
    assert "it was missing from turn 2 on" in first.words


def test_overtime_counts_as_lost_in_time_trouble(reviewed: Reviewed, cache: TurnCache) -> None:
    game = replace(planted_scrabble({}), penalties_pts=(20.0, 0.0))
    (found,) = review_games([game], settings=QUICK, cache=cache, managers=()).games
    side, usual = found.sides[0], reviewed({}).games[0].sides[0]
    assert side.loss == pytest.approx(usual.loss + 20.0)
    assert side.trouble_loss == pytest.approx(usual.trouble_loss + 20.0)
    assert side.expected_loss == pytest.approx(usual.expected_loss + 20.0)


def test_managers_of_scrabble_are_replayed_on_the_same_clock(cache: TurnCache) -> None:
    game = planted_scrabble({EXCHANGE: 1.0})
    (found,) = review_games([game], settings=QUICK, cache=cache).games
    for side in found.sides:
        assert [each.name for each in side.managers] == ["learned", "magpie", "uniform"]
        assert all(len(each.used_s) == 6 for each in side.managers)
    unclocked = replace(game, control=None)
    assert review_games([unclocked], settings=QUICK, cache=cache).games[0].sides[0].managers == ()


def test_managers_pay_for_overtime(cache: TurnCache) -> None:
    found: list[ManagerSpending] = []
    for control in ("0:05 -10/min", "0:05 -30/min"):
        game = replace(planted_scrabble({}), control=TimeControl.parse(control))
        (review,) = review_games([game], settings=QUICK, cache=cache, managers=("uniform",)).games
        found += review.sides[0].managers
    assert -60.0 < found[0].left_s < 0.0
    assert found[1].left_s == found[0].left_s
    assert found[1].loss == pytest.approx(found[0].loss + 20.0)


def test_a_turn_that_cannot_be_judged_says_so_and_its_time_counts(cache: TurnCache) -> None:
    game = read_one(planted_gcg({}).replace(">ann: CDLMOTY A12", ">ann: COY A12"))
    found = review_games([game], settings=QUICK, cache=cache, managers=("uniform",))
    side, last = at(found, 10)
    assert last.verdict is TimeVerdict.NOT_JUDGED
    assert last.words == "only COY of the rack is known"
    assert review_form(found)["games"][0]["sides"][0]["moves"][-1]["loss"] is None
    assert side.used_s == pytest.approx(120.0)
    assert side.left_s == pytest.approx(480.0)
    assert len(side.managers[0].used_s) == 5


def test_a_second_look_simulates_nothing(
    reviewed: Reviewed, cache: TurnCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = reviewed({})
    monkeypatch.setattr("zeitnot.scrabble.reviewer.ScrabbleTurnRecorder", None)
    assert review_form(reviewed({})) == review_form(first)


def test_the_annotated_gcg_can_be_read_back_with_its_times(reviewed: Reviewed) -> None:
    review = reviewed({EXCHANGE: 1.0})
    text = annotated_games(review)
    events = gcg.parse(text).game.events
    assert [event.used_s for event in events] == [move.time.used_s for move in review.games[0].game.moves]
    assert "Too quick [0:01]: 1 s only" in events[EXCHANGE].note
    assert "Better: 2G Q(U)AI." in events[EXCHANGE].note


def test_the_form_is_plain_json_in_the_words_of_the_game(reviewed: Reviewed) -> None:
    form = json.loads(json.dumps(review_form(reviewed({EXCHANGE: 1.0})), allow_nan=False))
    assert form["game"] == "scrabble"
    assert form["samples"] == 200
    side = form["games"][0]["sides"][0]
    move = side["moves"][EXCHANGE // 2]
    assert (side["seat"], side["penalty"]) == ("first", 0.0)
    assert (move["move"], move["verdict"], move["best"]) == ("exchange IQ", "too quick", "2G Q(U)AI")
    assert move["cgp"].endswith(" AEIIQRS/ 121/135 0")
    assert move["choices"][0]["samples"] == 1


def test_players_of_several_games_have_a_profile_by_tiles_and_seat(cache: TurnCache) -> None:
    games = [planted_scrabble({EXCHANGE: 1.0 + number}) for number in range(2)]
    found = review_games(games, settings=QUICK, cache=cache, managers=())
    profile = found.profiles[0]
    phases = ["81 and more unseen", "51 to 80 unseen", "26 to 50 unseen"]
    assert [each.name for each in profile.phases] == phases
    assert [each.name for each in profile.seats] == ["First"]
    late = [replace(game, penalties_pts=(10.0, 0.0)) for game in games]
    paid = review_games(late, settings=QUICK, cache=cache, managers=()).profiles[0]
    assert paid.all.loss == pytest.approx(profile.all.loss + 10.0)
    assert paid.all.trouble_loss == pytest.approx(profile.all.trouble_loss + 10.0)
    assert profile.typical.startswith("Typical: too quick with 51 to 80 unseen, 1.0 turns a game")


def test_games_of_two_kinds_are_not_reviewed_together(cache: TurnCache) -> None:
    from tests.review.planted_games import planted
    from zeitnot.errors import DataError

    with pytest.raises(DataError, match="one kind of game, got scrabble and chess"):
        review_games([planted_scrabble({}), planted({})], settings=QUICK, cache=cache)


def test_a_board_is_drawn_with_the_play_and_the_better_one(reviewed: Reviewed) -> None:
    review = reviewed({EXCHANGE: 1.0})
    game = review.games[0].game
    reviewer = find_game("scrabble").reviewer()
    drawing = reviewer.drawing(game, game.moves[EXCHANGE], "2G Q(U)AI")
    assert drawing.count('stroke="') == 3
    assert drawing.count("<text") == 30 + 7 + 3
