"""Win table: win probability by spread and unseen tiles, in the common file format.

Each line is for a number of unseen tiles: the first for one tile, line 93 of an English table for the first
turn of a game. None is for 0 tiles, because then the game is over. A line has the number of positions, then
the half wins (a win is two, a draw one) of the player on turn for each lead from -500 to 500 points.
A space follows every number, and the last line has no line end. A line without positions repeats the one
before it.
"""

import math
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from zeitnot.errors import DataError, SettingError
from zeitnot.untrusted import placed, read_bytes, unpack_xz

PACKED_SUFFIX = ".xz"

BUILT_IN = Path(__file__).parent / "data" / "winpct.csv.xz"
"""Built-in table, from static games with the built-in lexicon and leaves."""

MOST_SPREAD_PTS = 500
"""Largest spread of common tables; a file may have another."""

MOST_BYTES = 16 << 20
"""Largest table in bytes, unpacked; the English one has one million."""

_MOST_DIGITS = 18  # so that a number fits 64 bits

Counts = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False, kw_only=True)
class WinTable:
    """Counts by unseen tiles, from one, and by spread, from the lowest."""

    positions: Counts
    """Number of positions for each number of unseen tiles."""
    half_wins: Counts
    """Half wins for each number of unseen tiles and each spread; they never fall with the spread."""

    def __post_init__(self) -> None:
        rows, columns = self.half_wins.shape if self.half_wins.ndim == 2 else (0, 0)  # noqa: PLR2004
        if rows == 0 or columns % 2 == 0 or self.positions.shape != (rows,):
            raise DataError(
                "a win table must have lines of positions and an odd number of spreads, "
                f"got {self.positions.shape} and {self.half_wins.shape}"
            )
        for row in range(rows):
            _check_line(row + 1, int(self.positions[row]), self.half_wins[row])

    @classmethod
    def read(cls, path: Path, *, most_unseen: int | None = None) -> "WinTable":
        """Return the table of a file, xz-compressed or plain; a DataError names file, line and fault.

        `most_unseen` is the number of lines that a game needs: a table with fewer is refused.
        """
        content = read_bytes(path, what="a win table", most_bytes=MOST_BYTES)
        with placed(path):
            if path.suffix == PACKED_SUFFIX:
                content = unpack_xz(content, what="a win table", most_bytes=MOST_BYTES)
            table = cls.from_bytes(content)
            if most_unseen is not None and table.most_unseen < most_unseen:
                rule = f"a win table must have a line for {most_unseen} tiles unseen"
                raise DataError(f"{rule}, got {table.most_unseen} lines")
        return table

    @staticmethod
    @cache
    def built_in() -> "WinTable":
        """Return the built-in table, read once."""
        return WinTable.read(BUILT_IN)

    @classmethod
    def from_bytes(cls, content: bytes) -> "WinTable":
        """Return the table of a file's contents."""
        lines = content.rstrip().split(b"\n")
        rows = [_numbers(line, number) for number, line in enumerate(lines, start=1)]
        for number, row in enumerate(rows, start=1):
            if len(row) != len(rows[0]) or not row or len(row) % 2 == 1:
                rule = "lines must have positions and an odd number of spreads, all equally many"
                raise DataError(f"line {number}: {rule}, got {len(row)} numbers, {len(rows[0])} in line 1")
        table = np.array(rows, dtype=np.int64)
        return cls(positions=table[:, 0], half_wins=table[:, 1:])

    def stretched(self, most_unseen: int) -> "WinTable":
        """Return a table for another number of tiles, with each line taken from the same stage of a game."""
        lines = np.arange(1, most_unseen + 1) * self.most_unseen / most_unseen
        rows = np.clip(np.rint(lines).astype(int) - 1, 0, self.most_unseen - 1)
        return WinTable(positions=self.positions[rows], half_wins=self.half_wins[rows])

    def to_bytes(self) -> bytes:
        """Return the table as the contents of a file."""
        rows = np.concatenate([self.positions[:, None], self.half_wins], axis=1).tolist()
        return "\n".join("".join(f"{number} " for number in row) for row in rows).encode()

    @property
    def most_unseen(self) -> int:
        """Number of unseen tiles on the last line."""
        return len(self.positions)

    @property
    def most_spread_pts(self) -> int:
        """Highest spread of a line; the lowest is its negative."""
        return int(self.half_wins.shape[1]) // 2

    @cached_property
    def probabilities(self) -> Floats:
        """Win probabilities by unseen tiles, from one, and by spread, from the lowest."""
        lines = np.arange(len(self.positions))
        last_seen = np.maximum.accumulate(np.where(self.positions > 0, lines, 0))
        chances: Floats = self.half_wins[last_seen] / (2.0 * self.positions[last_seen, None])
        return chances

    def native_chances(self) -> bytes:
        """Return 32-bit probabilities for native code, whose rows start with no unseen tile."""
        most = self.most_spread_pts
        decided = (1.0 + np.sign(np.arange(-most, most + 1))) / 2.0
        return np.concatenate([decided[None, :], self.probabilities]).astype(np.float32).tobytes()

    def probability(self, *, unseen: int, spread_pts: float) -> float:
        """Return the win probability of the player on turn, counting a draw as half a win.

        Spreads beyond the table use its ends, and those between two columns are interpolated. With no unseen
        tile the game is over: the leader has won.
        """
        if not 0 <= unseen <= self.most_unseen:
            raise SettingError(f"tiles unseen must be 0 to {self.most_unseen}, got {unseen!r}")
        if math.isnan(spread_pts):
            raise SettingError(f"a spread must be a number, got {spread_pts!r}")
        if unseen == 0:
            return 0.5 if spread_pts == 0 else float(spread_pts > 0)
        most = self.most_spread_pts
        place = min(max(spread_pts, -most), most) + most
        low = int(place)
        row = self.probabilities[unseen - 1]
        between = (place - low) * (row[min(low + 1, 2 * most)] - row[low])
        return float(row[low] + between)


def _numbers(line: bytes, number: int) -> list[int]:
    fields = line.split()
    for field in fields:
        if not field.isdigit() or len(field) > _MOST_DIGITS:
            text = field[: _MOST_DIGITS + 1].decode(errors="replace")
            raise DataError(f"line {number}: counts must be whole numbers of 0 or more, got {text!r}")
    return [int(field) for field in fields]


def _check_line(number: int, positions: int, half_wins: Counts) -> None:
    """Raise for a damaged line: half wins never fall with the spread, nor exceed the positions."""
    if positions == 0 and number == 1:
        raise DataError("line 1: there must be positions on the first line, got none")
    if positions < 0 or half_wins[0] < 0:
        raise DataError(f"line {number}: counts must be 0 or more, got {min(positions, half_wins[0])}")
    falls = np.flatnonzero(np.diff(half_wins) < 0)
    if len(falls):
        spread_pts = int(falls[0]) + 1 - len(half_wins) // 2
        raise DataError(
            f"line {number}: half wins must not fall with the spread, got fewer at {spread_pts:+d}"
        )
    if half_wins[-1] > 2 * positions:
        rule = f"half wins must be at most twice the {positions} positions"
        raise DataError(f"line {number}: {rule}, got {half_wins[-1]}")
