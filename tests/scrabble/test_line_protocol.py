"""The line protocol: both sides of it, a real match over pipes, and programs that fail in every way."""

import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scrabble.finished_game import finished_game
from tests.scrabble.fixtures_player import RATES, knowledge, player
from zeitnot.clocks import TimeControl, WorkTime
from zeitnot.errors import DataError, EngineFaultError, SettingError
from zeitnot.games import Fault, GameOrder, MatchTerms, Participant, PlayedGame, RefereeRules, find_game
from zeitnot.lab import MatchPlan
from zeitnot.scrabble import (
    ChallengeRule,
    EventKind,
    Game,
    LetterDistribution,
    Move,
    MoveKind,
    Position,
    gcg,
    kwg_of_list,
    observed_play,
)
from zeitnot.scrabble.clocked_game import ClockedGame
from zeitnot.scrabble.line_player import LinePlayer
from zeitnot.scrabble.line_protocol import ANSWERS, NewGame, clocks_text, last_text, parse_clocks
from zeitnot.scrabble.line_server import LineServer
from zeitnot.scrabble.match_table import ScrabbleTable
from zeitnot.scrabble.table import Table

SCRIPT = Path(__file__).with_name("scripted_line_engine.py")
SERVER = f"{sys.executable} -m zeitnot scrabble engine --threads 1 --work 20000 --policy uniform"
EMPTY = "/".join(["15"] * 15)
ALPHABET = knowledge().lexicon.distribution.alphabet
QUICK = player("uniform")


def scripted(kind: str, log: Path | str = "") -> list[str]:
    return [sys.executable, str(SCRIPT), kind, str(log)]


def terms(first: str, second: str = "uniform", control: str = "0:00.4", **changes: Any) -> MatchTerms:
    sides = tuple(Participant.parse(text, "scrabble") for text in (first, second))
    rules = RefereeRules(stall_s=0.2)
    return MatchTerms(participants=sides, control=control, rules=rules, **changes)


def played(first: str, second: str = "uniform", **changes: Any) -> PlayedGame:
    one = ScrabbleTable(terms(first, second, **changes))
    try:
        return one.play(GameOrder(number=0, sides=(0, 1), opening=0))
    finally:
        one.close()


class TestServer:
    """Our own player behind the protocol."""

    @staticmethod
    def answers(*lines: str, policy: str = "uniform") -> list[str]:
        said: list[str] = []
        LineServer(player(policy), name="test", say=said.append).run(lines)
        return said

    NEW = "newgame seat 0 rule single lexicon ENABLE1 clock 1:00 -10/min"

    def test_it_introduces_itself_and_gets_ready(self) -> None:
        assert self.answers("hello 1", self.NEW) == ["hello 1 test", "ready"]

    def test_it_answers_a_position_with_a_legal_move(self) -> None:
        said = self.answers(
            self.NEW, f"position {EMPTY} FISTUWY/ 0/0 0", "last none", "go 60000 60000", "result 30 20"
        )
        assert said == ["ready", "move 8D WIFTY"]

    def test_it_challenges_a_phoney_that_may_be_challenged(self) -> None:
        board = "/".join(["15"] * 7 + ["3WIFYT7"] + ["15"] * 7)
        for state, first in (("open", "challenge"), ("stands", "move"), ("off", "move")):
            said = self.answers(
                self.NEW, f"position {board} AEINRST/ 0/36 0", f"last {state} 8D WIFYT", "go 9000 9000"
            )
            assert said[1].split()[0] == first
        accept = ("last open 8D WIFYT", "accept 9000 9000")
        assert self.answers(self.NEW, f"position {board} AEINRST/ 0/36 0", *accept)[1] == "challenge"
        good = board.replace("WIFYT", "WIFTY")
        accept = ("last open 8D WIFTY", "accept 9000 9000")
        assert self.answers(self.NEW, f"position {good} AEINRST/ 0/36 0", *accept)[1] == "accept"

    def test_it_moves_in_overtime_and_without_a_clock(self) -> None:
        position = f"position {EMPTY} AEINRST/ 0/0 0"
        assert self.answers(self.NEW, position, "go -500 1000")[1].startswith("move ")
        fixed = self.NEW.replace("1:00 -10/min", "0.1s/move")
        assert self.answers(fixed, position, "go 100 100")[1].startswith("move ")

    @pytest.mark.parametrize(
        ("line", "said"),
        [
            ("hello 7", "the version must be 1"),
            ("isready", "a line must begin with hello"),
            ("newgame", "newgame must be followed by seat 0"),
            ("newgame seat 0 rule triple lexicon X clock 5:00", "a challenge rule must be one of"),
            ("newgame seat 0 rule void lexicon X clock soon", "time control"),
            ("position 8/8/8", "CGP"),
            ("last maybe 8D WORD", "last must be none"),
            ("last open", "a move must look like"),
            ("go 1000 1000", "a position must come before go"),
            ("go", "two times in milliseconds"),
            ("go 1 2 3", "two times in milliseconds"),
            ("go 1e400 5", "two times in milliseconds"),
        ],
    )
    def test_what_is_wrong_is_answered_in_one_line_and_it_goes_on(self, line: str, said: str) -> None:
        first, second = self.answers(line, "", "hello 1", "quit", "hello 1")
        assert first.startswith("error ")
        assert said in first
        assert second == "hello 1 test"


def table(rule: ChallengeRule = ChallengeRule.VOID) -> Table:
    control = TimeControl.parse("1:00 -10/min")
    return Table(Game.new(), control, knowledge(), seed=5, source=WorkTime(), rule=rule)


def plays(one: Table, text: str) -> None:
    one.play(one.checked(Move.parse(text, ALPHABET)), worked_s=1.0)


def test_a_new_game_is_written_and_read_back() -> None:
    new = NewGame.of(table(ChallengeRule.FIVE), 1)
    assert new.text == "seat 1 rule 5 lexicon ENABLE1 clock 1:00 -10/min"
    assert NewGame.parse(new.text) == new


def test_clocks_are_in_whole_milliseconds_and_below_zero_in_overtime() -> None:
    one = table()
    one.clock.spend(61.2345)
    assert clocks_text(one, 0) == "-1235 60000"
    assert parse_clocks("-1235 60000") == (-1.235, 60.0)
    assert parse_clocks("inf inf") == (float("inf"), float("inf"))


def test_the_last_turn_is_told_without_what_is_secret() -> None:
    one = table(ChallengeRule.SINGLE)
    assert last_text(one, 0) == "none"
    plays(one, "8D WIFTY")
    assert last_text(one, 1) == "open 8D WIFTY"
    one.challenge()
    assert last_text(one, 1) == "stands 8D WIFTY"
    given = ALPHABET.rack_text(one.racks[1][:2])
    plays(one, f"-{given}")
    assert last_text(one, 0) == "stands -2"
    plays(one, "-")
    assert last_text(one, 1) == "stands -"
    again = table(ChallengeRule.SINGLE)
    plays(again, "8D WIFYT")
    again.challenge()
    assert last_text(again, 1) == "off 8D WIFYT"
    checked = table()
    plays(checked, "8D WIFTY")
    assert last_text(checked, 1) == "stands 8D WIFTY"


def test_our_player_plays_our_player_over_a_pipe_with_the_referees_clock() -> None:
    game = played("uniform", f"{SERVER}:name=pipe", control="0:01 -10/min")
    assert game.fault is None
    assert game.scores_pts is not None
    assert min(game.scores_pts) > 100
    record = gcg.parse(game.text, is_word=knowledge().lexicon.__contains__)
    assert record.game.is_over
    assert record.game.nicks == ("uniform", "pipe")
    piped = [turn for turn in game.turns if turn.seat == 1]
    assert {turn.record.policy for turn in piped} == {"own clock"}
    used_s = sum(turn.referee_s for turn in piped)
    assert game.left_s[1] == pytest.approx(1.0 - used_s)
    assert all(turn.record.clock_before_s is not None for turn in piped)
    for turn in piped:
        assert 0 <= turn.record.used_s <= turn.referee_s


@pytest.mark.parametrize(
    ("kind", "fault", "said"),
    [
        ("hangs", Fault.STALL, "must answer within 0.6 s, got nothing"),
        ("floods", Fault.STALL, "must answer within 0.6 s, got nothing"),
        ("dies", Fault.CRASH, "ended: exit code 1: out of tiles"),
        ("nonsense", Fault.ILLEGAL, "must answer 'move' or 'challenge', got 'what do you want'"),
        ("error", Fault.ILLEGAL, "got 'error I do not know'"),
        ("illegal", Fault.ILLEGAL, "must play a legal move, got '8H QX'"),
        ("far", Fault.ILLEGAL, "must play a legal move, got '1A AB'"),
        ("garbage", Fault.ILLEGAL, "must play a legal move, got '?!*'"),
        ("endless", Fault.ILLEGAL, "must play a legal move, got '8H long long"),
        ("challenges", Fault.ILLEGAL, "challenged where nothing can be challenged"),
        ("mute", Fault.STALL, "must answer within"),
        ("new", Fault.ILLEGAL, "must answer 'hello 1 NAME', got 'hello 2 too new'"),
        ("uci", Fault.ILLEGAL, "must answer 'hello', got 'uciok'"),
    ],
)
def test_a_program_that_fails_loses_that_game_and_nothing_else(
    kind: str, fault: Fault, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if kind == "mute":
        monkeypatch.setattr("zeitnot.scrabble.match_table.START_S", 0.3)
    entry = f"{shlex.join(scripted(kind)[:-1])}:name=bad"
    one = ScrabbleTable(terms(entry))
    try:
        games = [one.play(GameOrder(number=number, sides=(0, 1), opening=0)) for number in (0, 1)]
    finally:
        one.close()
    assert not one._programs
    for game in games:
        assert (game.fault, game.fault_seat, game.half_points) == (fault, 0, 0)
        assert game.words.startswith("bad ")
        assert said in game.words
        assert "\n" not in game.words
        assert len(game.words) < 400
        record = gcg.parse(game.text)
        assert record.pragma("note") == f"bad lost: {game.words}"


def test_chatter_and_answers_that_nobody_asked_for_do_no_harm() -> None:
    entry = f"{shlex.join(scripted('chatters')[:-1])}:name=chatty"
    game = played(entry, control="0:01 -10/min")
    assert game.fault is None


def test_what_was_said_before_a_question_is_no_answer_to_it() -> None:
    line = LinePlayer(scripted("passes"), name="x", knowledge=knowledge())
    one = table()
    try:
        line.start()
        line._lines.append("what now")
        line.new_game(one, 0)
        line._lines.append("move 8D WIFTY")
        assert line.answer(one).move == Move.pass_turn()
    finally:
        line.close()


def test_a_program_sees_its_own_rack_the_clocks_and_the_last_turn(tmp_path: Path) -> None:
    log = tmp_path / "log"
    sides = (
        player("uniform", rates=None),
        LinePlayer(scripted("passes", log), name="x", knowledge=knowledge(), options={"Speed": "9"}),
    )
    game = ClockedGame(sides, TimeControl.parse("0:01 -10/min"), seed=5, rule=ChallengeRule.FIVE)
    result = game.play()
    sides[1].close()
    lines = log.read_text(encoding="utf-8").splitlines()
    assert lines[:3] == [
        "hello 1",
        "option Speed 9",
        "newgame seat 1 rule 5 lexicon ENABLE1 clock 0:01 -10/min",
    ]
    assert lines[4].startswith("last open ")
    turns = [event for event in result.record.game.events if event.kind is EventKind.MOVE]
    positions = [line.split(" ") for line in lines if line.startswith("position ")]
    racks = [ALPHABET.rack_text(event.rack) for event in turns if event.player == 1]
    assert [words[2] for words in positions][: len(racks)] == [f"{rack}/" for rack in racks]
    goes = [line.split() for line in lines if line.startswith("go ")]
    assert len(goes) == len(racks)
    assert all(int(words[1]) <= 1000 and int(words[2]) <= 1000 for words in goes)
    assert lines[-2] == f"result {result.scores[1]} {result.scores[0]}"
    assert lines[-1] == "quit"


@pytest.mark.parametrize(
    ("rule", "costs_turn"), [(ChallengeRule.SINGLE, False), (ChallengeRule.DOUBLE, True)]
)
def test_a_program_may_challenge(rule: ChallengeRule, costs_turn: bool) -> None:
    """It challenges whatever it is asked, so that it is at fault once its challenge has come to nothing."""
    sides = (
        player("uniform", rates=None),
        LinePlayer(scripted("challenges"), name="x", knowledge=knowledge()),
    )
    result = ClockedGame(sides, TimeControl.parse("0:01 -10/min"), seed=5, rule=rule).play()
    sides[1].close()
    events = result.record.game.events
    if costs_turn:
        assert all(event.is_lost_turn for event in events if event.player == 1 and event.move is not None)
        assert result.fault is None
    else:
        assert events[1].kind is EventKind.CHALLENGE_BONUS
        assert result.fault is Fault.ILLEGAL


def test_programs_are_tried_before_a_match_begins() -> None:
    scrabble = find_game("scrabble")
    bad = terms(f"{shlex.join(scripted('uci')[:-1])}:name=bad")
    with pytest.raises(DataError, match="bad must answer 'hello', got 'uciok'"):
        scrabble.check_engines(bad)
    good = terms(f"{shlex.join(scripted('passes')[:-1])}:name=good")
    assert scrabble.check_engines(good) == ["good is scripted"]
    (endless,) = scrabble.check_engines(terms(f"{shlex.join(scripted('endless')[:-1])}:name=endless"))
    assert endless.startswith("endless is ?[2Jlong long ")
    assert len(endless) < 100
    assert scrabble.check_engines(terms("uniform", "magpie")) == []


def test_a_program_plays_on_its_own_clock_by_the_wall() -> None:
    program = shlex.join(scripted("passes")[:-1])
    with pytest.raises(SettingError, match="uniform, magpie, learned, or a program on its own clock"):
        Participant.parse(f"{program}+uniform", "scrabble")
    sides = tuple(Participant.parse(text, "scrabble") for text in (program, "magpie"))
    with pytest.raises(SettingError, match="work time of scrabble must have built-in players on both sides"):
        MatchPlan(game="scrabble", participants=sides, control="1:00", work_per_s=100.0)


def test_a_program_that_cannot_be_started_is_a_fault() -> None:
    line = LinePlayer(["/nowhere/at-all"], name="x", knowledge=knowledge())
    with pytest.raises(EngineFaultError, match="must be a program that can be run"):
        line.start()


def test_a_rule_of_a_match_is_in_its_settings_and_in_its_games() -> None:
    plan = find_game("scrabble").prepare([("challenge", "5-point")])
    assert plan == (("challenge", "5"),)
    with pytest.raises(SettingError, match="a challenge rule must be one of"):
        find_game("scrabble").prepare([("challenge", "triple")])
    for count in ("0", "-1", "two", "9" * 5_000):
        with pytest.raises(SettingError, match="plies must be a whole number, 1 or more"):
            find_game("scrabble").prepare([("plies", count)])
    fast = replace(terms("uniform", "magpie", control="0:02 -10/min"), settings=plan, work_per_s=100.0)
    one = ScrabbleTable(fast)
    text = one.play(GameOrder(number=0, sides=(0, 1), opening=0)).text
    assert "#challenge-rule 5\n" in text


@pytest.mark.parametrize(
    ("count", "score", "words"),
    [
        (7, 1, "a game must have tiles for both players, at least 8, got the 7 of 'tiles'"),
        (9, 31, "at most 30"),
    ],
)
def test_tiles_that_no_game_can_be_played_with_are_refused_before_a_match(
    count: int, score: int, words: str, tmp_path: Path
) -> None:
    (tmp_path / "tiles.csv").write_text(f"?,?,0,0,0\nA,a,{count},{score},1\n", encoding="utf-8")
    (tmp_path / "w.txt").write_text("aa\n", encoding="utf-8")
    tiles = LetterDistribution.read(tmp_path / "tiles.csv")
    (tmp_path / "w.kwg").write_bytes(kwg_of_list(tmp_path / "w.txt", tiles))
    settings = [("distribution", str(tmp_path / "tiles.csv")), ("lexicon", str(tmp_path / "w.kwg"))]
    with pytest.raises(DataError, match=words):
        find_game("scrabble").prepare(settings)


def test_work_rates_of_the_server_do_not_matter_to_the_referee() -> None:
    said: list[str] = []
    lines = ("hello 1", TestServer.NEW, f"position {EMPTY} FISTUWY/ 0/0 0", "last none", "go 1 1")
    LineServer(player("magpie", rates=RATES), name="t", say=said.append).run(lines)
    assert said[-1].startswith("move ")


def test_the_server_sees_of_the_last_turn_what_a_player_at_the_table_sees() -> None:
    game = finished_game().game
    server = LineServer(QUICK, name="test", say=lambda line: None)
    server.run([TestServer.NEW])
    seen = 0
    for index in range(1, len(game.events) - 1):
        position, move = game.position(index), game.events[index - 1].move
        wanted = observed_play(game, game.states[index].on_turn, index)
        assert wanted is not None
        assert move is not None
        text = f"-{move.count}" if move.kind is MoveKind.EXCHANGE else move.text(ALPHABET)
        server.run([f"position {position.to_cgp()}", f"last stands {text}"])
        found = server._seen(position)
        assert found is not None
        assert (found.move, found.score_pts) == (wanted.move, wanted.score_pts)
        assert found.position.board == wanted.position.board
        seen += 1
    assert seen > 10


@pytest.mark.parametrize("last", ["none", "off 8D WIFTY", "stands 8D QUIZ", "stands 16A QUIZ", "stands -"])
def test_a_turn_that_says_nothing_about_the_rack_is_not_looked_at(last: str) -> None:
    server = LineServer(QUICK, name="test", say=lambda line: None)
    position = Position.from_cgp(f"{'15/' * 7}3WIFTY7/{'15/' * 6}15 AEINRST/ 0/36 0")
    server.run([TestServer.NEW.replace("single", "double"), f"last {last}"])
    assert server._seen(position) is None


def test_a_position_in_which_the_opponent_has_gone_out_is_refused() -> None:
    whole = finished_game().game
    position = replace(whole.position(len(whole.events) - 1), rack=whole.events[-1].rack)
    assert position.unseen == ()
    _, answer = TestServer.answers(TestServer.NEW, f"position {position.to_cgp()}", "go 9000 9000")
    assert answer.startswith("error a position must leave the opponent a tile")


def test_the_server_infers_where_the_policy_asks_for_it() -> None:
    asked = player("magpie", inference_share=0.3, inference_least_racks=1)
    plans: list[float] = []
    asked.manager.on_plan = lambda budget: plans.append(budget.split.inference_s if budget.split else 0.0)
    lines = (
        TestServer.NEW,
        f"position {'15/' * 7}3WIFTY7/{'15/' * 6}15 AEINRST/ 0/36 0",
        "last stands 8D WIFTY",
        "go 60000 60000",
    )
    LineServer(asked, name="test", say=lambda line: None).run(lines)
    assert plans
    assert plans[0] > 0


BOARDS = (EMPTY, f"7QX6/{EMPTY[3:]}", EMPTY.replace("15", "3CABS8"), "15/15", "A" * 15 + EMPTY[2:])
RACKS = ("AEINRST/", "AAAAAAAAA/", "/", "?Q/?", "V/W", "ZZZ/", "X!/")
PLAYS = ("1H QX", "1D CABS", "8H CAB", "A1 A", "16A B", "-", "-3", "-AB", "")
CLOCKS = ("5 5", "-5 0", "inf inf", "0 999999999999", "5", "x y")
LINES = (
    st.builds("position {} {} {} {}".format, *map(st.sampled_from, (BOARDS, RACKS, ("0/0", "9/-9"), "07"))),
    st.builds(
        "last {} {}".format, st.sampled_from(("none", "open", "stands", "off")), st.sampled_from(PLAYS)
    ),
    st.builds("{} {}".format, st.sampled_from(("go", "accept")), st.sampled_from(CLOCKS)),
    st.builds(
        "newgame seat {} rule {} lexicon X clock {}".format,
        *map(st.sampled_from, ("012", ("void", "double", "5"), ("0:01", "0:01 -10/min", "0.1s/move", "?"))),
    ),
    st.text(max_size=20),
)


@given(st.lists(st.one_of(*LINES), max_size=15))
def test_whatever_a_referee_says_is_answered_or_refused(lines: list[str]) -> None:
    said: list[str] = []
    LineServer(QUICK, name="test", say=said.append).run(lines)
    assert {line.partition(" ")[0] for line in said} <= {*ANSWERS, "info"}
    assert not any("\n" in line for line in said)


SQUARE = st.builds("{}{}".format, st.integers(0, 17), st.sampled_from("AHOPz")) | st.builds(
    "{}{}".format, st.sampled_from("AHOPz"), st.integers(0, 17)
)
ANSWER = (
    st.builds("{} {}".format, SQUARE, st.text("FISTUWY.?()[]wE1", min_size=1, max_size=9))
    | st.builds("-{}".format, st.text("FISTUWYQ?37", max_size=8))
    | st.text(max_size=20)
)


@given(ANSWER, st.sampled_from(list(ChallengeRule)), st.booleans())
def test_whatever_a_program_answers_is_a_legal_move_or_its_fault(
    text: str, rule: ChallengeRule, first: bool
) -> None:
    one = table(rule)
    if not first:
        plays(one, "-FIY")
        plays(one, "8H JO" if ALPHABET.rack("J")[0] in one.racks[1] else "-")
    line = LinePlayer(["nothing"], name="x", knowledge=knowledge())
    move, fault = None, None
    try:
        move = line._legal(text, one)
    except EngineFaultError as error:
        fault = error
    if fault is not None:
        assert fault.kind == "illegal"
        assert "\n" not in str(fault)
    if move is not None:
        one.play(move, worked_s=0.0)
        assert gcg.parse(gcg.text(one.record())).game == one.game
