"""Batches of games: played on all cores, counted in the order of their seeds, however many threads play."""

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
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
    """Some games, one seed after the other."""

    seed: int
    """Of the first."""
    games: int
    """How many."""


def batches(*, seed: int, games: int, size: int) -> Iterator[Batch]:
    """Cut games into batches; the last one has the rest."""
    for first in range(0, games, size):
        yield Batch(seed=seed + first, games=min(size, games - first))


class SelfPlays:
    """A workspace for every thread that asks, all with the same words."""

    def __init__(self, dictionary: _native.Dictionary) -> None:
        """Keep the words."""
        self._dictionary = dictionary
        self._local = threading.local()

    def mine(self) -> _native.SelfPlay:
        """Give the workspace of the calling thread."""
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
) -> Iterator[tuple[Batch, Counted]]:
    """Play batches on threads and give their counts in order; after a stop, only those already begun."""
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


def cores() -> int:
    """Count the cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not every system tells
        return os.cpu_count() or 1
