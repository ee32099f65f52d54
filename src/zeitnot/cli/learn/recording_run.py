"""Recording run: the positions that a data set lacks are recorded, shown as they come, and summed up."""

import json
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from zeitnot import games, lab, learning, turns
from zeitnot.cli.console import tell, work_bar
from zeitnot.cli.estimates import fields_form
from zeitnot.cli.exits import EXIT_INCOMPLETE, EXIT_INTERRUPTED, stopping
from zeitnot.cli.learn.train import SeedOption
from zeitnot.cli.options import JsonOption, RayOption, option, whole_option
from zeitnot.errors import SettingError

OutputOption = Annotated[Path, option("FOLDER", "Where the shards go: Parquet files.", "--output", "-o")]
MOST_POSITIONS = 10_000_000
"""About a year of one core, at three seconds each; their numbers still fit into memory."""
PositionsOption = Annotated[
    int,
    whole_option("--positions", "Target number of positions.", "-n", least=1, most=MOST_POSITIONS),
]
ProcessesOption = Annotated[
    int | None, whole_option("--processes", "Processes that record at once. Default: all cores.", least=1)
]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingOptions:
    """The options of every recording."""

    seed: SeedOption = 1
    processes: ProcessesOption = None
    ray: RayOption = None
    json_form: JsonOption = False


_HOUR_S = 3600.0
_MANY = {False: 100, True: 10}
"""Positions, and whole games, from which on the cost of a recording is told before it begins."""


def record(game: str, settings: object, folder: Path, *, positions: int, options: RecordingOptions) -> None:
    """Record the positions, or games, that a data set lacks, and print what it comes to."""
    began_s = time.perf_counter()
    _check_folder(folder)
    with lab.ShardStore(folder, game=game, settings=turns.to_json_form(settings)) as store:
        if store.numbers:
            tell(f"going on with {len(store.numbers):,} {_things(store)} that are in {folder}")
        run = _recorded(settings, store, options, positions=positions)
    form = _form(folder, store, used_s=time.perf_counter() - began_s)
    print(json.dumps(form, indent=2) if options.json_form else _closing_line(form))
    if run is not None:
        _tell_end(run, folder)


def _things(store: "lab.ShardStore") -> str:
    return "games" if store.whole_games else "positions"


def _check_folder(folder: Path) -> None:
    """Refuse a folder that has other things in it: shards among them would be hard to find again."""
    entries = [each.name for each in folder.iterdir()] if folder.is_dir() else []
    visible = [name for name in entries if not name.startswith(".")]
    if visible and not any(name.endswith(learning.SHARD_SUFFIX) for name in visible):
        raise SettingError(f"--output must be a new folder, or one with recorded data, got {str(folder)!r}")


def _recorded(
    settings: object, store: "lab.ShardStore", options: RecordingOptions, *, positions: int
) -> "lab.DataRun | None":
    """Record what is missing; None where nothing was."""
    missing = len(lab.missing_numbers(store, positions))
    if not missing:
        return None
    with (
        stopping() as stop,
        closing(_tasks(settings, store, options, missing=missing)) as tasks,
    ):
        if missing >= _MANY[store.whole_games]:
            processes = None if options.ray else options.processes or learning.cores()
            _tell_cost(settings, store, missing, processes=processes)
        with work_bar(positions, positions - missing, doing="recording", things=_things(store)) as bar:

            def on_event(event: "lab.Event") -> None:
                if isinstance(event, lab.Done):
                    bar.advance(bar.task_ids[0])

            run = lab.DataRun(
                store=store, fleet=tasks, positions=positions, on_event=on_event, is_stopped=stop.is_set
            )
            run.run()
            run.close()
        return run


def _tell_cost(settings: object, store: "lab.ShardStore", missing: int, *, processes: int | None) -> None:
    """Print what a long recording will take, by the speed of a quick one."""
    each_s = lab.recording_cost_s(store.game, settings, numbers=1 if store.whole_games else 6)
    if each_s is None:
        return
    hours = each_s * missing / _HOUR_S
    here = f", {hours / processes:.2g} hours on {turns.pluralised(processes, 'core')}" if processes else ""
    tell(f"{missing:,} {_things(store)} take about {hours:.2g} core hours{here}")


def _tasks(
    settings: object, store: "lab.ShardStore", options: RecordingOptions, *, missing: int
) -> "lab.Fleet":
    if options.ray is not None:
        make = lab.recording_task(store.game, settings, shared=store.share())
        return lab.RayTasks(make, address=options.ray, processes=options.processes)
    make = lab.recording_task(store.game, settings)
    return lab.LocalTasks(make, processes=min(options.processes or learning.cores(), missing))


def _form(folder: Path, store: "lab.ShardStore", *, used_s: float) -> dict[str, Any]:
    summary = learning.summary_of(folder)
    return {
        "folder": str(folder),
        **fields_form(store, "game", "settings"),
        **fields_form(summary, "positions", "rows", "loss_error"),
        "time_s": round(used_s, 3),
    }


def _closing_line(form: dict[str, Any]) -> str:
    unit = games.find_game(form["game"]).losses.unit
    return (
        f"{form['positions']:,} positions, {form['rows']:,} rows, reference standard error "
        f"{form['loss_error']:.3f} {unit}, {form['time_s']:.0f} s; in {form['folder']}"
    )


def _tell_end(run: "lab.DataRun", folder: Path) -> None:
    """Print what is missing and why."""
    if not run.is_complete:
        kept = len(run.store.numbers)
        tell(f"interrupted: {kept:,} {_things(run.store)} are kept in {folder}; the same command goes on")
        raise typer.Exit(EXIT_INTERRUPTED)
    if run.left_out:
        tell(f"zeitnot: {len(run.left_out)} {_things(run.store)} could not be recorded: {run.words}")
        raise typer.Exit(EXIT_INCOMPLETE)
