"""What past games teach `mergen`: how long games last, and what share of the clock a move should get."""

from dataclasses import replace

import pytest

from tests.learning.clocked_games import clocked_game, clocked_games
from zeitnot.errors import DataError
from zeitnot.learning import PastGame, learn_game, past_games
from zeitnot.policies import Mergen
from zeitnot.policies.mergen_lessons import MergenFigures, MergenLessons

DOCUMENT = Mergen().figures()


def games_of(text: str) -> list[PastGame]:
    return [game for game in past_games(text, what="games.pgn") if game is not None]


def learned_from(games: list[PastGame], *, player: str = "") -> MergenLessons:
    lessons = MergenLessons()
    for game in games:
        lessons = learn_game(lessons, game, player=player)
    return lessons


def figures_of(lessons: MergenLessons) -> MergenFigures:
    return lessons.figures(DOCUMENT, shares=(0.01, 0.15))


@pytest.fixture(scope="module")
def long_games() -> list[PastGame]:
    """Ten games in which each side makes 80 moves, all of them with many pieces."""
    return games_of(clocked_games(*[80] * 10))


def test_a_game_teaches_the_moves_that_were_left_in_each_phase(long_games: list[PastGame]) -> None:
    lessons = learned_from(long_games[:1])
    figures = figures_of(lessons)
    assert figures.games == 1
    assert figures.opening_moves_left[0] > 40  # 80 moves were left, not 40
    assert figures.opening_moves_left[1] > 35
    assert figures.middlegame_moves_left[0] > 30
    assert figures.endgame_moves_left == DOCUMENT.endgame_moves_left  # no endgame was played


@pytest.mark.source("G13.moves_learned", "G13.share_learned")
def test_ten_games_change_little(long_games: list[PastGame]) -> None:
    figures = figures_of(learned_from(long_games))
    assert figures.games == 10
    assert 40 < figures.opening_moves_left[0] < 40 + 0.25 * (80 - 40)
    assert 0.9 * 0.04 < figures.share_per_move < 1.1 * 0.04


@pytest.mark.source("G13.moves_learned")
def test_hundreds_of_games_decide() -> None:
    game = games_of(clocked_game(80))[0]
    lessons = MergenLessons()
    for number in range(400):
        lessons = learn_game(lessons, PastGame(fingerprint=str(number), players=game.players))
    figures = figures_of(lessons)
    assert figures.opening_moves_left == pytest.approx((80, 71), abs=12)
    assert figures.share_per_move == DOCUMENT.share_per_move  # nobody said what clock it was


@pytest.mark.source("G13.share_learned")
def test_short_games_want_a_larger_share_than_long_ones() -> None:
    shares = [
        figures_of(learned_from(games_of(clocked_game(moves)))).share_per_move for moves in (20, 40, 120)
    ]
    assert shares[0] > shares[1] > shares[2]
    assert shares[0] > 0.04


def test_a_player_who_uses_twice_the_plan_is_given_a_smaller_share() -> None:
    game = games_of(clocked_game(60))[0]
    white, black = (replace(player, use=2.0) for player in game.players)
    hasty = replace(game, players=(white, black))
    plain, less = (figures_of(learned_from([each])).share_per_move for each in (game, hasty))
    assert less < plain


def test_no_game_counts_twice(long_games: list[PastGame]) -> None:
    lessons = learned_from(long_games[:2])
    assert learn_game(lessons, long_games[1]) is lessons


def test_only_the_player_asked_for_counts() -> None:
    game = games_of(clocked_game(60, white="Somebody", black="Mergen 1.0"))[0]
    one, both = learned_from([game], player="mergen"), learned_from([game])
    assert one.share_games == both.share_games / 2
    assert learned_from([game], player="nobody") == MergenLessons()


def test_games_without_clocks_or_without_an_end_teach_nothing() -> None:
    plain = "1. e4 e5 2. Nf3 *\n"
    unclocked = '[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n'
    unfinished = clocked_game(5, Result="*")
    assert list(past_games("\n".join((plain, unclocked, unfinished)), what="games.pgn")) == [None] * 3


def test_moves_of_an_opening_that_were_not_on_the_clock_do_not_count() -> None:
    text = clocked_game(10).replace("Nf3 { [%clk 0:04:59] }", "Nf3", 1)
    game = games_of(text)[0]
    assert [len(player.positions) for player in game.players] == [9, 10]
    assert game.players[0].positions[0].move_number == 2


@pytest.mark.parametrize(
    ("tag", "clock"), [("300+2", (300, 2)), ("60", (60, 0)), ("40/300", None), ("?", None), ("-", None)]
)
def test_the_clock_is_taken_from_controls_of_one_stage(tag: str, clock: tuple[float, float] | None) -> None:
    assert games_of(clocked_game(5, TimeControl=tag))[0].clock == clock


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "games.pgn must hold games in PGN, got none"),
        ('[Result "1-0"]\n\n1. Ke8 1-0\n', "games.pgn, game 1: illegal"),
        ('[FEN "nonsense"]\n[SetUp "1"]\n\n1. e4 1-0\n', "games.pgn, game 1: "),
    ],
)
def test_texts_that_are_no_games_are_refused(text: str, words: str) -> None:
    with pytest.raises(DataError) as caught:
        list(past_games(text, what="games.pgn"))
    assert words in str(caught.value)


def test_a_null_move_and_a_game_of_a_thousand_moves_are_left_out() -> None:
    assert list(past_games('[Result "1-0"]\n\n1. -- e5 1-0\n', what="games.pgn")) == [None]
    assert list(past_games(clocked_game(1_001), what="games.pgn")) == [None]
