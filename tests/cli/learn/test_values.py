"""`zeitnot learn values`: tables, JSON, the file it writes, and what it refuses."""

import gc
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.learning.made_up_traces import chess_trace, scrabble_trace
from tests.models.small_models import small_model
from zeitnot.cli.app import run
from zeitnot.games import JudgedIteration, Trace
from zeitnot.learning import write_shard
from zeitnot.learning.loss import data_folder
from zeitnot.learning.loss.shards import ShardRows, read_rows
from zeitnot.models import PackageModels
from zeitnot.scrabble.recording.trace import JudgedCheck


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


@pytest.mark.source("M29.scale")
@pytest.mark.parametrize("make", [scrabble_trace, chess_trace])
def test_one_shard_at_a_time_is_held(
    make: Callable[[int], Trace], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    traces = [make(number) for number in range(40)]
    for first in range(0, 40, 8):
        write_shard(tmp_path / f"{first:02}.parquet", traces[first : first + 8], settings={"seed": 1})
    del traces
    read, held = read_rows, []

    def read_and_look(path: Path) -> ShardRows:
        held.append(sum(isinstance(each, JudgedCheck | JudgedIteration) for each in gc.get_objects()))
        return read(path)

    monkeypatch.setattr(data_folder, "read_rows", read_and_look)
    assert run(["learn", "values", str(tmp_path), "-o", str(tmp_path / "v.json")]) == 0
    assert len(held) >= 5
    assert max(held) - min(held) < 8 * 12  # less than the steps of one shard


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
