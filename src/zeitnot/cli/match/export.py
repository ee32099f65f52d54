"""`zeitnot export`: a run in the formats of other programs."""

import json
from pathlib import Path
from typing import Annotated

import typer

from zeitnot.errors import SettingError


def export(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A run of `zeitnot match`.")],
    parquet: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Write games.parquet, turns.parquet and steps.parquet there, with their types.",
        ),
    ] = None,
    csv: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write games.csv, turns.csv and steps.csv there.")
    ] = None,
    json_form: Annotated[bool, typer.Option("--json", help="Print what was written as JSON.")] = False,
) -> None:
    """Export the games, the turns and the steps of their trails for data frames.

    docs/reference/data.md explains every column. PGN and GCG files need no export: they lie beside the run.

    \b
    [bold]Examples[/bold]
    zeitnot export runs/textbook-uniform.run --parquet data
    zeitnot export runs/textbook-uniform.run --csv data --json
    """
    if parquet is None and csv is None:
        raise SettingError("export needs a format, --parquet FOLDER or --csv FOLDER, got none")
    from zeitnot.cli.console import output, printable
    from zeitnot.lab.store import RunStore
    from zeitnot.lab.store.export import export_csv, export_parquet

    written = []
    with RunStore.read(run) as store:
        if parquet is not None:
            written += export_parquet(store, parquet)
        if csv is not None:
            written += export_csv(store, csv)
    if json_form:
        files = [{"table": each.name, "file": str(each.path), "rows": each.rows} for each in written]
        print(json.dumps({"run": str(run), "written": files}, indent=2))
        return
    for each in written:
        output().print(f"{printable(each.path)}: {each.rows:,} rows", markup=False, soft_wrap=True)
