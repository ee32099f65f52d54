"""`zeitnot resume`: an interrupted run goes on."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from zeitnot.cli.console import tell
from zeitnot.cli.match.engine_lines import agree_to_commands
from zeitnot.cli.match.run import ConcurrencyOption, show_match
from zeitnot.cli.options import JsonOption, RayOption


def resume(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A run that `zeitnot match` began.")],
    concurrency: ConcurrencyOption = None,
    ray: RayOption = None,
    json_form: JsonOption = False,
    trust: Annotated[
        bool,
        typer.Option(
            "--trust",
            help="Start the engines as the file has them, whatever their names mean on this machine.",
        ),
    ] = False,
) -> None:
    """Go on with a run that was interrupted, or killed; no finished game is played again.

    A run holds the commands of its engines, and a run from elsewhere may hold any. They are shown; where one
    is not what the engine's name means on this machine, you are asked, and without a terminal it is refused.

    \b
    [bold]Examples[/bold]
    zeitnot resume runs/textbook-uniform.run
    zeitnot resume from-a-friend.run --trust
    """
    from zeitnot import __version__
    from zeitnot.lab import resume_match
    from zeitnot.lab.store import RunStore

    with RunStore.read(run) as store:
        if store.version != __version__:
            tell(f"zeitnot: the run was begun by version {store.version}, and {__version__} goes on")
    show_match(
        partial(resume_match, run, trust=partial(agree_to_commands, trust=trust)),
        run,
        concurrency=concurrency,
        ray=ray,
        json_form=json_form,
    )
