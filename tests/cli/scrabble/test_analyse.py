"""`zeitnot scrabble analyse`: turns, losses, grades, luck, budgets and summaries, with the real judge."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.scrabble.command_output import check_refused, examples_of, form_of, output_of
from tests.cli.terminal import Terminal, terminals
from tests.scrabble.finished_game import finished_game
from zeitnot.cli.app import run
from zeitnot.errors import DataError
from zeitnot.scrabble import gcg
from zeitnot.scrabble.recording.game_turns import ScrabbleTurnRecorder

QUICK = ("analyse", "--effort", "0.03", "--processes", "1", "--candidates", "4")
SHORT = """\
#player1 ann
#player2 bob
#lexicon CSW21
>ann: EHIRSTV 8H HI +10 10
>bob: AN 9H AN +11 11
"""


def test_every_turn_has_the_move_played_the_best_ones_and_what_was_lost(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    form = form_of(capsys, *QUICK, game)
    moves = [event for event in finished_game().game.events if event.move is not None]
    assert [turn["turn"] for turn in form["turns"]] == list(range(1, len(moves) + 1))
    assert [turn["player"] for turn in form["turns"]] == [("ann", "bob")[event.player] for event in moves]
    for turn in form["turns"]:
        assert turn["played"]["move"] == turn["move"]
        assert 1 <= len(turn["best"]) <= 3
        assert turn["lost_pts"] == pytest.approx(turn["best"][0]["equity_pts"] - turn["played"]["equity_pts"])
        assert turn["grade"] in {"best", "good", "small", "medium", "large"}
        assert turn["target_s"] == turn["budget"]["target"]["steps"][-1][3]
    losses = [turn["lost_pts"] for turn in form["turns"] if turn["player"] == "bob"]
    bob = form["players"][1]
    assert bob["player"] == "bob"
    assert bob["mean_lost_pts"] == pytest.approx(sum(losses) / len(losses))
    assert bob["grades"]["best"] == sum(turn["is_best"] for turn in form["turns"] if turn["player"] == "bob")
    luck = sum(t["draw"]["luck_pts"] for t in form["turns"] if t["player"] == "bob" and t["draw"])
    assert bob["luck_pts"] == pytest.approx(luck)
    assert bob["par_pts"] == pytest.approx(bob["score_pts"] - luck + sum(losses))
    assert form["bounds"]["large_pts"] == 15.0


def test_a_second_look_is_at_what_was_kept(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    first = output_of(capsys, *QUICK, game, "--turns", "1-3")
    with no_more_judging():
        assert output_of(capsys, *QUICK, game, "--turns", "1-3") == first
        assert run(["scrabble", *QUICK[:-1], "5", game, "--turns", "1-3"]) != 0


def test_a_review_looks_at_what_an_analysis_has_kept(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--effort", "0.03", "--processes", "1")
    (Path(game).with_name("short.gcg")).write_text(SHORT, encoding="utf-8")
    assert run(["scrabble", "analyse", "short.gcg", *arguments]) == 0
    with no_more_judging():
        assert run(["review", "short.gcg", *arguments]) == 0


@contextmanager
def no_more_judging() -> Iterator[None]:
    """Let whatever would be judged fail."""

    def fail(self: object, turn: object) -> None:
        raise DataError("this turn should have been kept")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ScrabbleTurnRecorder, "record", fail)
        yield


def test_tables_fit_eighty_columns_and_say_who_played_how_well(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = output_of(capsys, *QUICK, game)
    assert max(map(len, text.splitlines())) <= 80
    assert "time by magpie on 25:00 -10/min" in " ".join(text.split())
    assert re.search(r"^ +1 +ann +\S+ \S+ .*(best|good|small|medium|large)", text, re.M)
    assert re.search(r"^ ann +\d+ of \d+ +\d+ \d+ \d+ ", text, re.M)
    scores = finished_game().game.state.scores
    assert re.search(rf"^ bob +{scores[1]} +[\d.]+ +[+-][\d.]+ ± [\d.]+ +[\d.]+ ± [\d.]+ ", text, re.M)
    assert "score = par + luck - lost" in text


def test_verbose_explains_every_budget(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = output_of(capsys, *QUICK, game, "--turns", "1", "--verbose", "--clock", "5:00 -10/min")
    assert "turn 1, time: clock 300 s; reserve x0.8" in text


def test_turns_and_players_can_be_chosen(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    def numbers(*arguments: str) -> list[int]:
        return [turn["turn"] for turn in form_of(capsys, *QUICK, game, *arguments)["turns"]]

    assert numbers("--turns", "3") == [3]
    assert numbers("--turns", "3-6", "--player", "bob") == [4, 6]
    assert numbers("--turns", "-2") == [1, 2]
    last = len([event for event in finished_game().game.events if event.move is not None])
    assert numbers("--turns", f"{last - 1}-") == [last - 1, last]
    part = form_of(capsys, *QUICK, game, "--turns", "3")["players"]
    assert (part[0]["score_pts"], part[0]["par_pts"]) == (None, None)


def test_what_is_not_known_is_said(tmp_path: Path, game: str, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "short.gcg").write_text(SHORT, encoding="utf-8")
    assert run(["scrabble", *QUICK, "short.gcg"]) == 0
    output, error = capsys.readouterr()
    assert "only AN of the rack is known" in output
    assert "names the lexicon CSW21, ENABLE1 was used" in error
    assert re.search(r"^ bob +0 of 0 ", output, re.M)


def test_a_file_can_be_written_instead(tmp_path: Path, game: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = (game, "--turns", "1-2")
    assert output_of(capsys, *QUICK, *arguments, "--output", "out.txt") == ""
    assert "worst turns" in (tmp_path / "out.txt").read_text(encoding="utf-8")
    assert output_of(capsys, *QUICK, *arguments, "--output", "out.json", "--json") == ""
    written = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert written == form_of(capsys, *QUICK, *arguments)


def test_a_page_and_an_annotated_game_are_written(
    tmp_path: Path, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = output_of(capsys, *QUICK, game, "--turns", "1-4", "--html", "game.html", "--gcg", "annotated.gcg")
    assert "written: game.html\nwritten: annotated.gcg\n" in text
    assert "Every turn" in (tmp_path / "game.html").read_text(encoding="utf-8")
    annotated = gcg.read(tmp_path / "annotated.gcg")
    assert "Luck of the draw" in annotated.game.events[0].note
    assert annotated.game.state == finished_game().game.state


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nosuch.gcg"], ["nosuch.gcg", "no such file"]),
        (["game.gcg", "--player", "eve"], ["--player must be one of ann, bob", "'eve'"]),
        (["game.gcg", "--turns", "9-3"], ["--turns must be numbers of turns", "'9-3'"]),
        (["game.gcg", "--turns", "all"], ["--turns must be numbers of turns", "'all'"]),
        (["game.gcg", "--turns", "-"], ["--turns must be numbers of turns", "'-'"]),
        (["game.gcg", "--turns", f"1-{'9' * 5_000}"], ["--turns must be numbers of turns"]),
        (["game.gcg", "--turns", "0"], ["--turns must be numbers of turns", "'0'"]),
        (["game.gcg", "--effort", "0"], ["--effort must be a number above 0"]),
        (["game.gcg", "--lexicon", "nosuch.kwg"], ["nosuch.kwg", "no such file"]),
        (["game.gcg", "--html", "nosuch/file"], ["--html"]),
        (["game.gcg", "--gcg", "nosuch/file"], ["--gcg"]),
        (["game.gcg", "--clock", "infinite"], ["--clock must be a clock that runs", "'infinite'"]),
        (["game.gcg", "--policy", "mergen"], ["--policy must be one for Scrabble"]),
        (["game.gcg", "--output", "nosuch/file"], ["--output"]),
    ],
)
def test_bad_input_is_answered_in_one_line(
    arguments: list[str], said: list[str], game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    check_refused(capsys, ["analyse", *arguments], said)


def test_every_example_in_the_help_runs(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    examples = examples_of(capsys, "analyse")
    assert len(examples) == 4
    for example in examples:
        assert run([*example, *QUICK[1:], "--turns", "1-3"]) == 0
        assert capsys.readouterr().out


@pytest.fixture
def at_terminal() -> Iterator[Callable[..., Terminal]]:
    with terminals("scrabble", "analyse") as start:
        yield start


def test_at_a_terminal_a_bar_shows_the_turns_and_an_interrupt_what_there_is(
    game: str, at_terminal: Callable[..., Terminal]
) -> None:
    terminal = at_terminal(game, "--effort", "0.2", "--processes", "1")
    terminal.until("1/")
    terminal.type("\x03")
    assert terminal.ended() == 130
    assert "worst turns" in terminal.shown
    assert "Traceback" not in terminal.shown
