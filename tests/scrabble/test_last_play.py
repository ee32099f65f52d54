"""The last play of a game: the engine goes out, and the human challenges it or accepts it."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.scrabble.finished_game import finished_game as game_of_seed
from tests.scrabble.fixtures_play import Answer, Room, room
from tests.scrabble.fixtures_player import knowledge
from zeitnot.clocks import TimeControl, WorkTime
from zeitnot.errors import DataError
from zeitnot.games import GameWish
from zeitnot.scrabble import ChallengeRule, EventKind, Game, GameRecord, Lexicon, gcg
from zeitnot.scrabble.play.human_game import ScrabbleHumanGame
from zeitnot.scrabble.rules import off_board
from zeitnot.scrabble.table import Table, can_go_on
from zeitnot.web.open_game import OpenGame

SINGLE, DOUBLE, FIVE = ChallengeRule.SINGLE, ChallengeRule.DOUBLE, ChallengeRule.FIVE


def finished_game() -> GameRecord:
    """Return a game whose last play is the only best one: an engine that solves it goes out, too."""
    return game_of_seed(3)


def engine_goes_out(one: Table) -> None:
    """Put a whole game on a table up to the play by which the engine goes out."""
    whole = finished_game().game
    one.game = replace(whole, events=whole.events[:-1], states=whole.states[:-1], nicks=one.game.nicks)
    one.racks = [(), ()]
    one.racks[one.on_turn] = off_board(one.game.state.board, one.game.distribution)
    one._bag._tiles.clear()
    one._replay_clock()


def human_seat() -> int:
    """Return the seat that does not go out in that game."""
    return finished_game().game.state.on_turn


def test_a_game_that_awaits_a_challenge_is_kept_and_resumed() -> None:
    one = Table(Game.new(), TimeControl.parse("1:00"), knowledge(), seed=1, source=WorkTime(), rule=SINGLE)
    engine_goes_out(one)
    record = gcg.parse(gcg.text(one.record()))
    assert can_go_on(record)
    again = Table.resumed(record, knowledge(), seed=1, source=WorkTime())
    assert again.awaits_challenge
    assert (again.game, again.racks) == (one.game, one.racks)
    again.finish()
    assert again.game.events == finished_game().game.events
    assert not can_go_on(again.record())
    text = gcg.text(one.record()).replace("#challenge-rule single", "#challenge-rule void")
    with pytest.raises(DataError, match="must be incomplete, got one that is over"):
        Table.resumed(gcg.parse(text), knowledge(), seed=1)


def gone_out(answers: Sequence[Answer], rule: ChallengeRule, words: Sequence[str] = ()) -> Room:
    """Return a game in which the engine has gone out; words: the lexicon has these alone."""
    played = room(answers, rule=rule, second=human_seat() == 1)
    engine_goes_out(played.table)
    if words:
        played.table.lexicon = Lexicon.of_words(words, name="FEW")
    return played


def test_the_last_play_of_the_engine_is_accepted_by_a_pass() -> None:
    played = gone_out(["hint", "moves", "8D WORD", ("pass", 3.0)], SINGLE).run()
    assert played.text.count("zeitnot has made the last play: challenge it, or pass") == 4
    assert played.table.game.events == finished_game().game.events
    assert played.table.clock.remaining_s(human_seat()) == 57.0
    assert gcg.parse(gcg.text(played.kept[-1])).game == played.table.game
    assert " won by " in played.screen.said[-2]


def test_a_wrong_challenge_of_the_last_play_costs_points_and_ends_the_game() -> None:
    played = gone_out(["challenge"], FIVE).run()
    game, whole = played.table.game, finished_game().game
    bonus, tiles = game.events[-2:]
    assert (bonus.kind, tiles) == (EventKind.CHALLENGE_BONUS, whole.events[-1])
    engine = 1 - human_seat()
    assert game.state.scores[engine] == whole.state.scores[engine] + bonus.points
    text = gcg.text(played.kept[-1])
    assert f">zeitnot: (challenge) +{bonus.points} " in text
    assert gcg.parse(text).game == game


def test_a_last_play_that_is_challenged_off_goes_on_with_the_humans_turn() -> None:
    played = gone_out(["challenge", "pass"], DOUBLE, ["AA"]).run()
    out, off, passed, *_ = played.table.game.events[len(finished_game().game.events) - 2 :]
    assert (out.player, off.kind) == (1 - human_seat(), EventKind.WITHDRAWAL)
    assert (passed.player, passed.points) == (human_seat(), 0)
    assert gcg.parse(gcg.text(played.kept[-1])).game == played.table.game


def test_a_game_left_before_the_last_play_is_accepted_can_be_resumed() -> None:
    played = gone_out([], SINGLE).run()
    assert "Game put aside" in played.text
    record = gcg.parse(gcg.text(played.kept[-1]))
    again = room(["pass"], record=record, second=human_seat() == 1).run()
    assert again.table.game.events == finished_game().game.events
    assert "Game put aside" not in again.text


def begun(folder: Path, rule: ChallengeRule) -> ScrabbleHumanGame:
    """Return a game without a screen in which the engine has gone out; its clock stands."""
    wish = GameWish(
        policy="magpie",
        control=TimeControl.parse("25:00 -10/min"),
        seat=human_seat(),
        options={"challenge": rule.value},
    )
    game = ScrabbleHumanGame.begin(wish, folder)
    engine_goes_out(game._table)
    return game


def test_the_last_play_of_the_engine_waits_to_be_accepted(tmp_path: Path) -> None:
    game = begun(tmp_path, SINGLE)
    game = ScrabbleHumanGame.resumed(game.text(), tmp_path)
    game.start_clock()
    assert not game.is_over
    assert (game.view().result, game.can()) == ("", ["move", "pass", "challenge", "resign"])
    for refused in (game.take_back, game.hint, lambda: game.play("8D WORD")):
        with pytest.raises(DataError):
            refused()
    game.play("pass")
    assert game._table.game.events == finished_game().game.events
    assert game.can() == []
    assert not game._table.clock.running
    assert " won by " in ScrabbleHumanGame.resumed(game.text(), tmp_path).view().result


@pytest.mark.parametrize(("action", "text"), [("move", "pass"), ("challenge", "")])
def test_a_page_can_accept_or_challenge_the_last_play(action: str, text: str, tmp_path: Path) -> None:
    game = begun(tmp_path, FIVE)
    opened = OpenGame(game, tmp_path / "game.gcg")
    for refused in ("hint", "take_back"):
        with pytest.raises(DataError, match="not possible now"):
            opened.act(refused, ply=game.ply)
    opened.act(action, text=text, ply=game.ply)
    assert game.is_over
    assert gcg.read(tmp_path / "game.gcg").game.events[-1] == finished_game().game.events[-1]


def test_a_wrong_challenge_of_the_last_play_ends_the_game(tmp_path: Path) -> None:
    game = begun(tmp_path, ChallengeRule.TEN)
    assert "good in ENABLE1; it costs " in game.challenge()
    assert game.is_over
    assert [move.text.split()[0] for move in game.view().moves[-2:]] == ["challenge", "end"]


def test_the_engine_says_that_its_last_play_can_be_challenged(tmp_path: Path) -> None:
    game = begun(tmp_path, SINGLE)
    one = game._table
    one.game = replace(one.game, events=one.game.events[:-1], states=one.game.states[:-1])
    one.racks[one.on_turn] = finished_game().game.events[-2].rack
    one._replay_clock()
    game.start_clock()
    search = game.begin_search()
    assert search is not None
    search.result()  # solved to the end, so that the move does not depend on when a search was stopped
    game.end_search(search)
    assert one.awaits_challenge
    assert one.clock.running
    plan = game.view().plan
    assert plan is not None
    assert plan.lines[-1].startswith("zeitnot has made the last play: challenge it")
    game.stop_clock()
