"""`zeitnot report`: everything that a run can tell, as one page."""

from pathlib import Path
from typing import Annotated

import typer

from zeitnot.errors import SettingError

_MEGABYTE = 1_000_000


def report(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A run that `zeitnot match` wrote.")],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE.html", help="Where the page goes. Default: beside the run."
        ),
    ] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Show the page in the browser.")] = False,
) -> None:
    """Write a page about a run: standings, how the score came about, and where the time went.

    It is one file that needs no network, for screen, phone and paper. A run that is still being played
    is shown as it stands.

    \b
    [bold]Examples[/bold]
    zeitnot report runs/textbook-uniform.run
    zeitnot report runs/textbook-uniform.run -o report.html --open
    """
    from zeitnot.lab.store import RunStore
    from zeitnot.report.match_page import write_match_page

    page = output or run.with_suffix(".html")
    if page.resolve() == run.resolve():
        raise SettingError(f"--output must be another file than the run, got {str(page)!r}")
    with RunStore.read(run) as store:
        write_match_page(page, store)
    typer.echo(f"written: {page} ({page.stat().st_size / _MEGABYTE:.1f} MB)")
    if open_page:
        _show(page)


def _show(page: Path) -> None:
    import webbrowser

    if not webbrowser.open(page.resolve().as_uri()):
        typer.echo(f"zeitnot: no browser could be started; open {page} by hand", err=True)
