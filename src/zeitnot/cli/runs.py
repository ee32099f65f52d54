"""`zeitnot runs`: the runs in a folder, or one of them in full."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zeitnot.errors import SettingError, ZeitnotError

if TYPE_CHECKING:
    from zeitnot.lab.standings import MatchStandings


def runs(
    place: Annotated[
        Path, typer.Argument(metavar="PLACE", help="A folder of runs, or one run. Default: runs.")
    ] = Path("runs"),
    json_form: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """List runs with how they stand, or show one in full.

    \b
    [bold]Examples[/bold]
    zeitnot runs
    zeitnot runs runs/textbook-uniform.run
    """
    if not place.exists():
        raise SettingError(
            f"runs must be in a folder or file that there is, which `zeitnot match` makes, got {str(place)!r}"
        )
    if place.is_dir():
        _list(place, json_form=json_form)
    else:
        _show(place, json_form=json_form)


def _show(path: Path, *, json_form: bool) -> None:
    from zeitnot.cli.match_form import whole_form
    from zeitnot.cli.match_table import show_run
    from zeitnot.lab.standings import standings_of
    from zeitnot.lab.store import RunStore

    with RunStore.read(path) as store:
        standings = standings_of(store.plan, store.games())
        if json_form:
            print(json.dumps(whole_form(store, standings), indent=2))
        else:
            show_run(store, standings)


def _list(folder: Path, *, json_form: bool) -> None:
    from rich import box
    from rich.markup import escape
    from rich.table import Table

    from zeitnot.cli.console import output
    from zeitnot.cli.match_form import run_form
    from zeitnot.lab.standings import standings_of
    from zeitnot.lab.store import SUFFIX, RunStore

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("run", "began", "game", "clock", "games", "leads"):
        table.add_column(name, justify="right" if name == "games" else "left", overflow="fold")
    forms = {}
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            with RunStore.read(path) as store:
                plan, standings = store.plan, standings_of(store.plan, store.games())
                began = store.began
        except ZeitnotError as error:
            typer.echo(f"zeitnot: {error}", err=True)
            continue
        forms[str(path)] = run_form(plan, standings)
        done = f"{standings.games:,} of {plan.total_games:,}"
        table.add_row(
            escape(path.stem), began[:10], plan.game.value, plan.control, done, escape(_leader(standings))
        )
    if json_form:
        print(json.dumps(forms, indent=2))
    elif forms:
        output().print(table)
    else:
        raise SettingError(f"a folder of runs must hold files {SUFFIX}, got none in {str(folder)!r}")


def _leader(standings: "MatchStandings") -> str:
    from zeitnot.cli.match_table import elo_text

    if not standings.games:
        return ""
    best = standings.table.rows[0]
    if standings.duel is None and best.name == standings.table.anchor:
        return best.name
    return f"{best.name} {elo_text(standings.elo(best.name))}".strip()
