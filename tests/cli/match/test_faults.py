"""What may befall a match: Ctrl-C and kills at any time, full disks, a second writer. Nothing is lost."""

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from zeitnot.cli.app import run
from zeitnot.cli.exits import EXIT_BAD_INPUT, EXIT_INTERRUPTED
from zeitnot.lab import RunStore

PATIENCE_S = 120.0
GAMES = 16
QUICK = ["--clock", "1+0.01", "--work", "2000", "--hash", "1", "--concurrency", "2"]
QUICK += ["--resign", "1/100", "--draw", "1/100"]
MATCH = ["match", "uniform", "argo", "--games", str(GAMES), *QUICK, "--output", "a.run"]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def begun(arguments: list[str], prepare: Callable[[], None] | None = None) -> "subprocess.Popen[str]":
    """Start zeitnot as a user does, in a process group of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "zeitnot", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
        preexec_fn=prepare,  # noqa: PLW1509 (no thread has been started that could matter)
    )


def others_ended(group: int) -> bool:
    """Tell whether all that a process started has ended; workers may take a moment to notice."""
    for _ in range(round(PATIENCE_S / 0.025)):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.025)
    return False


def kept() -> dict[int, object]:
    if not Path("a.run").exists():
        return {}
    with RunStore.read(Path("a.run")) as store:
        return {game.number: store.records(game.number) for game in store.games()}


@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGKILL, signal.SIGTERM])
def test_a_match_that_is_ended_at_any_time_goes_on_where_it_was(
    kind: signal.Signals, capsys: pytest.CaptureFixture[str]
) -> None:
    before: dict[int, object] = {}
    for delay_s in (0.5, 2.0):
        arguments = ["resume", "a.run"] if Path("a.run").exists() else MATCH
        process = begun(arguments)
        try:
            process.wait(delay_s)
        except subprocess.TimeoutExpired:
            os.kill(process.pid, kind)
        said = process.communicate(timeout=PATIENCE_S)[1]
        assert process.returncode in (0, EXIT_INTERRUPTED, -kind), said
        # The interpreter loses an interrupt that comes while it drops the lock of an import, and says so.
        lost = said.startswith("Exception ignored in: <function _get_module_lock")
        # A process that was being started when its parent was killed finds nothing to read.
        unborn = said.count("pickle.load(from_parent)") if kind is signal.SIGKILL else 0
        assert said.count("Traceback") == lost + unborn
        assert others_ended(process.pid)
        now = kept()
        assert all(now[number] == records for number, records in before.items())
        before = now
    assert run(["resume", "a.run"] if Path("a.run").exists() else MATCH) == 0
    after = kept()
    assert sorted(after) == list(range(GAMES))
    assert Path("a.pgn").read_text().count("[Event ") == GAMES
    assert all(after[number] == records for number, records in before.items())


def test_a_file_that_cannot_grow_ends_the_match_with_a_line_and_loses_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    limit = 96 * 1024  # some games go in

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    process = begun(MATCH, limited)
    said = process.communicate(timeout=PATIENCE_S)[1]
    assert process.returncode == EXIT_BAD_INPUT
    assert said.splitlines()[-1].startswith("zeitnot: ")
    assert "Traceback" not in said
    assert others_ended(process.pid)
    before = kept()
    assert 0 < len(before) < GAMES
    assert run(["resume", "a.run"]) == 0
    after = kept()
    assert sorted(after) == list(range(GAMES))
    assert all(after[number] == records for number, records in before.items())


def test_a_full_disk_beside_the_store_is_told_and_the_games_are_kept(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["match", "uniform", "argo", "--games", "2", *QUICK, "--output", "a.run"]) == 0
    with RunStore.read(Path("a.run")) as store:
        from zeitnot.lab.store.game_files import GameFiles

        with RunStore.create(Path("b.run"), store.plan) as empty:
            files = GameFiles(empty)
        files._store = store
        files.path.unlink()
        files.path.symlink_to("/dev/full")
        with pytest.raises(ValueError, match=r"no space left on device.*kept in .a\.run. all the same"):
            files.add(0)


def test_two_matches_do_not_share_a_run(capsys: pytest.CaptureFixture[str]) -> None:
    process = begun(MATCH)
    assert process.stderr is not None
    assert "steps of 1,024 nodes" in process.stderr.readline()
    assert process.stderr.readline().startswith("1 of")
    assert run(["resume", "a.run"]) == EXIT_BAD_INPUT
    assert "a run must be written by one process at a time" in capsys.readouterr().err
    assert run(["runs", "a.run"]) == 0  # to look is allowed
    os.kill(process.pid, signal.SIGINT)
    process.communicate(timeout=PATIENCE_S)
    assert process.returncode in (0, EXIT_INTERRUPTED)
