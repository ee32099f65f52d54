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
    from zeitnot.lab.store import RunStore

    play_run(
        lambda: RunStore.resume(run),
        concurrency=read_whole(concurrency, option="--concurrency", least=1),
        ray=ray,
        json_form=json_form,
    )
