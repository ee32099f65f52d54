"""Positions to learn from: FEN, score and result of the game, kept in files of one part of a run each."""

import io
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from zeitnot.atomic_file import write_atomically
from zeitnot.errors import DataError
from zeitnot.models import unpack_npz
from zeitnot.untrusted import MOST_BYTES, UNREADABLE, placed, read_bytes

SCHEMA = 1
"""Form of the files; a reader refuses any other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Positions:
    """Positions with what became of them, as arrays of the same length."""

    fen: npt.NDArray[np.bytes_]
    """The positions; features are counted when learning, so that games outlive changes of the evaluation."""
    score_cp: npt.NDArray[np.int16]
    """Score of the search, from White's side."""
    result: npt.NDArray[np.int8]
    """Half points of white: 0, 1 or 2."""
    game: npt.NDArray[np.int64]
    """A number per game: what is held out is held out by whole games."""

    def __post_init__(self) -> None:
        lengths = {len(getattr(self, each.name)) for each in fields(self)}
        if len(lengths) != 1:
            raise DataError(f"all arrays of positions must have the same length, got {sorted(lengths)}")

    def __len__(self) -> int:
        return len(self.fen)

    @classmethod
    def of_rows(cls, rows: Iterable[tuple[str, int, int, int]]) -> Self:
        """Take rows of FEN, score, result and game."""
        columns: list[Any] = list(zip(*rows, strict=True)) or [(), (), (), ()]
        return cls(
            fen=np.array([fen.encode() for fen in columns[0]], dtype=np.bytes_),
            score_cp=np.array(columns[1], dtype=np.int16),
            result=np.array(columns[2], dtype=np.int8),
            game=np.array(columns[3], dtype=np.int64),
        )

    @classmethod
    def joined(cls, parts: Iterable["Positions"]) -> Self:
        """Join several into one; games keep their numbers."""
        every = list(parts)
        if not every:
            return cls.of_rows(())
        return cls(
            **{each.name: np.concatenate([getattr(p, each.name) for p in every]) for each in fields(cls)}
        )

    def save(self, path: Path) -> None:
        """Write a file; it appears whole or not at all."""
        buffer = io.BytesIO()
        arrays = {each.name: getattr(self, each.name) for each in fields(self)}
        np.savez_compressed(buffer, schema=SCHEMA, **arrays)
        write_atomically(path, buffer.getvalue(), rule="positions must go to")

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a file; any other is refused."""
        what = "positions of `learn evaluation games`"
        data = read_bytes(path, what=what)
        with placed(path, KeyError, TypeError, *UNREADABLE):
            arrays: dict[str, Any] = unpack_npz(data, what=what, most_bytes=MOST_BYTES)
            schema = int(arrays["schema"])
            if schema != SCHEMA:
                raise DataError(f"{what} must have schema {SCHEMA}, got {schema}")
            return cls(**{each.name: arrays[each.name] for each in fields(cls)})


def load_folders(folders: Iterable[Path]) -> Positions:
    """Read all parts in folders; games of different folders stay apart."""
    parts = []
    for number, folder in enumerate(folders):
        paths = sorted(folder.glob("part-*.npz"))
        if not paths:
            raise DataError(f"a folder of games must hold parts, got {str(folder)!r}")
        for path in paths:
            part = Positions.load(path)
            parts.append(replace(part, game=part.game + (number << 40)))
    return Positions.joined(parts)
