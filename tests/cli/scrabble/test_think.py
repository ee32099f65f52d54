"""`zeitnot scrabble think`: budget, ranking, reason, with the real player in work time."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.scrabble.command_output import check_refused, examples_of, form_of
from tests.cli.terminal import Terminal, terminals
from tests.scrabble.finished_game import finished_game
from zeitnot.cli.app import run

CGP = f"{'15/' * 7}6CAB6/{'15/' * 6}15 EHIURTV/ 0/14 0"
FEW = 6
"""Tiles in both hands that are solved in no time."""
GAME = """\
#player1 ann
#player2 bob
>ann: EHIRSTV 8H VIS +12 12
>bob: AAEINTU 9H AT +11 11
"""
QUICK = ("think", "--work", "500", "--threads", "1")


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["scrabble", *QUICK, *arguments]) == 0
    output, error = capsys.readouterr()
    assert error == ""
    assert "\x1b" not in output
    return output


def test_the_arms_are_ranked_with_samples_win_chance_equity_and_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = shown(capsys, CGP, "--time", "2s", "--candidates", "4")
    assert text.startswith("EHIURTV, 83 tiles in the bag; lexicon ENABLE1, leaves built-in\n")
    rows = re.findall(r"^ +(\d+[A-O]|[A-O]\d+) \S+ +\d+ +[\d,]+ +[\d.]+ +-?[\d.]+ ± [\d.]+ .*o", text, re.M)
    assert len(rows) == 4
    assert re.search(r"^plays +\S+ \S+", text, re.M)
    assert re.search(r"^stopped +target \(simulation: \w+\)", text, re.M)
    assert re.search(r"^time +[\d.]+ s of 2 s: simulation [\d.]+ s, [\d,]+ samples", text, re.M)


@pytest.mark.source("M22.budget")
def test_on_a_clock_the_trail_explains_the_budget_and_the_policy_says_why_it_stopped(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ("--clock", "25:00 -10/min", "--remaining", "1:30", "--set", "quick_exit_gap_pts=1000")
    text = shown(capsys, f"{'15/' * 14}15 AEINRTU/ 0/0 0", *arguments)
    assert "magpie: 25:00 -10/min, 1:30 left" in text
    for step in ("clock", "reserve", "share", "complexity", "phase", "granted"):
        assert re.search(rf"^ {step}", text, re.M), step
    assert re.search(r"^split +move generation .* simulation ", text, re.M)
    assert re.search(r"^stopped +(loss below price|plateau|target|clear best)", text, re.M)


def test_a_quick_exit_shows_the_moves_at_sight(capsys: pytest.CaptureFixture[str]) -> None:
    clear = f"{'15/' * 7}6CAB6/{'15/' * 6}15 EHIRST?/ 0/14 0"
    text = shown(capsys, clear, "--clock", "25:00 -10/min", "--set", "quick_exit_alone=true")
    assert re.search(r"^quick exit +no search: clear best", text, re.M)
    assert re.search(r"^stopped +clear best", text, re.M)
    assert re.search(r"1 +H1 HySTERI\(A\) +83", text)


def test_an_endgame_shows_depth_value_line_nodes_and_proof(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    states = finished_game().game.states
    turn = next(turn for turn, state in enumerate(states, start=1) if sum(state.hands) <= FEW)
    arguments = (game, "--turn", str(turn), "--time", "60s")
    text = shown(capsys, *arguments)
    assert re.search(r"^endgame +depth \d+, [+-]\d+ points to the end, proven; [\d,]+ nodes", text, re.M)
    assert re.search(r"^line +\S", text, re.M)
    assert re.search(r"^stopped +solved", text, re.M)
    form = form_of(capsys, *QUICK, *arguments)
    assert form["endgame"]["proven"]
    assert form["endgame"]["line"][0] == re.sub(r"\((\w+)\)", lambda found: "." * len(found[1]), form["move"])
    assert form["simulation"] is None


def test_json_has_every_arm_the_reason_and_the_record(capsys: pytest.CaptureFixture[str]) -> None:
    form = form_of(capsys, *QUICK, CGP, "--time", "1s", "--candidates", "3", "--plies", "1")
    assert (form["cgp"], form["lexicon"], form["policy"]) == (CGP, "ENABLE1", "magpie")
    assert len(form["simulation"]["moves"]) == 3
    assert form["move"] == form["simulation"]["moves"][0]["move"]
    assert form["reason"] == "target"
    assert form["record"]["budget"]["target"]["steps"][0][0] == "move time"
    assert form["expected_loss_pts"] >= 0
    assert not form["interrupted"]


def test_in_work_time_the_same_seed_gives_the_same_thoughts(capsys: pytest.CaptureFixture[str]) -> None:
    first, same, other = (
        form_of(capsys, *QUICK, CGP, "--time", "1s", "--seed", seed) for seed in ("1", "1", "2")
    )
    assert first == same
    assert first["simulation"] != other["simulation"]


def test_a_turn_of_a_game_can_be_asked_about(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.gcg"
    path.write_text(GAME, encoding="utf-8")
    form = form_of(capsys, *QUICK, str(path), "--turn", "2", "--time", "0.5s")
    assert form["cgp"].split()[1] == "AAEINTU/"


def test_another_policy_divides_the_clock_in_its_own_way(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = (CGP, "--clock", "1:00 -10/min", "--candidates", "3")
    uniform = form_of(capsys, *QUICK, *arguments, "--policy", "uniform")
    assert uniform["record"]["policy"] == "uniform"
    assert uniform["simulation"]["samples"] > 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([CGP, "--clock", "soon"], ["time control", "'soon'"]),
        ([CGP, "--time", "soon"], ["--time", "'soon'"]),
        ([CGP, "--time", "0"], ["--time must be above 0", "'0'"]),
        ([CGP, "--time", "1s", "--clock", "3+2"], ["--clock goes without --time", "'3+2'"]),
        ([CGP, "--remaining", "1:00"], ["--remaining needs --clock", "'1:00'"]),
        ([CGP, "--clock", "infinite"], ["--clock must be a clock that runs", "'infinite'"]),
        ([CGP, "--policy", "stockfish"], ["--policy must be one for Scrabble", "magpie", "'stockfish'"]),
        ([CGP, "--policy", "nosuch"], ["'nosuch'"]),
        ([CGP, "--work", "fast"], ["--work must be samples in a second", "'fast'"]),
        ([CGP, "--work", "-5"], ["--work must be samples in a second", "'-5'"]),
        ([CGP, "--threads", "0"], ["--threads", "1 or more"]),
        ([CGP, "--threads", "9999"], ["--threads must be at most 256"]),
        ([CGP, "--plies", "x"], ["--plies", "'x'"]),
        ([CGP, "--candidates", "0"], ["--candidates", "'0'"]),
        ([CGP, "--wins", "nosuch.csv"], ["win table", "nosuch.csv"]),
        ([f"{'15/' * 14}15 / 0/0 0", "--time", "1s"], ["must have the rack", "got none"]),
    ],
)
def test_bad_input_is_answered_in_one_line(
    arguments: list[str], said: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    check_refused(capsys, ["think", *arguments], said)


def test_every_example_in_the_help_runs(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    examples = examples_of(capsys, "think")
    assert len(examples) == 3
    for example in examples:
        assert run([*example, "--work", "50"]) == 0
        assert capsys.readouterr().out


@pytest.fixture
def at_terminal() -> Iterator[Callable[..., Terminal]]:
    with terminals("scrabble", "think") as start:
        yield start


def test_at_a_terminal_the_ranking_lives_and_an_interrupt_shows_what_there_is(
    at_terminal: Callable[..., Terminal],
) -> None:
    terminal = at_terminal(CGP, "--time", "1000s", "--threads", "1")
    terminal.until("samples")
    terminal.until("samples")
    terminal.type("\x03")
    assert terminal.ended() == 130
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", terminal.shown)
    assert re.search(r"stopped +caller \(simulation: caller\)", plain)
    assert "Traceback" not in plain
