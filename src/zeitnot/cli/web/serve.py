"""`zeitnot serve`: runs in the browser, live and finished."""

import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from zeitnot import web
from zeitnot.cli.console import printable, tell
from zeitnot.cli.options import flag, option, whole_option
from zeitnot.errors import SettingError

MOST_PORTS = 65_535


def serve(
    place: Annotated[
        Path, typer.Argument(metavar="PLACE", help="A folder of runs, or one run. Default: runs.")
    ] = Path("runs"),
    host: Annotated[
        str,
        option("HOST", "Address to listen on. Any other than this machine's own gets a token.", "--host"),
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        whole_option("--port", "Port. Default: the first free one from 8710.", most=MOST_PORTS),
    ] = None,
    open_page: Annotated[bool, flag("Show the page in the browser.", "--open")] = False,
) -> None:
    """Show runs in the browser, live and finished; play against the engine, and have games reviewed.

    Only this machine can look unless --host says otherwise; then the address that is printed holds a token,
    and whoever has that address may look and steer. Ctrl-C ends it, and no match with it.

    \b
    [bold]Examples[/bold]
    zeitnot serve
    zeitnot serve runs/textbook-uniform.run --open
    zeitnot serve runs --host 192.168.1.20 --port 8000
    """
    if not place.exists():
        raise SettingError(
            f"runs must be in an existing folder or file, which `zeitnot match` makes, got {str(place)!r}"
        )
    server = web.Server.open(place, host=host, port=port)
    print(printable(f"serving {place} at {server.address}"), flush=True)
    if open_page and not webbrowser.open(server.address):
        tell(f"zeitnot: no browser could be started; open {server.address} by hand")
    server.run()
