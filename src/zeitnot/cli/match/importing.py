"""`zeitnot import`: games that other programs played, as a run."""

import json
from pathlib import Path
from typing import Annotated

import typer

from zeitnot import lab, review
from zeitnot.cli.console import output, tell
from zeitnot.cli.match.crosstable import PriorOption, cross_table_text
from zeitnot.cli.match.table import show_run, whole_form
from zeitnot.cli.options import JsonOption, free_name, option
from zeitnot.errors import SettingError

RUNS = Path("runs")
PRIOR_DRAWS = 2.0
"""Draws of the prior, as BayesElo has them."""


def import_(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="PGN of fastchess, cutechess, a site ..., plain or packed."),
    ],
    run: Annotated[
        Path | None, option("FILE.run", "Where the run is kept. Default: in runs/.", "--output", "-o")
    ] = None,
    prior: PriorOption = PRIOR_DRAWS,
    json_form: JsonOption = False,
) -> None:
    """Make a run of games that other programs played: standings, and where the time went.

    Times, scores and depths are read from the comments of the moves, where they are written. Two games with
    the seats swapped that began alike are a pair. Games that cannot be read are left out, and counted.

    \b
    [bold]Examples[/bold]
    zeitnot import games.pgn
    zeitnot import first.pgn second.pgn.gz -o runs/both.run --prior 0
    zeitnot report runs/games.run
    """
    if run is not None and not run.parent.is_dir():
        raise SettingError(f"--output must be in an existing folder, got {str(run)!r}")
    path = run or free_name(RUNS, files[0].name.partition(".")[0] or "games", lab.RUN_SUFFIX)
    done = review.import_games(files, path)
    if done.left_out:
        tell(f"zeitnot: {review.left_out_words(done.left_out)}")
    with lab.RunStore.read(path) as store:
        standings = lab.standings_of(store.plan, store.games(), prior_draws=prior)
        if json_form:
            form = whole_form(store, standings)
            unread = [{"place": each.place, "reason": each.reason} for each in done.left_out]
            print(json.dumps({"run": str(path), "prior": prior, "left_out": unread, **form}, indent=2))
            return
        show_run(store, standings)
        if len(store.plan.participants) > 2:  # noqa: PLR2004 (of two, the table above says all)
            output().print(cross_table_text(standings), markup=False, soft_wrap=True)
    tell(f"kept in {path}; `zeitnot report {path}` makes a page of it")
