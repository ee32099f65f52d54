"""Leave values: what racks that hold a leave came to, smoothed towards what its parts promise."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

_LETTER_BITS = 6  # up to 31 letters, the blank, and nothing
_MOST_TILES = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What was seen of each leave, in the order of the table."""

    weights: Floats
    """Racks that hold the leave, each as often as it can be chosen from it."""
    sums: Floats
    """Points by which these racks did better than others on the same board, weighted."""
    variance: float
    """Of the points of one rack."""


class LeaveShapes:
    """The leaves of a table as numbers: which leave is another one less a tile."""

    def __init__(self, leaves: Sequence[bytes]) -> None:
        """Take the leaves in the order of the table, each with its tiles ascending."""
        self.sizes = np.array([len(leave) for leave in leaves], dtype=np.int64)
        tiles = np.zeros((len(leaves), _MOST_TILES), dtype=np.int64)
        for row, leave in enumerate(leaves):
            tiles[row, : len(leave)] = np.frombuffer(leave, dtype=np.uint8)
        tiles[np.arange(_MOST_TILES) < self.sizes[:, None]] += 1  # so that a blank is not an empty place
        self._tiles = tiles
        codes = self._codes(tiles)
        self._order = np.argsort(codes)
        self._sorted = codes[self._order]

    @staticmethod
    def _codes(tiles: Indices) -> Indices:
        shifts = _LETTER_BITS * np.arange(_MOST_TILES - 1, -1, -1)
        return np.asarray((tiles << shifts).sum(axis=1), dtype=np.int64)

    def without(self, rows: Indices, place: int) -> Indices:
        """Give the rows of the same leaves without the tile at a place; -1 is the empty leave."""
        left = np.delete(self._tiles[rows], place, axis=1)
        left = np.concatenate([left, np.zeros((len(rows), 1), dtype=np.int64)], axis=1)
        codes = self._codes(left)
        found = np.searchsorted(self._sorted, codes)
        found = np.minimum(found, len(self._sorted) - 1)
        return np.where(codes == 0, -1, self._order[found])


def leave_values(shapes: LeaveShapes, tally: Tally) -> Floats:
    """Estimate every leave: its own mean, shrunk towards the promise of its parts where it was rarely seen.

    The promise of a leave is the mean, over pairs of its tiles, of what it is worth without the one, plus
    without the other, less without both: exact if no three tiles work together. How far true values stray
    from it is estimated for each size from the leaves themselves.
    """
    values = np.zeros(len(shapes.sizes) + 1)  # the last is the empty leave, at -1
    for size in range(1, _MOST_TILES + 1):
        rows = np.flatnonzero(shapes.sizes == size)
        promise = _promise(shapes, values, rows, size)
        weights = tally.weights[rows]
        seen = weights > 0
        means = np.divide(tally.sums[rows], weights, out=promise.copy(), where=seen)
        astray = means - promise
        noise = tally.variance / np.maximum(weights, 1e-9)
        excess = weights * (astray**2 - noise)
        spread = max(float(excess[seen].sum()) / max(float(weights[seen].sum()), 1e-9), 1e-3)
        values[rows] = promise + np.where(seen, spread / (spread + noise), 0.0) * astray
    return values[:-1]


def _promise(shapes: LeaveShapes, values: Floats, rows: Indices, size: int) -> Floats:
    if size == 1:
        return np.zeros(len(rows))
    parts = [shapes.without(rows, place) for place in range(size)]
    promise = np.zeros(len(rows))
    pairs = 0
    for first in range(size):
        for second in range(first + 1, size):
            both = values[_without_both(shapes, rows, first, second, size)]
            promise += values[parts[first]] + values[parts[second]] - both
            pairs += 1
    return promise / pairs


def _without_both(shapes: LeaveShapes, rows: Indices, first: int, second: int, size: int) -> Indices:
    smaller = shapes.without(rows, second)
    return np.full(len(rows), -1) if size == 2 else shapes.without(smaller, first)  # noqa: PLR2004 (a pair)
