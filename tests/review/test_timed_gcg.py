"""Times of GCG: notes of this package and commands of PGN are read, and what is missing or odd is told."""

import gzip
from pathlib import Path

import pytest

from tests.lab.match.scenes import scrabble_plan
from tests.report.match_page.runs import kept
from tests.review.planted_scrabble import TURNS, planted_gcg, planted_scrabble, read_one
from zeitnot.clocks import TimeControl
from zeitnot.games import PlayedGame, Source, TimedGame, UnreadGame, find_game
from zeitnot.review import JudgeSettings, read_games

PLAYERS = "#player1 ann Ann Aray\n#player2 bob Bob Boll\n"


def scoreless(*, left: str, penalty: str = "") -> str:
    """Return a game that ends with six passes: the first player's clock ends as said, a line may follow."""
    lines = [f"{PLAYERS}#clock 1:00 -10/min\n"]
    for turn in range(6):
        nick, rack = (("ann", "AEINRST"), ("bob", "EEIORTU"))[turn % 2]
        note = f"#note 30.000s, {('0:30', '0:00', left)[turn // 2]} left\n" if turn % 2 == 0 else ""
        lines.append(f">{nick}: {rack} - +0 0\n{note}")
    return "".join([*lines, ">ann: AEINRST (AEINRST) -7 -7\n>bob: EEIORTU (EEIORTU) -7 -7\n", penalty])


def test_notes_of_this_package_are_read_without_a_doubt() -> None:
    game = planted_scrabble({3: 61.25})
    assert game.players == ("Ann Aray", "Bob Boll")
    assert game.problems == ()
    assert [move.label for move in game.moves[:2]] == ["1. 8D GONGED", "1... E5 ANN(O)tATE"]
    assert game.moves[6].text == "exchange IQ"
    assert game.moves[3].time.used_s == 61.25
    assert game.moves[3].time.before_s == pytest.approx(580.0)
    assert {move.time.source for move in game.moves} == {Source.COMMENT}
    assert game.control == TimeControl.parse("10:00 -10/min")


def test_commands_of_pgn_are_read_from_notes() -> None:
    text = planted_gcg({}).replace("#note 20.000s, 9:40 left", "#note a good find [%clk 0:09:35]")
    game = read_one(text)
    assert [move.time.used_s for move in game.moves[:2]] == [25.0, 25.0]
    assert game.moves[0].time.source is Source.CLOCK


def test_what_is_missing_or_impossible_is_told_turn_by_turn() -> None:
    text = planted_gcg({}).replace("#note 20.000s, 9:20 left\n", "", 1)
    text = text.replace("20.000s, 8:20 left", "20.000s, 9:50 left", 1)
    problems = read_one(text).problems
    assert any(each == "2. H1 TUrNABL(E): no time is written" for each in problems)
    assert any(each.startswith("5. 1H (T)RENAILS: the clock rose from 8:40 to 9:50") for each in problems)


def test_a_file_without_times_or_clock_says_so() -> None:
    events = "".join(f">{('ann', 'bob')[ply % 2]}: {turn}\n" for ply, turn in enumerate(TURNS[:4]))
    game = read_one(f"{PLAYERS}#lexicon CSW24\n{events}")
    assert not game.has_times
    assert "no move has a time" in game.problems
    assert any("--clock" in each for each in game.problems)
    assert any("CSW24" in each and "--lexicon" in each for each in game.problems)


@pytest.mark.parametrize(
    ("left", "penalty", "pts", "note"),
    [
        ("-0:30", ">ann: AEINRST (time) -10 -17\n", 10.0, ""),
        ("-0:30", "", 10.0, "the file takes none"),
        ("-0:30", ">ann: AEINRST (time) -20 -27\n", 20.0, "the file takes 20"),
        ("0:00", "", 0.0, ""),
    ],
)
def test_overtime_is_no_impossible_time_and_its_cost_is_counted(
    left: str, penalty: str, pts: float, note: str
) -> None:
    game = read_one(scoreless(left=left, penalty=penalty))
    assert game.penalties_pts == (pts, 0.0)
    assert any(note in each for each in game.notes) == bool(note)
    if left == "-0:30":
        assert game.moves[4].time.after_s == -30.0
        assert game.moves[4].time.problem == ""


def test_several_games_of_a_packed_file_of_any_name_are_read(tmp_path: Path) -> None:
    path = tmp_path / "games.txt.gz"
    broken = planted_gcg({}).replace("8D GONGED +22 22", "8D GONGED")
    path.write_bytes(gzip.compress((planted_gcg({}) + broken + planted_gcg({2: 5.0})).encode()))
    first, second, third = read_games(path)
    assert isinstance(first, TimedGame)
    assert isinstance(second, UnreadGame)
    assert "points and total" in second.reason
    assert isinstance(third, TimedGame)
    assert third.place == f"{path}, game 3"
    assert third.moves[2].time.used_s == 5.0


def test_scores_that_contradict_the_rules_are_told_and_the_game_is_read() -> None:
    game = read_one(planted_gcg({}).replace("+19 121", "+20 122").replace("+0 121", "+0 122"))
    assert len(game.moves) == len(TURNS)
    assert any("must count +19 points, got +20" in each for each in game.problems)


def test_a_play_that_was_challenged_off_is_judged_as_a_pass_and_an_unknown_rack_not_at_all() -> None:
    off = ">ann: DEGGLNO 8D DEGGLON +74 74\n>ann: DEGGLNO -- -74 0\n"
    reviewer = find_game("scrabble").reviewer()
    game = read_one(f"{PLAYERS}{off}>bob: ?AN 8G ANa +4 4\n")
    turns = reviewer.turns(game, JudgeSettings())
    assert turns[0].played == "-"
    assert game.moves[0].text == "8D DEGGLON"
    assert turns[1].problem == "only ?AN of the rack is known"
    judge = reviewer.judge(reviewer.recording(JudgeSettings(effort=0.01)))
    assert judge.record(turns[1]).judgement.problem == turns[1].problem


def test_a_run_of_scrabble_is_read_with_its_clock(tmp_path: Path) -> None:
    plan = scrabble_plan()
    text = planted_gcg({}, control=plan.control, usual_s=2.0)
    played = PlayedGame(number=0, half_points=2, words="Ann wins", turns=(), left_s=(8.0, 8.0), text=text)
    run = kept(tmp_path / "spoken.run", plan, [played])
    (game,) = read_games(run)
    assert isinstance(game, TimedGame)
    assert game.game == "scrabble"
    assert game.control == plan.time_control
    assert game.problems == ()
    assert all(move.time.used_s is not None for move in game.moves)
    assert set(find_game("scrabble").reviewer().turns(game, JudgeSettings())) == set(range(len(game.moves)))
