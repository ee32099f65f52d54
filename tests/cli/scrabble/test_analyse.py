"""`zeitnot scrabble analyse`: turns, losses, budgets and summaries, with the real player in work time."""

import json
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.terminal import Terminal, terminals
from tests.scrabble.finished_game import finished_game
from zeitnot.cli.app import run
from zeitnot.scrabble import gcg

QUICK = ("--work", "200", "--threads", "1", "--candidates", "4")
SHORT = """\
#player1 ann
#player2 bob
#lexicon CSW21
>ann: EHIRSTV 8H HI +10 10
>bob: AN 9H AN +11 11
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Write a whole game."""
    monkeypatch.chdir(tmp_path)
    gcg.write(tmp_path / "game.gcg", finished_game())
    return "game.gcg"


def output_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["scrabble", "analyse", *arguments, *QUICK]) == 0
    output: str = capsys.readouterr().out
    return output


def form_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    form: dict[str, Any] = json.loads(output_of(capsys, *arguments, "--json"))
    return form


def test_every_turn_has_the_move_played_the_best_ones_and_what_was_lost(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    form = form_of(capsys, game, "--time", "0.5s")
    moves = [event for event in finished_game().game.events if event.move is not None]
    assert [turn["turn"] for turn in form["turns"]] == list(range(1, len(moves) + 1))
    assert [turn["player"] for turn in form["turns"]] == [("ann", "bob")[event.player] for event in moves]
    for turn in form["turns"]:
        assert turn["played"]["move"] == turn["move"]
        assert 1 <= len(turn["best"]) <= 3
        assert turn["lost_pts"] == pytest.approx(turn["best"][0]["equity_pts"] - turn["played"]["equity_pts"])
        assert turn["target_s"] == turn["budget"]["target"]["steps"][-1][3]
    losses = [turn["lost_pts"] for turn in form["turns"] if turn["player"] == "bob"]
    bob = form["players"][1]
    assert bob["player"] == "bob"
    assert bob["mean_lost_pts"] == pytest.approx(sum(losses) / len(losses))
    assert bob["best_moves"] == sum(turn["is_best"] for turn in form["turns"] if turn["player"] == "bob")


def test_tables_fit_eighty_columns_and_say_who_played_how_well(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = output_of(capsys, game, "--time", "0.3s", "--turns", "1-4")
    assert max(map(len, text.splitlines())) <= 80
    assert "time by magpie on 25:00 -10/min" in " ".join(text.split())
    assert re.search(r"^ 1 +ann +\S+ \S+ .* s ", text, re.M)
    assert re.search(r"^ ann +2 +[0-2] of 2 +-?[\d.]+ +-?[\d.]+ ", text, re.M)
    assert "granted" not in text


def test_verbose_explains_every_budget(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = output_of(capsys, game, "--time", "0.1s", "--turns", "1", "--verbose", "--clock", "5:00 -10/min")
    assert "turn 1, time: clock 300 s; reserve x0.8" in text


def test_turns_and_players_can_be_chosen(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    def numbers(*arguments: str) -> list[int]:
        return [turn["turn"] for turn in form_of(capsys, game, "--time", "0.1s", *arguments)["turns"]]

    assert numbers("--turns", "3") == [3]
    assert numbers("--turns", "3-6", "--player", "bob") == [4, 6]
    assert numbers("--turns", "-2") == [1, 2]
    last = len([event for event in finished_game().game.events if event.move is not None])
    assert numbers("--turns", f"{last - 1}-") == [last - 1, last]


def test_a_clock_without_a_time_gives_every_turn_what_it_would_have_got(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def samples(clock: str) -> int:
        (turn,) = form_of(capsys, game, "--turns", "1", "--clock", clock)["turns"]
        return sum(move["samples"] for move in turn["best"])

    assert samples("0:30 -10/min") < samples("2:00 -10/min")


def test_what_is_not_known_is_said(tmp_path: Path, game: str, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "short.gcg").write_text(SHORT, encoding="utf-8")
    assert run(["scrabble", "analyse", "short.gcg", "--time", "0.2s", *QUICK]) == 0
    output, error = capsys.readouterr()
    assert "only AN of the rack is known" in output
    assert "names the lexicon CSW21, ENABLE1 was used" in error
    assert re.search(r"^ bob +1 +0 of 0 ", output, re.M)


def test_a_file_can_be_written_instead(tmp_path: Path, game: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = (game, "--time", "0.1s", "--turns", "1-2")
    assert output_of(capsys, *arguments, "--output", "out.txt") == ""
    assert "worst turns" in (tmp_path / "out.txt").read_text(encoding="utf-8")
    assert output_of(capsys, *arguments, "--output", "out.json", "--json") == ""
    written = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert written == form_of(capsys, *arguments)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nosuch.gcg"], ["nosuch.gcg", "no such file"]),
        (["game.gcg", "--player", "eve"], ["--player must be one of ann, bob", "'eve'"]),
        (["game.gcg", "--turns", "9-3"], ["--turns must be numbers of turns", "'9-3'"]),
        (["game.gcg", "--turns", "all"], ["--turns must be numbers of turns", "'all'"]),
        (["game.gcg", "--turns", "-"], ["--turns must be numbers of turns", "'-'"]),
        (["game.gcg", "--turns", "0"], ["--turns must be numbers of turns", "'0'"]),
        (["game.gcg", "--time", "0"], ["--time must be above 0"]),
        (["game.gcg", "--clock", "infinite"], ["--clock must be a clock that runs", "'infinite'"]),
        (["game.gcg", "--policy", "mergen"], ["--policy must be one for Scrabble"]),
        (["game.gcg", "--output", "nosuch/file"], ["--output"]),
    ],
)
def test_bad_input_is_answered_in_one_line(
    arguments: list[str], said: list[str], game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["scrabble", "analyse", *arguments]) == 2
    output, error = capsys.readouterr()
    assert output == ""
    assert error.count("\n") == 1
    for words in said:
        assert words in error


def test_every_example_in_the_help_runs(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    assert run(["scrabble", "analyse", "--help"]) == 0
    text = capsys.readouterr().out.split("Examples")[1]
    examples = re.findall(r"^ zeitnot (.*?)\s*$", text, flags=re.MULTILINE)
    assert len(examples) == 3
    for example in examples:
        assert run([*shlex.split(example), "--work", "20", "--turns", "1-3"]) == 0
        assert capsys.readouterr().out


@pytest.fixture
def at_terminal() -> Iterator[Callable[..., Terminal]]:
    with terminals("scrabble", "analyse") as start:
        yield start


def test_at_a_terminal_a_bar_shows_the_turns_and_an_interrupt_what_there_is(
    game: str, at_terminal: Callable[..., Terminal]
) -> None:
    terminal = at_terminal(game, "--time", "0.5s", "--threads", "1")
    terminal.until("1/")
    terminal.type("\x03")
    assert terminal.ended() == 130
    assert "worst turns" in terminal.shown
    assert "Traceback" not in terminal.shown
