"""Writer: sends whole lines from any thread, each flushed immediately."""

import threading
from collections.abc import Callable
from typing import BinaryIO

LONGEST = 4_000
"""Longest line in characters: a message may quote input of any length."""


class Writer:
    """Sends lines in order; once the stream is broken, it calls back and sends nothing more."""

    def __init__(self, stream: BinaryIO, *, on_broken: Callable[[], None] | None = None) -> None:
        """Take a byte stream and a callback for when it breaks."""
        self.broken = False
        self._stream = stream
        self._on_broken = on_broken
        self._lock = threading.Lock()

    def line(self, text: str) -> None:
        """Send one line."""
        # Lone surrogates from undecodable input are written as escapes.
        line = f"{text[:LONGEST]}\n".encode("utf-8", "backslashreplace")
        with self._lock:
            if self.broken:
                return
            try:
                self._stream.write(line)
                self._stream.flush()
            except (OSError, ValueError):  # writing to a closed stream raises a ValueError
                self.broken = True
        if self.broken and self._on_broken is not None:
            self._on_broken()

    def say(self, text: str) -> None:
        """Send a text as an `info string`, on one line."""
        self.line(f"info string {' '.join(text.split())}")
