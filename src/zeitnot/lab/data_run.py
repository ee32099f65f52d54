"""Data run: records the positions that a data set lacks, and keeps the traces in shards."""

import json
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import cast

from zeitnot.errors import DataError, SettingError
from zeitnot.games import GAME_NUMBERS, Trace, find_game
from zeitnot.lab.closing import Closing
from zeitnot.lab.fleet.work_queue import Done, Event, Fleet, Lost, WorkQueue
from zeitnot.lab.store.run_store import RunLock
from zeitnot.learning import (
    SHARD_SUFFIX,
    MakeTask,
    arrow,
    read_head,
    read_shard,
    settings_difference,
    shard_paths,
    write_shard,
)
from zeitnot.untrusted import cause_of

SHARD_POSITIONS = 32
"""Positions of a shard: few enough to be written again each time one comes, many enough to keep files few."""
SAVE_EVERY_S = 30.0
"""Seconds between two writings of shards that are not full: what a killed run can lose."""


class ShardStore(Closing):
    """The folder of a data set, written by one process at a time.

    Which shard a position goes to depends on its number alone: a run that was interrupted and resumed leaves
    the same files as one that was not. With the setting `whole_games` what has a number is a game, and each
    has a shard of its own.
    """

    def __init__(
        self,
        folder: Path,
        *,
        game: str,
        settings: Mapping[str, object],
        save_every_s: float = SAVE_EVERY_S,
    ) -> None:
        """Open a data set, or begin one; one of another game or with other settings is refused."""
        arrow()  # what cannot be written need not be recorded
        self.folder = folder
        self.game = game
        self.settings: dict[str, object] = json.loads(json.dumps(settings))
        self.whole_games = bool(self.settings.get("whole_games"))
        self._save_every_s = save_every_s
        self._saved_s = time.monotonic()
        self._open: dict[int, dict[int, Trace]] = {}
        self._unsaved: set[int] = set()
        self._is_new = not folder.exists()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = RunLock(folder.resolve())
        except OSError as error:
            rule = f"a data set must go to a folder that can be written ({cause_of(error)})"
            raise SettingError(f"{rule}, got {str(folder)!r}") from error
        try:
            self.numbers = self._checked_numbers()
        except BaseException:
            self._lock.release()
            raise

    def add(self, recorded: Trace | tuple[Trace, ...]) -> None:
        """Keep a position, or all turns of a game; a position is in a file once its shard is full, or a
        little later."""
        if isinstance(recorded, tuple):
            self._add_game(recorded)
        else:
            self._add_position(recorded)

    def _add_game(self, traces: tuple[Trace, ...]) -> None:
        number = number_of(traces)
        path = self.folder / f"games-{number:06d}{SHARD_SUFFIX}"
        write_shard(path, traces, settings=self.settings)
        self.numbers.add(number)

    def _add_position(self, trace: Trace) -> None:
        first = trace.number - trace.number % SHARD_POSITIONS
        if first not in self._open:
            path = self._path(first)
            kept = read_shard(path).traces if path.exists() else ()
            self._open[first] = {old.number: old for old in kept}
        shard = self._open[first]
        shard[trace.number] = trace
        self.numbers.add(trace.number)
        self._unsaved.add(first)
        if len(shard) == SHARD_POSITIONS:
            self._save(first)
            del self._open[first]
        if time.monotonic() - self._saved_s >= self._save_every_s:
            self.save()

    def save(self) -> None:
        """Write all that is not in a file yet."""
        for first in sorted(self._unsaved):
            self._save(first)
        self._saved_s = time.monotonic()

    def close(self) -> None:
        """Write what is left, and let others write; a folder that stayed empty is not left behind."""
        try:
            self.save()
        finally:
            self._lock.release()
        if self._is_new and not self.numbers:
            self.folder.rmdir()

    def _save(self, first: int) -> None:
        shard = self._open[first]
        traces = [shard[number] for number in sorted(shard)]
        write_shard(self._path(first), traces, settings=self.settings)
        self._unsaved.discard(first)

    def _path(self, first: int) -> Path:
        return self.folder / f"positions-{first:06d}{SHARD_SUFFIX}"

    def _checked_numbers(self) -> set[int]:
        numbers: set[int] = set()
        for path in shard_paths(self.folder):
            head = read_head(path)
            if head.game != self.game:
                raise self._refused(f"game {self.game} instead of {head.game}")
            if difference := settings_difference(head.settings, self.settings):
                raise self._refused(difference)
            numbers |= head.numbers
        return {number // GAME_NUMBERS for number in numbers} if self.whole_games else numbers

    def _refused(self, got: str) -> DataError:
        return DataError(
            f"a data set must go on with the settings it began with, got {got}; name another folder than "
            f"{str(self.folder)!r}"
        )


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
                recorded = cast("Trace | tuple[Trace, ...]", result)
                if number_of(recorded) != number:
                    raise DataError(f"a trace must have the number {number}, got {number_of(recorded)!r}")
                self.store.add(recorded)
            case Lost(words=words):
                self.words = words
        if self.on_event is not None:
            self.on_event(event)


def number_of(recorded: Trace | tuple[Trace, ...]) -> int:
    """Return the number of a position, or that of the game whose turns these are."""
    return recorded[0].number // GAME_NUMBERS if isinstance(recorded, tuple) else recorded.number


def missing_numbers(store: ShardStore, positions: int) -> list[int]:
    """Return the numbers that a data set lacks."""
    return [number for number in range(positions) if number not in store.numbers]


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


def recording_task(game: str, settings: object) -> MakeTask[Trace | tuple[Trace, ...]]:
    """Return what a fleet needs to record turns of a game."""
    return partial(_RecordingTask, game, settings)


class _RecordingTask:
    def __init__(self, game: str, settings: object) -> None:
        self._recorder = find_game(game).recorder(settings)

    def __call__(self, number: int, /) -> Trace | tuple[Trace, ...]:
        return self._recorder.record(number)

    def close(self) -> None:
        self._recorder.close()
