"""`zeitnot learn general`: a model for any engine, from the games of several."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.chess.recording.short_games import record_short_games
from zeitnot.chess.recording.recorder import ChessRecording
from zeitnot.cli.app import run
from zeitnot.cli.learn.general import _engines
from zeitnot.lab import general_model
from zeitnot.models import GENERAL_INPUTS
from zeitnot.models.model_file import read_model
from zeitnot.policies import TimeValues

GAMES = 10
STOCKFISH = ("/usr/games/stockfish",)


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Record games of two engines, and one more of the first."""
    parent = tmp_path_factory.mktemp("games")
    own = ChessRecording(nodes=1000, judge_nodes=1000, whole_games=True)
    record_short_games(parent / "own.data", own, range(GAMES))
    record_short_games(parent / "stockfish.data", replace(own, engine=STOCKFISH, nodes=1500), range(GAMES))
    record_short_games(parent / "again.data", replace(own, seed=2), range(1))
    return [str(parent / f"{name}.data") for name in ("own", "stockfish", "again")]


def test_a_model_for_any_engine_is_learned_and_checked_on_each_engine_left_out(
    folders: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(general_model, "CHECK_GAMES", 2)
    made = tmp_path / "general"
    assert (
        run(["learn", "general", *folders[:2], "-o", str(made), "--processes", "1", "--check", "--json"]) == 0
    )
    form = json.loads(capsys.readouterr().out)
    assert [each["engine"] for each in form["left_out"]] == ["own", "stockfish"]
    assert all(each["games"] == GAMES and each["ranking"] > 0.5 for each in form["left_out"])
    assert all(
        {"uniform", "stockfish", "learned", "oracle"} <= each["shares"].keys() for each in form["left_out"]
    )
    assert read_model(made / "general_loss.npz").inputs == GENERAL_INPUTS
    values = TimeValues.from_json((made / "general_values.json").read_text())
    assert (values.relative, values.change_weight, values.price_scale) == (True, 1.0, 0.6)
    assert values.made_by.startswith("zeitnot learn general own.data stockfish.data")


def test_recordings_of_one_engine_are_left_out_together(folders: list[str]) -> None:
    games, same = _engines([Path(folder) for folder in folders])
    assert list(games) == ["own", "stockfish", "again"]
    assert same == {"own": ["own", "again"], "stockfish": ["stockfish"], "again": ["own", "again"]}


@pytest.mark.parametrize(
    ("words", "cause"),
    [
        ((0, 0), "another name"),
        ((0, "--check"), "two or more"),
        ((0, 2, "--check"), "two or more"),
        ((0, "--curve"), "--curve needs games of 13 openings or more, got 10"),
        (("nowhere.data",), "a folder with shards"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    folders: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    words: tuple[int | str, ...],
    cause: str,
) -> None:
    given = [folders[word] if isinstance(word, int) else word for word in words]
    assert run(["learn", "general", *given, "-o", str(tmp_path / "general")]) == 2
    told = capsys.readouterr().err
    assert cause in told
    assert len(told.splitlines()) == 1
    assert not (tmp_path / "general").exists()
