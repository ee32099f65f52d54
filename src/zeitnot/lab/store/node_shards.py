"""NodeShards: a worker that shares the folder of a data set writes what it records there itself."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from zeitnot.errors import SettingError
from zeitnot.games import GAME_NUMBERS, Trace
from zeitnot.learning import SHARD_SUFFIX, write_shard

SHARD_POSITIONS = 32
"""Positions of a shard: few enough to be written again each time one comes, many enough to keep files few."""

Recorded = Trace | tuple[Trace, ...]
"""A position, or all turns of a game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What a worker recorded and wrote into the folder of the data set: only this travels to the driver."""

    number: int
    """Number of the position, or of the game."""


def number_of(recorded: Recorded | Kept) -> int:
    """Return the number of a position, or that of the game whose turns these are."""
    return recorded[0].number // GAME_NUMBERS if isinstance(recorded, tuple) else recorded.number


def game_shard(folder: Path, number: int) -> Path:
    """Return the file of a game."""
    return folder / f"games-{number:06d}{SHARD_SUFFIX}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedFolder:
    """The folder of a data set, for workers that may be on other machines."""

    folder: Path
    """Absolute path of the folder on the driver."""
    marker: str
    """Name of a file in it that no other folder has: who sees it there shares the folder."""
    settings: Mapping[str, object]
    """Settings of the data set."""

    def opened(self) -> "NodeShards | None":
        """Return what writes into the folder; None where this machine does not see it."""
        if not (self.folder / self.marker).exists():
            return None
        return NodeShards(self.folder, self.settings)


class NodeShards:
    """Writes shards that no other worker writes."""

    def __init__(self, folder: Path, settings: Mapping[str, object]) -> None:
        """Begin with no shard."""
        self._folder = folder
        self._settings = settings
        self._path = folder
        self._shard: list[Trace] = []

    def kept(self, recorded: Recorded) -> Recorded | Kept:
        """Write what was recorded, and return its number once it is safe from a crash.

        A shard is written anew with every position until it is full. What cannot be written is returned as it
        is: the driver writes it then.
        """
        number = number_of(recorded)
        try:
            if isinstance(recorded, tuple):
                write_shard(game_shard(self._folder, number), recorded, settings=self._settings)
            else:
                self._add(recorded)
        except SettingError:
            return recorded
        return Kept(number=number)

    def _add(self, trace: Trace) -> None:
        if len(self._shard) % SHARD_POSITIONS == 0:
            name = f"positions-{trace.number:06d}-{uuid.uuid4().hex}{SHARD_SUFFIX}"
            self._path, self._shard = self._folder / name, []
        shard = [*self._shard, trace]
        write_shard(self._path, shard, settings=self._settings)
        self._shard = shard
