"""Data run: has the positions recorded that a data set lacks, and keeps the traces that come back."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import cast

from zeitnot.errors import DataError
from zeitnot.games import Trace, find_game
from zeitnot.lab.fleet.events import Done, Event, Fleet, Lost
from zeitnot.lab.fleet.work_queue import WorkQueue
from zeitnot.lab.shard_store import ShardStore
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
                trace = cast("Trace", result)
                if trace.number != number:
                    raise DataError(f"a trace must have the number {number}, got {trace.number!r}")
                self.store.add(trace)
            case Lost(words=words):
                self.words = words
        if self.on_event is not None:
            self.on_event(event)


def missing_numbers(store: ShardStore, positions: int) -> list[int]:
    """Return the numbers that a data set lacks."""
    return [number for number in range(positions) if number not in store.numbers]


def recording_task(game: str, settings: object) -> MakeTask[Trace]:
    """Return what a fleet needs to record turns of a game."""
    return partial(_RecordingTask, game, settings)


class _RecordingTask:
    def __init__(self, game: str, settings: object) -> None:
        self._recorder = find_game(game).recorder(settings)

    def __call__(self, number: int, /) -> Trace:
        return self._recorder.record(number)

    def close(self) -> None:
        self._recorder.close()
