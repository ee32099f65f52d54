"""`zeitnot resume`: an interrupted run goes on."""

from pathlib import Path
from typing import Annotated

import typer

from zeitnot.cli.match_run import ConcurrencyOption, JsonOption, RayOption, play_run
from zeitnot.cli.numbers import read_whole


def resume(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A run that `zeitnot match` began.")],
    concurrency: ConcurrencyOption = None,
    ray: RayOption = None,
    json_form: JsonOption = False,
) -> None:
    """Go on with a run that was interrupted, or killed; no finished game is played again.

    \b
    [bold]Examples[/bold]
    zeitnot resume runs/textbook-uniform.run
    """
    from zeitnot import __version__
    from zeitnot.lab.store import RunStore

    def opened() -> RunStore:
        store = RunStore.resume(run)
        if store.version != __version__:
            typer.echo(
                f"zeitnot: the run was begun by version {store.version}, and {__version__} goes on", err=True
            )
        return store

    play_run(
        opened,
        concurrency=read_whole(concurrency, option="--concurrency", least=1),
        ray=ray,
        json_form=json_form,
    )
