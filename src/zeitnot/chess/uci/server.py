"""Server: a session on the standard streams of this process."""

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import BinaryIO, Protocol

from zeitnot.chess.uci.reader import lines_of
from zeitnot.chess.uci.session import Session
from zeitnot.chess.uci.settings import EngineSettings
from zeitnot.chess.uci.writer import Writer

_SWITCH_INTERVAL_S = 0.0005
"""Thread switch interval: short, so that the search does not wait for its own callback."""


class Conversation(Protocol):
    """A session that handles incoming commands."""

    def obey_all(self, lines: Iterable[str]) -> None:
        """Handle commands until `quit` or the end of input."""
        ...


def serve(
    settings: EngineSettings,
    *,
    input_fd: int,
    output: BinaryIO,
    debug: bool = False,
    notes: Sequence[str] = (),
) -> None:
    """Serve UCI until `quit` or the end of input; a closed output raises a BrokenPipeError."""
    converse(
        lambda writer: Session(settings, writer, debug=debug), input_fd=input_fd, output=output, notes=notes
    )


def converse(
    begin: Callable[[Writer], Conversation], *, input_fd: int, output: BinaryIO, notes: Sequence[str] = ()
) -> None:
    """Pass lines to a session until it ends; a closed output raises a BrokenPipeError.

    Notes about the settings are sent first.
    """
    sys.setswitchinterval(_SWITCH_INTERVAL_S)
    wake_fd, alarm_fd = os.pipe()
    try:
        writer = Writer(output, on_broken=lambda: _ring(alarm_fd))
        for note in notes:
            writer.say(note)
        begin(writer).obey_all(lines_of(input_fd, wake_fd=wake_fd))
    finally:
        os.close(wake_fd)
        os.close(alarm_fd)
    if writer.broken:
        raise BrokenPipeError


def _ring(alarm_fd: int) -> None:
    os.write(alarm_fd, b"!")
