"""Interrupts: Ctrl-C and kill as requests that are met at the next good moment."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def stopping() -> Iterator[threading.Event]:
    """Turn the first Ctrl-C or SIGTERM into a request to stop; the second one interrupts as usual."""
    stop = threading.Event()
    signals = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.getsignal(number) for number in signals}

    def ask(number: int, frame: object) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    for number in signals:
        signal.signal(number, ask)
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
