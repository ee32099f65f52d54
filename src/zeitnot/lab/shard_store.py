"""ShardStore: a data set that grows, position by position, in shards that each have their own numbers."""

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Self

from zeitnot.errors import DataError, SettingError
from zeitnot.games import Trace
from zeitnot.lab.store.run_place import RunLock
from zeitnot.learning import (
    SHARD_SUFFIX,
    arrow,
    read_head,
    read_shard,
    settings_difference,
    shard_paths,
    write_shard,
)

SHARD_POSITIONS = 32
"""Positions of a shard: few enough to be written again each time one comes, many enough to keep files few."""
SAVE_EVERY_S = 30.0
"""Seconds between two writings of shards that are not full: what a killed run can lose."""


class ShardStore:
    """The folder of a data set, written by one process at a time.

    Which shard a position goes to depends on its number alone: a run that was interrupted and resumed leaves
    the same files as one that was not.
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
        self._save_every_s = save_every_s
        self._saved_s = time.monotonic()
        self._open: dict[int, dict[int, Trace]] = {}
        self._unsaved: set[int] = set()
        self._is_new = not folder.exists()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = RunLock(folder.resolve())
        except OSError as error:
            cause = (error.strerror or str(error)).lower()
            rule = f"a data set must go to a folder that can be written ({cause})"
            raise SettingError(f"{rule}, got {str(folder)!r}") from error
        try:
            self.numbers = self._checked_numbers()
        except BaseException:
            self._lock.release()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def add(self, trace: Trace) -> None:
        """Keep a trace; it is in a file once its shard is full, or a little later."""
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
        return numbers

    def _refused(self, got: str) -> DataError:
        return DataError(
            f"a data set must go on with the settings it began with, got {got}; name another folder than "
            f"{str(self.folder)!r}"
        )
