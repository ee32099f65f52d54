"""Data run: records the positions that a data set lacks."""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import cast

from zeitnot.errors import DataError
from zeitnot.games import find_game
from zeitnot.lab.fleet.work_queue import Done, Event, Fleet, Lost, WorkQueue
from zeitnot.lab.store.node_shards import Kept, Recorded, SharedFolder, number_of
from zeitnot.lab.store.shard_store import ShardStore, missing_numbers
from zeitnot.learning import MakeTask

_RULE = "a position must be one that can be recorded; position"


@dataclass(slots=True, kw_only=True)
class DataRun:
    """Records what a data set still lacks; stopped at any moment, it loses next to nothing."""

    store: ShardStore
    """Where traces go."""
    fleet: Fleet
    """Records them."""
    positions: int
    """Target number of positions, from number 0 on."""
    on_event: Callable[[Event], None] | None = None
    """Called with every event, after it was kept."""
    is_stopped: Callable[[], bool] | None = None
    """Asked again and again whether the recording should stop."""
    left_out: list[int] = field(default_factory=list)
    """Positions that could not be recorded."""
    words: str = ""
    """What happened to the last one that was lost."""

    @property
    def is_complete(self) -> bool:
        """Whether every position is there or was left out."""
        return not set(missing_numbers(self.store, self.positions)) - set(self.left_out)

    def run(self) -> None:
        """Record until all positions are there, or the recording should stop."""
        missing = missing_numbers(self.store, self.positions)
        queue = WorkQueue(fleet=self.fleet, numbers=missing, rule=_RULE, left_out=self.left_out)
        for event in queue.events(self.is_stopped):
            self._take(event)

    def close(self) -> None:
        """End the fleet, and keep what was recorded meanwhile."""
        for event in self.fleet.close():
            if isinstance(event, Done):
                self._take(event)

    def _take(self, event: Event) -> None:
        match event:
            case Done(number=number, result=result):
                recorded = cast("Recorded | Kept", result)
                if number_of(recorded) != number:
                    raise DataError(f"a trace must have the number {number}, got {number_of(recorded)!r}")
                self.store.add(recorded)
            case Lost(words=words):
                self.words = words
        if self.on_event is not None:
            self.on_event(event)


def recording_cost_s(game: str, settings: object, *, numbers: int = 6) -> float | None:
    """Return the seconds of one core that a position, or a game, takes, from the first few of a quick
    recording of the same kind; None if that is not known."""
    small = find_game(game).small_recording(settings)
    if small is None:
        return None
    # The first recorder of a process also loads what all of them share.
    _, idle_s, busy_s = (_core_s(game, small[0], count) for count in (0, 0, numbers))
    return small[1] * max(0.0, busy_s - idle_s) / numbers


def _core_s(game: str, settings: object, numbers: int) -> float:
    """Return the time of all cores that recording takes, engines in processes of their own included."""
    began_s = _used_s()
    recorder = find_game(game).recorder(settings)
    try:
        for number in range(numbers):
            recorder.record(number)
    finally:
        recorder.close()
    return _used_s() - began_s


def _used_s() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def recording_task(
    game: str, settings: object, *, shared: SharedFolder | None = None
) -> MakeTask[Recorded | Kept]:
    """Return what a fleet needs to record turns of a game; workers that share a folder write there."""
    return partial(_RecordingTask, game, settings, shared)


class _RecordingTask:
    def __init__(self, game: str, settings: object, shared: SharedFolder | None) -> None:
        self._recorder = find_game(game).recorder(settings)
        self._shards = None if shared is None else shared.opened()

    def __call__(self, number: int, /) -> Recorded | Kept:
        recorded = self._recorder.record(number)
        return recorded if self._shards is None else self._shards.kept(recorded)

    def close(self) -> None:
        self._recorder.close()
