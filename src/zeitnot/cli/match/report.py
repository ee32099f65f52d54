"""`zeitnot report`: everything that a run can tell, as one page."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zeitnot.cli.console import printable, tell
from zeitnot.errors import SettingError

if TYPE_CHECKING:
    from zeitnot.lab.store import RunStore

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
    json_form: Annotated[
        bool,
        typer.Option(
            "--json", help="Print what was written and the main figures as JSON: standings, faults, time use."
        ),
    ] = False,
) -> None:
    """Write a page about a run: standings, how the score came about, and where the time went.

    It is one file that needs no network, for screen, phone and paper. A run that is still being played
    is shown as it stands.

    \b
    [bold]Examples[/bold]
    zeitnot report runs/textbook-uniform.run
    zeitnot report runs/textbook-uniform.run -o report.html --open
    zeitnot report runs/textbook-uniform.run --json
    """
    from zeitnot.lab.store import RunStore
    from zeitnot.report.match_page import write_match_page

    page = output or run.with_suffix(".html")
    if page.resolve() == run.resolve():
        raise SettingError(f"--output must be another file than the run, got {str(page)!r}")
    with RunStore.read(run) as store:
        write_match_page(page, store)
        size = page.stat().st_size
        if json_form:
            print(json.dumps({"written": str(page), "bytes": size, **_figures(store)}, indent=2))
        else:
            print(printable(f"written: {page} ({size / _MEGABYTE:.1f} MB)"))
    if open_page:
        _show(page)


def _show(page: Path) -> None:
    import webbrowser

    if not webbrowser.open(page.resolve().as_uri()):
        tell(f"zeitnot: no browser could be started; open {page} by hand")


def _figures(store: "RunStore") -> dict[str, Any]:
    """Return what the page says in figures, as `zeitnot runs --json` has it."""
    from zeitnot.cli.match.form import whole_form
    from zeitnot.lab.standings import standings_of

    return whole_form(store, standings_of(store.plan, store.games()))
