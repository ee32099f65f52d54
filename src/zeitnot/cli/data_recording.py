"""Data recording at the command line: the bar, a stop that keeps what was recorded, and the closing line."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from zeitnot.cli.exit_codes import EXIT_INCOMPLETE, EXIT_INTERRUPTED
from zeitnot.cli.numbers import read_whole
from zeitnot.cli.stopping import stopping
from zeitnot.cli.training_run import say, whole, work_bar
from zeitnot.errors import SettingError

if TYPE_CHECKING:
    from zeitnot.lab.data_run import DataRun, Recording
    from zeitnot.lab.fleet import Event, Fleet
    from zeitnot.lab.shard_store import ShardStore


def record(
    settings: "Recording",
    folder: Path,
    *,
    positions: str,
    processes: str | None,
    ray: str | None,
    json_form: bool,
) -> None:
    """Record the positions that a data set lacks, and tell what it comes to."""
    from zeitnot.lab.shard_store import ShardStore
    from zeitnot.learning import ChessRecording
    from zeitnot.turns import to_json_form

    wanted = whole(positions, "--positions")
    at_once = read_whole(processes, option="--processes", least=1)
    is_chess = isinstance(settings, ChessRecording)
    began_s = time.perf_counter()
    _check_folder(folder)
    with ShardStore(
        folder, game="chess" if is_chess else "scrabble", settings=to_json_form(settings)
    ) as store:
        if store.numbers:
            say(f"going on with {len(store.numbers):,} positions that are in {folder}")
        run = _recorded(settings, store, positions=wanted, processes=at_once, ray=ray)
    form = _form(folder, store, used_s=time.perf_counter() - began_s)
    print(json.dumps(form, indent=2) if json_form else _closing_line(form))
    if run is not None:
        _tell_end(run, folder)


def _check_folder(folder: Path) -> None:
    """Refuse a folder that has other things in it: shards among them would be hard to find again."""
    from zeitnot.learning import SHARD_SUFFIX

    entries = [each.name for each in folder.iterdir()] if folder.is_dir() else []
    visible = [name for name in entries if not name.startswith(".")]
    if visible and not any(name.endswith(SHARD_SUFFIX) for name in visible):
        raise SettingError(f"--output must be a new folder, or one with recorded data, got {str(folder)!r}")


def _recorded(
    settings: "Recording", store: "ShardStore", *, positions: int, processes: int | None, ray: str | None
) -> "DataRun | None":
    """Record what is missing; None where nothing was."""
    from zeitnot.lab.data_run import DataRun, missing_numbers
    from zeitnot.lab.fleet import Done

    missing = len(missing_numbers(store, positions))
    if not missing:
        return None
    with (
        stopping() as stop,
        _tasks(settings, processes=processes, ray=ray, missing=missing) as tasks,
        work_bar(positions, positions - missing, doing="recording", things="positions") as bar,
    ):

        def on_event(event: "Event") -> None:
            if isinstance(event, Done):
                bar.advance(bar.task_ids[0])

        run = DataRun(
            store=store, fleet=tasks, positions=positions, on_event=on_event, is_stopped=stop.is_set
        )
        run.run()
        run.close()
        return run


@contextmanager
def _tasks(
    settings: "Recording", *, processes: int | None, ray: str | None, missing: int
) -> "Iterator[Fleet]":
    from zeitnot.lab.data_run import recording_task
    from zeitnot.lab.fleet import LocalTasks, RayTasks
    from zeitnot.learning import cores

    make = recording_task(settings)
    fleet: Fleet
    if ray is not None:
        fleet = RayTasks(make, address=ray, processes=processes)
    else:
        fleet = LocalTasks(make, processes=min(processes or cores(), missing))
    try:
        yield fleet
    finally:
        fleet.close()


def _form(folder: Path, store: "ShardStore", *, used_s: float) -> dict[str, Any]:
    from zeitnot.learning import summary_of

    summary = summary_of(folder)
    return {
        "folder": str(folder),
        "game": store.game,
        "settings": store.settings,
        "positions": summary.positions,
        "rows": summary.rows,
        "loss_error": summary.loss_error,
        "time_s": round(used_s, 3),
    }


def _closing_line(form: dict[str, Any]) -> str:
    unit = "of a game" if form["game"] == "chess" else "pts"
    return (
        f"{form['positions']:,} positions, {form['rows']:,} rows, reference standard error "
        f"{form['loss_error']:.3f} {unit}, {form['time_s']:.0f} s; in {form['folder']}"
    )


def _tell_end(run: "DataRun", folder: Path) -> None:
    """Say what is missing and why."""
    if not run.is_complete:
        kept = len(run.store.numbers)
        say(f"interrupted: {kept:,} positions are kept in {folder}; the same command goes on")
        raise typer.Exit(EXIT_INTERRUPTED)
    if run.left_out:
        say(f"zeitnot: {len(run.left_out)} positions could not be recorded: {run.words}")
        raise typer.Exit(EXIT_INCOMPLETE)
