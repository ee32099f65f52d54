"""Static evaluation: what a move is worth beside its score, before anything is simulated or searched."""

import lzma
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from zeitnot import _native
from zeitnot.errors import DataError, SettingError
from zeitnot.scrabble.data_file import read_bytes

BUILT_IN_LEAVES = Path(__file__).parent / "data" / "enable1.klv2.xz"
"""Leaves that this project's own games taught, with the built-in lexicon."""

PACKED_SUFFIX = ".xz"

MILLI = 1000
"""Thousandths of a point in a point: how native code counts equity."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StaticEvaluation:
    """Leaves, and what the beginning and the end of a game change."""

    leaves: _native.Leaves | None = None
    """Worth of the tiles kept; None values none."""
    pre_endgame_pts: tuple[float, ...] = ()
    """Added when a play leaves 0, 1, 2, ... tiles in the bag."""
    opening_vowel_pts: float = 0.35
    """First play: taken off for a vowel beside a square that multiplies letters, per multiple above one."""
    not_out_pts: float = 10.0
    """Bag empty: taken off, beside twice the tiles kept, when a play does not go out."""
    native: _native.StaticValues = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Hand the figures to native code, in thousandths of a point."""
        values = _native.StaticValues(self.leaves)
        room = len(values.pre_endgame)
        if len(self.pre_endgame_pts) > room:
            got = len(self.pre_endgame_pts)
            raise SettingError(f"pre_endgame_pts must have at most {room} values, got {got}")
        thousandths = [round(MILLI * pts) for pts in self.pre_endgame_pts]
        values.pre_endgame = [*thousandths, *[0] * (room - len(thousandths))]
        values.opening_vowel = round(MILLI * self.opening_vowel_pts)
        values.not_out = round(MILLI * self.not_out_pts)
        object.__setattr__(self, "native", values)

    @staticmethod
    @cache
    def built_in() -> "StaticEvaluation":
        """Give the one that comes with the package, read once."""
        return StaticEvaluation(leaves=read_leaves(BUILT_IN_LEAVES))


def read_leaves(path: Path) -> _native.Leaves:
    """Read a KLV2 file, packed with xz or plain; a DataError names it and the fault."""
    content = read_bytes(path, what="a leave table")
    try:
        if path.suffix == PACKED_SUFFIX:
            content = lzma.decompress(content)
        return _native.Leaves.from_bytes(content)
    except (ValueError, lzma.LZMAError) as error:
        raise DataError(f"{path}: {error}") from error
