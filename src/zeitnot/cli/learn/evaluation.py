"""`zeitnot learn evaluation`: weights of the chess evaluation from the engine's own games."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from zeitnot import chess, lab, learning, report
from zeitnot.cli.console import output, work_bar
from zeitnot.cli.narrow_table import Column, NarrowTable, figure_columns
from zeitnot.cli.options import flag, option

evaluation = typer.Typer(
    rich_markup_mode="rich", help="Learn the weights of the chess evaluation: games, fit, then match."
)

Build = Annotated[
    Path | None, option("FILE", "A compiled native module. Default: the installed one.", "--build")
]
Processes = Annotated[int, option("N", "Processes that play at once.", "--processes", min=1)]
Seed = Annotated[int, option("N", "Chooses the openings: the same seed gives the same games.")]


@evaluation.command()
def games(  # noqa: PLR0917 (typer passes options by name)
    folder: Annotated[Path, typer.Argument(help="Where the positions go; a run that was cut short goes on.")],
    number: Annotated[int, option("N", "Games to play.", "--games", min=1)] = 4000,
    nodes: Annotated[int, option("N", "Nodes a move.", min=1)] = 3000,
    seed: Seed = 1,
    build: Build = None,
    processes: Processes = 1,
) -> None:
    """Play the engine against itself, and keep the quiet positions.

    \b
    [bold]Examples[/bold]
    zeitnot learn evaluation games build/games/first --games 4000 --processes 2
    """
    run = partial(lab.run_tasks, processes=processes)
    settings = chess.GameSettings(nodes=nodes)
    positions = 0
    with work_bar(
        number, doing="games", things="{task.fields[positions]:,} positions", keeps=True, positions=0
    ) as bar:
        for part_games, part_positions in learning.play_games(
            folder, games=number, seed=seed, settings=settings, build=build, run=run
        ):
            positions += part_positions
            bar.update(bar.task_ids[0], advance=part_games, positions=positions)
    typer.echo(f"{positions:,} positions in {folder}")


@evaluation.command()
def fit(  # noqa: PLR0917 (typer passes options by name)
    folders: Annotated[list[Path], typer.Argument(help="Folders of games.")],
    weights: Annotated[Path, option("FILE", "The table to write.")] = Path("native/chess/weights.cpp"),
    start: Annotated[
        Path | None, option("FILE", "The table to start from. Default: the one to write.")
    ] = None,
    trust: Annotated[
        float,
        option("PART", "Trust in the rest of a game against the search; 1: result alone.", min=0.0, max=1.0),
    ] = 0.95,
    spread_cp: Annotated[
        float, option("CP", "How freely weights leave their start; rare features stay near it.", min=0.1)
    ] = 60.0,
    dry_run: Annotated[bool, flag("Show the losses, write nothing.", "--dry-run")] = False,
) -> None:
    """Fit the weights to the results of games, and write them.

    One game in ten is held out. Build the native module anew afterwards: `make install`.

    \b
    [bold]Examples[/bold]
    zeitnot learn evaluation fit build/games/first
    """
    before = learning.read_weights(start or weights)
    positions = learning.load_folders(folders)
    features = learning.Features.of_fens(positions.fen)
    settings = learning.FitSettings(trust=trust, spread_cp=spread_cp)
    fitted = learning.fit_weights(positions, features, before, settings)
    _show(fitted)
    if not dry_run:
        names = " ".join(str(each) for each in [*folders, *(["--start", start] if start else [])])
        command = f"zeitnot learn evaluation fit {names} --trust {trust:g} --spread-cp {spread_cp:g}"
        report.write_atomically(weights, learning.weights_text(fitted.weights, command=command))
        typer.echo(f"written: {weights}")


@evaluation.command()
def curve(folders: Annotated[list[Path], typer.Argument(help="Folders of games.")]) -> None:
    """Fit what a score is worth to the results of games, and print the two constants of the curve.

    Those of the built-in engine stand in zeitnot/chess/score_curve.py. One game in five is held out.

    \b
    [bold]Examples[/bold]
    zeitnot learn evaluation games build/games/curve --games 400 --nodes 10000
    zeitnot learn evaluation curve build/games/curve
    """
    fitted = learning.fit_curve(learning.load_folders(folders))
    typer.echo(
        f"{fitted.games:,} games, {fitted.positions:,} positions:"
        f" won in half of the games at {fitted.curve.win_at_cp:.1f} cp,"
        f" odds times e every {fitted.curve.spread_cp:.1f} cp"
    )
    typer.echo(
        f"surprise in nats a position, held out: {fitted.surprise:.5f},"
        f" of a constant {fitted.surprise_of_constant:.5f}"
    )


@evaluation.command()
def match(  # noqa: PLR0917 (typer passes options by name)
    old: Annotated[Path, typer.Argument(help="The compiled native module to play against.")],
    build: Build = None,
    number: Annotated[int, option("N", "Games to play, colours changed.", "--games", min=2)] = 200,
    nodes: Annotated[int, option("N", "Nodes a move.", min=1)] = 10_000,
    seed: Seed = 1,
    processes: Processes = 1,
) -> None:
    """Play a build of the native module against an older one from random openings.

    \b
    [bold]Examples[/bold]
    zeitnot learn evaluation match old/_native.so --games 400
    """
    run = partial(lab.run_tasks, processes=processes)
    score = lab.Pentanomial()
    words = ""
    with work_bar(number, doing="games", things="{task.fields[elo]}", keeps=True, elo="") as bar:
        for half_points in learning.play_builds(build, old, games=number, nodes=nodes, seed=seed, run=run):
            score = score.plus(lab.Pentanomial.of_pair(half_points))
            elo = lab.elo_of(score)
            words = f"{elo.elo:+.1f} ± {elo.error:.1f} Elo (95 %)" if elo else ""
            bar.update(bar.task_ids[0], completed=score.games, elo=words)
    typer.echo(f"{score.points:g} of {score.games} points: {words}")


def _show(fitted: "learning.Fit") -> None:
    console = output()
    console.print(f"{fitted.games:,} games, {fitted.positions:,} positions; surprise in nats a position:")
    rows = [
        (name, f"{losses.constant:.5f}", f"{losses.start:.5f}", f"{losses.fitted:.5f}")
        for name, losses in (("learned from", fitted.train), ("held out", fitted.held_out))
    ]
    figures = figure_columns({"constant": 1, "start": None, "fitted": None})
    columns = [Column(head="games", justify="left"), *figures]
    console.print(NarrowTable(columns=columns, rows=rows, elsewhere="a wider terminal"))
