"""Server: the application on an address of this machine."""

import multiprocessing
import secrets
import socket
import threading
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from zeitnot.errors import MissingExtraError, SettingError
from zeitnot.lab import Closing
from zeitnot.untrusted import cause_of
from zeitnot.web.addresses import run_address
from zeitnot.web.site import LOOPBACK, Site

if TYPE_CHECKING:
    import uvicorn

FIRST_PORT = 8710
"""Port of a server that is given none; the next free one if it is taken."""
_MOST_TRIES = 50
_BACKLOG = 128
_CLOSE_S = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """A server that listens; `run` answers requests until it is interrupted."""

    site: Site
    """What it shows."""
    listening: socket.socket
    """Where it listens."""

    @classmethod
    def open(cls, place: Path, *, host: str = LOOPBACK[0], port: int | None = None) -> Self:
        """Listen on a port, by default the first free one; on another host than loopback a token is made."""
        _check_extra()
        token = "" if host in LOOPBACK else secrets.token_urlsafe(24)
        site = Site(place=place, host=host, token=token)
        return cls(site=site, listening=_listening(host, port))

    @property
    def address(self) -> str:
        """Address of the first page; whoever has it may look and steer."""
        host, port = self.site.host, self.listening.getsockname()[1]
        shown = f"[{host}]" if ":" in host else host
        return f"http://{shown}:{port}/" + (f"?token={self.site.token}" if self.site.token else "")

    def run(self) -> None:
        """Answer requests until Ctrl-C or SIGTERM."""
        with closing(self.listening), suppress(KeyboardInterrupt):
            self.made().run(sockets=[self.listening])

    def made(self) -> "uvicorn.Server":
        """Return the server as uvicorn has it."""
        import uvicorn

        from zeitnot.web.app import make_app

        config = uvicorn.Config(
            make_app(self.site),
            http="h11",
            ws="none",
            lifespan="on",
            log_level="critical",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_keep_alive=10,
            timeout_graceful_shutdown=1,
        )
        return uvicorn.Server(config)


ORPHAN_S = 60.0
"""How long a page outlives a match that was killed: whoever watches sees what happened."""


class PageBeside(Closing):
    """A server in a process of its own beside a match, so that watching costs the match no time."""

    def __init__(self, run: Path) -> None:
        """Serve the folder of a run, which need not be there yet."""
        run.parent.mkdir(parents=True, exist_ok=True)
        server = Server.open(run.parent)
        self.address = f"{server.address}{run_address(run.stem).removeprefix('/')}"
        context = multiprocessing.get_context("spawn")
        self._process = context.Process(target=_serve_beside, args=(server,), daemon=True)
        with closing(server.listening):
            self._process.start()

    def stay(self) -> None:
        """Wait until the server is ended, which Ctrl-C does."""
        self._process.join()

    def close(self) -> None:
        """End the server."""
        self._process.terminate()
        self._process.join(_CLOSE_S)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


def _serve_beside(server: Server) -> None:
    """Serve until Ctrl-C, or for a while after the process that started this one has gone."""
    running = server.made()

    def outlive() -> None:
        parent = multiprocessing.parent_process()
        if parent is not None:
            parent.join()
            time.sleep(ORPHAN_S)
            running.should_exit = True

    threading.Thread(target=outlive, name="parent", daemon=True).start()
    with closing(server.listening), suppress(KeyboardInterrupt):
        running.run(sockets=[server.listening])


def _check_extra() -> None:
    try:
        import starlette  # noqa: F401 (whether there is one)
        import uvicorn  # noqa: F401 (as above)
    except ImportError as error:
        raise MissingExtraError(feature="the server of the pages", extra="web") from error


def _listening(host: str, port: int | None) -> socket.socket:
    """Return a socket that listens on the port, or on the first free one."""
    ports = range(FIRST_PORT, FIRST_PORT + _MOST_TRIES) if port is None else (port,)
    failure: OSError | None = None
    for each in ports:
        try:
            family = socket.getaddrinfo(host, each, type=socket.SOCK_STREAM)[0][0]
            return socket.create_server((host, each), family=family, backlog=_BACKLOG)
        except (OSError, OverflowError, UnicodeError) as error:
            failure = error if isinstance(error, OSError) else OSError(str(error))
    words = cause_of(failure) if failure is not None else "no port"
    raise SettingError(f"the server must have a host and a free port ({words}), got {host!r} and {port!r}")
