"""Matches as a library call: the same games, files and rules as those of the command line."""

import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.lab.fleet.tiny_match import tiny_plan
from tests.lab.match.scenes import small_plan
from zeitnot.cli.app import run
from zeitnot.errors import SettingError
from zeitnot.lab import (
    EngineCommand,
    Event,
    Finished,
    MatchPlan,
    MatchProgress,
    Moved,
    RunStore,
    Sprt,
    Stopped,
    plan_match,
    play_match,
    resume_match,
)
from zeitnot.lab.match import runner

DOCS = Path(__file__).parents[3] / "docs"


class Watcher:
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.progress: MatchProgress | None = None
        self.events: list[Event] = []
        self.counted: list[int] = []

    def begin(self, progress: MatchProgress) -> None:
        self.progress = progress

    def saw(self, event: Event) -> None:
        assert self.progress is not None
        self.events.append(event)
        if isinstance(event, Finished):
            self.counted.append(self.progress.standings.games)


def moves(path: Path) -> list[tuple[int, str, float, int]]:
    with RunStore.read(path) as store:
        return [(turn.game, turn.move, turn.referee_s, turn.nodes) for turn in store.turns()]


def test_the_games_are_those_of_the_command(tmp_path: Path) -> None:
    command, call = tmp_path / "command.run", tmp_path / "call.run"
    words = ["--games", "2", "--work", "5000", "--clock", "1+0.01", "--seed", "3", "--concurrency", "1"]
    assert run(["match", "uniform", "textbook", *words, "-o", str(command)]) == 0
    watcher = Watcher()
    plan = plan_match("uniform", "textbook", games=2, control="1+0.01", seed=3, work_per_s=5000.0)
    result = play_match(plan, call, concurrency=1, observer=watcher)
    assert moves(call) == moves(command)
    assert call.with_suffix(".pgn").read_text() == command.with_suffix(".pgn").read_text()
    assert (result.stopped, result.path, result.left_out) == (Stopped.PLAYED, call, ())
    assert result.standings.games == len(result.games) == 2
    assert watcher.counted == [1, 2]
    assert any(isinstance(event, Moved) for event in watcher.events)


def test_an_interrupted_match_goes_on_and_a_wanted_stop_keeps_what_is_there(tmp_path: Path) -> None:
    class Impatient(Watcher):
        def saw(self, event: Event) -> None:
            if isinstance(event, Finished):
                raise KeyboardInterrupt

    path, plan = tmp_path / "a.run", tiny_plan(4)
    with pytest.raises(KeyboardInterrupt):
        play_match(plan, path, concurrency=1, observer=Impatient())
    with pytest.raises(SettingError, match="a new run must go to a new file"):
        play_match(plan, path)
    kept = len(resume_match(path, is_stopped=lambda: True).games)
    assert kept == 1
    watcher = Watcher()
    assert resume_match(path, concurrency=1, observer=watcher).stopped is Stopped.PLAYED
    assert watcher.counted == [2, 3, 4]


def test_a_run_of_the_same_match_goes_on_with_more_games(tmp_path: Path) -> None:
    path, plan = tmp_path / "a.run", tiny_plan(2)
    assert len(play_match(plan, path, concurrency=1, resume=True).games) == 2
    watcher = Watcher()
    more = play_match(replace(plan, games=4), path, concurrency=1, resume=True, observer=watcher)
    assert len(more.games) == 4
    assert watcher.counted == [3, 4]
    with pytest.raises(SettingError, match="a new file or a run of this match"):
        play_match(replace(plan, seed=2), path, resume=True)


def test_a_match_that_is_not_kept_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    result = play_match(tiny_plan(2))
    assert result.path is None
    assert len(result.games) == 2
    assert list(tmp_path.iterdir()) == []


def test_a_decided_test_ends_the_match() -> None:
    sure = Sprt(elo0=-200.0, elo1=200.0, alpha=0.4, beta=0.4)
    result = play_match(replace(tiny_plan(20), sprt=sure), concurrency=1)
    assert result.stopped is Stopped.DECIDED
    assert len(result.games) < 20


def other_engine(folder: Path) -> Path:
    """Begin a run in which the name `stockfish` stands for another program."""
    plan = small_plan("uniform", "stockfish", work_per_s=None, control="10+0.1")
    first, second = plan.participants
    path = folder / "gift.run"
    RunStore.create(
        path, replace(plan, participants=(first, replace(second, command=("/bin/false",))))
    ).close()
    return path


def test_engines_that_are_not_what_their_names_mean_are_refused_unless_trusted(tmp_path: Path) -> None:
    path = other_engine(tmp_path)
    asked: list[str] = []

    def distrust(commands: Sequence[EngineCommand]) -> bool:
        asked.extend(each.text for each in commands)
        return False

    for trust in (False, distrust):
        with pytest.raises(SettingError, match="must be what their names mean on this machine"):
            resume_match(path, trust=trust)
    assert asked == ["/bin/false"]
    assert resume_match(path, trust=True, is_stopped=lambda: True).stopped is Stopped.ASKED


@pytest.mark.parametrize(("ponder", "at_once"), [(False, 4), (True, 2)])
def test_a_game_in_which_both_ponder_gets_two_cores(
    monkeypatch: pytest.MonkeyPatch, *, ponder: bool, at_once: int
) -> None:
    asked: list[int] = []

    class Fleet:
        free = 0

        def __init__(self, plan: MatchPlan, *, concurrency: int) -> None:
            asked.append(concurrency)

        def close(self) -> list[Event]:
            return []

    monkeypatch.setattr(runner, "LocalFleet", Fleet)
    monkeypatch.setattr(runner, "cores", lambda: 4)
    plan = small_plan(work_per_s=None, ponder=ponder, games=100)
    play_match(plan, is_stopped=lambda: True)
    assert asked == [at_once]


def test_the_example_of_the_documentation_plays(tmp_path: Path) -> None:
    page = (DOCS / "howto" / "matches.md").read_text(encoding="utf-8")
    block = next(
        each for each in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "play_match(" in each
    )
    (tmp_path / "example.py").write_text(block, encoding="utf-8")
    told = subprocess.check_output([sys.executable, "example.py"], cwd=tmp_path, text=True)
    *during, after = told.splitlines()
    assert [line.split(":")[0] for line in during] == ["1 of 4", "2 of 4", "3 of 4", "4 of 4"]
    assert after.startswith("textbook ")
    assert {each.name for each in tmp_path.iterdir()} == {"example.py", "first.run", "first.pgn"}
