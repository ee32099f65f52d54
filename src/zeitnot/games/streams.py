"""Streams: the lines of an input, a writer of lines, and the conversation of a session over both."""

import os
import select
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import BinaryIO

LONGEST = 1 << 20
"""Longest line in bytes; the rest is dropped. A game of thousands of moves takes a twentieth of it."""

CHUNK = 1 << 16
"""Number of bytes read at once."""


class LineCutter:
    """Splits input into lines without their ends; keeps at most `LONGEST` bytes of a line.

    Invalid UTF-8 becomes replacement characters, which the parser refuses.
    """

    def __init__(self) -> None:
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


_LONGEST_TEXT = 4_000
"""Longest line in characters: a message may quote input of any length."""


class Writer:
    """Sends lines in order; once the stream is broken, it calls back and sends nothing more."""

    def __init__(self, stream: BinaryIO, *, on_broken: Callable[[], object] | None = None) -> None:
        self.broken = False
        self._stream = stream
        self._on_broken = on_broken
        self._lock = threading.Lock()

    def line(self, text: str) -> None:
        """Send one line."""
        # Lone surrogates from undecodable input are written as escapes.
        line = f"{text[:_LONGEST_TEXT]}\n".encode("utf-8", "backslashreplace")
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


_SWITCH_INTERVAL_S = 0.0005
"""Thread switch interval: short, so that the search does not wait for its own callback."""


def converse(
    begin: Callable[[Writer], Callable[[Iterable[str]], None]],
    *,
    input_fd: int,
    output: BinaryIO,
    notes: Sequence[str] = (),
) -> None:
    """Pass all lines to the session that begins; a closed output raises a BrokenPipeError.

    Notes about the settings are sent first.
    """
    sys.setswitchinterval(_SWITCH_INTERVAL_S)
    wake_fd, alarm_fd = os.pipe()
    try:
        writer = Writer(output, on_broken=lambda: os.write(alarm_fd, b"!"))
        for note in notes:
            writer.say(note)
        begin(writer)(lines_of(input_fd, wake_fd=wake_fd))
    finally:
        os.close(wake_fd)
        os.close(alarm_fd)
    if writer.broken:
        raise BrokenPipeError
