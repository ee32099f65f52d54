"""Win counts: from how far the spread still changed, who would have won from any spread."""

import numpy as np
import numpy.typing as npt

from zeitnot.errors import DataError
from zeitnot.scrabble.moves import RACK_SIZE
from zeitnot.scrabble.win_table import MOST_SPREAD_PTS, Counts, WinTable

LEAST_POSITIONS = 4000
"""Positions that a line should rest on: the error of its chances is then at most 0.8 %."""


def win_table(swings: npt.NDArray[np.int64], *, tiles: int) -> WinTable:
    """Make the table of a game with so many tiles, from swings by tiles unseen and points.

    Rows of swings begin with no tile unseen, and have a swing of 0 in the middle. Static players do not look
    at the score, so a game tells of every spread: who is ahead by s on turn wins if the spread then changes
    by more than -s, and draws if by just that.
    """
    if tiles <= RACK_SIZE:
        raise DataError(f"a game must have more tiles than the {RACK_SIZE} of a rack, got {tiles}")
    pooled = np.stack([_with_neighbours(swings, unseen, tiles) for unseen in range(1, tiles - RACK_SIZE + 1)])
    middle = pooled.shape[1] // 2
    at_least = np.cumsum(pooled[:, ::-1], axis=1)[:, ::-1]
    above = at_least - pooled
    # From swing 500 down to -500: what spreads of -500 up to 500 need.
    needed = slice(middle - MOST_SPREAD_PTS, middle + MOST_SPREAD_PTS + 1)
    half_wins = (2 * above + pooled)[:, needed][:, ::-1]
    return WinTable(positions=pooled.sum(axis=1), half_wins=np.ascontiguousarray(half_wins))


def _with_neighbours(swings: npt.NDArray[np.int64], unseen: int, tiles: int) -> Counts:
    """Take in lines on both sides until there are enough positions, or no more lines.

    With many games that concerns only numbers that hardly occur, such as 92 unseen of 100 tiles.
    """
    most = tiles - RACK_SIZE
    lines = swings[unseen : unseen + 1]
    for reach in range(1, most):
        if lines.sum() >= LEAST_POSITIONS:
            break
        lines = swings[max(1, unseen - reach) : min(most, unseen + reach) + 1]
    return np.asarray(lines.sum(axis=0), dtype=np.int64)
