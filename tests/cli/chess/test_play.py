"""`zeitnot play`: flags and menu, scripted games, and a real terminal."""

import io
import re
import shlex
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import chess.pgn
import pytest

from tests.cli.terminal import Terminal, terminals
from zeitnot.chess.play import MENU
from zeitnot.cli.app import run
from zeitnot.clocks import Kind
from zeitnot.models import hosted_settings, make_policy
from zeitnot.policies import Host, Mergen


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str, *arguments: str
) -> str:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    assert run(["play", *arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.source("G9.menu", "G9.default")
def test_the_menu_comes_first_and_enter_plays_at_depth_five(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = played(monkeypatch, capsys, "\na3\nh4\nquit\n", "--no-book")
    lines = text.splitlines()
    names = [line.split()[1] for line in lines[1:7]]
    assert names == ["bullet", "blitz", "rapid", "classical", "infinite", "fixed"]
    assert lines.count("Engine thinks to depth 5") == 2
    assert len(re.findall(r"^Engine plays [12]\.\.\. .*: depth 5, ", text, flags=re.MULTILINE)) == 2


@pytest.mark.source("G1.named")
@pytest.mark.parametrize(
    ("settings", "kind"),
    [({}, Kind.CLASSICAL), ({"kind": "blitz"}, Kind.BLITZ), ({"preset": "rapid"}, Kind.RAPID)],
)
def test_mergen_hears_that_the_menu_calls_thirty_minutes_classical(
    settings: dict[str, str], kind: Kind
) -> None:
    policy = make_policy("mergen", hosted_settings("mergen", settings, Host(kind=MENU[3].kind)))
    assert isinstance(policy, Mergen)
    assert policy.kind is kind


def test_other_policies_judge_by_the_clock_alone() -> None:
    assert hosted_settings("argo", {}, Host(kind=MENU[3].kind)) == {}


@pytest.mark.source("G9.mode")
@pytest.mark.parametrize(
    ("answer", "announced"),
    [
        ("1", "Bullet mode: 1 minute; the engine has 1m 0s"),
        ("2", "Blitz mode: 3 minutes + 2 seconds; the engine has 3m 0s"),
        ("4", "Classical mode: 30 minutes; the engine has 30m 0s"),
        ("5", "Infinite mode: no clock"),
        ("6", "Fixed depth mode: the engine looks 5 plies ahead"),
        ("5:00+3", "Blitz mode: 5:00+3; the engine has 5m 0s"),
    ],
)
def test_the_mode_and_the_engines_time_are_announced(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], answer: str, announced: str
) -> None:
    assert announced in played(monkeypatch, capsys, f"{answer}\n").splitlines()


def test_the_end_of_input_at_the_menu_is_a_clean_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "How long shall we play?" in played(monkeypatch, capsys, "")


def test_a_scripted_game_is_kept_in_the_data_folder(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = played(monkeypatch, capsys, "e4\nd4\n", "--clock", "3+2", "--depth", "2", "--seed", "1")
    path = tmp_path / "data" / "zeitnot" / "games.pgn"
    assert f"Game broken off (*)\nSaved in {path}\nTo go on with it: zeitnot play --resume {path} " in text
    with path.open(encoding="utf-8") as file:
        game = chess.pgn.read_game(file)
    assert game is not None
    assert (game.headers["White"], game.headers["Black"]) == ("Human", "Zeitnot (mergen)")
    assert game.headers["TimeControl"] == "180+2"
    nodes = list(game.mainline())
    assert len(nodes) == 4
    assert all(node.clock() and node.emt() is not None for node in nodes)


def test_a_game_can_be_kept_elsewhere_under_another_policy_from_another_position(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
    options = ("--fen", fen, "--pgn", "mine.pgn", "--policy", "argo", "--clock", "1:00")
    text = played(monkeypatch, capsys, "Ra8\n", *options)
    assert text.endswith("White wins: checkmate (1-0)\nSaved in mine.pgn\n")
    kept = (tmp_path / "mine.pgn").read_text(encoding="utf-8")
    assert f'[FEN "{fen}"]' in kept
    assert '[Black "Zeitnot (argo)"]' in kept
    assert not (tmp_path / "data").exists()


def resume_line(text: str) -> list[str]:
    words = shlex.split(text.splitlines()[-1].removeprefix("To go on with it: "))
    assert words[0] == "zeitnot"
    return words[2:]


def test_a_game_that_was_left_goes_on_by_the_line_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "my games.pgn"
    other = ("--pgn", str(path), "--depth", "1", "--clock", "5:00+3", "--no-book")
    played(monkeypatch, capsys, "e4\nquit\n", *other)
    options = ("--pgn", str(path), "--clock", "10:00 byo 5x30", "--policy", "argo", "--color", "black")
    settings = ("--set", "overhead_s=0.05", "--hash", "2", "--no-book", "--depth", "2", "--ascii")
    left = played(monkeypatch, capsys, "e5\nquit\n", *options, *settings)
    played(monkeypatch, capsys, "d4\nquit\n", *other)

    again = played(monkeypatch, capsys, "pgn\nh6\nwhy\nquit\n", *resume_line(left))

    assert "Black: you" in again
    assert "planned by argo" in again
    with path.open(encoding="utf-8") as file:
        games = [game for _ in range(4) if (game := chess.pgn.read_game(file))]
    lengths = [len(list(game.mainline())) for game in games]
    assert lengths == [2, 5, 2]
    first_clocks = [node.clock() for node in games[1].mainline()]
    assert all(clock is not None and clock > 590 for clock in first_clocks)
    assert resume_line(again) == resume_line(left)


def test_the_menus_name_for_a_game_is_in_the_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = played(monkeypatch, capsys, "4\ne4\nquit\n", "--depth", "1", "--clock", "30:00", "--no-book")
    assert "kind=" not in text
    text = played(monkeypatch, capsys, "4\ne4\nquit\n", "--set", "opening_factor=0.01", "--seed", "1")
    assert resume_line(text)[-4:] == ["--set", "opening_factor=0.01", "--set", "kind=classical"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--resume", "none.pgn"], "--resume must name a file of games (no such file"),
        (["--resume", "over.pgn"], "with a game that is not over"),
        (["--resume", "over.pgn", "--number", "1"], "which ended 1-0"),
        (["--resume", "over.pgn", "--number", "2"], "which has 1, got 2"),
        (["--resume", "over.pgn", "--number", "0"], "--number must be a whole number of 1 or more"),
        (["--resume", "over.pgn", "--color", "black"], "got --color as well"),
        (["--number", "1"], "--number is the number of a game to --resume"),
        (["--resume", "strange.pgn"], "must be one against Zeitnot, got A and B"),
        (["--resume", "illegal.pgn"], "legal moves only"),
        (["--resume", "clockless.pgn"], "--resume needs --clock or --depth"),
    ],
)
def test_what_cannot_go_on_is_answered_in_one_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    names = '[White "Human"]\n[Black "Zeitnot (argo)"]\n'
    (tmp_path / "over.pgn").write_text(f'{names}[Result "1-0"]\n\n1. e4 1-0\n')
    strange = '[White "A"]\n[Black "B"]\n[Result "*"]\n[TimeControl "60"]\n\n1. e4 *\n'
    (tmp_path / "strange.pgn").write_text(strange)
    (tmp_path / "illegal.pgn").write_text(f'{names}[Result "*"]\n\n1. e5 *\n')
    (tmp_path / "clockless.pgn").write_text(f'{names}[Result "*"]\n[TimeControl "?"]\n\n1. e4 *\n')
    assert run(["play", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert said in error


@pytest.mark.source("T10", "G12")
def test_the_built_in_book_is_used_unless_it_is_closed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ("--color", "black", "--depth", "1", "--seed", "5", "--pgn", "/dev/null")
    with_book = played(monkeypatch, capsys, "", *arguments)
    assert re.search(r"Engine plays 1\. \S+ from its book\n", with_book)
    assert with_book == played(monkeypatch, capsys, "", *arguments)
    assert "from its book" not in played(monkeypatch, capsys, "", *arguments, "--no-book")


def test_black_sees_the_board_from_the_other_side(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = played(monkeypatch, capsys, "", "--depth", "1", "--color", "black", "--ascii")
    assert "    h  g  f  e  d  c  b  a\n" in text
    assert text.isascii()


def test_a_random_side_is_drawn_by_the_seed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sides = {
        "White: you" in played(monkeypatch, capsys, "", "--depth", "1", "--color", "random", "--seed", str(n))
        for n in range(8)
    }
    assert sides == {True, False}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--clock", "soon"], ["time control", "'soon'"]),
        (["--color", "green"], ["white, black, random", "'green'"]),
        (["--policy", "nosuch"], ["'nosuch'"]),
        (["--depth", "0"], ["--depth", "1 or more"]),
        (["--fen", "nonsense"], ["FEN", "'nonsense'"]),
        (["--threads", "0"], ["--threads", "1 or more"]),
        (["--threads", "9999"], ["--threads", "at most 256"]),
        (["--hash", "x"], ["--hash", "whole number"]),
        (["--hash", "17592186044416"], ["--hash", "at most"]),
        (["--seed", "-1"], ["--seed", "0 or more"]),
        (["--book-file", "nosuch.bin"], ["Polyglot", "no such file", "'nosuch.bin'"]),
        (["--set", "nosuch=1"], ["'nosuch'"]),
    ],
)
def test_bad_flags_are_answered_in_one_line(
    arguments: list[str], said: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["play", *arguments]) == 2
    output, error = capsys.readouterr()
    assert output == ""
    assert error.count("\n") == 1
    for words in said:
        assert words in error


def test_help_names_the_command_and_every_option_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    assert "play" in capsys.readouterr().out

    assert run(["play", "--help"]) == 0
    text = capsys.readouterr().out
    for option in ("--clock", "--color", "--policy", "--depth", "--fen", "--book", "--pgn", "--threads"):
        assert option in text


def test_every_example_in_the_help_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    assert run(["play", "--help"]) == 0
    text = capsys.readouterr().out.split("Examples")[1]
    examples = re.findall(r"^ zeitnot (.*?)\s*$", text, flags=re.MULTILINE)
    assert len(examples) == 5
    for example in examples:
        assert played(monkeypatch, capsys, "e4\n", *shlex.split(example)[1:])


@pytest.fixture
def at_terminal() -> Iterator[Callable[..., Terminal]]:
    with terminals("play") as start:
        yield start


@pytest.mark.source("G9.clock")
def test_at_a_terminal_the_clock_runs_while_nobody_types(at_terminal: Callable[..., Terminal]) -> None:
    terminal = at_terminal("--clock", "3:00", "--depth", "1")
    terminal.until("you 3:00  engine 3:00 > ")
    terminal.until("you 2:59  engine 3:00 > ")
    terminal.type("e4\n")
    assert ";48;5;" in terminal.until("Engine plays")
    terminal.type("quit\n")
    assert terminal.ended() == 0
    assert "Game broken off" in terminal.shown


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_game_and_keeps_it(
    number: signal.Signals, tmp_path: Path, at_terminal: Callable[..., Terminal]
) -> None:
    terminal = at_terminal("--depth", "1", "--pgn", "games.pgn")
    terminal.until("your move > ")
    terminal.type("e4\n")
    terminal.until("Engine plays")
    terminal.until("your move > ")
    terminal.process.send_signal(number)
    assert terminal.ended() == 0
    assert "1. e4" in (tmp_path / "games.pgn").read_text(encoding="utf-8")
    assert "Traceback" not in terminal.shown


def test_an_interrupt_while_the_engine_thinks_ends_the_game(
    tmp_path: Path, at_terminal: Callable[..., Terminal]
) -> None:
    terminal = at_terminal("--clock", "9:00:00", "--no-book", "--pgn", "games.pgn")
    terminal.until("engine 9:00:00 > ")
    terminal.type("e4\n")
    terminal.until("Engine thinks")
    terminal.type("\x03")
    assert terminal.ended() == 0
    assert "1. e4" in (tmp_path / "games.pgn").read_text(encoding="utf-8")


@pytest.mark.source("T12.play")
def test_an_interrupt_while_the_engine_ponders_ends_the_game(
    tmp_path: Path, at_terminal: Callable[..., Terminal]
) -> None:
    options = ("--clock", "0:40", "--policy", "textbook", "--no-book", "--pgn", "games.pgn")
    terminal = at_terminal(*options, "--ponder")
    terminal.until("engine 0:40 > ")
    terminal.type("e4\n")
    terminal.until("engine ponders > ")
    terminal.type("\x03")
    assert terminal.ended() == 0
    assert "1. e4" in (tmp_path / "games.pgn").read_text(encoding="utf-8")
    assert "Traceback" not in terminal.shown


@pytest.mark.parametrize("option", ["--no-book", "--depth=1"], ids=["while it thinks", "at the prompt"])
def test_a_window_that_is_closed_ends_the_program_and_keeps_the_game(
    option: str, tmp_path: Path, at_terminal: Callable[..., Terminal]
) -> None:
    terminal = at_terminal("--clock", "9:00:00", "--pgn", "games.pgn", option)
    terminal.until("engine 9:00:00 > ")
    terminal.type("e4\n")
    terminal.until("Engine thinks" if option == "--no-book" else "Engine plays")
    terminal.until("you ")
    assert terminal.hang_up() >= 0
    text = (tmp_path / "games.pgn").read_text(encoding="utf-8")
    assert "1. e4" in text
    assert '[Termination "abandoned"]' in text


@pytest.mark.parametrize("terminal_kind", ["dumb", "linux"])
def test_a_terminal_without_chess_pieces_gets_letters(
    terminal_kind: str, at_terminal: Callable[..., Terminal]
) -> None:
    terminal = at_terminal("--depth", "1", TERM=terminal_kind)
    terminal.until("your move > ")
    terminal.type("quit\n")
    assert terminal.ended() == 0
    assert "♟" not in terminal.shown
    assert re.search(r" 8  r  n  b  q  k  b  n  r", terminal.shown)


@pytest.mark.source("T12.play")
def test_the_engine_ponders_when_it_is_asked_to_and_after_a_resume(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ("--clock", "5:00", "--depth", "3", "--no-book", "--pgn", "a.pgn", "--policy", "textbook")
    left = played(monkeypatch, capsys, "e4\nquit\n", *options, "--ponder")
    assert "engine ponders > quit" in left
    assert "--ponder" in resume_line(left)
    again = played(monkeypatch, capsys, "h4\nquit\n", *resume_line(left))
    assert "engine ponders > quit" in again
    assert "engine ponders" not in played(monkeypatch, capsys, "e4\nquit\n", *options)


def test_a_policy_that_plans_otherwise_when_it_ponders_is_told_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ("--clock", "5:00", "--depth", "2", "--no-book", "--pgn", "a.pgn", "--policy", "stockfish")
    assert re.search(
        r"pondering +x1\.25", played(monkeypatch, capsys, "e4\nwhy\nquit\n", *options, "--ponder")
    )
    assert "x1.25" not in played(monkeypatch, capsys, "e4\nwhy\nquit\n", *options)
