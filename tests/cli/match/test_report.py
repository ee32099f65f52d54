"""`zeitnot report`: where the page goes, and what is refused."""

import json
import webbrowser
from pathlib import Path

import pytest

from tests.lab.match.scenes import small_plan
from tests.report.match_page.runs import kept, played_run
from zeitnot.cli.app import run
from zeitnot.cli.exits import EXIT_BAD_INPUT


@pytest.fixture(scope="module")
def match_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played_run(tmp_path_factory.mktemp("runs") / "match.run", small_plan())


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Give the one line of a refusal."""
    assert run(["report", *arguments]) == EXIT_BAD_INPUT
    said = capsys.readouterr()
    assert said.out == ""
    (line,) = said.err.splitlines()
    return line


def test_the_page_goes_beside_the_run(match_run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["report", str(match_run)]) == 0
    page = match_run.with_suffix(".html")
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    size = page.stat().st_size / 1e6
    assert capsys.readouterr().out == f"written: {page} ({size:.1f} MB)\n"


def test_machines_get_the_main_figures(
    match_run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "a.html"
    assert run(["report", str(match_run), "-o", str(page), "--json"]) == 0
    form = json.loads(capsys.readouterr().out)
    assert (form["written"], form["bytes"]) == (str(page), page.stat().st_size)
    assert {each["participant"] for each in form["standings"]} == {"uniform", "textbook"}
    assert set(form["standings"][0]["elo"]) == {"elo", "low", "high"}
    assert form["faults"][0] == {
        "participant": "uniform",
        "flags": 0,
        "illegal_moves": 0,
        "crashes": 0,
        "stalls": 0,
        "restarts": 0,
    }
    assert form["time_use"][0]["games"] == 2
    assert form["time_use"][0]["game_s"] > form["time_use"][0]["turn_s"] > 0


def test_the_page_goes_where_it_is_told(match_run: Path, tmp_path: Path) -> None:
    page = tmp_path / "over here.html"
    assert run(["report", str(match_run), "-o", str(page)]) == 0
    assert "uniform against textbook" in page.read_text(encoding="utf-8")


def test_a_run_without_games_has_a_page(tmp_path: Path) -> None:
    assert run(["report", str(kept(tmp_path / "a.run", small_plan(), []))]) == 0
    assert "No game has been played yet." in (tmp_path / "a.html").read_text(encoding="utf-8")


def test_the_browser_is_shown_the_page_when_asked(
    match_run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown: list[str] = []

    def show(address: str) -> bool:
        shown.append(address)
        return len(shown) == 1

    monkeypatch.setattr(webbrowser, "open", show)
    page = tmp_path / "a.html"
    assert run(["report", str(match_run), "-o", str(page), "--open"]) == 0
    assert shown == [page.as_uri()]
    assert capsys.readouterr().err == ""
    assert run(["report", str(match_run), "-o", str(page), "--open"]) == 0
    assert "no browser could be started" in capsys.readouterr().err


def test_what_is_no_run_is_refused_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "missing.run"
    assert "a file that `zeitnot match` wrote" in refusal(capsys, str(missing))
    missing.write_text("no database", encoding="utf-8")
    assert "missing.run" in refusal(capsys, str(missing))
    assert not missing.with_suffix(".html").exists()


def test_a_damaged_run_is_refused_in_one_line_and_the_old_page_stays(
    match_run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damaged = tmp_path / "a.run"
    damaged.write_bytes(match_run.read_bytes()[:10_000])
    page = tmp_path / "a.html"
    page.write_text("old", encoding="utf-8")
    assert "a.run" in refusal(capsys, str(damaged))
    assert page.read_text(encoding="utf-8") == "old"


def test_the_run_itself_is_never_overwritten(match_run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = match_run.read_bytes()
    assert "another file than the run" in refusal(capsys, str(match_run), "-o", str(match_run))
    assert match_run.read_bytes() == before


def test_a_page_that_cannot_be_written_is_refused(
    match_run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "no such file or directory" in refusal(
        capsys, str(match_run), "-o", str(tmp_path / "no" / "a.html")
    )


def test_the_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["report", "--help"]) == 0
    assert "zeitnot report runs/textbook-uniform.run -o report.html --open" in capsys.readouterr().out
