"""A real server on loopback for tests, and a client that sends whatever a test wants."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

from zeitnot.web import Server

PATIENCE_S = 30.0
"""Longest wait for an answer on a busy machine."""


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What a server said."""

    status: int
    headers: Mapping[str, str]
    text: str


@dataclass(frozen=True, kw_only=True)
class Visitor:
    """Asks a server that runs in a thread of this process."""

    server: Server

    @property
    def address(self) -> str:
        return self.server.address

    @property
    def port(self) -> int:
        return int(self.server.listening.getsockname()[1])

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Answer:
        return self.ask("GET", path, headers=headers)

    def post(self, path: str, body: str = "", headers: Mapping[str, str] | None = None) -> Answer:
        form = {"content-type": "application/x-www-form-urlencoded", "origin": self.origin}
        return self.ask("POST", path, body=body.encode(), headers={**form, **(headers or {})})

    def ask(
        self, method: str, path: str, *, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            connection.request(method, path, body=body, headers=dict(headers or {}))
            answer = connection.getresponse()
            names = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(status=answer.status, headers=names, text=answer.read().decode())
        finally:
            connection.close()


@contextmanager
def served(place: Path, *, host: str = "127.0.0.1") -> Iterator[Visitor]:
    """Serve a folder or a run until the end of the block."""
    server = Server.open(place, host=host, port=0)
    running = server.made()
    thread = threading.Thread(target=running.run, kwargs={"sockets": [server.listening]})
    thread.start()
    try:
        yield Visitor(server=server)
    finally:
        running.should_exit = True
        thread.join(PATIENCE_S)
        server.listening.close()
        assert not thread.is_alive()
