"""Reader: the lines of an input, until it ends or somebody wakes the reader up to go home."""

import os
import select
from collections.abc import Iterator

LONGEST = 1 << 20
"""Bytes of a line; the rest of a longer one is dropped. A game of thousands of moves is a twentieth of it."""

_CHUNK = 1 << 16


def lines_of(input_fd: int, *, wake_fd: int) -> Iterator[str]:
    """Give line after line, without their ends; ends itself at the end of file or when `wake_fd` is readable.

    Bytes that are no UTF-8 become replacement characters: what they were is for the parser to refuse.
    """
    begun = bytearray()
    while True:
        ready, _, _ = select.select([input_fd, wake_fd], [], [])
        if wake_fd in ready:
            return
        try:
            chunk = os.read(input_fd, _CHUNK)
        except OSError:  # a terminal that was hung up, for instance
            chunk = b""
        if not chunk:
            if begun:
                yield _text(begun)
            return
        *finished, rest = chunk.split(b"\n")
        for part in finished:
            begun += part
            yield _text(begun)
            begun.clear()
        begun += rest
        del begun[LONGEST:]


def _text(line: bytearray) -> str:
    return line[:LONGEST].decode("utf-8", "replace").replace("\x00", " ").strip()
