"""Win table: the chance to win by the spread and the tiles unseen, in the file format that engines share.

A line is a number of tiles unseen: the first line is one tile, line 93 of an English table the first turn
of a game. There is no line for none, because then the game is over. A line has the positions counted, then
half wins (a win is two, a draw one) of the player on turn had he been so many points ahead, from -500 to 500.
Every number has a space behind it, and the last line has no end. A line without positions stands for the one
before it.
"""

import math
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from zeitnot.errors import DataError, SettingError
from zeitnot.untrusted import read_bytes, unpack_xz

PACKED_SUFFIX = ".xz"

BUILT_IN = Path(__file__).parent / "data" / "winpct.csv.xz"
"""From static games with the built-in lexicon and leaves."""

MOST_SPREAD_PTS = 500
"""Of the tables in use; a file may have another."""

MOST_BYTES = 16 << 20
"""Bytes of a table, unpacked; that of English has one million."""

_MOST_DIGITS = 18  # so that a number fits 64 bits

Counts = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False, kw_only=True)
class WinTable:
    """Counts by tiles unseen, from one, and by spread, from the lowest."""

    positions: Counts
    """Positions counted, for each number of tiles unseen."""
    half_wins: Counts
    """Half wins of them, for each number of tiles unseen and each spread: never fewer with more points."""

    def __post_init__(self) -> None:
        """Hold what every lookup relies on."""
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
        """Read a file, packed with xz or plain; a DataError names it, the line and the fault.

        `most_unseen` is what the first turn of a game needs: a table with fewer lines is refused.
        """
        content = read_bytes(path, what="a win table", most_bytes=MOST_BYTES)
        try:
            if path.suffix == PACKED_SUFFIX:
                content = unpack_xz(content, what="a win table", most_bytes=MOST_BYTES)
            table = cls.from_bytes(content)
            if most_unseen is not None and table.most_unseen < most_unseen:
                got = table.most_unseen
                raise DataError(
                    f"a win table must have a line for {most_unseen} tiles unseen, got {got} lines"
                )
        except DataError as error:
            raise DataError(f"{path}: {error}") from error
        return table

    @staticmethod
    @cache
    def built_in() -> "WinTable":
        """Return the one that comes with the package, read once."""
        return WinTable.read(BUILT_IN)

    @classmethod
    def from_bytes(cls, content: bytes) -> "WinTable":
        """Read the contents of a file."""
        lines = content.rstrip().split(b"\n")
        rows = [_numbers(line, number) for number, line in enumerate(lines, start=1)]
        for number, row in enumerate(rows, start=1):
            if len(row) != len(rows[0]) or not row or len(row) % 2 == 1:
                rule = "lines must have positions and an odd number of spreads, all equally many"
                raise DataError(f"line {number}: {rule}, got {len(row)} numbers, {len(rows[0])} in line 1")
        table = np.array(rows, dtype=np.int64)
        return cls(positions=table[:, 0], half_wins=table[:, 1:])

    def stretched(self, most_unseen: int) -> "WinTable":
        """Return a table for another number of tiles: each line is the one as far into a game of this one."""
        lines = np.arange(1, most_unseen + 1) * self.most_unseen / most_unseen
        rows = np.clip(np.rint(lines).astype(int) - 1, 0, self.most_unseen - 1)
        return WinTable(positions=self.positions[rows], half_wins=self.half_wins[rows])

    def to_bytes(self) -> bytes:
        """Write the contents of a file."""
        rows = np.concatenate([self.positions[:, None], self.half_wins], axis=1).tolist()
        return "\n".join("".join(f"{number} " for number in row) for row in rows).encode()

    @property
    def most_unseen(self) -> int:
        """Tiles unseen on the last line."""
        return len(self.positions)

    @property
    def most_spread_pts(self) -> int:
        """The highest spread of a line; the lowest is as far below 0."""
        return int(self.half_wins.shape[1]) // 2

    @cached_property
    def probabilities(self) -> Floats:
        """Chances by tiles unseen, from one, and by spread, from the lowest."""
        lines = np.arange(len(self.positions))
        last_seen = np.maximum.accumulate(np.where(self.positions > 0, lines, 0))
        chances: Floats = self.half_wins[last_seen] / (2.0 * self.positions[last_seen, None])
        return chances

    def native_chances(self) -> bytes:
        """Return 32-bit chances for native code, whose rows begin with no tile unseen: the game is decided."""
        most = self.most_spread_pts
        decided = (1.0 + np.sign(np.arange(-most, most + 1))) / 2.0
        return np.concatenate([decided[None, :], self.probabilities]).astype(np.float32).tobytes()

    def probability(self, *, unseen: int, spread_pts: float) -> float:
        """Return the chance of the player on turn to win, a draw being half a win.

        Beyond the spreads of the table its ends hold, and between two spreads the straight line. With no tile
        unseen the game is over: whoever is ahead has won.
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
    """More points never lose what fewer would win, so counts that fall are not counts: a damaged file."""
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
