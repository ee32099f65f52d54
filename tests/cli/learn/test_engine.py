"""`zeitnot learn engine`: profiles made, listed, exported, forgotten, and used by other commands."""

import json
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.chess.proxy.fixtures_proxy import debian_engine
from tests.chess.recording.short_games import record_short_games
from tests.models.small_profile import PROFILE, kept
from zeitnot.chess import ScoreCurve
from zeitnot.cli.app import run
from zeitnot.lab import EngineLearning, EngineRecording, general_model
from zeitnot.models import PackageModels, find_profile, read_model
from zeitnot.policies import TimeValues

SMALL = ["--games", "10", "--nodes", "100", "--processes", "1"]
SHORT = ["--resign", "1/100", "--draw", "1/100"]


@pytest.fixture(autouse=True)
def _own_data_folder_and_few_replays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(general_model, "CHECK_GAMES", 2)


def stockfish_name() -> str:
    """Return the name that the engine gives itself."""
    return EngineLearning(EngineRecording(command=(debian_engine("stockfish"),), nodes=300)).engine


def test_an_interrupted_recording_goes_on_and_a_profile_is_made_listed_and_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    learning = EngineLearning(EngineRecording(command=(debian_engine("stockfish"),), games=10, nodes=100))
    done: list[object] = []
    assert not learning.record(processes=1, on_event=done.append, is_stopped=lambda: bool(done))
    first = shards(learning.data)
    assert (learning.settings.to_the_end, learning.settings.earlier_turns) == (True, 1)
    assert 1 <= len(first) < 10
    record_short_games(learning.data, learning.settings, range(len(first), 9))
    assert run(["learn", "engine", debian_engine("stockfish"), *SMALL]) == 0
    shown = capsys.readouterr().out
    assert "games held out" in shown
    for policy in ("uniform", "stockfish", "learned", "oracle"):
        assert policy in shown
    assert run(["learn", "engine", "--list", "--json"]) == 0
    (form,) = [each for each in json.loads(capsys.readouterr().out) if not each["shipped"]]
    assert form["engine"] == stockfish_name()
    assert (form["games"], form["held_out_games"]) == (10, 2)
    assert form["turns"] > 200
    assert isinstance(form["ranking"], float)
    assert run(["learn", "engine", "--list"]) == 0
    assert form["engine"] in capsys.readouterr().out
    made = find_profile(form["engine"])
    assert made is not None
    assert made.loss_file.stat().st_size + made.values_file.stat().st_size < 50_000
    values = TimeValues.from_json(made.values_file.read_text())
    assert (values.relative, values.change_weight, values.price_scale) == (True, 1.0, 0.6)
    # What is recorded is not recorded again.
    recorded = shards(made.folder / "games.data")
    assert len(recorded) == 10
    assert first.items() <= recorded.items()
    # Another general model gives it another network.
    general = PackageModels().general_model()
    *layers, (weights, biases) = general.layers
    other = replace(general, layers=(*layers, (weights / 2, biases)))
    Path("other.npz").write_bytes(other.to_bytes())
    words = [*SMALL, "--general", "other.npz", "--score-curve", "91,42", "--json"]
    assert run(["learn", "engine", debian_engine("stockfish"), *words]) == 0
    assert "--general other.npz --score-curve 91,42" in json.loads(capsys.readouterr().out)["made_by"]
    np.testing.assert_array_equal(
        read_model(made.loss_file).layers[-1][0], read_model(Path("other.npz")).layers[-1][0]
    )
    begun: list[int] = []
    assert learning.record(processes=1, on_begin=begun.append)
    assert begun == [10]
    assert shards(made.folder / "games.data") == recorded


def shards(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in folder.glob("*.parquet")}


def test_a_proxy_and_a_match_say_which_profile_is_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(replace(PROFILE, engine=stockfish_name()))
    words = [sys.executable, "-m", "zeitnot", "wrap", "--engine", debian_engine("stockfish")]
    said = {
        policy: subprocess.run(
            [*words, "--policy", policy],
            input="uci\nisready\nquit\n",
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        ).stdout
        for policy in ("learned", "textbook")
    }
    assert "info string the engine is managed by its profile: Stockfish" in said["learned"]
    assert "profile" not in said["textbook"]
    engine = debian_engine("stockfish")
    match = ["match", f"{engine}+learned", engine, "--clock", "0.3+0.01", "--games", "2", *SHORT]
    assert run([*match, "-o", str(tmp_path / "a.run")]) == 0
    assert "+learned is managed by its profile: Stockfish" in capsys.readouterr().err


def test_a_profile_is_exported_and_forgotten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(replace(PROFILE, engine=stockfish_name()))
    path = tmp_path / "stockfish.zip"
    assert run(["learn", "engine", debian_engine("stockfish"), "--export", str(path)]) == 0
    other = tmp_path / "other" / "zeitnot" / "profiles"
    other.mkdir(parents=True)
    with zipfile.ZipFile(path) as archive:
        archive.extractall(other)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "other"))
    name = stockfish_name()
    found = find_profile(name)
    assert found is not None
    assert found.folder.parent == other
    assert run(["learn", "engine", "--forget", name]) == 0
    assert f"forgot {name}" in capsys.readouterr().out
    assert not found.folder.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "must do one thing"),
        (["--list", "--forget", "x"], "must do one thing"),
        (["--forget", "Nobody 1.0"], "a profile of the engine to forget"),
        (["nosuchengine"], "nosuchengine"),
        (["zeitnot", "--games", "3"], "--games must be a whole number of 10 or more"),
        (["zeitnot", "--export", "x.zip"], "a profile to export"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    words: list[str],
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["learn", "engine", *words]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_without_a_command_it_is_the_built_in_engine() -> None:
    assert EngineLearning(EngineRecording(command=(), nodes=100)).engine.startswith("Zeitnot ")


def test_a_profile_counts_the_games_that_could_be_recorded() -> None:
    recording = EngineRecording(command=(debian_engine("stockfish"),), games=12, nodes=100)
    learning = EngineLearning(recording)
    record_short_games(learning.data, learning.settings, range(10))
    assert learning.learn(processes=1)[0].profile.games == 10
    # Two pawns are worth next to nothing on a flat curve.
    flat = replace(recording, curve=ScoreCurve(win_at_cp=9000.0, spread_cp=9000.0))
    largest = [
        max(abs(each.loss) for turn in of.recorded_turns() for each in turn.iterations)
        for of in (learning, EngineLearning(flat))
    ]
    assert 0 < largest[1] < largest[0] / 10
