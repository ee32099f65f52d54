"""DataFolder: all shards of a data set, read one after the other and returned by number."""

import bisect
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from zeitnot.errors import DataError
from zeitnot.games import Trace
from zeitnot.learning.loss.columns import arrow
from zeitnot.learning.loss.shards import (
    DataSet,
    read_head,
    read_rows,
    refused,
    settings_difference,
    shard_paths,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DataFolder:
    """A data set that is read shard by shard: all of it may be more than memory holds."""

    game: str
    """The game that was recorded."""
    settings: dict[str, object]
    """All that decides what a trace of a number is, as plain values."""
    paths: tuple[Path, ...]
    """Its shards, in the order of their first numbers."""
    firsts: tuple[int, ...]
    """First number of each shard."""

    def __iter__(self) -> Iterator[Trace]:
        """Return the traces, sorted by number; each shard is read when it is needed.

        Shards that were written at the same time by several nodes are held together, because their numbers
        alternate. Of a position that two nodes recorded, one trace is returned.
        """
        held: list[_HeldShard] = []
        opened = 0
        while held or opened < len(self.paths):
            number = min([*(shard.next_number for shard in held), *self.firsts[opened : opened + 1]])
            until = (number // _WINDOW + 1) * _WINDOW
            before, opened = opened, bisect.bisect_left(self.firsts, until, lo=opened)
            held += [_HeldShard(path) for path in self.paths[before:opened]]
            due = {trace.number: trace for shard in reversed(held) for trace in shard.taken(until)}
            held = [shard for shard in held if shard.is_left]
            for each in sorted(due):
                yield due.pop(each)


_WINDOW = 32
"""Numbers whose traces are made at once: those of one shard that was written by one process."""


class _HeldShard:
    """A shard whose traces are made when their numbers are due."""

    def __init__(self, path: Path) -> None:
        rows = read_rows(path)
        numbers = rows.numbers()
        order = sorted(range(len(numbers)), key=numbers.__getitem__)
        self._numbers = [numbers[place] for place in order]
        self._rows = rows if self._numbers == numbers else rows.in_order(order)
        self._done = 0

    @property
    def is_left(self) -> bool:
        """Whether there is a trace that was not taken."""
        return self._done < len(self._numbers)

    @property
    def next_number(self) -> int:
        """Number of the next trace."""
        return self._numbers[self._done]

    def taken(self, until: int) -> list[Trace]:
        """Take the traces below a number that were not taken."""
        start, self._done = self._done, bisect.bisect_left(self._numbers, until, lo=self._done)
        return self._rows.traces(start, self._done)


def open_data(folder: Path) -> DataFolder:
    """Look at all shards of a folder; whatever is not a data set is a DataError that names the file."""
    arrow()  # first, because without it no folder can be read
    paths = shard_paths(folder)
    if not paths:
        raise DataError(f"a data set must be a folder with shards in it, got {str(folder)!r}")
    heads = [read_head(path) for path in paths]
    first = heads[0]
    for path, head in zip(paths, heads, strict=True):
        if head.game != first.game:
            raise refused(path, f"the shards of a data set must be of one game, {first.game}", head.game)
        if difference := settings_difference(first.settings, head.settings):
            raise refused(path, "the shards of a data set must have the same settings", difference)
    order = sorted((min(head.numbers, default=0), path) for path, head in zip(paths, heads, strict=True))
    return DataFolder(
        game=first.game,
        settings=first.settings,
        paths=tuple(path for _, path in order),
        firsts=tuple(number for number, _ in order),
    )


def read_data(folder: Path) -> DataSet:
    """Read all shards of a folder; whatever is not a data set is a DataError that names the file."""
    found = open_data(folder)
    return DataSet(game=found.game, settings=found.settings, traces=tuple(found))


@dataclass(frozen=True, slots=True, kw_only=True)
class DataSummary:
    """Size and error of a data set."""

    positions: int
    """Positions recorded."""
    rows: int
    """Moments at which a search could have been stopped, each with its loss."""
    loss_error: float
    """Standard error of a judged loss, in points or expected score: root mean square over the positions where
    the judge can err at all."""


def summary_of(folder: Path) -> DataSummary:
    """Summarise a data set shard by shard: all of it may be more than memory holds."""
    positions = rows = erring = 0
    squares = 0.0
    for trace in open_data(folder) if shard_paths(folder) else ():
        positions += 1
        rows += trace.steps
        if math.isfinite(error := trace.judge_error) and error > 0.0:
            erring += 1
            squares += error * error
    return DataSummary(
        positions=positions, rows=rows, loss_error=math.sqrt(squares / erring) if erring else 0.0
    )
