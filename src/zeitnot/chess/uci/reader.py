"""Reader: the lines of an input, until it ends or the reader is woken up to stop."""

import os
import select
from collections.abc import Iterator

LONGEST = 1 << 20
"""Longest line in bytes; the rest is dropped. A game of thousands of moves takes a twentieth of it."""

CHUNK = 1 << 16
"""Number of bytes read at once."""


class LineCutter:
    """Splits input into lines without their ends; keeps at most `LONGEST` bytes of a line.

    Invalid UTF-8 becomes replacement characters, which the parser refuses.
    """

    def __init__(self) -> None:
        """Start with an empty buffer."""
        self._begun = bytearray()

    def lines(self, chunk: bytes) -> Iterator[str]:
        """Yield the lines that end in this chunk."""
        *finished, rest = chunk.split(b"\n")
        for part in finished:
            self._begun += part
            yield _text(self._begun)
            self._begun.clear()
        self._begun += rest
        del self._begun[LONGEST:]

    def rest(self) -> str:
        """Return the text after the last line end."""
        return _text(self._begun)


def lines_of(input_fd: int, *, wake_fd: int) -> Iterator[str]:
    """Yield lines until the end of file or until `wake_fd` is readable."""
    cutter = LineCutter()
    while True:
        ready, _, _ = select.select([input_fd, wake_fd], [], [])
        if wake_fd in ready:
            return
        try:
            chunk = os.read(input_fd, CHUNK)
        except OSError:  # for example a terminal that hung up
            chunk = b""
        if not chunk:
            if rest := cutter.rest():
                yield rest
            return
        yield from cutter.lines(chunk)


def _text(line: bytearray) -> str:
    return line[:LONGEST].decode("utf-8", "replace").replace("\x00", " ").strip()
