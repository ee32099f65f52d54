"""`zeitnot learn mergen`: from games to figures, where they are used, and how they are forgotten."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.chess.uci_process import UciProcess
from tests.lab.match.scenes import played, small_plan
from tests.learning.clocked_games import clocked_game, clocked_games
from zeitnot.cli.app import run
from zeitnot.lab import RunStore


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Stand in an empty folder with a data folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


@pytest.fixture
def games(folder: Path) -> str:
    """Keep two long games in a file."""
    (folder / "games.pgn").write_text(clocked_games(60, 61), encoding="utf-8")
    return "games.pgn"


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(["learn", "mergen", *words]) == 0
    return capsys.readouterr().out


def form(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(shown(capsys, *words, "--json"))
    return read


def target_s(capsys: pytest.CaptureFixture[str], policy: str) -> float:
    assert run(["plan", "-p", policy, "-c", "5:00+2", "--json"]) == 0
    return float(json.loads(capsys.readouterr().out)["target_s"])


@pytest.mark.source("G13.kept")
def test_games_are_learned_from_shown_and_forgotten(
    capsys: pytest.CaptureFixture[str], games: str, folder: Path
) -> None:
    text = shown(capsys, games)
    assert "2 games learned from, 0 known already, 0 left out" in " ".join(text.split())
    kept = folder / "data" / "zeitnot" / "mergen.json"
    assert [path.name for path in kept.parent.iterdir()] == ["mergen.json"]  # nothing half written
    assert run(["policies", "mergen"]) == 0
    assert "Learned from 2 games" in capsys.readouterr().out
    assert run(["policies", "mergen", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["learned"]["games"] == 2
    assert form(capsys, "--show")["games"] == 2
    assert "Forgotten" in shown(capsys, "--forget")
    assert not kept.exists()
    assert "Nothing is learned" in shown(capsys, "--show")
    assert run(["policies", "mergen"]) == 0
    assert "Nothing is learned from past games" in capsys.readouterr().out


@pytest.mark.source("G13.used")
def test_what_is_learned_plays_in_uci_and_not_in_plans_and_matches(
    capsys: pytest.CaptureFixture[str], games: str
) -> None:
    document_s = target_s(capsys, "mergen")
    learned = form(capsys, games)
    assert learned["opening_moves_left"][0] > 40
    assert target_s(capsys, "mergen") == document_s
    assert target_s(capsys, "mergen:learned=mine") != document_s
    with UciProcess("--policy", "mergen", "--option", "Nodes Per Second=2000") as engine:
        engine.send("debug on")
        mine = engine.ask("go wtime 20000 btime 20000", until="bestmove")[0]
        engine.send("setoption name mergen.learned value off")
        document = engine.ask("go wtime 20000 btime 20000", until="bestmove")[0]
    assert f"{learned['opening_moves_left'][0]:.3g} moves to come" in mine
    assert "; even share x0.025: 40 moves to come" in document


@pytest.mark.source("G13.used")
def test_what_is_learned_plays_in_play(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, games: str
) -> None:
    import io

    learned = form(capsys, games)["opening_moves_left"][0]
    monkeypatch.setattr("sys.stdin", io.StringIO("e4\nwhy\nquit\n"))
    assert run(["play", "--clock", "0:20", "--no-book", "--depth", "2"]) == 0
    assert f"{learned:.3g} moves to come" in " ".join(capsys.readouterr().out.split())


@pytest.mark.source("G13.moves_learned", "G13.kept")
def test_a_run_of_a_match_is_learned_from_once_as_run_or_as_pgn(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    plan = small_plan("mergen", "uniform", work_per_s=8_000.0)
    finished = played(plan)
    with RunStore.create(folder / "match.run", plan) as store:
        for game in finished:
            store.add(game)
    assert form(capsys, "match.run")["games"] == 2
    (folder / "match.pgn").write_text("\n".join(game.text for game in finished), encoding="utf-8")
    again = form(capsys, "match.pgn")
    assert again["games"] == 2
    assert "0 games learned from, 2 known already" in again["notes"][0]


def test_without_files_the_games_kept_by_play_are_learned_from(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    assert run(["learn", "mergen"]) == 2
    assert "name files" in capsys.readouterr().err
    kept = folder / "data" / "zeitnot" / "games.pgn"
    kept.parent.mkdir(parents=True)
    kept.write_text(clocked_game(40), encoding="utf-8")
    assert form(capsys)["games"] == 1


def test_figures_can_be_kept_in_a_file_of_their_own(
    capsys: pytest.CaptureFixture[str], games: str, folder: Path
) -> None:
    assert form(capsys, games, "-o", "club.json")["games"] == 2
    assert form(capsys, "--show")["games"] == 0
    assert target_s(capsys, "mergen:learned=club.json") != target_s(capsys, "mergen")
    assert "Forgotten" in shown(capsys, "--forget", "-o", "club.json")
    assert not (folder / "club.json").exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["nosuch.pgn"], "no such file"),
        (["notes.txt"], "must hold games in PGN"),
        (["--show", "--forget"], "must do one thing"),
        (["--show", "games.pgn"], "must do one thing"),
        (["games.pgn", "-o", "nosuch/figures.json"], "--output must be"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str], games: str, folder: Path
) -> None:
    (folder / "notes.txt").write_text("", encoding="utf-8")
    assert run(["learn", "mergen", *words]) == 2
    error = capsys.readouterr().err
    assert says in " ".join(error.split())
    assert "Traceback" not in error
    assert not (folder / "data").exists()


def test_a_damaged_file_is_named_and_uci_plays_without_it(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    kept = folder / "data" / "zeitnot" / "mergen.json"
    kept.parent.mkdir(parents=True)
    kept.write_text("{", encoding="utf-8")
    for words in (["learn", "mergen", "--show"], ["policies", "mergen"], ["play", "--clock", "1:00"]):
        assert run(words) == 2
        assert "mergen.json" in capsys.readouterr().err
    with UciProcess("--policy", "mergen") as engine:
        lines = engine.ask("uci", "go depth 1", until="bestmove")
    assert any("mergen.json" in line and "the document's figures are taken" in line for line in lines)
    assert run(["learn", "mergen", "--forget"]) == 0
