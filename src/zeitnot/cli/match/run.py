"""Runs at the command line: played with live standings, kept, resumed, and summed up."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zeitnot.cli.console import tell
from zeitnot.cli.exits import EXIT_INCOMPLETE, EXIT_INTERRUPTED, stopping
from zeitnot.cli.options import whole_option

if TYPE_CHECKING:
    from zeitnot.lab import MatchResult
    from zeitnot.lab.store import RunStore

ConcurrencyOption = Annotated[
    int | None,
    whole_option(
        "--concurrency",
        least=1,
        help="Games at once. Default: as many as there are cores for; a game in which both sides ponder "
        "needs two.",
    ),
]


def whole_run(store: "RunStore", result: "MatchResult") -> dict[str, Any]:
    """Return all that is known of a run, for JSON."""
    from zeitnot.cli.match.form import whole_form

    form = whole_form(store, result.standings, stopped=result.stopped)
    return {**form, "time_s": round(result.used_s, 3)}


def show_match(
    play: "Callable[..., MatchResult]",
    path: Path,
    *,
    concurrency: int | None,
    ray: str | None = None,
    json_form: bool,
    form: "Callable[[RunStore, MatchResult], dict[str, Any]]" = whole_run,
    kept: bool = True,
) -> None:
    """Play a match, show how it goes and how it went; `kept` says whether the run at the path stays."""
    from zeitnot.cli.match.screen import MatchWatch
    from zeitnot.cli.match.table import show_run
    from zeitnot.lab.match_runner import interrupted_match
    from zeitnot.lab.store import RunStore

    watch = MatchWatch()
    try:
        with stopping() as stop, watch:
            result = play(concurrency=concurrency, ray=ray, observer=watch, is_stopped=stop.is_set)
    except KeyboardInterrupt:
        if watch.progress is None:
            raise
        result = interrupted_match(path, used_s=watch.progress.used_s)
    with RunStore.read(path) as store:
        if json_form:
            print(json.dumps(form(store, result), indent=2))
        else:
            show_run(store, result.standings, used_s=result.used_s)
        _tell_end(store, result, kept=kept)


def _tell_end(store: "RunStore", result: "MatchResult", *, kept: bool) -> None:
    """Print where everything is, and how an unfinished run goes on."""
    from zeitnot.lab.match_runner import Stopped

    if result.stopped is Stopped.ASKED:
        goes_on = f"; `zeitnot resume {store.path}` goes on from here" if kept else ""
        tell(f"zeitnot: interrupted{goes_on}")
        raise typer.Exit(EXIT_INTERRUPTED)
    if kept:
        tell(f"kept in {store.path}; `zeitnot report {store.path}` makes a page of it")
    if result.left_out:
        words = store.incidents()[-1][2]
        tell(f"zeitnot: {len(result.left_out)} games could not be played: {words}")
        raise typer.Exit(EXIT_INCOMPLETE)
