"""A watcher of server-sent events."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import Any

from tests.web.fixtures_site import PATIENCE_S, Visitor


@contextmanager
def events_of(visitor: Visitor, path: str) -> Iterator[Iterator[dict[str, Any]]]:
    """Watch a stream until the end of the block."""
    connection = HTTPConnection("127.0.0.1", visitor.port, timeout=PATIENCE_S)
    connection.request("GET", path)
    answer = connection.getresponse()
    assert answer.getheader("content-type", "").startswith("text/event-stream")

    def events() -> Iterator[dict[str, Any]]:
        while line := answer.readline():
            if line.startswith(b"data: "):
                yield json.loads(line[6:])

    try:
        yield events()
    finally:
        answer.close()
        connection.close()
