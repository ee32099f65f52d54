"""Static evaluation: a move's value besides its score, by leave tables that are learned or rules of thumb."""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from zeitnot import _native
from zeitnot.cache_folder import open_cached
from zeitnot.errors import DataError, SettingError
from zeitnot.scrabble.letters import BLANK, BLANK_SIGN, LetterDistribution
from zeitnot.scrabble.moves import RACK_SIZE
from zeitnot.untrusted import UNREADABLE, placed, read_bytes, unpack_xz

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

    def __reduce__(self) -> tuple[Callable[..., "StaticEvaluation"], tuple[object, ...]]:
        """Travel to another process with the contents of the leave table."""
        klv2 = None if self.leaves is None else self.leaves.to_bytes()
        return _evaluation, (klv2, self.pre_endgame_pts, self.opening_vowel_pts, self.not_out_pts)

    @staticmethod
    @cache
    def built_in() -> "StaticEvaluation":
        """Return the built-in evaluation, read once; the unpacked leaves are kept in the cache folder."""
        packed = read_bytes(BUILT_IN_LEAVES, what="the built-in leave table")
        leaves = open_cached(
            f"{BUILT_IN_LEAVES.name.split('.')[0]}-{hashlib.sha256(packed).hexdigest()[:16]}.klv2",
            lambda: unpack_xz(packed, what="the built-in leave table"),
            opener=lambda path: _native.Leaves.from_bytes(Path(path).read_bytes()),
            from_bytes=_native.Leaves.from_bytes,
        )
        return StaticEvaluation.with_leaves(leaves)

    @classmethod
    def with_leaves(cls, leaves: _native.Leaves) -> "StaticEvaluation":
        """Return the built-in evaluation with another leave table."""
        return cls(leaves=leaves, pre_endgame_pts=built_in_pre_endgame())

    def leave_pts(self, tiles: tuple[int, ...]) -> float:
        """Return the leave value of tiles; 0 without a table."""
        return self.leaves.value(bytes(tiles)) / MILLI if self.leaves is not None else 0.0


def _evaluation(
    klv2: bytes | None, pre_endgame_pts: tuple[float, ...], opening_vowel_pts: float, not_out_pts: float
) -> StaticEvaluation:
    """Return the evaluation that was pickled."""
    return StaticEvaluation(
        leaves=None if klv2 is None else _native.Leaves.from_bytes(klv2),
        pre_endgame_pts=pre_endgame_pts,
        opening_vowel_pts=opening_vowel_pts,
        not_out_pts=not_out_pts,
    )


def read_leaves(path: Path) -> _native.Leaves:
    """Return the leave table of a KLV2 file, xz-compressed or plain; a fault raises a DataError."""
    content = read_bytes(path, what="a leave table", most_bytes=MOST_LEAVES)
    with placed(path, *UNREADABLE):
        if path.suffix == PACKED_SUFFIX:
            content = unpack_xz(content, what="a leave table", most_bytes=MOST_LEAVES)
        return _native.Leaves.from_bytes(content)


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


Points = npt.NDArray[np.float64]

_TILES_BY_PTS = {
    25.0: BLANK_SIGN,
    8.0: "S",
    5.0: "Z",
    4.0: "X",
    1.5: "RE",
    1.0: "NHC",
    0.5: "TDMA",
    -1.0: "KY",
}
_TILES_BY_PTS |= {-1.5: "JIO", -2.0: "GBF", -3.5: "W", -4.0: "U", -5.5: "V", -7.0: "Q"}


@dataclass(frozen=True, slots=True, kw_only=True)
class RoughLeaves:
    """Rules of thumb; the figures are common among players, rounded, and not measured."""

    tile_pts: dict[str, float] = field(
        default_factory=lambda: {tile: pts for pts, tiles in _TILES_BY_PTS.items() for tile in tiles}
    )
    """Value of a single tile, by its name; 0 for others."""
    again_pts: float = -4.0
    """Value of every duplicate tile."""
    blank_again_pts: float = -8.0
    """Value of the second blank, which helps less than the first."""
    q_with_u_pts: float = 6.0
    """Value of a Q with a U, which offsets part of their penalties."""
    imbalance_pts: float = -1.5
    """Value of each vowel more than one above the consonants, and vice versa; blanks are not counted."""

    def table(self, distribution: LetterDistribution) -> _native.Leaves:
        """Return the table of all leaves of up to six tiles."""
        counts = bytes(distribution.counts)
        zeros = np.zeros(leave_count(distribution), dtype="<f4")
        leaves = _native.Leaves.from_bytes(_native.Leaves.make(counts, zeros.tobytes())).tiles()
        values = self.values(leaves, distribution)
        return _native.Leaves.from_bytes(_native.Leaves.make(counts, values.astype("<f4").tobytes()))

    def values(self, leaves: Sequence[bytes], distribution: LetterDistribution) -> Points:
        """Return the values of leaves, each with its tiles in ascending order."""
        names = [BLANK_SIGN, *distribution.alphabet.capitals]
        each = np.array([self.tile_pts.get(name, 0.0) for name in names])
        again = np.full(len(names), self.again_pts)
        again[BLANK] = self.blank_again_pts
        # +1 for a vowel, -1 for a consonant.
        leaning = np.array([0] + [1 if tile in distribution.vowels else -1 for tile in range(1, len(names))])
        tiles = np.frombuffer(b"".join(leaves), dtype=np.uint8)
        sizes = np.fromiter(map(len, leaves), dtype=np.int64, count=len(leaves))
        starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        repeated = np.concatenate([[False], tiles[1:] == tiles[:-1]])
        repeated[starts] = False
        values: Points = np.add.reduceat(each[tiles] + np.where(repeated, again[tiles], 0.0), starts)
        lopsided = np.abs(np.add.reduceat(leaning[tiles], starts))
        values += self.imbalance_pts * np.maximum(lopsided - 1, 0)
        if {"Q", "U"} <= set(names):
            number_of = [np.add.reduceat(tiles == names.index(name), starts, dtype=np.int64) for name in "QU"]
            values += self.q_with_u_pts * np.minimum(*number_of)
        return values


def leave_count(distribution: LetterDistribution) -> int:
    """Return the number of leaves of one to six tiles that a bag allows."""
    ways = [1] + [0] * (RACK_SIZE - 1)  # by number of tiles, of the letters so far
    for count in distribution.counts:
        ways = [sum(ways[max(0, size - count) : size + 1]) for size in range(len(ways))]
    return sum(ways[1:])
