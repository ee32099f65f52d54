"""Static games on threads: in batches, counted in their order, however many threads play."""

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from zeitnot import _native

Counted = TypeVar("Counted")

MOST_SEED = 2**63
"""Seeds are below it: those of later games still fit 64 bits."""

_AHEAD = 2
"""Batches under way or waiting, for each thread: none is idle while the oldest is waited for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Some games, or deals, one after the other."""

    first: int
    """Seed or number of the first."""
    count: int
    """How many."""


def batches(*, first: int, count: int, size: int) -> Iterator[Batch]:
    """Cut games into batches; the last one has the rest."""
    for begin in range(0, count, size):
        yield Batch(first=first + begin, count=min(size, count - begin))


class SelfPlays:
    """A workspace for every thread that asks, all with the same words."""

    def __init__(self, dictionary: _native.Dictionary) -> None:
        """Keep the words."""
        self._dictionary = dictionary
        self._local = threading.local()

    def mine(self) -> _native.SelfPlay:
        """Return the workspace of the calling thread."""
        if not hasattr(self._local, "self_play"):
            self._local.self_play = _native.SelfPlay(self._dictionary)
        found: _native.SelfPlay = self._local.self_play
        return found


def played_in_order(
    todo: Iterable[Batch],
    play: Callable[[Batch], Counted],
    *,
    threads: int,
    stop: threading.Event,
) -> Generator[tuple[Batch, Counted], None, None]:
    """Play batches on threads and yield their results in order; after a stop, only those already begun."""
    source = iter(todo)
    waiting: deque[tuple[Batch, Future[Counted]]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            while True:
                while len(waiting) < _AHEAD * threads and not stop.is_set():
                    batch = next(source, None)
                    if batch is None:
                        break
                    waiting.append((batch, pool.submit(play, batch)))
                if not waiting:
                    return
                batch, future = waiting.popleft()
                if stop.is_set() and future.cancel():
                    return
                yield batch, future.result()
        finally:
            for _, future in waiting:
                future.cancel()
