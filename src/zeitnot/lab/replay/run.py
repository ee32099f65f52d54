"""Running a replay: games in parts, on this process or several; the figures do not depend on how many."""

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Self

from zeitnot.errors import SettingError, StateError
from zeitnot.lab.replay.entrant import Entrant
from zeitnot.lab.replay.replay import Replay, ReplayPlan
from zeitnot.lab.replay.sums import PolicySums

PART = 50
"""Games of one part, and steps of a progress bar; the same on every machine, so that sums are added in the
same order."""

_replay: list[Replay] = []
"""The replay of a worker process."""


class ReplayRunner:
    """Plays games of one plan, with workers that stay; each of them makes its searches once."""

    def __init__(self, plan: ReplayPlan, *, processes: int = 1) -> None:
        """Start nothing yet."""
        if processes < 1:
            raise SettingError(f"processes must be at least 1, got {processes!r}")
        self._plan = plan
        self._processes = processes
        self._here: Replay | None = None
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the workers at once, in the middle of a part too: what is not told yet is lost."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        # The executor itself only knows how to wait for them.
        workers = list((getattr(pool, "_processes", None) or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.kill()
        for worker in workers:
            worker.join()

    def run(
        self,
        games: int,
        *,
        entrants: tuple[Entrant, ...] | None = None,
        on_games: Callable[[int], None] | None = None,
    ) -> dict[str, PolicySums]:
        """Play so many games under the plan's entrants, or others; tell how many more are done."""
        if games < 1:
            raise SettingError(f"games must be at least 1, got {games!r}")
        entrants = entrants or self._plan.entrants
        parts = [range(first, min(first + PART, games)) for first in range(0, games, PART)]
        sums = {entrant.name: PolicySums() for entrant in entrants}
        for numbers, part in zip(parts, self._played(parts, entrants), strict=True):
            for name, own in part.items():
                sums[name].add(own)
            if on_games is not None:
                on_games(len(numbers))
        return sums

    def _played(self, parts: list[range], entrants: tuple[Entrant, ...]) -> Iterator[dict[str, PolicySums]]:
        if min(self._processes, len(parts)) == 1:
            self._here = self._here or Replay(self._plan)
            return map(partial(self._here.play, entrants=entrants), parts)
        if self._pool is None:
            # Threads may run here, and forks dislike that.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(
                self._processes, mp_context=context, initializer=_begin, initargs=(self._plan,)
            )
        # Ctrl-C at a terminal goes to all; workers never see it, not even while they are being started.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return self._pool.map(partial(_play, entrants=entrants), parts)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def run_replay(
    plan: ReplayPlan, *, games: int, processes: int = 1, on_games: Callable[[int], None] | None = None
) -> dict[str, PolicySums]:
    """Play so many games of a plan once."""
    with ReplayRunner(plan, processes=processes) as runner:
        return runner.run(games, on_games=on_games)


def _begin(plan: ReplayPlan) -> None:
    _replay[:] = [Replay(plan)]


def _play(numbers: range, *, entrants: tuple[Entrant, ...]) -> dict[str, PolicySums]:
    if not _replay:
        raise StateError("a worker must have its replay, got none")
    return _replay[0].play(numbers, entrants=entrants)
