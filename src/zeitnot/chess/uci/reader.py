"""Reader: the lines of an input, until it ends or somebody wakes the reader up to go home."""

import os
import select
from collections.abc import Iterator

LONGEST = 1 << 20
"""Bytes of a line; the rest of a longer one is dropped. A game of thousands of moves is a twentieth of it."""

CHUNK = 1 << 16
"""Bytes read at once."""


class LineCutter:
    """Cuts what is read into lines, without their ends; keeps no more of an endless one than `LONGEST`.

    Bytes that are no UTF-8 become replacement characters: what they were is for the parser to refuse.
    """

    def __init__(self) -> None:
        """Begin with nothing read."""
        self._begun = bytearray()

    def lines(self, chunk: bytes) -> Iterator[str]:
        """Give the lines that end in this piece."""
        *finished, rest = chunk.split(b"\n")
        for part in finished:
            self._begun += part
            yield _text(self._begun)
            self._begun.clear()
        self._begun += rest
        del self._begun[LONGEST:]

    def rest(self) -> str:
        """Give what came after the last end of a line."""
        return _text(self._begun)


def lines_of(input_fd: int, *, wake_fd: int) -> Iterator[str]:
    """Give line after line; ends itself at the end of file or when `wake_fd` is readable."""
    cutter = LineCutter()
    while True:
        ready, _, _ = select.select([input_fd, wake_fd], [], [])
        if wake_fd in ready:
            return
        try:
            chunk = os.read(input_fd, CHUNK)
        except OSError:  # a terminal that was hung up, for instance
            chunk = b""
        if not chunk:
            if rest := cutter.rest():
                yield rest
            return
        yield from cutter.lines(chunk)


def _text(line: bytearray) -> str:
    return line[:LONGEST].decode("utf-8", "replace").replace("\x00", " ").strip()
