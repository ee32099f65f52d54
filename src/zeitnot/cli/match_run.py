"""Runs at the command line: played with live standings, kept, resumed, and summed up."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zeitnot.cli.exit_codes import EXIT_INCOMPLETE, EXIT_INTERRUPTED
from zeitnot.cli.printable import tell
from zeitnot.cli.stopping import stopping
from zeitnot.errors import DataError, ZeitnotError

if TYPE_CHECKING:
    from zeitnot.cli.match_progress import MatchProgress
    from zeitnot.lab.fleet import Event, Fleet
    from zeitnot.lab.match import MatchPlan
    from zeitnot.lab.match_runner import Stopped
    from zeitnot.lab.standings import MatchStandings
    from zeitnot.lab.store import RunStore

RayOption = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Run on a Ray cluster: its address, or auto for the one that this machine belongs to.",
    ),
]
ConcurrencyOption = Annotated[
    str | None,
    typer.Option(
        metavar="N",
        help="Games at once. Default: as many as there are cores for; a game in which both sides ponder "
        "needs two.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class EndedRun:
    """A run that is not played any more, all of it or as far as it came."""

    store: "RunStore"
    """Its games and turns."""
    standings: "MatchStandings"
    """What they come to."""
    stopped: "Stopped"
    """Why it ended."""
    used_s: float
    """How long it was played for now."""

    def form(self) -> dict[str, Any]:
        """Give it for JSON."""
        from zeitnot.cli.match_form import whole_form

        return {
            **whole_form(self.store, self.standings, stopped=self.stopped),
            "time_s": round(self.used_s, 3),
        }


def play_run(
    open_store: "Callable[[], RunStore]",
    *,
    concurrency: int | None,
    ray: str | None = None,
    json_form: bool,
    form: "Callable[[EndedRun], dict[str, Any]]" = EndedRun.form,
    kept: bool = True,
) -> None:
    """Play what a run lacks, show how it goes, and tell how it went; `kept` tells whether it stays."""
    from zeitnot.cli.match_progress import MatchProgress
    from zeitnot.cli.match_table import show_run
    from zeitnot.lab.match_runner import Stopped
    from zeitnot.lab.standings import standings_of

    with open_store() as store:
        progress = MatchProgress(store.plan, store.games())
        began_s = time.perf_counter()
        try:
            stopped = _played(store, progress, concurrency=concurrency, ray=ray)
        except KeyboardInterrupt:
            stopped = Stopped.ASKED
        except ZeitnotError as error:
            games = len(store.games())
            if not games:
                raise
            kept_words = f"{games:,} games are kept, and `zeitnot resume {store.path}` goes on"
            raise DataError(f"{error}; {kept_words}") from error
        used_s = time.perf_counter() - began_s
        # Counted anew: an interrupt may have come between a game's being kept and its being seen.
        standings = standings_of(store.plan, store.games())
        if json_form:
            ended = EndedRun(store=store, standings=standings, stopped=stopped, used_s=used_s)
            print(json.dumps(form(ended), indent=2))
        else:
            show_run(store, standings, used_s=used_s)
        _tell_end(store, progress, stopped, kept=kept)


def _played(
    store: "RunStore", progress: "MatchProgress", *, concurrency: int | None, ray: str | None
) -> "Stopped":
    from zeitnot.cli.match_screen import watched
    from zeitnot.lab.fleet import Finished
    from zeitnot.lab.match_runner import MatchRunner
    from zeitnot.lab.store.game_files import GameFiles

    missing = store.plan.total_games - len(progress.rows)
    with (
        GameFiles(store) as files,
        stopping() as stop,
        _fleet(store.plan, concurrency, ray, missing=missing) as fleet,
        watched(progress) as show,
    ):

        def on_event(event: "Event") -> None:
            if isinstance(event, Finished):
                files.add(event.game.number)
            progress.saw(event)
            show(event)

        runner = MatchRunner(
            store=store,
            fleet=fleet,
            on_event=on_event,
            is_decided=lambda: progress.standings.is_decided,
            is_stopped=stop.is_set,
        )
        stopped = runner.run()
        runner.close()
        progress.left_out = tuple(runner.left_out)
        return stopped


@contextmanager
def _fleet(plan: "MatchPlan", concurrency: int | None, ray: str | None, *, missing: int) -> "Iterator[Fleet]":
    from zeitnot.lab.fleet import LocalFleet
    from zeitnot.learning.training_batches import cores

    fleet: Fleet
    if ray is not None:
        from zeitnot.lab.fleet.ray_fleet import RayFleet

        fleet = RayFleet(plan, address=ray, concurrency=concurrency)
    else:
        wanted = concurrency or max(1, cores() // plan.cores)
        fleet = LocalFleet(plan, concurrency=max(1, min(wanted, missing)))
    try:
        yield fleet
    finally:
        fleet.close()


def _tell_end(store: "RunStore", progress: "MatchProgress", stopped: "Stopped", *, kept: bool) -> None:
    """Say where everything is, and how an unfinished run goes on."""
    from zeitnot.lab.match_runner import Stopped

    if stopped is Stopped.ASKED:
        goes_on = f"; `zeitnot resume {store.path}` goes on from here" if kept else ""
        tell(f"zeitnot: interrupted{goes_on}")
        raise typer.Exit(EXIT_INTERRUPTED)
    if kept:
        tell(f"kept in {store.path}; `zeitnot report {store.path}` makes a page of it")
    if progress.left_out:
        words = store.incidents()[-1][2]
        tell(f"zeitnot: {len(progress.left_out)} games could not be played: {words}")
        raise typer.Exit(EXIT_INCOMPLETE)
