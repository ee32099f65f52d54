"""A `zeitnot.toml` that is broken: one line that names it, and an engine that plays all the same."""

from pathlib import Path

import pytest

from tests.chess.proxy.fixtures_proxy import scripted
from tests.chess.uci_process import UciProcess
from zeitnot.cli.app import run

BROKEN = {
    "digits": f"[policies.stockfish]\nhorizon_moves = {'9' * 5_000}\n",
    "hexadecimal": f"[policies.stockfish]\nhorizon_moves = 0x{'f' * 5_000}\n",
    "nested": f"[policies.stockfish]\nhorizon_moves = {'[' * 5_000}\n",
    "nested evenly": f"[policies.stockfish]\nhorizon_moves = {'[' * 200}{']' * 200}\n",
    "cut": "[policies.stockfish]\nhorizon_moves =\n",
    "unknown policy": "[policies.nobody]\nx = 1\n",
    "unknown parameter": "[policies.stockfish]\nhorizont = 1\n",
    "wrong value": "[policies.stockfish]\nhorizon_moves = 'many'\n",
    "no text": "\x00\x01",
}


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "zeitnot.toml"


@pytest.mark.parametrize("kind", BROKEN)
def test_a_command_that_needs_it_refuses_it_in_one_line(
    kind: str, config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config.write_text(BROKEN[kind], encoding="utf-8")
    assert run(["plan", "--policy", "stockfish", "--clock", "3+2"]) == 2
    errors = capsys.readouterr().err
    assert errors.startswith("zeitnot: zeitnot.toml")
    assert errors.count("\n") == 1
    assert len(errors) < 500


@pytest.mark.parametrize(("command", "kind"), [("uci", "digits"), ("wrap", "nested"), ("uci", "wrong value")])
def test_an_engine_says_so_and_plays_by_the_defaults(command: str, kind: str, config: Path) -> None:
    config.write_text(BROKEN[kind], encoding="utf-8")
    program, *words = scripted("sound")
    behind = ("--engine", program, *(f"--engine-arg={word}" for word in words)) if command == "wrap" else ()
    with UciProcess(*behind, command=command) as engine:
        lines = engine.ask("uci", until="uciok")
        said = [line for line in lines if line.startswith("info string zeitnot.toml")]
        assert len(said) == 1
        assert said[0].endswith("; the defaults are taken")
        assert "option name stockfish.horizon_moves type string default 50.0" in lines
        assert engine.ask("position startpos", "go movetime 20", until="bestmove")


def test_a_broken_file_that_was_asked_for_stops_an_engine(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config.write_text(BROKEN["cut"], encoding="utf-8")
    assert run(["uci", "--config", "zeitnot.toml"]) == 2
    assert capsys.readouterr().err.startswith("zeitnot: zeitnot.toml must be TOML")


def test_a_file_in_another_encoding_is_named(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config.write_bytes(b"# \xe4\n")
    assert run(["plan", "--policy", "stockfish", "--clock", "3+2"]) == 2
    assert "the config file must be a file that can be read (not UTF-8 text), got 'zeitnot.toml'" in (
        capsys.readouterr().err
    )
