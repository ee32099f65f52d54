"""Rough leaves: a leave table by rules of thumb, as a baseline for learned ones."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from zeitnot import _native
from zeitnot.scrabble.board import Layout
from zeitnot.scrabble.generation import native_rules
from zeitnot.scrabble.letters import BLANK, BLANK_SIGN, LetterDistribution
from zeitnot.scrabble.moves import RACK_SIZE

Points = npt.NDArray[np.float64]

MOST_KEPT = RACK_SIZE - 1
"""Number of tiles of the largest leave."""

_TILE_PTS = {BLANK_SIGN: 25.0, "S": 8.0, "Z": 5.0, "X": 4.0, "R": 1.5, "E": 1.5, "N": 1.0, "H": 1.0, "C": 1.0}
_TILE_PTS |= {"T": 0.5, "D": 0.5, "M": 0.5, "A": 0.5, "P": 0.0, "L": 0.0, "K": -1.0, "Y": -1.0, "J": -1.5}
_TILE_PTS |= {
    "I": -1.5,
    "O": -1.5,
    "G": -2.0,
    "B": -2.0,
    "F": -2.0,
    "W": -3.5,
    "U": -4.0,
    "V": -5.5,
    "Q": -7.0,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RoughLeaves:
    """Rules of thumb; the figures are common among players, rounded, and not measured."""

    tile_pts: dict[str, float] = field(default_factory=lambda: dict(_TILE_PTS))
    """Value of a single tile, by its name; 0 for others."""
    again_pts: float = -4.0
    """Value of every duplicate tile."""
    blank_again_pts: float = -8.0
    """Value of the second blank, which helps less than the first."""
    q_with_u_pts: float = 6.0
    """Value of a Q with a U, which offsets part of their penalties."""
    imbalance_pts: float = -1.5
    """Value of each vowel more than one above the consonants, and vice versa; blanks are not counted."""

    def table(self, distribution: LetterDistribution, layout: Layout | None = None) -> _native.Leaves:
        """Return the table of all leaves of up to six tiles."""
        rules = native_rules(distribution, layout or Layout.standard())
        zeros = np.zeros(leave_count(distribution), dtype="<f4")
        leaves = _native.Leaves.from_bytes(_native.Leaves.make(rules, zeros.tobytes())).tiles()
        values = self.values(leaves, distribution)
        return _native.Leaves.from_bytes(_native.Leaves.make(rules, values.astype("<f4").tobytes()))

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
    ways = [1] + [0] * MOST_KEPT  # by number of tiles, of the letters so far
    for count in distribution.counts:
        ways = [
            sum(ways[size - copies] for copies in range(min(count, size) + 1)) for size in range(len(ways))
        ]
    return sum(ways[1:])
