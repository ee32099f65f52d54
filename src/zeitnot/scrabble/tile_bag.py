"""Tile bag: shuffled tiles; the two seats draw from opposite ends, so that a seed fixes the tiles of each."""

from collections.abc import Iterable
from random import Random

from zeitnot.errors import StateError
from zeitnot.scrabble.letters import LetterDistribution
from zeitnot.scrabble.moves import RACK_SIZE


class TileBag:
    """Tiles of one game; with the same seed a seat draws the same tiles whoever plays it."""

    def __init__(self, distribution: LetterDistribution, seed: int) -> None:
        """Shuffle all tiles."""
        self._random = Random(seed)
        self._tiles = [tile for tile, count in enumerate(distribution.counts) for _ in range(count)]
        self._random.shuffle(self._tiles)

    @classmethod
    def of(cls, tiles: Iterable[int], distribution: LetterDistribution, seed: int) -> "TileBag":
        """Return a bag of the tiles left in a game, shuffled."""
        bag = cls(distribution, seed)
        bag._tiles = list(tiles)
        bag._random.shuffle(bag._tiles)
        return bag

    def __len__(self) -> int:
        """Return the number of tiles left."""
        return len(self._tiles)

    def fill(self, rack: Iterable[int], seat: int) -> tuple[int, ...]:
        """Return the rack filled up from the bag, as far as there are tiles."""
        tiles = list(rack)
        while len(tiles) < RACK_SIZE and self._tiles:
            tiles.append(self._tiles.pop(0 if seat else -1))
        return tuple(sorted(tiles))

    def exchange(self, rack: Iterable[int], given: Iterable[int], seat: int) -> tuple[int, ...]:
        """Return the rack after an exchange: draw first, then put the tiles back at random."""
        kept, back = list(rack), list(given)
        for tile in back:
            if tile not in kept:
                raise StateError(f"tiles given back must be on the rack, got {tile!r}")
            kept.remove(tile)
        filled = self.fill(kept, seat)
        for tile in back:
            self._tiles.insert(self._random.randrange(len(self._tiles) + 1), tile)
        return filled
