"""`zeitnot runs`: the runs in a folder, or one of them in full."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zeitnot.cli.console import tell
from zeitnot.cli.match.engine_lines import command_lines
from zeitnot.cli.options import JsonOption
from zeitnot.errors import SettingError, ZeitnotError

if TYPE_CHECKING:
    from zeitnot.cli.narrow_table import NarrowTable
    from zeitnot.lab.standings import MatchStandings


def runs(
    place: Annotated[
        Path, typer.Argument(metavar="PLACE", help="A folder of runs, or one run. Default: runs.")
    ] = Path("runs"),
    json_form: JsonOption = False,
) -> None:
    """List runs with how they stand and the engines they start, or show one in full.

    \b
    [bold]Examples[/bold]
    zeitnot runs
    zeitnot runs runs/textbook-uniform.run
    """
    if not place.exists():
        raise SettingError(
            f"runs must be in an existing folder or file, which `zeitnot match` makes, got {str(place)!r}"
        )
    if place.is_dir():
        _list(place, json_form=json_form)
    else:
        _show(place, json_form=json_form)


def _show(path: Path, *, json_form: bool) -> None:
    from zeitnot.cli.match.form import whole_form
    from zeitnot.cli.match.table import show_run
    from zeitnot.lab.standings import standings_of
    from zeitnot.lab.store import RunStore

    with RunStore.read(path) as store:
        standings = standings_of(store.plan, store.games())
        if json_form:
            print(json.dumps(whole_form(store, standings), indent=2))
        else:
            show_run(store, standings)


def _list(folder: Path, *, json_form: bool) -> None:
    from zeitnot.cli.console import output
    from zeitnot.cli.match.form import run_form
    from zeitnot.lab.standings import standings_of
    from zeitnot.lab.store import SUFFIX, RunStore

    forms = {}
    rows, commands = [], []
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            with RunStore.read(path) as store:
                games = store.games()
                plan, standings = store.plan, standings_of(store.plan, games)
                began = store.began
        except ZeitnotError as error:
            tell(f"zeitnot: {error}")
            continue
        forms[str(path)] = run_form(plan, standings, games)
        done = f"{standings.games:,} of {plan.total_games:,}"
        rows.append([path.stem, began[:10], plan.game, plan.control, done, *_leader(standings)])
        commands += command_lines(plan, f"{path.stem}: ")
    if json_form:
        print(json.dumps(forms, indent=2))
    elif forms:
        console = output()
        console.print(_table(rows))
        for line in commands:
            console.print(line)
    else:
        raise SettingError(f"a folder of runs must hold files {SUFFIX}, got none in {str(folder)!r}")


def _table(rows: list[list[str]]) -> "NarrowTable":
    """Lay out the list; where there is no room the game goes first, then the day and the clock."""
    from zeitnot.cli.narrow_table import Column, NarrowTable

    columns = (
        Column(head="run", justify="left", shortest=16),
        Column(head="began", justify="left", left_out=2),
        Column(head="game", justify="left", left_out=1),
        Column(head="clock", justify="left", left_out=3),
        Column(head="games"),
        Column(head="leads", justify="left", shortest=12),
        Column(head="Elo (95 %)"),
    )
    return NarrowTable(columns=columns, rows=rows)


def _leader(standings: "MatchStandings") -> tuple[str, str]:
    """Return who leads, and the Elo."""
    from zeitnot.cli.match.table import elo_text

    if not standings.games:
        return "", ""
    best = standings.table.rows[0]
    if standings.duel is None and best.name == standings.table.anchor:
        return best.name, "0"
    return best.name, elo_text(standings.elo(best.name))
