"""Runs on narrow terminals: Elo is shown whole, however long the names of the participants are."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from tests.lab.match.scenes import played, small_plan
from tests.report.match_page.runs import kept, renamed, spoken_plan
from zeitnot.cli.app import run
from zeitnot.cli.estimates import elo_text
from zeitnot.cli.match import screen
from zeitnot.games import PlayedGame
from zeitnot.lab import MatchPlan, MatchProgress, Moved, RunStore, standings_of

LONG = [f"stockfish+learned:chess_model=models/of-{number}-plies.npz,reserve_s=0.5" for number in range(3)]


@pytest.fixture(scope="module")
def field() -> tuple[MatchPlan, list[PlayedGame]]:
    plan = small_plan("uniform", "argo", "textbook", games=4)
    return renamed(plan, LONG), played(plan)


@pytest.fixture(scope="module")
def field_run(tmp_path_factory: pytest.TempPathFactory, field: tuple[MatchPlan, list[PlayedGame]]) -> Path:
    return kept(tmp_path_factory.mktemp("runs") / f"{'-'.join(LONG).replace('/', '_')[:60]}.run", *field)


@pytest.fixture(params=["60", "80", "100"])
def columns(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setenv("COLUMNS", request.param)
    return int(request.param)


def elos(path: Path) -> list[str]:
    with RunStore.read(path) as store:
        standings = standings_of(store.plan, store.games())
    return [elo_text(standings.elo(row.name)) for row in standings.table.rows]


def test_one_run_shows_elo_and_every_name(
    field_run: Path, columns: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["runs", str(field_run)]) == 0
    shown = capsys.readouterr().out
    assert all(elo in shown for elo in elos(field_run))
    assert max(map(len, shown.splitlines())) <= columns
    whole = "".join(shown.split())
    assert all(name in whole for name in LONG)


def test_the_list_shows_games_and_elo(
    field_run: Path, columns: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["runs", str(field_run.parent)]) == 0
    shown = capsys.readouterr().out
    assert "12 of 12" in shown
    assert elos(field_run)[0] in shown
    assert max(map(len, shown.splitlines())) <= columns


def test_what_is_left_out_is_said(
    field_run: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    assert run(["runs", str(field_run)]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "Left out for lack of room: LOS, points, games; a wider terminal or --json shows them." in shown


def test_the_live_screen_shows_elo_and_clocks(
    field: tuple[MatchPlan, list[PlayedGame]], field_run: Path, columns: int
) -> None:
    with RunStore.read(field_run) as store:
        progress = MatchProgress(store.plan, store.games())
    progress.saw(Moved(number=2, ply=30, seat=0, move="e2e4", left_s=(83.4, 59.1)))
    console = Console(file=io.StringIO(), width=columns, highlight=False)
    console.print(screen._Screen(progress))
    assert isinstance(console.file, io.StringIO)
    shown = console.file.getvalue()
    assert all(elo in shown for elo in elos(field_run))
    assert "1:23.4" in shown
    assert "0:59.1" in shown


def test_clocks_of_scrabble_are_numbered_where_names_are_long(
    tmp_path: Path, columns: int, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = renamed(spoken_plan(), LONG[:2])
    path = kept(tmp_path / "a.run", plan, [])
    from zeitnot.cli.console import output
    from zeitnot.cli.match.table import clock_table
    from zeitnot.lab import clock_figures

    with RunStore.read(path) as store:
        console = output()
        console.print(clock_table(clock_figures(store), console.width))
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= columns
    assert shown.count("0.0 %") >= 2
    assert f"#2is{LONG[1]}" in "".join(shown.split())
