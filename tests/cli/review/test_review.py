"""`zeitnot review` at the command line."""

import json
from pathlib import Path

import pytest

from tests.review.planted_games import BLUNDER, is_legal, planted
from tests.review.planted_scrabble import EXCHANGE, planted_gcg
from zeitnot.cli.app import run

QUICK = ["--engine", "built-in", "--effort", "0.02", "--processes", "1"]


@pytest.fixture
def game(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ZEITNOT_CACHE", str(tmp_path_factory.getbasetemp() / "review-cache"))
    path = tmp_path / "game.pgn"
    path.write_text(planted({BLUNDER: 1.0}).text + "\n", encoding="utf-8")
    return path


def test_a_game_is_summed_up(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["review", str(game), *QUICK]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert "Wim - Bea  0-1  15:00+5" in said.out
    assert "too quick" in said.out
    assert "expected to lose with this clock: Wim" in " ".join(said.out.split())


def test_every_move_can_be_listed(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["review", str(game), *QUICK, "--moves", "--player", "wim"]) == 0
    out = capsys.readouterr().out
    assert "9. Rxd1" in out
    assert "9... Bg4" not in out


def test_json_page_and_pgn_are_written(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, pgn = tmp_path / "review.html", tmp_path / "out.pgn"
    assert run(["review", str(game), *QUICK, "--json", "-o", str(page), "--pgn", str(pgn)]) == 0
    form = json.loads(capsys.readouterr().out)
    assert form["games"][0]["sides"][0]["name"] == "Wim"
    assert form["engine"] == "built-in"
    assert is_legal(pgn.read_text(encoding="utf-8"))
    assert page.stat().st_size > 100_000


def test_doubts_are_told_beside_the_result(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = game.read_text(encoding="utf-8").replace("[%clk 0:14:53.0]", "")
    game.write_text(text, encoding="utf-8")
    assert run(["review", str(game), *QUICK, "--json"]) == 0
    said = capsys.readouterr()
    assert "game.pgn, game 1: 1. e4: no time is written" in said.err
    assert any("no time is written" in each for each in json.loads(said.out)["games"][0]["problems"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["review"], "FILE"),
        (["review", "nosuch.pgn"], "'nosuch.pgn'"),
        (["review", "GAME", "--player", "nobody"], "'nobody'"),
        (["review", "GAME", "--engine", "no-such-engine"], "'no-such-engine'"),
        (["review", "GAME", "--effort", "0"], "--effort"),
        (["review", "GAME", "--clock", "soon"], "'soon'"),
        (["review", "GAME", "-o", "no/such/folder/page.html"], "--output"),
    ],
)
def test_bad_input_is_one_line(
    words: list[str], said: str, game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([str(game) if word == "GAME" else word for word in words]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert said in error


def test_a_game_of_scrabble_just_works(
    tmp_path: Path, game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, page, gcg = tmp_path / "game.gcg", tmp_path / "review.html", tmp_path / "out.gcg"
    path.write_text(planted_gcg({EXCHANGE: 1.0}), encoding="utf-8")
    quick = ["--effort", "0.01", "--processes", "1"]
    assert run(["review", str(path), *quick, "-o", str(page), "--gcg", str(gcg)]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert "Ann Aray - Bob Boll  261-261 unfinished  10:00 -10/min" in said.out
    assert "Points are those of the simulation" in " ".join(said.out.split())
    assert "#note 1.000s" in gcg.read_text(encoding="utf-8")
    shown = page.read_text(encoding="utf-8")
    assert 'class="board wide"' in shown
    assert "All turns of Ann Aray" in shown
    assert "A second of a player counts as a number of samples" in shown
    for words, what in (
        (["--engine", "stockfish"], "judged by its own player"),
        (["--lexicon", "nosuch.kwg"], "nosuch.kwg"),
    ):
        assert run(["review", str(path), *words]) == 2
        error = capsys.readouterr().err
        assert error.count("\n") == 1
        assert what in error
