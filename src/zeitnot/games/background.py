"""Background: a search that runs in its own thread while its caller does something else."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import Generic, TypeVar

Answer = TypeVar("Answer")

STOP_S = 2.0
"""Longest wait for a stopped search; it usually takes milliseconds."""


class Background(ABC, Generic[Answer]):
    """One search in a thread; the caller must wait for it or end it before starting another."""

    def __init__(self, search: Callable[[], Answer]) -> None:
        """Start the search."""
        self._answer: Future[Answer] = Future()
        # A daemon thread, so that a search never keeps the program from exiting.
        threading.Thread(target=self._run, args=(search,), name="search", daemon=True).start()

    @abstractmethod
    def stop(self) -> None:
        """Ask the search for its answer now."""

    def end(self, *, patience_s: float = STOP_S) -> None:
        """Stop the search and wait: the interpreter must not exit while native code runs in a thread."""
        self.stop()
        self.is_done_within(patience_s)

    def is_done_within(self, time_s: float) -> bool:
        """Wait up to `time_s` and return whether the search is over."""
        return bool(wait([self._answer], timeout=time_s).done)

    def result(self) -> Answer:
        """Wait for the answer; an exception from the search is raised here."""
        return self._answer.result()

    def _run(self, search: Callable[[], Answer]) -> None:
        try:
            self._answer.set_result(search())
        except BaseException as error:  # noqa: BLE001 (raised again in `result`)
            self._answer.set_exception(error)
