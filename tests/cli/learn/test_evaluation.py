"""`zeitnot learn evaluation`: from games to weights, and a match to see what they are worth."""

import re
import shutil
from pathlib import Path

import pytest

import zeitnot._native
from tests.learning.drawn_games import drawn_games
from zeitnot.chess.score_curve import OWN_GAMES
from zeitnot.cli.app import run

TABLE = Path(__file__).parents[3] / "native/chess/weights.cpp"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("learn") / "games"
    assert run(["learn", "evaluation", "games", str(path), "--games", "25", "--nodes", "30"]) == 0
    return path


def test_fitted_weights_are_written_with_the_command_that_made_them(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "weights.cpp"
    shutil.copy(TABLE, table)
    assert run(["learn", "evaluation", "fit", str(folder), "--weights", str(table), "--trust", "0.5"]) == 0
    assert "held out" in capsys.readouterr().out
    text = table.read_text(encoding="utf-8")
    words = " ".join(text.replace("//", "").split())
    assert f"zeitnot learn evaluation fit {folder} --trust 0.5 --spread-cp 60 which writes" in words
    assert text != TABLE.read_text(encoding="utf-8")


def test_a_dry_run_writes_nothing(folder: Path, tmp_path: Path) -> None:
    table = tmp_path / "weights.cpp"
    shutil.copy(TABLE, table)
    assert run(["learn", "evaluation", "fit", str(folder), "--weights", str(table), "--dry-run"]) == 0
    assert table.read_bytes() == TABLE.read_bytes()


def test_the_curve_of_scores_is_told_with_its_surprise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn_games(OWN_GAMES, 500).save(tmp_path / "part-00000.npz")
    assert run(["learn", "evaluation", "curve", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert re.search(r"500 games, 500 positions: won in half of the games at [\d.]+ cp", out)
    assert "held out" in out


def test_a_build_against_itself_scores_every_pair_even(capsys: pytest.CaptureFixture[str]) -> None:
    build = zeitnot._native.__file__
    assert run(["learn", "evaluation", "match", build, "--games", "4", "--nodes", "30"]) == 0
    assert re.search(r"2 of 4 points: \+0\.0 ± \d+\.\d Elo", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["curve", "nowhere"], "a folder of games must hold parts, got 'nowhere'"),
        (["fit", "nowhere"], "a folder of games must hold parts, got 'nowhere'"),
        (["fit", "nowhere", "--start", "missing.cpp"], "weights must be a file that can be read"),
        (["match", "missing.so"], "a build must be a compiled native module, got 'missing.so'"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["learn", "evaluation", *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
