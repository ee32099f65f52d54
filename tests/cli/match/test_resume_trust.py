"""Engines of a run from elsewhere: their commands are shown, and not started because of a harmless name."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.terminal import Terminal, terminals
from tests.lab.match.scenes import small_plan
from tests.report.match_page.runs import kept
from zeitnot.cli.app import run
from zeitnot.cli.exits import EXIT_BAD_INPUT
from zeitnot.games import RefereeRules
from zeitnot.lab import MatchPlan, RunStore, engine_commands
from zeitnot.report.match_page.page import match_page_html


@pytest.fixture
def start() -> Iterator[Callable[..., Terminal]]:
    with terminals("resume") as started:
        yield started


def wall_plan() -> MatchPlan:
    """Two quick games against an engine on its own clock; no flag falls, however busy the machine is."""
    rules = RefereeRules(margins_s=(600.0,))
    return small_plan("uniform", "stockfish", work_per_s=None, control="0:00.05+0.002", rules=rules)


def disguised(folder: Path) -> tuple[Path, Path]:
    """Make a run whose `stockfish` is another program, and the file that the program leaves behind."""
    program, traces = folder / "not stockfish", folder / "it-ran"
    program.write_text(f"#!/bin/sh\n: > '{traces}'\nexec /usr/games/stockfish\n")
    program.chmod(0o755)
    plan = wall_plan()
    first, second = plan.participants
    plan = replace(plan, participants=(first, replace(second, command=(str(program),))))
    return kept(folder / "gift.run", plan, []), traces


def test_without_a_terminal_another_command_than_the_name_means_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, traces = disguised(tmp_path)
    assert run(["resume", str(path)]) == EXIT_BAD_INPUT
    shown, refused = capsys.readouterr().err.splitlines()
    assert "not stockfish'; but the name means /usr/games/stockfish on this machine" in shown
    assert "--trust accepts them" in refused
    assert not traces.exists()
    with RunStore.resume(path):  # which nobody holds any more
        pass


def test_trust_starts_it(tmp_path: Path) -> None:
    path, traces = disguised(tmp_path)
    assert run(["resume", str(path), "--trust", "--concurrency", "1"]) == 0
    assert traces.exists()
    with RunStore.read(path) as store:
        assert len(store.games()) == 2


def test_at_a_terminal_the_user_is_asked(tmp_path: Path, start: Callable[..., Terminal]) -> None:
    path, traces = disguised(tmp_path)
    refusing = start(str(path))
    assert "not stockfish" in refusing.until("Start these commands? [y/N]")
    refusing.type("n\n")
    assert refusing.ended() != 0
    assert not traces.exists()
    agreeing = start(str(path))
    agreeing.until("[y/N]")
    agreeing.type("y\n")
    assert agreeing.ended() == 0
    assert traces.exists()


def test_a_run_that_is_what_it_says_goes_on_and_its_command_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = kept(tmp_path / "own.run", wall_plan(), [])
    assert run(["resume", str(path), "--concurrency", "1"]) == 0
    assert "stockfish runs /usr/games/stockfish\n" in capsys.readouterr().err


def test_list_and_page_show_what_would_be_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, _ = disguised(tmp_path)
    assert run(["runs", str(tmp_path)]) == 0
    listed = " ".join(capsys.readouterr().out.split())
    assert "gift: stockfish runs" in listed
    assert "the name means /usr/games/stockfish on this machine" in listed
    assert run(["runs", str(tmp_path), "--json"]) == 0
    (engine,) = json.loads(capsys.readouterr().out)[str(path)]["engines"]
    assert engine["command"] == [str(tmp_path / "not stockfish")]
    assert not engine["as_named"]
    with RunStore.read(path) as store:
        page = match_page_html(store)
    assert "command that is run" in page
    assert "not stockfish" in page


@pytest.mark.parametrize(
    ("changes", "difference"),
    [
        ({"command": ("/bin/sh", "-c", "x")}, "the name means /usr/games/stockfish on this machine"),
        ({"options": (("Debug Log File", "/etc/passwd"),)}, "the name has other options"),
        ({"name": "no-such-engine"}, "the name means no engine on this machine"),
        ({"name": "argo"}, "the name means no engine on this machine"),
    ],
)
def test_all_that_would_be_run_is_compared(changes: dict[str, object], difference: str) -> None:
    plan = wall_plan()
    first, second = plan.participants
    (command,) = engine_commands(replace(plan, participants=(first, replace(second, **changes))))  # type: ignore[arg-type]
    assert command.difference == difference
