"""ShardStore: the folder of a data set, with all positions in shards."""

import json
import time
import uuid
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from zeitnot.errors import DataError, SettingError
from zeitnot.games import GAME_NUMBERS, Trace
from zeitnot.lab.closing import Closing
from zeitnot.lab.store.node_shards import (
    SHARD_POSITIONS,
    Kept,
    Recorded,
    SharedFolder,
    game_shard,
    number_of,
)
from zeitnot.lab.store.run_store import RunLock
from zeitnot.learning import (
    SHARD_SUFFIX,
    arrow,
    read_head,
    read_shard,
    settings_difference,
    shard_paths,
    write_shard,
)
from zeitnot.untrusted import cause_of

SAVE_EVERY_S = 30.0
"""Seconds between two writings of shards that are not full: what a killed run can lose."""
_MARKER = ".shared-"
"""Begins the name of the file by which workers know the folder."""


class ShardStore(Closing):
    """The folder of a data set, written by one process at a time and the workers that it shares it with.

    Which shard a position goes to depends on its number alone: a run that was interrupted and resumed leaves
    the same files as one that was not. With the setting `whole_games` what has a number is a game, and each
    has a shard of its own. Nodes of a cluster that share the folder write shards of their own beside these.
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
            raise self._unwritable(error) from error
        try:
            self.numbers = self._checked_numbers()
        except BaseException:
            self._lock.release()
            raise

    def share(self) -> SharedFolder:
        """Let workers write into the folder, where they see it: by a marker they know that it is the same."""
        marker = f"{_MARKER}{uuid.uuid4().hex}"
        try:
            self._unmark()
            (self.folder / marker).touch()
        except OSError as error:
            raise self._unwritable(error) from error
        return SharedFolder(folder=self.folder.absolute(), marker=marker, settings=self.settings)

    def add(self, recorded: Recorded | Kept) -> None:
        """Keep a position, or all turns of a game; a position is in a file once its shard is full, or a
        little later."""
        if isinstance(recorded, Kept):
            self.numbers.add(recorded.number)
        elif isinstance(recorded, tuple):
            self._add_game(recorded)
        else:
            self._add_position(recorded)

    def _add_game(self, traces: tuple[Trace, ...]) -> None:
        number = number_of(traces)
        write_shard(game_shard(self.folder, number), traces, settings=self.settings)
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
        if self.numbers.issuperset(range(first, first + SHARD_POSITIONS)):  # nodes may have some of them
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
            self._unmark()
            self._lock.release()
        if self._is_new and not self.numbers:
            with suppress(OSError):  # a worker that was ended may have left something
                self.folder.rmdir()

    def _unmark(self) -> None:
        """Remove the marker, and those of runs that were killed."""
        for marker in self.folder.glob(f"{_MARKER}*"):
            marker.unlink(missing_ok=True)

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

    def _unwritable(self, error: OSError) -> SettingError:
        rule = f"a data set must go to a folder that can be written ({cause_of(error)})"
        return SettingError(f"{rule}, got {str(self.folder)!r}")

    def _refused(self, got: str) -> DataError:
        return DataError(
            f"a data set must go on with the settings it began with, got {got}; name another folder than "
            f"{str(self.folder)!r}"
        )


def missing_numbers(store: ShardStore, positions: int) -> list[int]:
    """Return the numbers that a data set lacks."""
    return [number for number in range(positions) if number not in store.numbers]
