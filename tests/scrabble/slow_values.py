"""The static worth of moves in plain Python, from the description of the evaluation alone."""

import struct
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

from tests.scrabble.fixtures_lexicons import Scene, World
from tests.scrabble.kwg_oracle import klv_file
from tests.scrabble.oracle import BLANK, BLANK_BIT, letter
from zeitnot._native import Leaves, ScrabbleMove, ScrabbleMoveKind, StaticValues
from zeitnot.scrabble.evaluation import MILLI

LAST_RESORT = -1_000 * MILLI
"""A pass while the bag has tiles."""


@dataclass(frozen=True, kw_only=True)
class SlowValues:
    """Leaves and adjustments, in thousandths of a point."""

    leaves: dict[bytes, int] = field(default_factory=dict)
    pre_endgame: tuple[int, ...] = (0,) * 16
    opening_vowel: int = 350
    not_out: int = 10_000

    def native(self) -> StaticValues:
        """Hand everything to native code."""
        table = Leaves.from_bytes(klv_file({tiles: value / MILLI for tiles, value in self.leaves.items()}))
        values = StaticValues(table if self.leaves else None)
        values.pre_endgame = self.pre_endgame
        values.opening_vowel = self.opening_vowel
        values.not_out = self.not_out
        return values

    def equity(self, world: World, scene: Scene, move: ScrabbleMove) -> int:
        """Value a move: its score, what stays on the rack, and what the stage of the game adds."""
        gone = tiles_gone(move)
        leave = bytes(sorted((Counter(scene.rack) - Counter(gone)).elements()))
        total = MILLI * move.score
        if move.kind == ScrabbleMoveKind.PLACE and not scene.board:
            total -= self.opening_vowel * self._exposed(world, move)
        if scene.bag == 0:
            scores = world.oracle.distribution.scores
            if leave:
                return total - 2 * MILLI * sum(scores[tile] for tile in leave) - self.not_out
            return total + 2 * MILLI * scene.opponent_score
        if move.kind == ScrabbleMoveKind.PASS:
            return LAST_RESORT
        # An exchange gives back as many tiles as it draws.
        left = scene.bag - len(gone) if move.kind == ScrabbleMoveKind.PLACE else scene.bag
        total += self.pre_endgame[max(0, left)] if left < len(self.pre_endgame) else 0
        return total + self.leaves.get(leave, 0)

    @staticmethod
    def _exposed(world: World, move: ScrabbleMove) -> int:
        """Count the vowels of a first play beside squares that multiply letters, by multiples above one."""
        count = 0
        for at, tile in enumerate(move.tiles, start=move.start):
            for line in (move.line - 1, move.line + 1):
                row, column = (at, line) if move.down else (line, at)
                if letter(tile) in world.oracle.distribution.vowels and 0 <= line < world.oracle.size:
                    count += world.oracle.layout.premiums[row][column].letter - 1
        return count


def tiles_gone(move: ScrabbleMove) -> bytes:
    """Return the tiles that leave the rack."""
    if move.kind == ScrabbleMoveKind.EXCHANGE:
        return move.tiles
    return bytes(BLANK if tile & BLANK_BIT else tile for tile in move.tiles if tile)


def random_values(rng: Random, racks: Iterable[bytes]) -> SlowValues:
    """Make up values as wild as anybody would set them, with a leave for every part of the racks."""
    leaves: dict[bytes, int] = {}
    for rack in racks:
        for mask in range(1, 1 << len(rack)):
            leave = bytes(sorted(tile for at, tile in enumerate(rack) if mask >> at & 1))
            if len(leave) < 7 and rng.random() < 0.8:
                # A round figure, so that equal equities are not rare, and the order among equals is seen.
                value = rng.choice((0, 1_000, 2_000, rng.randrange(-30_000, 30_000)))
                leaves.setdefault(leave, round_trip(value))
    return SlowValues(
        leaves=leaves,
        pre_endgame=tuple(rng.choice((0, rng.randrange(-20_000, 20_000))) for _ in range(16)),
        opening_vowel=rng.choice((0, 350, rng.randrange(5_000))),
        not_out=rng.choice((0, 10_000, rng.randrange(20_000))),
    )


def round_trip(thousandths: int) -> int:
    """Return what a value is after it stood in a file as a 32-bit float of points."""
    points: float = struct.unpack("<f", struct.pack("<f", thousandths / MILLI))[0]
    return round(points * MILLI)
