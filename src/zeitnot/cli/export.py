"""`zeitnot export`: a run in the formats of other programs."""

from pathlib import Path
from typing import Annotated

import typer

from zeitnot.errors import SettingError


def export(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A run of `zeitnot match`.")],
    parquet: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Write games.parquet and turns.parquet there."),
    ] = None,
) -> None:
    """Export the games and turns of a run for data frames.

    PGN and GCG files need no export: they lie beside the run.

    \b
    [bold]Examples[/bold]
    zeitnot export runs/textbook-uniform.run --parquet data
    """
    if parquet is None:
        raise SettingError("export must be told a format, --parquet FOLDER, got none")
    from zeitnot.lab.store import RunStore
    from zeitnot.lab.store.parquet import export_parquet

    with RunStore.read(run) as store:
        for path in export_parquet(store, parquet):
            typer.echo(str(path))
