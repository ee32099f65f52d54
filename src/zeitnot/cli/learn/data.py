"""`zeitnot learn data`: positions recorded with what stopping at each step would have lost."""

import json
import shlex
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zeitnot.cli.console import tell, work_bar
from zeitnot.cli.exits import EXIT_INCOMPLETE, EXIT_INTERRUPTED, stopping
from zeitnot.cli.learn.train import SeedOption
from zeitnot.cli.options import JsonOption, RayOption, whole_option
from zeitnot.errors import SettingError

if TYPE_CHECKING:
    from zeitnot.lab import DataRun, Event, Fleet, ShardStore


CHESS_POSITIONS = 1000
"""About ten minutes on two cores."""
SCRABBLE_POSITIONS = 400
"""About twenty minutes on two cores."""

OutputOption = Annotated[
    Path, typer.Option("--output", "-o", metavar="FOLDER", help="Where the shards go: Parquet files.")
]
PositionsOption = Annotated[
    int, whole_option("--positions", "-n", least=1, help="Target number of positions.")
]
ProcessesOption = Annotated[
    int | None,
    whole_option("--processes", least=1, help="Processes that record at once. Default: all cores."),
]

data = typer.Typer(
    rich_markup_mode="rich",
    no_args_is_help=False,
    help="Record positions, with what stopping the search at each step would have lost.",
)


@data.command()
def scrabble(  # noqa: PLR0917 (typer passes options by name)
    output: OutputOption = Path("scrabble.data"),
    positions: PositionsOption = SCRABBLE_POSITIONS,
    samples: Annotated[
        int | None, whole_option("--samples", least=1, help="Samples of one simulation. Default: 10,000.")
    ] = None,
    long_samples: Annotated[
        int | None,
        whole_option(
            "--long-samples",
            least=1,
            help="Samples of one simulation in every sixth position. Default: 50,000, or --samples where "
            "that is given.",
        ),
    ] = None,
    seeds: Annotated[
        int | None, whole_option("--seeds", least=1, help="Simulations of each position. Default: 4.")
    ] = None,
    judge_samples: Annotated[
        int | None,
        whole_option(
            "--judge-samples",
            least=1,
            help="Samples of each simulation that judges the others. Default: four fifths of --samples, "
            "8,000 at least.",
        ),
    ] = None,
    seed: SeedOption = 1,
    processes: ProcessesOption = None,
    ray: RayOption = None,
    json_form: JsonOption = False,
) -> None:
    """Record Scrabble positions: long simulations and endgames, with the loss of stopping at each checkpoint.

    Ctrl-C keeps what is recorded, and the same command goes on; so does one that asks for more positions.
    A position depends on its number and the settings alone, wherever it is recorded.

    \b
    [bold]Examples[/bold]
    zeitnot learn data scrabble
    zeitnot learn data scrabble -n 20 --samples 2000 --seeds 2 -o small.data
    zeitnot learn data scrabble -n 50000 --samples 100000 --seeds 5 --ray auto
    """
    from zeitnot.scrabble import ScrabbleRecording

    default = ScrabbleRecording()
    chosen = samples or default.samples
    longest = chosen if samples else default.long_samples
    judging = max(default.judge_samples, chosen * default.judge_samples // default.samples)
    settings = ScrabbleRecording(
        seed=seed,
        samples=chosen,
        long_samples=long_samples or longest,
        seeds=seeds or default.seeds,
        judge_samples=judge_samples or judging,
    )
    record(
        "scrabble", settings, output, positions=positions, processes=processes, ray=ray, json_form=json_form
    )


@data.command()
def chess(  # noqa: PLR0917 (typer passes options by name)
    output: OutputOption = Path("chess.data"),
    engine: Annotated[
        str | None,
        typer.Option(
            "--engine", "-e", metavar="COMMAND", help="A UCI engine that searches. Default: the built-in one."
        ),
    ] = None,
    options: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="NAME=VALUE", help="A UCI option of the engine. Can be repeated."),
    ] = None,
    positions: PositionsOption = CHESS_POSITIONS,
    nodes: Annotated[
        int | None, whole_option("--nodes", least=1, help="Nodes of the search. Default: 400,000.")
    ] = None,
    judge_nodes: Annotated[
        int | None,
        whole_option(
            "--judge-nodes", least=1, help="Nodes for each move that is judged. Default: those of the search."
        ),
    ] = None,
    lines: Annotated[
        int, whole_option("--lines", least=1, help="Lines of the search; 2 records the second score, too.")
    ] = 1,
    seed: SeedOption = 1,
    processes: ProcessesOption = None,
    ray: RayOption = None,
    json_form: JsonOption = False,
) -> None:
    """Record chess positions: long searches, with what the move of each depth would have lost.

    Ctrl-C keeps what is recorded, and the same command goes on; so does one that asks for more positions.
    A position depends on its number and the settings alone, wherever it is recorded.

    \b
    [bold]Examples[/bold]
    zeitnot learn data chess
    zeitnot learn data chess --positions 20 --nodes 20000 -o small.data
    zeitnot learn data chess --engine stockfish --nodes 1000000 -o stockfish.data
    """
    from zeitnot.chess import ChessRecording, resolved_command
    from zeitnot.policies import parse_words

    try:
        command = tuple(shlex.split(engine or ""))
    except ValueError as error:
        raise SettingError(f"--engine must be a command ({str(error).lower()}), got {engine!r}") from error
    if command and ray is None:  # on a cluster it is its nodes that have the engine
        resolved_command(command)
    chosen = nodes or ChessRecording().nodes
    settings = ChessRecording(
        seed=seed,
        engine=command,
        options=tuple((name, str(value)) for name, value in parse_words(options or []).items()),
        nodes=chosen,
        judge_nodes=judge_nodes or chosen,
        lines=lines,
    )
    record("chess", settings, output, positions=positions, processes=processes, ray=ray, json_form=json_form)


def record(
    game: str,
    settings: object,
    folder: Path,
    *,
    positions: int,
    processes: int | None,
    ray: str | None,
    json_form: bool,
) -> None:
    """Record the positions that a data set lacks, and print what it comes to."""
    from zeitnot.lab import ShardStore
    from zeitnot.turns import to_json_form

    began_s = time.perf_counter()
    _check_folder(folder)
    with ShardStore(folder, game=game, settings=to_json_form(settings)) as store:
        if store.numbers:
            tell(f"going on with {len(store.numbers):,} positions that are in {folder}")
        run = _recorded(settings, store, positions=positions, processes=processes, ray=ray)
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
    settings: object, store: "ShardStore", *, positions: int, processes: int | None, ray: str | None
) -> "DataRun | None":
    """Record what is missing; None where nothing was."""
    from zeitnot.lab import DataRun, Done, missing_numbers

    missing = len(missing_numbers(store, positions))
    if not missing:
        return None
    with (
        stopping() as stop,
        closing(_tasks(store.game, settings, processes=processes, ray=ray, missing=missing)) as tasks,
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


def _tasks(game: str, settings: object, *, processes: int | None, ray: str | None, missing: int) -> "Fleet":
    from zeitnot.lab import LocalTasks, RayTasks, recording_task
    from zeitnot.learning import cores

    make = recording_task(game, settings)
    if ray is not None:
        return RayTasks(make, address=ray, processes=processes)
    return LocalTasks(make, processes=min(processes or cores(), missing))


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
    from zeitnot.games import find_game

    unit = find_game(form["game"]).losses.unit
    return (
        f"{form['positions']:,} positions, {form['rows']:,} rows, reference standard error "
        f"{form['loss_error']:.3f} {unit}, {form['time_s']:.0f} s; in {form['folder']}"
    )


def _tell_end(run: "DataRun", folder: Path) -> None:
    """Print what is missing and why."""
    if not run.is_complete:
        kept = len(run.store.numbers)
        tell(f"interrupted: {kept:,} positions are kept in {folder}; the same command goes on")
        raise typer.Exit(EXIT_INTERRUPTED)
    if run.left_out:
        tell(f"zeitnot: {len(run.left_out)} positions could not be recorded: {run.words}")
        raise typer.Exit(EXIT_INCOMPLETE)
