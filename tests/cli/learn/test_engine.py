"""`zeitnot learn engine`: profiles made, listed, exported, forgotten, and used by other commands."""

import json
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from tests.chess.proxy.fixtures_proxy import debian_engine
from tests.models.small_profile import PROFILE, kept
from zeitnot.cli.app import run
from zeitnot.lab import EngineLearning, EngineRecording
from zeitnot.models import find_profile

SMALL = ["--games", "10", "--nodes", "100", "--processes", "2"]


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def stockfish_name() -> str:
    """Return the name that the engine gives itself."""
    return EngineLearning(EngineRecording(command=(debian_engine("stockfish"),), nodes=300)).engine


def test_a_profile_is_made_listed_and_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["learn", "engine", debian_engine("stockfish"), *SMALL]) == 0
    assert "games held out" in capsys.readouterr().out
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
    # What is recorded is not recorded again.
    shards = sorted((made.folder / "games.data").glob("*.parquet"))
    before = [(path.name, path.stat().st_mtime_ns) for path in shards]
    assert len(before) == 10
    assert run(["learn", "engine", debian_engine("stockfish"), *SMALL, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 10
    assert [(path.name, path.stat().st_mtime_ns) for path in shards] == before


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
    match = ["match", f"{engine}+learned", engine, "--clock", "0.3+0.01", "--games", "2"]
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


def test_an_interrupted_recording_keeps_its_games_and_goes_on(
    tmp_path: Path,
) -> None:
    learning = EngineLearning(EngineRecording(command=(), games=10, nodes=600))
    assert learning.engine.startswith("Zeitnot ")
    done: list[object] = []
    assert not learning.record(processes=1, on_event=done.append, is_stopped=lambda: len(done) >= 2)
    begun: list[int] = []
    assert learning.record(processes=1, on_begin=begun.append)
    assert 2 <= begun[0] < 10
    made, figures = learning.learn(processes=1)
    assert made.profile.games == 10
    assert [each.policy for each in figures] == ["uniform", "stockfish", "learned", "oracle"]
