"""Server: a proxy session on the standard streams of this process."""

import gc
from collections.abc import Mapping, Sequence
from typing import BinaryIO

from zeitnot.chess.proxy.options import ProxyOptions
from zeitnot.chess.proxy.session import ProxySession
from zeitnot.chess.proxy.wrapped_engine import WrappedEngine
from zeitnot.chess.uci.server import converse
from zeitnot.chess.uci.settings import EngineSettings


def serve_proxy(
    command: Sequence[str],
    settings: EngineSettings,
    *,
    options: Mapping[str, str],
    input_fd: int,
    output: BinaryIO,
    debug: bool = False,
    notes: Sequence[str] = (),
) -> None:
    """Start an engine and serve UCI in its place until `quit` or the end of input, then end it."""
    engine = WrappedEngine(command, settings.make_manager())
    try:
        table = ProxyOptions(settings, engine.inner)
        for name, value in options.items():
            table.set(name, value)
        gc.freeze()  # loaded modules stay: garbage collection over them would cost a move milliseconds
        converse(
            lambda writer: ProxySession(engine, table, writer, debug=debug),
            input_fd=input_fd,
            output=output,
            notes=notes,
        )
    finally:
        engine.close()
