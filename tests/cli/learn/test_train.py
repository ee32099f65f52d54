"""`zeitnot learn train`: tables, JSON, the model it writes, and what it refuses."""

import json
from pathlib import Path

import pytest

from tests.chess.recording.short_games import record_short_games
from tests.learning.made_up_traces import chess_trace, scrabble_trace
from zeitnot.chess import ChessRecording
from zeitnot.cli.app import run
from zeitnot.cli.learn.train import read_folders
from zeitnot.learning import in_own_scores, read_data, write_shard
from zeitnot.models import PackageModels
from zeitnot.models.model_file import read_model
from zeitnot.models.network_loss import SnapshotLoss


@pytest.fixture(scope="module")
def scrabble_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made_up") / "scrabble.data"
    folder.mkdir()
    write_shard(folder / "a.parquet", [scrabble_trace(number) for number in range(40)], settings={"seed": 1})
    return folder


@pytest.fixture(scope="module")
def chess_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made_up") / "chess.data"
    folder.mkdir()
    write_shard(folder / "a.parquet", [chess_trace(number) for number in range(40)], settings={"seed": 1})
    return folder


@pytest.mark.source("M8.file_size", "M30.ranking", "M38.made")
def test_a_model_is_trained_judged_and_written(
    scrabble_data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = tmp_path / "scrabble_loss.npz"
    assert run(["learn", "train", str(scrabble_data), "-o", str(model), "--hidden", "8,8"]) == 0
    printed = capsys.readouterr().out
    for words in ("network", "two-arm heuristic", "Bonferroni", "exact, with covariance", "rank", "came"):
        assert words in printed
    assert "40 positions, 8 of them held out, 720 rows" in printed.splitlines()[-1]
    assert "the network ranks" in printed or "use that" in printed
    assert model.stat().st_size < 50_000
    assert read_model(model).made_by == (
        "zeitnot learn train scrabble.data -o scrabble_loss.npz --hidden 8,8 --seed 1"
    )
    assert isinstance(PackageModels().snapshot_loss(str(model)), SnapshotLoss)


def test_figures_come_as_json_too(
    chess_data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = tmp_path / "chess_loss.npz"
    command = ["learn", "train", str(chess_data), "-o", str(model), "--hidden", "8", "--json"]
    assert run(command) == 0
    form = json.loads(capsys.readouterr().out)
    assert [each["name"] for each in form["estimators"]] == ["network", "rule of thumb", "mean of the depth"]
    assert (form["game"], form["positions"], form["held_out"]) == ("chess", 40, 8)


def test_data_of_two_games_is_refused(
    chess_data: Path, scrabble_data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["learn", "train", str(chess_data), str(scrabble_data), "-o", str(tmp_path / "m.npz")]
    assert run(command) == 2
    assert "all data must be of one game, chess" in capsys.readouterr().err


@pytest.mark.parametrize("hidden", ["x", "64,,32", "1000"])
def test_layers_that_make_no_sense_are_refused(
    hidden: str, chess_data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["learn", "train", str(chess_data), "-o", str(tmp_path / "m.npz"), "--hidden", hidden]
    assert run(command) == 2
    assert "hidden must be" in capsys.readouterr().err


def test_a_place_that_cannot_be_written_is_refused_before_training(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["learn", "train", "nowhere.data", "-o", str(tmp_path / "no" / "m.npz")]) == 2
    assert "--output must be a file in a folder" in capsys.readouterr().err


def test_a_few_positions_give_figures_or_say_that_there_are_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "few.data"
    folder.mkdir()
    write_shard(folder / "a.parquet", [scrabble_trace(number) for number in range(10)], settings={"seed": 1})
    command = ["learn", "train", str(folder), "-o", str(tmp_path / "model.npz"), "--hidden", "4"]
    assert run(command) == 0
    printed = capsys.readouterr().out
    assert not {"inf", "nan"} & set(printed.split())
    assert "no error can be told, because all checks are of one held-out position" in " ".join(
        printed.split()
    )
    assert run([*command, "--json"]) == 0
    printed = capsys.readouterr().out
    assert not any(word in printed for word in ("Infinity", "NaN"))
    assert json.loads(printed)["estimators"][0]["deciles"][0]["error"] is None


def test_whole_games_are_learned_from_by_what_a_score_is_worth_to_their_engine(tmp_path: Path) -> None:
    folder = tmp_path / "games.data"
    settings = ChessRecording(nodes=1000, judge_nodes=1000, whole_games=True)
    record_short_games(folder, settings, range(2))
    game, found = read_folders([folder])
    recorded = read_data(folder)
    assert game == "chess"
    assert tuple(found) == in_own_scores(recorded).traces != recorded.traces
