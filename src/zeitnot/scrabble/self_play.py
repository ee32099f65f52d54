"""Self-play: static games in batches on threads, yielded in order for any number of threads."""

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from zeitnot import _native

Counted = TypeVar("Counted")

MOST_SEED = 2**63
"""Upper bound of seeds, so that the seeds of later games still fit 64 bits."""

_AHEAD = 2
"""Batches per thread, running or queued, so that none is idle while the oldest is awaited."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """A batch of consecutive games or deals."""

    first: int
    """Seed or number of the first game."""
    count: int
    """Number of games."""


def batches(*, first: int, count: int, size: int) -> Iterator[Batch]:
    """Yield batches of games; the last one has the rest."""
    for begin in range(0, count, size):
        yield Batch(first=first + begin, count=min(size, count - begin))


class SelfPlays:
    """Native self-play workspaces, one per thread, with the same lexicon."""

    def __init__(self, dictionary: _native.Dictionary) -> None:
        """Take the lexicon for all workspaces."""
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
    """Play batches on threads and yield their results in order; after a stop, only those started."""
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
