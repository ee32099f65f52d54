"""`zeitnot scrabble learn`: files that engines read, and runs that can be broken off at any time."""

import json
import lzma
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.learning.small_game import small_lexicon, write_small_game
from zeitnot.cli.app import run
from zeitnot.learning import LeaveSettings, LeaveTraining, TrainingState
from zeitnot.scrabble.evaluation import read_leaves
from zeitnot.scrabble.win_table import WinTable

LEARN = ("scrabble", "learn")


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    """Give options that name the small game; its word map goes to a cache of its own."""
    folder = tmp_path_factory.mktemp("small")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ZEITNOT_CACHE", str(folder / "cache"))
        yield write_small_game(folder)


def _process(*words: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "zeitnot", *LEARN, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_leaves_are_written_and_shown(
    game: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "small.klv2"
    assert run([*LEARN, "leaves", "-o", str(path), "--games", "60", "--processes", "2", *game]) == 0
    captured = capsys.readouterr()
    shown = {tiles: float(pts) for tiles, pts in re.findall(r"([A-Z?]+) ([+-][0-9.]+)", captured.out)}
    assert {*"?AENRST", "?S", "ST", "EE"} <= set(shown)
    assert "QU" not in shown
    assert shown["?"] == pytest.approx(read_leaves(path).value(b"\x00") / 1000, abs=0.051)
    assert "60 games in " in captured.out
    assert re.search(r"round 5 of 5: [0-9,]+ racks", captured.err)
    assert [each.name for each in tmp_path.iterdir()] == ["small.klv2"]


def test_an_interrupted_run_goes_on_and_gives_what_one_run_gives(
    game: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "small.klv2"
    words = ["leaves", "-o", str(path), "--rounds", "20,1500", "--racks", "2", "--processes", "2", *game]
    with _process(*words) as process:
        assert process.stderr is not None
        assert process.stderr.readline().startswith("round 1 of 2")
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert re.fullmatch(r"interrupted: [0-9,]+ games are kept in .*; the same command goes on\n", errors)
    assert [each.name for each in tmp_path.iterdir()] == ["small.klv2.state"]
    assert run([*LEARN, *words]) == 0
    assert capsys.readouterr().err.startswith("going on after ")
    assert [each.name for each in tmp_path.iterdir()] == ["small.klv2"]
    training = LeaveTraining(small_lexicon(), LeaveSettings(rounds=(20, 1500), racks=2))
    for _ in training.run():
        pass
    assert path.read_bytes() == training.klv2()


def test_win_percentages_are_written_with_the_worth_of_the_last_tiles(
    game: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "winpct.csv.xz"
    assert run([*LEARN, "winpct", "-o", str(path), "--games", "400", *game]) == 0
    tiles = small_lexicon().distribution.tile_count
    table = WinTable.read(path, most_unseen=tiles - 7)
    assert lzma.decompress(path.read_bytes()) == table.to_bytes()
    assert table.probability(unseen=5, spread_pts=100) > 0.9
    form = json.loads((tmp_path / "winpct.pre-endgame.json").read_text(encoding="utf-8"))
    assert form["made_by"] == "zeitnot scrabble learn winpct --games 400 --seed 1, lexicon small, leaves none"
    output = capsys.readouterr().out
    assert re.search(rf"^ +0 +[0-9,]+ +\{form['pre_endgame_pts'][0]:+.2f} +± ", output, re.MULTILINE)
    assert "400 games, " in output


def test_a_polite_kill_keeps_what_was_counted(game: list[str], tmp_path: Path) -> None:
    path = tmp_path / "winpct.csv"
    words = ["winpct", "-o", str(path), "--threads", "1", "--state", str(tmp_path / "kept"), *game]
    with _process(*words, "--games", "1000000") as process:
        while not (tmp_path / "kept").exists():
            assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert [each.name for each in tmp_path.iterdir()] == ["kept"]


def test_a_state_of_another_run_is_refused(
    game: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    training = LeaveTraining(small_lexicon(), LeaveSettings(rounds=(5,)))
    state = tmp_path / "leaves.klv2.state"
    list(training.run(state=TrainingState(state, training.identity)))
    words = ["-o", str(tmp_path / "leaves.klv2"), *game]
    assert run([*LEARN, "leaves", "--rounds", "6", *words]) == 2
    rule = "zeitnot: a training goes on with the settings it began with: rounds was 5, got 6; remove "
    assert capsys.readouterr().err.startswith(rule)
    assert run([*LEARN, "winpct", "--state", str(state), *words]) == 2
    assert "kind was leaves, got win percentages" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["leaves"], "missing option '--output'"),
        (
            ["leaves", "-o", "no/such/folder/x.klv2"],
            "--output must be a file in a folder that can be written",
        ),
        (["leaves", "-o", "x", "--games", "5", "--rounds", "5"], "--games and --rounds exclude each other"),
        (
            ["leaves", "-o", "x", "--rounds", "5,,6"],
            "each of --rounds must be a whole number of 1 or more, got ''",
        ),
        (
            ["leaves", "-o", "x", "--rounds", "5,0"],
            "each of --rounds must be a whole number of 1 or more, got '0'",
        ),
        (["leaves", "-o", "x", "--racks", "65"], "racks must be 2 to 64 on a board, got 65"),
        (
            ["leaves", "-o", "x", "--processes", "0"],
            "--processes must be a whole number of 1 or more, got '0'",
        ),
        (["leaves", "-o", "x", "--seed", str(2**64)], "seed must be 0 or more and below 2^63"),
        (["leaves", "-o", "x", "--lexicon", "missing.kwg"], "a lexicon must be a file that can be read"),
        (
            ["leaves", "-o", ".", "--games", "5"],
            "--output must be a file in a folder that can be written, got '.'",
        ),
        (["winpct", "-o", "x", "--games", "none"], "--games must be a whole number of 1 or more, got 'none'"),
        (["winpct", "-o", "x", "--pre-endgame", "no/such/x"], "--pre-endgame must be a file in a folder"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    words: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run([*LEARN, *words]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_state_that_cannot_be_written_is_known_at_once(
    game: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["leaves", "-o", str(tmp_path / "x"), "--games", "5", *game]
    assert run([*LEARN, *words, "--state", str(tmp_path)]) == 2
    assert "a training state must be a file that can be read (is a directory)" in capsys.readouterr().err
    assert run([*LEARN, *words, "--state", str(tmp_path / "no" / "folder")]) == 2
    assert "a training state must go to a file that can be written" in capsys.readouterr().err
