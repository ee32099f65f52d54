"""A game between static players in plain Python, with the bag and the random numbers of native games."""

from dataclasses import dataclass, field

from tests.scrabble.fixtures_lexicons import Scene, World
from tests.scrabble.oracle import FULL_RACK, Tiles
from tests.scrabble.slow_values import tiles_gone
from zeitnot._native import MoveGenerator, ScrabbleMove, ScrabbleMoveKind, StaticValues

MASK = (1 << 64) - 1
MOST_SCORELESS = 6


class Xoshiro:
    """The random numbers of native games: xoshiro256** seeded by splitmix64."""

    def __init__(self, seed: int) -> None:
        """Mix the seed."""
        self.state = []
        for _ in range(4):
            seed = (seed + 0x9E3779B97F4A7C15) & MASK
            mixed = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9 & MASK
            mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & MASK
            self.state.append(mixed ^ mixed >> 31)

    def below(self, bound: int) -> int:
        """Draw a number from 0 to one below the bound."""
        a, b, c, d = self.state
        number = rotated(b * 5 & MASK, 7) * 9 & MASK
        c, d = c ^ a, d ^ b
        self.state = [a ^ d, b ^ c, c ^ (b << 17 & MASK), rotated(d, 45)]
        return (number >> 32) * bound >> 32


def rotated(number: int, by: int) -> int:
    """Turn the bits of a word to the left."""
    return (number << by | number >> (64 - by)) & MASK


@dataclass(kw_only=True)
class SlowGame:
    """Two racks and a bag, drawn from at the end by the first seat and at the front by the other."""

    world: World
    random: Xoshiro
    bag: list[int] = field(default_factory=list)
    board: Tiles = field(default_factory=dict)
    racks: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    scores: list[int] = field(default_factory=lambda: [0, 0])
    bingos: list[int] = field(default_factory=lambda: [0, 0])
    exchanges: list[int] = field(default_factory=lambda: [0, 0])
    turns: int = 0

    def __post_init__(self) -> None:
        """Shuffle and deal."""
        counts = self.world.oracle.distribution.counts
        self.bag += [tile for tile, count in enumerate(counts) for _ in range(count)]
        for at in range(len(self.bag) - 1, 0, -1):
            self._swap(at, self.random.below(at + 1))
        self._draw(0)
        self._draw(1)

    def play(self, generator: MoveGenerator, values: tuple[StaticValues, StaticValues]) -> None:
        """Play the best moves to the end, each seat with values of its own."""
        scoreless = 0
        while True:
            seat = self.turns % 2
            scene = self._scene(seat)
            move = scene.generate(generator, values[seat], 1)[0]
            self._make(move, seat)
            self.turns += 1
            scoreless = 0 if move.score else scoreless + 1
            if not self.racks[seat]:
                self.scores[seat] += 2 * self._held(1 - seat)
                return
            if scoreless == MOST_SCORELESS:
                self.scores = [self.scores[each] - self._held(each) for each in (0, 1)]
                return

    def _scene(self, seat: int) -> Scene:
        other = self._held(1 - seat) if not self.bag else 0
        rack = bytes(self.racks[seat])
        size = self.world.oracle.size
        return Scene(board=self.board, rack=rack, bag=len(self.bag), opponent_score=other, size=size)

    def _make(self, move: ScrabbleMove, seat: int) -> None:
        for tile in tiles_gone(move):
            self.racks[seat].remove(tile)
        if move.kind == ScrabbleMoveKind.PLACE:
            for at, tile in enumerate(move.tiles, start=move.start):
                if tile:
                    self.board[(at, move.line) if move.down else (move.line, at)] = tile
        self._draw(seat)
        if move.kind == ScrabbleMoveKind.EXCHANGE:
            self.exchanges[seat] += 1
            for tile in move.tiles:
                self.bag.insert(0 if seat else len(self.bag), tile)
                self._swap(0 if seat else len(self.bag) - 1, self.random.below(len(self.bag)))
        elif len(tiles_gone(move)) == FULL_RACK:
            self.bingos[seat] += 1
        self.scores[seat] += move.score

    def _swap(self, one: int, other: int) -> None:
        self.bag[one], self.bag[other] = self.bag[other], self.bag[one]

    def _draw(self, seat: int) -> None:
        while self.bag and len(self.racks[seat]) < FULL_RACK:
            self.racks[seat].append(self.bag.pop(0 if seat else -1))

    def _held(self, seat: int) -> int:
        return sum(self.world.oracle.distribution.scores[tile] for tile in self.racks[seat])
