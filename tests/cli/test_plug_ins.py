"""A plug-in that is broken is shown as that; everything else goes on."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from zeitnot.cli.app import run
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


def test_policies_shows_it_in_a_row_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["policies"]) == 0
    table = capsys.readouterr().out
    assert all(name in table for name in policy_names())
    assert "policy 'broken' (no_such_module_for_tests:Policy) cannot be loaded: ModuleNotFoundError" in table
    assert "plug-in 'argo' (no_such_module_for_tests:Argo) is left out" in table


def test_json_shows_its_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["policies", "--json"]) == 0
    forms = {form["name"]: form for form in json.loads(capsys.readouterr().out)}
    assert forms["broken"]["error"].startswith("policy 'broken'")


def test_curve_leaves_it_out_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["curve", "-c", "1+0", "--turns", "3"]) == 0
    said = capsys.readouterr()
    assert "stockfish" in said.out
    assert "zeitnot: left out: policy 'broken'" in said.err


def test_asking_for_it_is_refused_without_a_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plan", "-p", "broken", "-c", "3+2"]) == 2
    assert "cannot be loaded" in capsys.readouterr().err
