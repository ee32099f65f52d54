"""`zeitnot scrabble autoplay`: games, statistics, and an early end."""

import re
import signal
import subprocess
import sys

import pytest

from tests.cli.scrabble.command_output import check_refused, examples_of, form_of, output_of
from zeitnot.cli.app import run


def test_a_match_is_told_with_errors_over_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    text = output_of(capsys, "autoplay", "--games", "40", "--threads", "1", "--against-leaves", "none")
    lines = text.splitlines()
    assert re.fullmatch(r"40 games in \d+\.\d s: \d+ games/s on 1 thread", lines[0])
    assert lines[2].split() == ["leaves", "score", "wins", "bingos", "exchanges"]
    assert lines[4].split()[0] == "built-in"
    assert lines[5].split()[0] == "none"
    assert re.match(
        r"built-in against none: \+\d+\.\d ± \d+\.\d points a game, wins \d+\.\d ± \d+\.\d %", lines[7]
    )
    assert re.match(r"who begins wins \d+\.\d ± \d+\.\d %; 2\d\.\d turns a game", lines[8])
    assert lines[9] == "± is 95 %, over 20 pairs of games; lexicon ENABLE1, seed 1"


def test_a_player_against_himself_is_told_by_who_begins(capsys: pytest.CaptureFixture[str]) -> None:
    text = output_of(capsys, "autoplay", "--games", "10", "--threads", "1")
    assert [line.split()[0] for line in text.splitlines()[4:6]] == ["begins", "second"]
    assert "over 10 games" in text


def test_threads_change_nothing_but_the_time(capsys: pytest.CaptureFixture[str]) -> None:
    forms = [
        form_of(capsys, "autoplay", "--games", "40", "--threads", threads, "--seed", "7")
        for threads in ("1", "2")
    ]
    for form in forms:
        for key in ("threads", "time_s", "games_per_second"):
            del form[key]
    assert forms[0] == forms[1]


def test_json_has_the_figures_of_both_players(capsys: pytest.CaptureFixture[str]) -> None:
    form = form_of(capsys, "autoplay", "--games", "9", "--against-leaves", "none", "--threads", "1")
    assert (form["games"], form["deals"], form["interrupted"]) == (10, 5, False)
    assert [player["leaves"] for player in form["players"]] == ["built-in", "none"]
    first = form["first"]
    assert first["wins"] + first["draws"] + first["losses"] == 10
    means = [player["score_pts"]["mean"] for player in form["players"]]
    assert first["spread_pts"]["mean"] == pytest.approx(means[0] - means[1])
    assert first["spread_pts"]["error_95"] > 0


def test_rough_leaves_can_play(capsys: pytest.CaptureFixture[str]) -> None:
    form = form_of(
        capsys, "autoplay", "--games", "2", "--leaves", "rough", "--against-leaves", "none", "--threads", "1"
    )
    assert [player["leaves"] for player in form["players"]] == ["rough", "none"]


def test_an_interrupt_shows_what_there_is() -> None:
    # The interrupt comes from inside, so that it comes neither too early nor too late.
    script = (
        "import os, signal, sys\n"
        "from zeitnot.scrabble.autoplay import Tally\n"
        "add = Tally.add\n"
        "def counted(tally, deal):\n"
        "    add(tally, deal)\n"
        "    if tally.games == 20: os.kill(os.getpid(), signal.SIGINT)\n"
        "Tally.add = counted\n"
        "from zeitnot.cli import main\n"
        "sys.argv = ['zeitnot', 'scrabble', 'autoplay', '--games', '1000000', '--threads', '2']\n"
        "sys.exit(main())\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60
    )
    assert result.returncode == 128 + signal.SIGINT
    assert result.stderr == ""
    assert re.match(r"20 games in \d+\.\d s, interrupted: \d+ games/s on 2 threads\n", result.stdout)
    assert "who begins wins" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--games", "0"], ["--games", "1 or more"]),
        (["--games", "many"], ["--games", "whole number"]),
        (["--threads", "0"], ["--threads", "1 or more"]),
        (["--seed", "x"], ["--seed", "whole number"]),
        (["--leaves", "nosuch.klv2"], ["a leave table", "no such file"]),
        (["--against-leaves", "nosuch.klv2"], ["a leave table", "no such file"]),
        (["--lexicon", "nosuch.kwg"], ["a lexicon", "no such file"]),
        (["--distribution", "nosuch.csv"], ["a letter distribution", "no such file"]),
        (["--layout", "nosuch.txt"], ["a board layout", "no such file"]),
    ],
)
def test_bad_input_is_answered_in_one_line(
    arguments: list[str], said: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    check_refused(capsys, ["autoplay", *arguments], said)


def test_every_example_in_the_help_runs(capsys: pytest.CaptureFixture[str]) -> None:
    examples = examples_of(capsys, "autoplay")
    assert len(examples) == 5
    assert [example for example in examples if "--policy" in example] == examples[3:]
    for example in examples[:3]:  # games on the clock have tests of their own
        assert run(example) == 0
        assert capsys.readouterr().out
