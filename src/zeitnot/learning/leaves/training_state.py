"""Training state: batches of games by number, and what they counted, kept so that a later run can go on."""

import hashlib
import io
import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from zeitnot._native import SelfPlay
from zeitnot.atomic_file import write_atomically
from zeitnot.errors import DataError
from zeitnot.models import unpack_npz
from zeitnot.scrabble import Layout, Lexicon, dictionary_of
from zeitnot.untrusted import UNREADABLE, read_bytes

Array = npt.NDArray[Any]
Settings = Mapping[str, str | int]
"""All that decides what comes out, by names that a user knows."""

SAVE_EVERY_S = 30.0
"""Seconds between two writes: what a killed run can lose. A state of English leaves has 18 MB."""

BATCH_GAMES = 100
"""Games of a batch: about a second for one core. Errors of win tables are estimated from how batches differ,
so many small ones are better."""

_SETTINGS = "settings"


class BatchTask:
    """Plays batches of static games by number: the same batch is the same games, whoever plays it."""

    def __init__(self, lexicon: Lexicon, layout: Layout, *, seed: int, games: int) -> None:
        """Take the seed of the first game and the number of all games."""
        dictionary = dictionary_of(lexicon, layout)
        self.self_play: SelfPlay = dictionary.core.SelfPlay(dictionary)
        self._seed = seed
        self._games = games

    def batch(self, number: int) -> tuple[int, int]:
        """Return the seed of a batch's first game and the number of its games; the last has the rest."""
        before = number * BATCH_GAMES
        return self._seed + before, min(BATCH_GAMES, self._games - before)

    def close(self) -> None:
        """Leave nothing behind."""


def is_between_batches(games_played: int, games: int) -> bool:
    """Return whether a training can have stopped after this many of its games."""
    return games_played == games or (0 <= games_played < games and games_played % BATCH_GAMES == 0)


def missing_batches(games_played: int, games: int) -> range:
    """Return the numbers of the batches that are still to be played."""
    return range(-(-games_played // BATCH_GAMES), -(-games // BATCH_GAMES))


class TrainingState:
    """The file of one training. It is written whole or not at all."""

    def __init__(self, path: Path, settings: Settings, *, every_s: float = SAVE_EVERY_S) -> None:
        """Take the path of the file and the settings of the training."""
        self.path = path
        self._settings = settings
        self._every_s = every_s
        self._saved_s = time.monotonic()

    def load(self, fresh: Mapping[str, Array]) -> dict[str, Array] | None:
        """Read what was kept, None if nothing was; it must have the form of a fresh state."""
        if not self.path.exists():
            return None
        content = read_bytes(self.path, what="a training state")
        try:
            # It is not packed: what unpacks to more than its file is not one.
            arrays = unpack_npz(content, what="a training state", most_bytes=len(content))
            settings = json.loads(arrays.pop(_SETTINGS).tobytes())
        except (KeyError, *UNREADABLE) as error:
            raise self.refused("a training state must be one that this command wrote") from error
        self._check_settings(settings)
        for name, array in fresh.items():
            kept = arrays.get(name)
            if kept is None or kept.shape != array.shape or kept.dtype != array.dtype:
                raise self.refused(f"a training state must have {name} of the form {array.shape}")
        return arrays

    def save(self, arrays: Mapping[str, Array]) -> None:
        """Write all that was counted."""
        text = json.dumps(dict(self._settings)).encode()
        buffer = io.BytesIO()
        named: dict[str, Any] = {**arrays, _SETTINGS: np.frombuffer(text, dtype=np.uint8)}
        np.savez(buffer, **named)
        write_atomically(self.path, buffer.getvalue(), rule="a training state must go to")
        self._saved_s = time.monotonic()

    @property
    def is_due(self) -> bool:
        """Whether the last writing was long enough ago."""
        return time.monotonic() - self._saved_s >= self._every_s

    def _check_settings(self, kept: object) -> None:
        if not isinstance(kept, dict):
            raise self.refused("a training state must be one that this command wrote")
        for name, wanted in self._settings.items():
            if kept.get(name) != wanted:
                rule = f"a training goes on with the settings it began with: {name} was {kept.get(name)}"
                raise DataError(f"{rule}, got {wanted}; remove {self.path} or name another file of state")

    def refused(self, rule: str) -> DataError:
        """Return an error that names the file."""
        return DataError(f"{rule}, got {str(self.path)!r}; remove it to start again")


def digest_of_game(lexicon: Lexicon, layout: Layout) -> dict[str, str]:
    """Return digests that identify a game: its words, its tiles, its board."""
    tiles = lexicon.distribution
    letters = (tiles.alphabet.capitals, tiles.counts, tiles.scores, sorted(tiles.vowels))
    return {
        "lexicon": digest(b"\n".join(lexicon.native.words())),
        "letters": digest(repr(letters).encode()),
        "board": digest(repr((layout.premiums, layout.start_row, layout.start_column)).encode()),
    }


def digest(content: bytes) -> str:
    """Return a short digest of some content."""
    return hashlib.sha256(content).hexdigest()[:16]
