"""Exits: the codes that commands end with, and Ctrl-C and kill as requests that are met at a good moment."""

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

EXIT_BROKEN_PIPE = 1
EXIT_NOT_GOOD = 1
"""The question was answered with no."""
EXIT_BAD_INPUT = 2
EXIT_INCOMPLETE = 3
"""Some of the work could not be done."""
EXIT_INTERRUPTED = 130


@contextmanager
def stopping() -> Iterator[threading.Event]:
    """Turn the first Ctrl-C or SIGTERM into a request to stop; the second one interrupts as usual."""
    stop = threading.Event()

    def ask(*_: object) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    with _handled((signal.SIGINT, signal.SIGTERM), ask):
        yield stop


@contextmanager
def kept_when_killed() -> Iterator[None]:
    """Make a closed window or a kill end the game as Ctrl-C does, so that it is kept."""
    numbers = (signal.SIGTERM, signal.SIGHUP)

    def interrupt(*_: object) -> None:
        for number in numbers:  # once is enough: the next one would interrupt the keeping
            signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    with _handled(numbers, interrupt):
        yield


@contextmanager
def _handled(numbers: Sequence[signal.Signals], handler: Callable[..., None]) -> Iterator[None]:
    before = {number: signal.signal(number, handler) for number in numbers}
    try:
        yield
    finally:
        for number, earlier in before.items():
            signal.signal(number, earlier)
