import itertools
import json
import tomllib
from pathlib import Path

import pytest

from zeitnot.cli.app import run
from zeitnot.cli.doctor import EXTRAS, NAP_S, NAPS, measured_timing


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_extras_are_those_of_the_package() -> None:
    document = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())
    declared = document["project"]["optional-dependencies"]
    for extra, (packages, _) in EXTRAS.items():
        assert sorted(packages) == sorted(each.partition(">")[0] for each in declared[extra])
    assert set(declared) - set(EXTRAS) == {"dev", "fuzz"}  # for developers


def test_what_is_here_and_what_is_missing_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setitem(EXTRAS, "ray", (("no-such-package",), "matches on many machines"))
    monkeypatch.setattr("zeitnot.cli.doctor.ENGINES", ("stockfish", "true", "no-such-engine"))
    monkeypatch.setenv("ZEITNOT_CACHE", str(tmp_path / "cache"))
    assert run(["doctor", "--no-measure"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "  - ray: matches on many machines needs no-such-package; pip install 'zeitnot[ray]'" in lines
    assert any(line.startswith("  + stockfish: Stockfish ") for line in lines)
    assert any(line.startswith("  - true: an engine must answer with 'uciok'") for line in lines)
    assert not any("no-such-engine" in line for line in lines)
    assert f"  + cache: {tmp_path / 'cache'}, empty: filled at first use" in lines


def test_machines_get_json_and_a_broken_config_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("zeitnot.cli.doctor.ENGINES", ())
    Path("zeitnot.toml").write_text("[policies.nobody]")
    assert run(["doctor", "--json"]) == 0
    form = json.loads(capsys.readouterr().out)
    named = {each["name"]: each for each in form["findings"]}
    assert named["zeitnot.toml"]["to_type"] == "mend or remove the file"
    assert named["UCI engines"]["to_type"] == "apt install stockfish"
    assert form["nodes_per_s"] > 1_000
    assert form["timing"]["longest_gap_s"] >= form["timing"]["resolution_s"] > 0


def test_a_clock_that_stood_still_is_told_with_the_margin_that_it_takes() -> None:
    times = itertools.accumulate(itertools.chain([0.0, 0.001, 0.025], itertools.repeat(0.001)))
    timing = measured_timing(lambda: next(times), wait=lambda _: None)
    assert timing.longest_gap_s == pytest.approx(0.025)
    assert timing.words == "unsteady: on short clocks, `match --margin 25` or fewer games at once"
    assert timing.mean_late_s == pytest.approx(0.001 - NAP_S)
    steady = itertools.accumulate(itertools.repeat(0.001))
    assert measured_timing(lambda: next(steady), wait=lambda _: None).words == "steady"
    assert NAPS > 1
