"""A plug-in that is broken is told as that when it is named; everything else goes on."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chess.uci_process import UciProcess
from tests.turns.awkward import installed
from zeitnot.cli.app import run
from zeitnot.cli.match.run import note_unsuited
from zeitnot.errors import UnknownPolicyError
from zeitnot.games import find_game
from zeitnot.models import make_manager
from zeitnot.policies import policy_names, registry


@pytest.fixture(autouse=True)
def broken_plug_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install a policy whose module is missing, and one that takes a built-in's name."""
    info = tmp_path / "broken_for_tests-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-for-tests\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[zeitnot.policies]\nbroken = no_such_module_for_tests:Policy\nargo = no_such_module_for_tests:Argo\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    registry._plugged_in.cache_clear()
    yield
    registry._plugged_in.cache_clear()


def test_policies_lists_it_without_importing_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["policies"]) == 0
    table = capsys.readouterr().out
    assert all(name in table for name in policy_names())
    assert "plug-in no_such_module_for_tests:Policy; `zeitnot policies broken` shows it" in table
    assert "plug-in 'argo' (no_such_module_for_tests:Argo) is left out" in table
    assert run(["policies", "--json"]) == 0
    forms = {form["name"]: form for form in json.loads(capsys.readouterr().out)}
    assert forms["broken"] == {"name": "broken", "plug_in": "no_such_module_for_tests:Policy"}


def test_naming_it_tells_what_is_wrong_with_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["policies", "broken"]) == 2
    said = capsys.readouterr().err
    assert "policy 'broken' (no_such_module_for_tests:Policy) cannot be loaded: ModuleNotFoundError" in said


ONLY_INSTALLED = [
    ["policies"],
    ["policies", "--json"],
    ["plan", "-p", "uniform", "-c", "3+2"],
    ["curve", "-c", "1+0", "--turns", "3"],
    ["match", "nosuch", "uniform", "--clock", "1+0"],
]


@pytest.mark.parametrize("arguments", ONLY_INSTALLED, ids=" ".join)
def test_one_that_is_only_installed_is_not_imported(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, trace = tmp_path / "site", tmp_path / "imported"
    environ = installed(site, f"open({str(trace)!r}, 'w').close()\nraise SystemExit(7)\n")
    monkeypatch.syspath_prepend(environ["PYTHONPATH"])
    registry._plugged_in.cache_clear()
    assert "awkward" in policy_names()
    assert run(arguments) == (2 if "nosuch" in arguments else 0)
    assert not trace.exists()


def test_an_engine_imports_a_plug_in_when_it_is_chosen(tmp_path: Path) -> None:
    with UciProcess(environ=installed(tmp_path / "site", "raise SystemExit(7)")) as engine:
        options = engine.ask("uci", until="uciok")
        assert any(line.startswith("option name Policy ") and " var awkward" in line for line in options)
        assert not any("awkward." in line for line in options)
        assert engine.best_move("position startpos", "go depth 1")
        (said,) = engine.ask("setoption name Policy value awkward", until="info string")
        assert "policy 'awkward' (awkward_for_tests:Awkward) cannot be loaded: SystemExit: 7" in said
        assert engine.best_move("go depth 1")


def test_options_of_a_plug_in_can_be_set_once_it_is_named(tmp_path: Path) -> None:
    with UciProcess(environ=installed(tmp_path / "site")) as engine:
        engine.send("setoption name Awkward.hook value nowhere", "setoption name Policy value awkward")
        said = engine.ask("debug on", "position startpos", "go wtime 500 btime 500", until="bestmove")
        assert any("plan by awkward" in line for line in said)
        assert not any("failed" in line for line in said)
        assert any(line.startswith("option name awkward.hook ") for line in engine.ask("uci", until="uciok"))


def test_an_import_that_hangs_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(installed(tmp_path / "site", "while True: pass")["PYTHONPATH"])
    monkeypatch.setattr("zeitnot.models.make.LOAD_S", 0.2)
    registry._plugged_in.cache_clear()
    with pytest.raises(UnknownPolicyError, match=r"policy 'awkward' must be imported within 0.2 s"):
        make_manager("awkward")


def test_asking_for_it_is_refused_without_a_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plan", "-p", "broken", "-c", "3+2"]) == 2
    assert "cannot be loaded" in capsys.readouterr().err


ELSEWHERE = """
from typing import ClassVar

from zeitnot.policies import Uniform


class Awkward(Uniform):
    name: ClassVar[str] = "awkward"
    games: ClassVar[tuple[str, ...]] = ("go", "scrabble")
"""


def test_a_policy_for_a_game_that_is_not_installed_plays_with_a_note(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(installed(tmp_path / "site", ELSEWHERE)["PYTHONPATH"])
    registry._plugged_in.cache_clear()
    note_unsuited("awkward", find_game("chess"))
    assert capsys.readouterr().err == "zeitnot: awkward is made for go and Scrabble; this is chess\n"
