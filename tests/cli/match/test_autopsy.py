"""`zeitnot autopsy`: late turns of a run, one game or all, and what is refused."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.lab.match.scenes import played, small_plan
from tests.report.match_page.runs import kept
from zeitnot.cli.app import run
from zeitnot.cli.exits import EXIT_BAD_INPUT
from zeitnot.games import Fault
from zeitnot.lab import RunStore
from zeitnot.report import write_match_page
from zeitnot.turns import TurnTimings

SEARCHED_ON = TurnTimings(
    proxied=True, due_s=0.1, go_s=0.0, answer_s=0.6, late_span_s=0.5, late_cpu_s=0.5, late_queue_s=0.0
)


@pytest.fixture(scope="module")
def late_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run whose first game is lost on time by a turn without timings, with a late turn before."""
    plan = small_plan()
    first, second = played(plan)
    turn = first.turns[0]
    late = replace(turn, referee_s=0.6, record=replace(turn.record, used_s=0.6, timings=SEARCHED_ON))
    last = first.turns[-1]
    lost = replace(last, referee_s=9.0, record=replace(last.record, used_s=9.0))
    turns = (late, *first.turns[1:-1], lost)
    first = replace(first, turns=turns, fault=Fault.FLAG, fault_seat=last.seat)
    path = tmp_path_factory.mktemp("runs") / "late.run"
    return kept(path, replace(plan, work_per_s=None), [first, second])


def test_every_late_turn_of_a_run_is_told(late_run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["autopsy", str(late_run)]) == 0
    said = capsys.readouterr().out
    assert "game 1, " in said
    assert ": engine\n  0.5 s too late: the engine searched on (engine 0.5 s)\n" in said
    assert "lost on time: unknown\n" in said


def test_machines_get_the_seconds_of_every_place(late_run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["autopsy", str(late_run), "1", "--json"]) == 0
    first, last = json.loads(capsys.readouterr().out)["late_turns"]
    assert (first["game"], first["cause"], first["lost_on_time"]) == (1, "engine", False)
    assert first["by_place_s"] == {"engine": pytest.approx(0.5)}
    assert (last["cause"], last["lost_on_time"]) == ("unknown", True)


def test_a_game_in_time_has_nothing_to_tell(late_run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["autopsy", str(late_run), "2"]) == 0
    assert capsys.readouterr().out == "No turn of game 2 was late.\n"


def test_a_game_that_is_not_there_is_refused(late_run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["autopsy", str(late_run), "3"]) == EXIT_BAD_INPUT
    assert capsys.readouterr().err == (
        "zeitnot: GAME must be a finished game of the run, from 1 to 2, got 3\n"
    )


def test_the_report_says_where_the_time_went(late_run: Path, tmp_path: Path) -> None:
    page = tmp_path / "late.html"
    with RunStore.read(late_run) as store:
        write_match_page(page, store)
    html = page.read_text(encoding="utf-8")
    assert "Turns past their time" in html
    assert "the engine searched on" in html
