"""`zeitnot scrabble play`: scripted games to their end, files that are never lost, and a real terminal."""

import io
import re
import shlex
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.scrabble.command_output import check_refused, examples_of
from tests.cli.terminal import Terminal, terminals
from zeitnot.cli.app import run
from zeitnot.scrabble import EventKind, GameRecord, Lexicon, gcg

QUICK = ("--work", "200", "--threads", "1", "--candidates", "4", "--seed", "5")
"""The seed deals FISTUWY to who begins."""
SHORT = ("--clock", "0:30 -10/min")
MANY = 60
"""More turns than a game has."""


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Play with lines typed, and give what was shown."""

    def play(typed: str, *arguments: str) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert run(["scrabble", "play", *arguments]) == 0
        output: str = capsys.readouterr().out
        return output

    return play


def read(path: str) -> GameRecord:
    lexicon = Lexicon.built_in()
    return gcg.read(Path(path), is_word=lambda word: word in lexicon)


def test_a_piped_game_is_played_to_its_end_and_saved(played: Callable[..., str]) -> None:
    text = played("8D WIFTY\n" + "pass\n" * MANY, *QUICK, *SHORT, "--save", "game.gcg", "--name", "ann")
    record = read("game.gcg")
    game = record.game
    assert game.is_over
    assert not record.is_incomplete
    assert game.nicks == ("ann", "zeitnot")
    assert game.events[0].points == 36
    ends = [event for event in game.events if event.kind is EventKind.END_RACK]
    assert ends
    for event in ends:
        rack = game.distribution.alphabet.rack_text(event.rack)
        assert f"{game.nicks[event.player]} {event.points:+d} for {rack}" in text
    scores = game.state.scores
    winner = "ann" if scores[0] > scores[1] else "zeitnot"
    line = f"{winner} won by {abs(scores[0] - scores[1])}: ann {scores[0]}, zeitnot {scores[1]}"
    assert text.endswith(f"{line}\nSaved in game.gcg\n")
    assert "\x1b" not in text


@pytest.mark.source("M37")
def test_overtime_of_a_game_taken_up_again_comes_off_the_score(
    played: Callable[..., str], tmp_path: Path
) -> None:
    played("8D WIFTY\nquit\n", *QUICK, *SHORT, "--save", "game.gcg", "--name", "ann")
    path = tmp_path / "game.gcg"
    text, count = re.subn(
        r'"remaining_s": [\d.]+', '"remaining_s": -70.0', path.read_text(encoding="utf-8"), count=1
    )
    assert count == 1
    path.write_text(text, encoding="utf-8")
    shown = played("pass\n" * MANY, *QUICK, "--resume", "game.gcg")
    assert re.search(r"ann -20 for 1m 1\ds over time", shown)
    penalties = [event for event in read("game.gcg").game.events if event.kind is EventKind.TIME_PENALTY]
    assert [(event.player, event.points) for event in penalties] == [(0, -20)]
    assert f"ann {read('game.gcg').game.state.scores[0]}," in shown.splitlines()[-2]


@pytest.mark.parametrize("typed", ["8D WIFTY\n", "8D WIFTY\nquit\n", "8D WIFTY\nhelp\nexit\n"])
def test_a_game_that_is_left_is_saved_and_can_be_gone_on_with(typed: str, played: Callable[..., str]) -> None:
    text = played(typed, *QUICK, *SHORT, "--save", "game.gcg")
    assert re.search(r"Game put aside \(you 36, zeitnot \d+\)\nSaved in game.gcg\nTo go on with it: ", text)
    before = read("game.gcg")
    assert before.is_incomplete
    assert all(before.racks)
    line = text.splitlines()[-1].removeprefix("To go on with it: ")
    assert line == ("zeitnot scrabble play --resume game.gcg --threads 1 --candidates 4 --work 200")
    played("pass\n", *shlex.split(line)[3:])
    after = read("game.gcg")
    assert after.game.events[: len(before.game.events)] == before.game.events
    assert len(after.game.events) == len(before.game.events) + 2


def test_words_are_checked_and_the_last_move_is_explained(played: Callable[..., str]) -> None:
    text = played("why\n8D WIFTY\nwhy\ncheck quiz xyzzy\ncheck\nquit\n", *QUICK, *SHORT)
    assert "There is nothing to explain: the engine has not moved" in text
    assert "QUIZ is good in ENABLE1\nXYZZY is not good in ENABLE1\n" in text
    assert "check must name words" in text
    assert "planned by magpie, 0:30 on the clock" in text
    assert re.search(r"^  reserve +x0\.8 +24 s +24 s  \(held for the last turns\)$", text, re.MULTILINE)
    assert re.search(r"^  granted +[\d.]+ m?s +[\d.]+ m?s$", text, re.MULTILINE)
    assert re.search(r"^  ended after [\d.]+ m?s: [a-z ]+", text, re.MULTILINE)
    assert re.search(r"^    H1 AUTOGEN\(Y\) +89  equity +89\.0$", text, re.MULTILINE)


def test_options_are_repeated_in_the_line_that_goes_on(played: Callable[..., str]) -> None:
    options = ["--policy", "uniform", "--set", "turns_left=20", "--set", "increment_share=0.5"]
    text = played("8D WIFTY\n", *QUICK, *SHORT, "--save", "my game.gcg", *options)
    assert text.splitlines()[-1].endswith(
        "--resume 'my game.gcg' --policy uniform --threads 1 --candidates 4 --work 200 "
        "--set turns_left=20 --set increment_share=0.5"
    )


def test_a_game_goes_to_a_new_file_in_the_data_folder(played: Callable[..., str], tmp_path: Path) -> None:
    text = played("8D WIFTY\n", *QUICK, *SHORT)
    (path,) = (tmp_path / "data" / "zeitnot" / "scrabble").iterdir()
    assert f"Saved in {path}" in text
    assert len(read(str(path)).game.events) == 2


def test_the_engine_begins_where_the_human_is_second(played: Callable[..., str]) -> None:
    played("", *QUICK, *SHORT, "--second", "--save", "game.gcg")
    game = read("game.gcg").game
    assert game.nicks == ("zeitnot", "you")
    assert [event.player for event in game.events] == [0]


def test_a_phoney_is_refused_in_a_line(played: Callable[..., str]) -> None:
    text = played("8D WIFYT\n", *QUICK, *SHORT)
    assert "Not in ENABLE1: WIFYT. Try something else.\n" in text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--clock", "soon"], ["time control", "'soon'"]),
        (["--policy", "argo"], ["--policy must be one for Scrabble", "'argo'"]),
        (["--name", "zeitnot"], ["--name must be one word", "'zeitnot'"]),
        (["--name", "a b"], ["--name must be one word", "'a b'"]),
        (["--seed", "-1"], ["--seed", "0 or more"]),
        (["--save", "nosuch/game.gcg"], ["--save must be a file", "nosuch"]),
        (["--save", "over.gcg"], ["--save must be a new file", "--resume", "'over.gcg'"]),
        (["--resume", "nosuch.gcg"], ["nosuch.gcg", "no such file"]),
        (["--resume", "over.gcg"], ["one against zeitnot", "ann and bob"]),
        (["--resume", "over.gcg", "--clock", "3+2"], ["--resume goes on", "--clock"]),
        (["--work", "0"], ["--work"]),
    ],
)
def test_bad_input_is_answered_in_one_line(
    arguments: list[str], said: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "over.gcg").write_text("#player1 ann\n#player2 bob\n", encoding="utf-8")
    check_refused(capsys, ["play", *arguments], said)


def test_every_example_in_the_help_runs(
    played: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    played("8D WIFTY\n", *QUICK, *SHORT, "--save", "game.gcg")
    examples = examples_of(capsys, "play")
    assert len(examples) == 5
    for example in examples:
        assert "Game put aside" in played("", *example[2:], *QUICK)


@pytest.fixture
def at_terminal() -> Iterator[Callable[..., Terminal]]:
    with terminals("scrabble", "play") as start:
        yield start


def test_at_a_terminal_both_clocks_run_and_the_board_has_colours(
    at_terminal: Callable[..., Terminal],
) -> None:
    terminal = at_terminal(*QUICK, "--clock", "3:00 -10/min", "--save", "game.gcg")
    terminal.until("you 3:00  zeitnot 3:00 > ")
    terminal.until("you 2:59  zeitnot 3:00 > ")
    terminal.type("8D WIFTY\n")
    assert ";48;5;" in terminal.until("zeitnot plays")
    terminal.type("quit\n")
    assert terminal.ended() == 0
    assert "Game put aside" in terminal.shown
    assert len(read("game.gcg").game.events) == 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_while_the_engine_thinks_puts_the_game_aside(
    number: signal.Signals, at_terminal: Callable[..., Terminal]
) -> None:
    arguments = ("--policy", "uniform", "--threads", "1", "--seed", "5")
    terminal = at_terminal(*arguments, "--clock", "90:00:00", "--save", "game.gcg")
    terminal.until("zeitnot 90:00:00 > ")
    terminal.type("8D WIFTY\n")
    terminal.until("zeitnot simulates")
    terminal.process.send_signal(number)
    assert terminal.ended() == 0
    assert "Traceback" not in terminal.shown
    record = read("game.gcg")
    assert (len(record.game.events), record.is_incomplete) == (1, True)


def test_enter_makes_the_engine_move_at_once(at_terminal: Callable[..., Terminal]) -> None:
    arguments = ("--policy", "uniform", "--threads", "1", "--seed", "5")
    terminal = at_terminal(*arguments, "--clock", "90:00:00", "--save", "game.gcg")
    terminal.until("zeitnot 90:00:00 > ")
    terminal.type("8D WIFTY\n")
    terminal.until("zeitnot simulates")
    terminal.type("\n")
    terminal.until("(stopped: caller)")
    terminal.type("quit\n")
    assert terminal.ended() == 0
    assert len(read("game.gcg").game.events) == 2


def test_phoneys_may_be_played_and_challenged_by_the_rule_that_was_chosen(
    played: Callable[..., str],
) -> None:
    typed = "8D WIFYT\nchallenge\nquit\n"
    text = played(typed, *QUICK, *SHORT, "--save", "game.gcg", "--name", "ann", "--challenge", "5-point")
    assert "zeitnot challenged: WIFYT is not in ENABLE1; the play comes off" in text
    assert re.search(r"ann challenged: .* good in ENABLE1; it costs \d+ points", text)
    record = gcg.read(Path("game.gcg"))
    assert record.pragma("challenge-rule") == "5"
    kinds = [event.kind for event in record.game.events]
    assert kinds[:2] == [EventKind.MOVE, EventKind.WITHDRAWAL]
    assert kinds[3] is EventKind.CHALLENGE_BONUS
    text = played("challenge\nquit\n", *QUICK, "--resume", "game.gcg")
    assert "There is no play to challenge." in text


def test_a_challenge_rule_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["scrabble", "play", "--challenge", "triple", "--save", "game.gcg"]) == 2
    assert "a challenge rule must be one of void, single, double, 5, 10" in capsys.readouterr().err
