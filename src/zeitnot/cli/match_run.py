"""Runs at the command line: played with live standings, kept, resumed, and summed up."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from zeitnot.cli.exit_codes import EXIT_INTERRUPTED
from zeitnot.errors import DataError, ZeitnotError

if TYPE_CHECKING:
    from zeitnot.cli.match_progress import MatchProgress
    from zeitnot.lab.fleet import Event, Fleet
    from zeitnot.lab.match import MatchPlan
    from zeitnot.lab.match_runner import Stopped
    from zeitnot.lab.store import RunStore

RayOption = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Play on a Ray cluster: its address, or auto for the one that this machine belongs to.",
    ),
]
ConcurrencyOption = Annotated[
    str | None, typer.Option(metavar="N", help="Games at once. Default: all cores.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


def play_run(
    open_store: "Callable[[], RunStore]", *, concurrency: int | None, ray: str | None, json_form: bool
) -> None:
    """Play what a run lacks, show how it goes, and tell how it went."""
    from zeitnot.cli.match_form import run_form
    from zeitnot.cli.match_progress import MatchProgress
    from zeitnot.cli.match_table import show_run
    from zeitnot.lab.match_runner import Stopped

    with open_store() as store:
        progress = MatchProgress(store.plan, store.games())
        try:
            stopped = _played(store, progress, concurrency=concurrency, ray=ray)
        except KeyboardInterrupt:
            stopped = Stopped.ASKED
        except ZeitnotError as error:
            kept = f"{len(store.games()):,} games are kept; `zeitnot resume {store.path}` goes on from there"
            raise DataError(f"{error}; {kept}") from error
        if json_form:
            print(json.dumps(run_form(store.plan, progress.standings, stopped=stopped), indent=2))
        else:
            show_run(store, progress.standings)
        _tell_end(store, progress, stopped)


def _played(
    store: "RunStore", progress: "MatchProgress", *, concurrency: int | None, ray: str | None
) -> "Stopped":
    from zeitnot.cli.match_screen import watched
    from zeitnot.lab.fleet import Finished
    from zeitnot.lab.match_runner import MatchRunner
    from zeitnot.lab.store.game_files import GameFiles

    files = GameFiles(store)
    with _fleet(store.plan, concurrency, ray) as fleet, watched(progress) as show:

        def on_event(event: "Event") -> None:
            if isinstance(event, Finished):
                files.add(event.game.number)
            progress.saw(event)
            show(event)

        runner = MatchRunner(
            store=store, fleet=fleet, on_event=on_event, is_decided=lambda: progress.standings.is_decided
        )
        stopped = runner.run()
        progress.left_out = tuple(runner.left_out)
        return stopped


@contextmanager
def _fleet(plan: "MatchPlan", concurrency: int | None, ray: str | None) -> "Iterator[Fleet]":
    from zeitnot.lab.fleet import LocalFleet
    from zeitnot.learning.training_batches import cores

    fleet: Fleet
    if ray is not None:
        from zeitnot.lab.fleet.ray_fleet import RayFleet

        fleet = RayFleet(plan, address=ray, concurrency=concurrency)
    else:
        fleet = LocalFleet(plan, concurrency=concurrency or max(1, cores() // plan.threads))
    try:
        yield fleet
    finally:
        fleet.close()


def _tell_end(store: "RunStore", progress: "MatchProgress", stopped: "Stopped") -> None:
    """Say where everything is, and how an unfinished run goes on."""
    from zeitnot.lab.match_runner import Stopped

    if progress.left_out:
        words = store.incidents()[-1][2]
        typer.echo(f"zeitnot: {len(progress.left_out)} games could not be played: {words}", err=True)
    if stopped is Stopped.ASKED:
        typer.echo(f"zeitnot: interrupted; `zeitnot resume {store.path}` goes on from here", err=True)
        raise typer.Exit(EXIT_INTERRUPTED)
    typer.echo(f"kept in {store.path}; `zeitnot report {store.path}` makes a page of it", err=True)
