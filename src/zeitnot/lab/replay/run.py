"""Running a replay: games in parts, on this process or several; the figures do not depend on how many."""

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor

from zeitnot.errors import SettingError, StateError
from zeitnot.lab.replay.replay import Replay, ReplayPlan
from zeitnot.lab.replay.sums import PolicySums

PART = 200
"""Games of one part; the same on every machine, so that sums are added in the same order."""

_replay: list[Replay] = []
"""The replay of a worker process."""


def run_replay(
    plan: ReplayPlan, *, games: int, processes: int = 1, on_games: Callable[[int], None] | None = None
) -> dict[str, PolicySums]:
    """Play so many games and add them up; `on_games` is told how many more are done."""
    if games < 1 or processes < 1:
        raise SettingError(f"games and processes must be at least 1, got {games!r} and {processes!r}")
    sums = {entrant.name: PolicySums() for entrant in plan.entrants}
    for numbers, part in _parts(plan, games, processes):
        for name, own in part.items():
            sums[name].add(own)
        if on_games is not None:
            on_games(len(numbers))
    return sums


def _parts(plan: ReplayPlan, games: int, processes: int) -> Iterator[tuple[range, dict[str, PolicySums]]]:
    parts = [range(first, min(first + PART, games)) for first in range(0, games, PART)]
    if min(processes, len(parts)) == 1:
        replay = Replay(plan)
        for numbers in parts:
            yield numbers, replay.play(numbers)
        return
    # Threads may run here, and forks dislike that.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, mp_context=context, initializer=_begin, initargs=(plan,))
    try:
        yield from zip(parts, pool.map(_play, parts), strict=True)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _begin(plan: ReplayPlan) -> None:
    _replay[:] = [Replay(plan)]


def _play(numbers: range) -> dict[str, PolicySums]:
    if not _replay:
        raise StateError("a worker must have its replay, got none")
    return _replay[0].play(numbers)
