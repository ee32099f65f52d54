"""Writer: whole lines from any thread, each sent at once."""

import threading
from collections.abc import Callable
from typing import BinaryIO

LONGEST = 4_000
"""Characters of a line: a message may quote what was sent, and anything may have been sent."""


class Writer:
    """Sends lines in the order they come; once the other side has gone, it sends nothing and says so."""

    def __init__(self, stream: BinaryIO, *, on_broken: Callable[[], None] | None = None) -> None:
        """Take a stream of bytes, and what to call when it breaks."""
        self.broken = False
        self._stream = stream
        self._on_broken = on_broken
        self._lock = threading.Lock()

    def line(self, text: str) -> None:
        """Send one line."""
        # What cannot be encoded came in as half a character and goes out as an escape.
        line = f"{text[:LONGEST]}\n".encode("utf-8", "backslashreplace")
        with self._lock:
            if self.broken:
                return
            try:
                self._stream.write(line)
                self._stream.flush()
            except (OSError, ValueError):  # a closed stream is a ValueError
                self.broken = True
        if self.broken and self._on_broken is not None:
            self._on_broken()

    def say(self, text: str) -> None:
        """Send words for people, on one line."""
        self.line(f"info string {' '.join(text.split())}")
