"""`zeitnot learn values`: tables, JSON, the file it writes, and what it refuses."""

import json
from pathlib import Path

import pytest

from tests.learning.made_up_traces import chess_trace, scrabble_trace
from tests.models.small_models import small_model
from zeitnot.cli.app import run
from zeitnot.learning import write_shard
from zeitnot.models import PackageModels


@pytest.fixture(scope="module")
def scrabble_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made_up") / "scrabble.data"
    folder.mkdir()
    write_shard(folder / "a.parquet", [scrabble_trace(number) for number in range(60)], settings={"seed": 1})
    return folder


@pytest.fixture(scope="module")
def chess_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made_up") / "chess.data"
    folder.mkdir()
    write_shard(folder / "a.parquet", [chess_trace(number) for number in range(40)], settings={"seed": 1})
    return folder


@pytest.mark.source("M31.marginal", "M38.made")
def test_time_values_are_learned_shown_and_written(
    scrabble_data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, model = tmp_path / "values.json", tmp_path / "model.npz"
    model.write_bytes(small_model("scrabble").to_bytes())
    command = ["learn", "values", str(scrabble_data), "--model", str(model), "-o", str(file)]
    assert run([*command, "--speed", "1000"]) == 0
    printed = capsys.readouterr().out
    assert "a second is 1,000 samples" in printed
    assert "1: 81 and more" in printed
    assert "10 to 30 s" in printed
    assert "log turns left" in printed
    assert "60 positions of scrabble; decay" in printed.splitlines()[-1]
    values = PackageModels().time_values("scrabble", str(file))
    assert values.made_by == (
        "zeitnot learn values scrabble.data --model model.npz --speed 1000 -o values.json"
    )


def test_figures_come_as_json_too(
    chess_data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["learn", "values", str(chess_data), "-o", str(tmp_path / "v.json"), "--json"]) == 0
    form = json.loads(capsys.readouterr().out)
    assert form["values"]["game"] == "chess"
    assert form["regression"] is None
    assert len(form["gains"]) == 6


@pytest.mark.parametrize("speed", ["0", "-5", "fast", "nan"])
def test_a_speed_that_is_none_is_refused(
    speed: str, chess_data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["learn", "values", str(chess_data), "-o", str(tmp_path / "v.json"), "--speed", speed]) == 2
    assert "--speed must be" in capsys.readouterr().err


def test_a_model_for_the_other_game_is_refused(
    chess_data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = tmp_path / "model.npz"
    model.write_bytes(small_model("scrabble").to_bytes())
    command = ["learn", "values", str(chess_data), "--model", str(model), "-o", str(tmp_path / "v.json")]
    assert run(command) == 2
    assert "a model for chess is needed, got one for scrabble" in capsys.readouterr().err
