"""Challenges: each rule at the table, with racks, bag, scores and clocks after it."""

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest

from tests.scrabble.fixtures_play import SEED, best_at_sight, room
from tests.scrabble.fixtures_player import RATES, knowledge, player, position_with_bag
from tests.scrabble.random_games import random_play
from zeitnot.clocks import TimeControl, WorkTime
from zeitnot.errors import DataError, SettingError
from zeitnot.games import GameWish
from zeitnot.policies import Uniform
from zeitnot.scrabble import (
    ChallengeRule,
    EventKind,
    Game,
    LetterDistribution,
    Lexicon,
    Move,
    Position,
    gcg,
    phoneys_of,
    words_of,
)
from zeitnot.scrabble.challenges import named_words
from zeitnot.scrabble.clocked_game import Answer, ClockedGame, PlayerSide
from zeitnot.scrabble.followed_board import ScrabbleFollower
from zeitnot.scrabble.play.human_game import ScrabbleHumanGame
from zeitnot.scrabble.table import Table
from zeitnot.turns import Challenge

VOID, SINGLE, DOUBLE = ChallengeRule.VOID, ChallengeRule.SINGLE, ChallengeRule.DOUBLE
WITH_PHONEYS = [rule for rule in ChallengeRule if rule is not VOID]
PHONEY, GOOD = "8D WIFYT", "8D WIFTY"
ALPHABET = knowledge().lexicon.distribution.alphabet


def table(rule: ChallengeRule, *, source: WorkTime | None = None) -> Table:
    """Deal FISTUWY to the first player."""
    game = Game.new(nicks=("ann", "bob"))
    control = TimeControl.parse("1:00 -10/min")
    return Table(game, control, knowledge(), seed=SEED, source=source or WorkTime(), rule=rule)


def plays(one: Table, text: str, used_s: float = 1.0) -> None:
    one.play(one.checked(Move.parse(text, ALPHABET)), worked_s=used_s)


def tiles_of(one: Table) -> Counter[int]:
    """Return all tiles: on the board, the racks and in the bag."""
    on_board = [0 if tile & 0x80 else tile for tile in one.game.state.board.tiles()]
    return Counter([*on_board, *one.racks[0], *one.racks[1], *one._bag._tiles])


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        *((rule.value, rule) for rule in ChallengeRule),
        ("Double", DOUBLE),
        ("5-point", ChallengeRule.FIVE),
        ("5 points", ChallengeRule.FIVE),
        ("10pts", ChallengeRule.TEN),
        ("ten", ChallengeRule.TEN),
        (" five/play ", ChallengeRule.FIVE_A_PLAY),
    ],
)
def test_a_rule_is_read_as_people_write_it(text: str, rule: ChallengeRule) -> None:
    assert ChallengeRule.parse(text) is rule


@pytest.mark.parametrize("text", ["", "7", "triple", "5/word", "void points"])
def test_another_rule_is_refused_with_those_there_are(text: str) -> None:
    with pytest.raises(SettingError, match=r"one of void, single, double, 5, 10, 5/play, 10/play, got"):
        ChallengeRule.parse(text)


@pytest.mark.parametrize(
    ("rule", "one", "three"),
    [
        *(("void", 0, 0), ("single", 0, 0), ("double", 0, 0), ("5", 5, 15), ("10", 10, 30)),
        *(("5/play", 5, 5), ("10/play", 10, 10)),
    ],
)
def test_a_wrong_challenge_costs_points_by_word_or_by_play(rule: str, one: int, three: int) -> None:
    assert (ChallengeRule(rule).cost_pts(1), ChallengeRule(rule).cost_pts(3)) == (one, three)


def test_a_phoney_cannot_be_played_where_words_are_checked_first() -> None:
    with pytest.raises(DataError, match="Not in ENABLE1: WIFYT"):
        plays(table(VOID), PHONEY)
    one = table(VOID)
    plays(one, GOOD)
    assert not one.can_challenge
    with pytest.raises(DataError, match="no play to challenge"):
        one.challenge()


@pytest.mark.parametrize("rule", WITH_PHONEYS)
def test_a_phoney_that_is_challenged_comes_off_and_its_player_loses_the_turn(rule: ChallengeRule) -> None:
    one = table(rule)
    racks, all_tiles = list(one.racks), tiles_of(one)
    plays(one, PHONEY, 2.0)
    assert one.game.state.scores == (36, 0)
    done = one.challenge()
    assert done.phoneys == ("WIFYT",)
    assert [event.kind for event in one.game.events] == [EventKind.MOVE, EventKind.WITHDRAWAL]
    assert (one.game.state.scores, one.on_turn, one.ply) == ((0, 0), 1, 1)
    assert one.game.state.board.is_empty
    assert one.racks == racks
    assert tiles_of(one) == all_tiles
    assert [one.clock.remaining_s(seat) for seat in (0, 1)] == [58.0, 60.0]
    assert not one.can_challenge


@pytest.mark.parametrize(
    ("rule", "scores", "on_turn"),
    [
        *(("single", (36, 0), 1), ("double", (36, 0), 0), ("5", (41, 0), 1), ("10", (46, 0), 1)),
        *(("5/play", (41, 0), 1), ("10/play", (46, 0), 1)),
    ],
)
def test_a_wrong_challenge_costs_what_the_rule_says(rule: str, scores: tuple[int, int], on_turn: int) -> None:
    one = table(ChallengeRule(rule))
    plays(one, GOOD)
    rack = one.racks[1]
    done = one.challenge(worked_s=0.5)
    assert not done.phoneys
    assert done.lost_turn == (rule == "double")
    assert (one.game.state.scores, one.on_turn) == (scores, on_turn)
    assert one.racks[1] == rack
    assert not one.can_challenge
    with pytest.raises(DataError, match="no play to challenge"):
        one.challenge()


def test_a_turn_lost_by_a_challenge_takes_its_time_and_says_so() -> None:
    source = WorkTime()
    one = table(DOUBLE, source=source)
    plays(one, GOOD)
    one.begin_turn()
    source.advance(4.0)
    one.challenge()
    event = one.game.events[-1]
    assert event.is_lost_turn
    assert event.note == "4.000s, 0:56 left, turn lost by a wrong challenge"
    assert (event.used_s, event.left_s) == (4.0, 56.0)
    assert one.clock.remaining_s(1) == 56.0
    assert not one.clock.running


def test_thinking_about_a_challenge_runs_on_the_challengers_clock() -> None:
    source = WorkTime()
    one = table(SINGLE, source=source)
    plays(one, PHONEY)
    one.begin_turn()
    source.advance(3.0)
    one.challenge()
    assert one.clock.running
    source.advance(2.0)
    plays_on = Move.pass_turn()
    assert one.play(plays_on) == 5.0
    assert one.clock.remaining_s(1) == 55.0


def two_words(rule: ChallengeRule) -> Table:
    """Lay AT below WIFTY, which makes WA, no word, and IT."""
    one = table(rule)
    plays(one, GOOD)
    one.racks[1] = ALPHABET.rack("AEIOTTN")
    plays(one, "9D AT")
    return one


def test_words_may_be_challenged_one_by_one() -> None:
    assert words_of(two_words(SINGLE).game, -1) == ("AT", "WA", "IT")
    assert phoneys_of(two_words(SINGLE).game, -1, knowledge().lexicon.__contains__) == ("WA",)
    one = two_words(ChallengeRule.FIVE)
    done = one.challenge(["AT", "IT"])
    assert (done.phoneys, done.cost_pts) == ((), 10)
    one = two_words(ChallengeRule.FIVE)
    assert one.challenge(["WA"]).phoneys == ("WA",)
    with pytest.raises(DataError, match="the last play made AT, WA, IT, got 'QUIZ' to challenge"):
        two_words(SINGLE).challenge(["QUIZ"])


def test_words_are_named_as_people_write_them() -> None:
    spanish = LetterDistribution.named("spanish")
    assert spanish is not None
    made = ("[CH]ICO", "A[LL]I")
    assert named_words(made, ["chico"], spanish.alphabet) == ("[CH]ICO",)
    assert named_words(made, ["Allí", "ALLI"], spanish.alphabet) == ("A[LL]I",)
    assert named_words(made, [], spanish.alphabet) == made


def test_a_word_made_twice_is_challenged_and_paid_for_once() -> None:
    one = table(ChallengeRule.FIVE)
    one.game = Game.of(Position.from_cgp(f"{'15/' * 6}3A1A9/{'15/' * 7}15 / 0/0 0"), nicks=("ann", "bob"))
    one.racks[0] = ALPHABET.rack("TOTEIIU")
    plays(one, "8D TOT")
    assert words_of(one.game, -1) == ("TOT", "AT")
    assert one.open_challenge().cost_pts == 10
    assert one.challenge().cost_pts == 10


@pytest.mark.parametrize("rule", WITH_PHONEYS)
def test_a_game_with_challenges_is_kept_and_resumed(rule: ChallengeRule) -> None:
    one = table(rule)
    plays(one, GOOD)
    one.challenge(worked_s=1.0)
    plays(one, "-")
    record = one.record()
    assert f"#challenge-rule {rule.value}\n" in gcg.text(record)
    again = Table.resumed(gcg.parse(gcg.text(record)), knowledge(), seed=1, source=WorkTime())
    assert (again.rule, again.game, again.racks) == (rule, one.game, one.racks)


def test_a_game_without_a_rule_was_checked_word_by_word() -> None:
    one = table(VOID)
    plays(one, GOOD)
    text = gcg.text(one.record()).replace("#challenge-rule void\n", "")
    assert Table.resumed(gcg.parse(text), knowledge(), seed=1).rule is VOID


def test_a_phoney_of_a_resumed_game_can_still_be_challenged() -> None:
    one = table(SINGLE)
    plays(one, PHONEY)
    again = Table.resumed(gcg.parse(gcg.text(one.record())), knowledge(), seed=1, source=WorkTime())
    before = tiles_of(again)
    again.challenge()
    assert again.game.state.board.is_empty
    assert ALPHABET.rack_text(again.racks[0]) == "FISTUWY"
    assert tiles_of(again) == before


def test_turns_are_taken_back_with_the_challenges_between_them() -> None:
    one = table(DOUBLE)
    racks, all_tiles = list(one.racks), tiles_of(one)
    plays(one, PHONEY, 3.0)
    one.challenge()
    plays(one, "-", 2.0)
    one.take_back(2)
    assert one.game.events == ()
    assert one.racks == racks
    assert tiles_of(one) == all_tiles
    assert [one.clock.remaining_s(seat) for seat in (0, 1)] == [60.0, 60.0]


def near_the_end(rule: ChallengeRule) -> tuple[Table, Move]:
    """Return a table with an empty bag, and a play with phoneys by which the player on turn goes out."""
    position = position_with_bag(0)
    one = table(rule)
    one.game = Game.of(position, nicks=("ann", "bob"))
    one.racks = [position.rack, position.unseen]
    one._bag._tiles.clear()
    rng = Random(1)
    lexicon = knowledge().lexicon
    while True:
        play = random_play(one.game, list(position.rack), rng)
        if play and len(play.used) == len(position.rack) and any(word not in lexicon for word in play.words):
            return one, play.move


def test_a_play_that_went_out_can_be_challenged_and_the_game_goes_on() -> None:
    one, move = near_the_end(SINGLE)
    racks = list(one.racks)
    one.play(move, worked_s=1.0)
    assert one.awaits_challenge
    assert not one.is_over
    one.challenge()
    assert not one.awaits_challenge
    assert not one.is_over
    assert one.racks == racks
    assert one.on_turn == 1


def test_a_wrong_challenge_after_the_last_play_loses_no_turn() -> None:
    one, move = near_the_end(DOUBLE)
    one.play(move, worked_s=0.0)
    one.lexicon = Lexicon.of_words(words_of(one.game, -1), name="MINE")
    assert not one.challenge(worked_s=0.0).lost_turn
    assert one.is_over
    one.finish()
    one.finish()
    kinds = [event.kind for event in one.game.events]
    assert kinds == [EventKind.MOVE, EventKind.CHALLENGE_BONUS, EventKind.END_RACK]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trusting(Uniform):
    """Challenges nothing."""

    name: ClassVar[str] = "trusting"

    def challenges(self, challenge: Challenge) -> bool:
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspicious(Uniform):
    """Challenges everything."""

    name: ClassVar[str] = "suspicious"

    def challenges(self, challenge: Challenge) -> bool:
        return True


class TestTerminal:
    """Games at the terminal."""

    def test_the_engine_challenges_a_phoney_and_plays_on(self) -> None:
        played = room([PHONEY], rule=DOUBLE).run()
        kinds = [event.kind for event in played.table.game.events]
        assert kinds == [EventKind.MOVE, EventKind.WITHDRAWAL, EventKind.MOVE]
        assert "zeitnot challenged: WIFYT is not in ENABLE1; the play comes off" in played.screen.said
        assert "ann challenged off -36" in played.screen.pictures[-1]

    def test_a_policy_may_let_a_phoney_stand(self) -> None:
        played = room([PHONEY], rule=DOUBLE, policy=Trusting()).run()
        assert [event.kind for event in played.table.game.events] == [EventKind.MOVE] * 2
        assert played.table.game.state.scores[0] == 36

    def test_a_policy_that_challenges_a_good_play_pays_for_it(self) -> None:
        played = room([GOOD, "quit"], rule=DOUBLE, policy=Suspicious()).run()
        assert played.table.game.events[1].is_lost_turn
        assert played.table.on_turn == 0
        assert "zeitnot challenged: WIFTY is good in ENABLE1; the turn is lost" in played.screen.said

    def test_a_human_pays_for_every_word_challenged(self) -> None:
        played = room([GOOD, "challenge"], rule=ChallengeRule.FIVE).run()
        event = played.table.game.events[-1]
        words = words_of(played.table.game, 1)
        assert (event.kind, event.player) == (EventKind.CHALLENGE_BONUS, 1)
        assert event.points == 5 * len(words)
        assert f"{', '.join(words)} {'is' if len(words) == 1 else 'are'} good in ENABLE1" in played.text

    def test_a_human_may_challenge_one_word(self) -> None:
        before = room([GOOD], rule=ChallengeRule.TEN).run()
        word = words_of(before.table.game, 1)[0]
        played = room([GOOD, f"Challenge {word.lower()}"], rule=ChallengeRule.TEN).run()
        assert played.table.game.events[-1].points == 10

    def test_a_human_loses_the_turn_by_a_wrong_double_challenge(self) -> None:
        played = room([GOOD, ("challenge", 3.0), "quit"], rule=DOUBLE).run()
        lost = played.table.game.events[2]
        assert lost.is_lost_turn
        assert lost.used_s == 3.0
        assert len(played.table.game.events) == 4
        assert "ann lost a turn" in played.screen.pictures[-1]

    def test_nothing_is_challenged_where_words_are_checked_first(self) -> None:
        played = room([GOOD, "challenge"]).run()
        assert "There are no challenges in this game" in played.text
        assert len(played.table.game.events) == 2

    def test_there_is_nothing_to_challenge_before_the_first_play(self) -> None:
        assert "There is no play to challenge." in room(["challenge"], rule=SINGLE).run().text

    def test_a_game_with_a_phoney_on_the_board_is_played_to_its_end(self) -> None:
        played = room([PHONEY], always=(best_at_sight, 0.5), rule=SINGLE, policy=Trusting()).run()
        game = played.table.game
        assert game.is_over
        assert gcg.parse(gcg.text(played.kept[-1])).game == game
        is_word = knowledge().lexicon.__contains__
        moves = [place for place, event in enumerate(game.events) if event.kind is EventKind.MOVE]
        assert [place for place in moves if phoneys_of(game, place, is_word)] == [0]

    def test_a_phoney_that_goes_out_is_challenged_before_the_tiles_are_counted(self) -> None:
        late, move = near_the_end(SINGLE)
        played = room([move.text(ALPHABET)], rule=SINGLE)
        played.table.game, played.table.racks, played.table._bag = late.game, late.racks, late._bag
        played.run()
        kinds = [event.kind for event in played.table.game.events]
        assert kinds[:3] == [EventKind.MOVE, EventKind.WITHDRAWAL, EventKind.MOVE]


class Phoney(PlayerSide):
    """A side whose first play is a phoney."""

    def answer(self, table: Table) -> Answer:
        found = super().answer(table)
        if found.move is None or table.ply > 1:
            return found
        rng, lexicon = Random(4), knowledge().lexicon
        while True:
            play = random_play(table.game, list(table.racks[table.on_turn]), rng)
            if play is not None and play.words[0] not in lexicon:
                record = replace(found.record, move=table.position().move_text(play.move))
                return Answer(move=play.move, record=record)


class GoesOut(PlayerSide):
    """A side that begins with the move that it is told."""

    move: Move | None = None

    def answer(self, table: Table) -> Answer:
        found, move = super().answer(table), self.move
        self.move = None
        return found if move is None else replace(found, move=move)


class TestMatch:
    """Clocked games between players."""

    @staticmethod
    def game(rule: ChallengeRule, *, honest: Uniform | None = None) -> ClockedGame:
        one, other = player("uniform", rates=RATES), player("uniform", rates=RATES)
        if honest is not None:
            one.manager.policy = honest
        control = TimeControl.parse("0:05 -10/min")
        return ClockedGame((Phoney(other, seed=1), one), control, seed=1, nicks=("bluff", "good"), rule=rule)

    def test_a_player_challenges_a_phoney_and_both_board_and_record_follow(self) -> None:
        result = self.game(SINGLE).play()
        game = result.record.game
        assert [event.kind for event in game.events[:3]] == [
            *(EventKind.MOVE, EventKind.WITHDRAWAL, EventKind.MOVE),
        ]
        assert result.turns[1].record.move.startswith("-- ")
        assert result.record.pragma("challenge-rule") == "single"
        assert gcg.parse(gcg.text(result.record)).game == game
        follower = ScrabbleFollower(ALPHABET, game.layout)
        for turn in result.turns:
            follower.play(turn.record.move)
        assert follower._board == game.state.board

    def test_a_phoney_that_went_out_and_came_off_is_marked_in_the_next_turn(self) -> None:
        late, move = near_the_end(SINGLE)
        sides = GoesOut(player("uniform", rates=RATES), seed=1), player("uniform", rates=RATES)
        sides[0].move = move
        one = ClockedGame(sides, TimeControl.parse("0:05 -10/min"), seed=1, rule=SINGLE)
        one._table.game, one._table.racks, one._table._bag = late.game, late.racks, late._bag
        result = one.play()
        assert [event.kind for event in result.record.game.events[:2]] == [
            *(EventKind.MOVE, EventKind.WITHDRAWAL),
        ]
        assert result.turns[1].record.move.startswith("-- ")

    def test_a_policy_that_trusts_lets_the_phoney_stay(self) -> None:
        result = self.game(SINGLE, honest=Trusting()).play()
        game = result.record.game
        assert game.is_over
        assert phoneys_of(game, 0, knowledge().lexicon.__contains__)
        assert not [event for event in game.events if event.kind is EventKind.WITHDRAWAL]

    def test_a_policy_that_challenges_everything_loses_turns(self) -> None:
        result = self.game(DOUBLE, honest=Suspicious()).play()
        lost = [event for event in result.record.game.events if event.is_lost_turn]
        assert lost
        assert {event.player for event in lost} == {1}
        moves = [event for event in result.record.game.events if event.kind is EventKind.MOVE]
        assert len(result.turns) == len(moves)
        assert [turn.seat for turn in result.turns] == [event.player for event in moves]
        repeated = self.game(DOUBLE, honest=Suspicious()).play()
        assert repeated == result


class TestBrowser:
    """Games without a screen of their own."""

    @pytest.fixture(autouse=True)
    def _same_tiles(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("zeitnot.scrabble.play.human_game._new_seed", lambda: SEED)

    @staticmethod
    def begun(folder: Path, rule: str) -> ScrabbleHumanGame:
        control, options = TimeControl.parse("25:00 -10/min"), {"challenge": rule}
        wish = GameWish(policy="magpie", control=control, options=options)
        game = ScrabbleHumanGame.begin(wish, folder)
        game.start_clock()
        return game

    @staticmethod
    def engine_moves(game: ScrabbleHumanGame) -> None:
        search = game.begin_search()
        if search is not None:
            search.stop()
            search.result()
            game.end_search(search)

    def test_the_engine_challenges_a_phoney(self, tmp_path: Path) -> None:
        game = self.begun(tmp_path, "double")
        game.play("8D WIFYT")
        self.engine_moves(game)
        view = game.view()
        assert [move.text for move in view.moves][:2] == ["8D WIFYT", "challenged off"]
        assert view.seats[0].score == 0
        assert game.is_humans_turn
        game.take_back()
        assert game.view().moves == []

    def test_a_play_that_came_off_is_not_marked_on_the_board(self, tmp_path: Path) -> None:
        game = self.begun(tmp_path, "single")
        game.play("8D WIFYT")
        assert game.view().board["last"] == ["8D", "8E", "8F", "8G", "8H"]
        game._challenge_phoney()
        assert game.view().board["last"] == []
        game.stop_clock()

    def test_a_phoney_that_goes_out_is_challenged_before_the_tiles_are_counted(self, tmp_path: Path) -> None:
        late, move = near_the_end(SINGLE)
        game = self.begun(tmp_path, "single")
        game._table.game, game._table.racks, game._table._bag = late.game, late.racks, late._bag
        game.play(move.text(ALPHABET))
        assert not game.is_over
        assert [each.text for each in game.view().moves][1:] == ["challenged off"]
        assert game._table.clock.running
        game.stop_clock()

    def test_a_human_may_challenge_once(self, tmp_path: Path) -> None:
        game = self.begun(tmp_path, "5")
        assert "challenge" not in game.can()
        game.play("8D WIFTY")
        self.engine_moves(game)
        assert "challenge" in game.can()
        assert "good in ENABLE1; it costs " in game.challenge()
        assert "challenge" not in game.can()
        assert game.is_humans_turn

    def test_a_wrong_double_challenge_hands_the_turn_over(self, tmp_path: Path) -> None:
        game = self.begun(tmp_path, "double")
        game.play("8D WIFTY")
        self.engine_moves(game)
        assert "the turn is lost" in game.challenge()
        assert not game.is_humans_turn
        assert game._table.clock.to_move == 1
        assert game._table.clock.running
        game.stop_clock()

    def test_a_rule_that_does_not_exist_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(SettingError, match="challenges must be one of 'void', 'single'"):
            self.begun(tmp_path, "triple")
