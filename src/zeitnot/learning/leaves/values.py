"""Leave values: what racks that hold a leave came to, and what plays near the end of the bag are worth."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from zeitnot.errors import DataError

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

MOST_TILES = 6
"""Tiles of the longest leave: one of a full rack is always played or exchanged."""

_LETTER_BITS = 6  # up to 31 letters, the blank, and nothing
_NO_TILE = b"\xff"
_EMPTY = -1  # the empty leave is the last of an array of values
_LEAST_SPREAD = 1e-3
_MOST_STEPS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What was seen of each leave, in the order of the table."""

    weights: Floats
    """Racks that hold the leave, each as often as the leave can be chosen from it."""
    sums: Floats
    """Points by which these racks did better than others on the same board, weighted."""
    racks: int
    """Racks in all."""
    squares: float
    """Sum of the squared points of all racks."""


class LeaveShapes:
    """The leaves of a table as numbers: which leave is another one less a tile."""

    def __init__(self, leaves: Sequence[bytes]) -> None:
        """Take the leaves in the order of the table, each with its tiles ascending."""
        self.sizes = np.fromiter((len(leave) for leave in leaves), dtype=np.int64, count=len(leaves))
        padded = b"".join(leave.ljust(MOST_TILES, _NO_TILE) for leave in leaves)
        numbers = np.frombuffer(padded, dtype=np.uint8).reshape(len(leaves), MOST_TILES)
        tiles = (numbers + np.uint8(1)).astype(np.int64)  # so that nothing is 0 and the blank is not
        codes = _codes(tiles)
        order = np.argsort(codes)
        self._less = np.full((len(leaves), MOST_TILES), _EMPTY, dtype=np.int64)
        for place in range(MOST_TILES):
            rows = np.flatnonzero(self.sizes > max(place, 1))
            self._less[rows, place] = _places(_codes(_left_of(tiles[rows], place)), codes, order)

    def without(self, rows: Indices, place: int) -> Indices:
        """Return the rows of the same leaves without the tile at a place; -1 is the empty leave."""
        return np.asarray(self._less[rows, place], dtype=np.int64)


def _codes(tiles: Indices) -> Indices:
    shifts = _LETTER_BITS * np.arange(MOST_TILES - 1, -1, -1)
    return np.asarray((tiles << shifts).sum(axis=1), dtype=np.int64)


def _left_of(tiles: Indices, place: int) -> Indices:
    left = np.zeros_like(tiles)
    left[:, :-1] = np.delete(tiles, place, axis=1)
    return left


def _places(wanted: Indices, codes: Indices, order: Indices) -> Indices:
    found = order[np.minimum(np.searchsorted(codes, wanted, sorter=order), len(order) - 1)]
    if not np.array_equal(codes[found], wanted):
        raise DataError("a leave table must hold the parts of all its leaves, got one that lacks some")
    return np.asarray(found, dtype=np.int64)


def leave_values(shapes: LeaveShapes, tally: Tally) -> Floats:
    """Estimate every leave: its own mean, shrunk towards the promise of its parts where it was rarely seen.

    The promise of a leave is the mean, over pairs of its tiles, of what it is worth without the one, plus
    without the other, less without both: exact if no three tiles work together. How far true values stray
    from it is estimated for each size, and so is the noise: racks that hold the same five tiles differ less
    than racks that share one.

    A rack that counts w times adds w squared to the variance, and the means here are taken to be as sure as
    if it added w. That is too sure by a third to a half; but a mean and its promise also come from the same
    racks, which makes the one look nearer to the other than it is. On games held out the two make up for
    each other: to count the squares predicts worse.
    """
    values = np.zeros(len(shapes.sizes) + 1)  # the last is the empty leave, at -1
    for size in range(1, MOST_TILES + 1):
        rows = np.flatnonzero(shapes.sizes == size)
        promise = _promise(shapes, values, rows, size)
        values[rows] = promise
        seen = np.flatnonzero(tally.weights[rows] > 0)
        if len(seen) == 0:
            continue
        weights, sums = tally.weights[rows[seen]], tally.sums[rows[seen]]
        noise = _variance(weights, sums, tally) / weights
        astray = sums / weights - promise[seen]
        spread = _spread(astray, noise)
        values[rows[seen]] += spread / (spread + noise) * astray
    return values[:-1]


def _variance(weights: Floats, sums: Floats, tally: Tally) -> float:
    """Return the variance of the points of racks with the same leave, for the leaves of one size."""
    overall = tally.squares / max(tally.racks, 1)
    freedom = float(weights.sum()) - len(weights)
    if freedom <= 0.0:  # every leave was seen once: nothing to compare
        return overall
    # Every rack is in the tally of a size as often as it has choices of that size: all have equally many.
    within = overall * float(weights.sum()) - float((sums**2 / weights).sum())
    return max(within / freedom, 0.0)


def _spread(astray: Floats, noise: Floats) -> float:
    """Return the likeliest variance of true values around their promise, if both are normal."""
    spread = max(float(np.mean(astray**2)), _LEAST_SPREAD)
    for _ in range(_MOST_STEPS):
        trust = (spread + noise) ** -2
        better = max(float((trust * (astray**2 - noise)).sum() / trust.sum()), _LEAST_SPREAD)
        if abs(better - spread) <= _LEAST_SPREAD * spread:
            return better
        spread = better
    return spread


def _promise(shapes: LeaveShapes, values: Floats, rows: Indices, size: int) -> Floats:
    promise = np.zeros(len(rows))
    pairs = 0
    for second in range(1, size):
        without_second = shapes.without(rows, second)
        for first in range(second):
            both = values[shapes.without(without_second, first)] if size > 2 else 0.0  # noqa: PLR2004 (a pair)
            promise += values[shapes.without(rows, first)] + values[without_second] - both
            pairs += 1
    return promise / max(pairs, 1)


class ErrorTally:
    """Errors of what plays promised, by tiles left in the bag, the last for all that left more.

    Errors of one game hang together, so their own variance says too little: sums and products are kept for
    each batch of games, and batches differ as chance has it.
    """

    def __init__(self, sizes: int) -> None:
        """Begin with nothing."""
        self.batches = 0
        self.totals = np.zeros(2 * sizes)
        """Plays of each size, then their errors in points."""
        self.products = np.zeros((2 * sizes, 2 * sizes))
        """Of the totals of a batch with each other, summed over batches."""

    def add(self, plays: list[int], errors: list[float]) -> None:
        """Count a batch."""
        batch = np.array([*plays, *errors], dtype=np.float64)
        self.batches += 1
        self.totals += batch
        self.products += np.outer(batch, batch)


@dataclass(frozen=True, slots=True, kw_only=True)
class PreEndgame:
    """Adjustments for plays that leave 0, 1, 2, ... tiles in the bag."""

    plays: tuple[int, ...]
    """Plays seen."""
    adjustments_pts: tuple[float, ...]
    """Mean error of these plays less that of plays that leave more tiles; 0 where none was seen."""
    errors_pts: tuple[float, ...]
    """Standard errors of these."""

    @classmethod
    def of_tally(cls, tally: ErrorTally) -> "PreEndgame":
        """Estimate all of them; the last size is what the others are compared with."""
        sizes = len(tally.totals) // 2
        plays, errors = tally.totals[:sizes], tally.totals[sizes:]
        means = np.divide(errors, plays, out=np.zeros(sizes), where=plays > 0)
        seen = (plays[:-1] > 0) & (plays[-1] > 0)
        slopes = _slopes(plays, means)[:-1] - _slopes(plays, means)[-1]
        variances = np.einsum("ij,jk,ik->i", slopes, tally.products, slopes)
        variances *= tally.batches / max(tally.batches - 1, 1)
        return cls(
            plays=tuple(int(number) for number in plays[:-1]),
            adjustments_pts=tuple(_rounded(np.where(seen, means[:-1] - means[-1], 0.0))),
            errors_pts=tuple(_rounded(np.where(seen, np.sqrt(np.maximum(variances, 0.0)), 0.0))),
        )

    def to_json(self, *, made_by: str) -> str:
        """Write them for machines, with how they were made."""
        form = {
            "made_by": made_by,
            "pre_endgame_pts": self.adjustments_pts,
            "standard_errors_pts": self.errors_pts,
            "plays": self.plays,
        }
        lines = [f"  {json.dumps(name)}: {json.dumps(entry)}" for name, entry in form.items()]
        return "{\n" + ",\n".join(lines) + "\n}\n"


def _slopes(plays: Floats, means: Floats) -> Floats:
    """Return how much each mean changes with each total, to first order."""
    sizes = len(plays)
    share = np.diag(np.divide(1.0, plays, out=np.zeros(sizes), where=plays > 0))
    return np.concatenate([-share * means, share], axis=1)


def _rounded(numbers: Floats) -> list[float]:
    return [round(float(number), 3) + 0.0 for number in numbers]
