"""Static evaluation: a move's value besides its score, without simulation or search."""

import hashlib
import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import ClassVar

from zeitnot import _native
from zeitnot.errors import DataError, SettingError
from zeitnot.scrabble.cache_folder import open_cached
from zeitnot.untrusted import UNREADABLE, read_bytes, unpack_xz

BUILT_IN_LEAVES = Path(__file__).parent / "data" / "enable1.klv2.xz"
"""Leave table learned from self-play with the built-in lexicon."""

BUILT_IN_PRE_ENDGAME = Path(__file__).parent / "data" / "pre_endgame.json"
"""Pre-endgame values learned from the same games."""

PACKED_SUFFIX = ".xz"
MOST_LEAVES = 64 << 20
"""Largest leave table in bytes, unpacked; the English one has five million."""

MILLI = 1000
"""Native equity units per point."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StaticEvaluation:
    """Leave values and adjustments for the opening and the end of a game."""

    leaves: _native.Leaves | None = None
    """Leave table; None values all leaves at 0."""
    pre_endgame_pts: tuple[float, ...] = ()
    """Points added when a play leaves 0, 1, 2, ... tiles in the bag."""
    opening_vowel_pts: float = 0.35
    """Penalty on the first play for a vowel next to a letter premium, per multiple above one."""
    not_out_pts: float = 10.0
    """Penalty, besides twice the tiles kept, when the bag is empty and a play does not go out."""
    native: _native.StaticValues = field(init=False, repr=False, compare=False)
    _built_in: ClassVar["StaticEvaluation | None"] = None

    def __post_init__(self) -> None:
        """Pass the figures to native code, in thousandths of a point."""
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

    @classmethod
    def built_in(cls) -> "StaticEvaluation":
        """Return the built-in evaluation, read once; the unpacked leaves are kept in the cache folder."""
        if StaticEvaluation._built_in is None:
            packed = read_bytes(BUILT_IN_LEAVES, what="the built-in leave table")
            leaves = open_cached(
                f"{BUILT_IN_LEAVES.name.split('.')[0]}-{hashlib.sha256(packed).hexdigest()[:16]}.klv2",
                lambda: unpack_xz(packed, what="the built-in leave table"),
                opener=lambda path: _native.Leaves.from_bytes(Path(path).read_bytes()),
                from_bytes=_native.Leaves.from_bytes,
            )
            StaticEvaluation._built_in = StaticEvaluation.with_leaves(leaves)
        return StaticEvaluation._built_in

    @classmethod
    def with_leaves(cls, leaves: _native.Leaves) -> "StaticEvaluation":
        """Return the built-in evaluation with another leave table."""
        return cls(leaves=leaves, pre_endgame_pts=built_in_pre_endgame())

    def leave_pts(self, tiles: tuple[int, ...]) -> float:
        """Return the leave value of tiles; 0 without a table."""
        return self.leaves.value(bytes(tiles)) / MILLI if self.leaves is not None else 0.0


def read_leaves(path: Path) -> _native.Leaves:
    """Return the leave table of a KLV2 file, xz-compressed or plain; a fault raises a DataError."""
    content = read_bytes(path, what="a leave table", most_bytes=MOST_LEAVES)
    try:
        if path.suffix == PACKED_SUFFIX:
            content = unpack_xz(content, what="a leave table", most_bytes=MOST_LEAVES)
        return _native.Leaves.from_bytes(content)
    except UNREADABLE as error:
        raise DataError(f"{path}: {error}") from error


@cache
def built_in_pre_endgame() -> tuple[float, ...]:
    """Return the built-in values of leaving 0, 1, 2, ... tiles in the bag."""
    return read_pre_endgame(BUILT_IN_PRE_ENDGAME) if BUILT_IN_PRE_ENDGAME.exists() else ()


def read_pre_endgame(path: Path) -> tuple[float, ...]:
    """Return `pre_endgame_pts` of a JSON file."""
    try:
        values = json.loads(read_bytes(path, what="pre-endgame values"))["pre_endgame_pts"]
        return tuple(float(value) for value in values)
    except (TypeError, KeyError, *UNREADABLE) as error:
        rule = "pre-endgame values must be JSON with numbers in 'pre_endgame_pts'"
        raise DataError(f"{path}: {rule}, got {error!r}") from error
