"""Inference in plain Python: every rack drawn tile by tile, weighed by how good the move is with it."""

import itertools
import math
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cache
from random import Random

from tests.scrabble.fixtures_lexicons import ALL, Scene, Table, World, native_moves, tiny
from tests.scrabble.oracle import BLANK, BLANK_BIT, FULL_RACK, Tiles
from tests.scrabble.plain_rollout import Known, Plain, PlainMove, PlainRollout
from tests.scrabble.simulation_cases import some_values
from tests.scrabble.slow_values import SlowValues
from zeitnot._native import (
    Inference,
    InferenceReport,
    ScrabbleMove,
    ScrabbleMoveKind,
    StaticValues,
    StopControl,
)
from zeitnot.scrabble import WinTable
from zeitnot.scrabble.evaluation import MILLI

REACH = 5 * MILLI
"""An exchange may keep tiles worth this much less than the best of their number."""

Weights = dict[bytes, float]
"""Tiles kept, in order, with their chances."""

KINDS = (ScrabbleMoveKind.PASS, ScrabbleMoveKind.EXCHANGE, ScrabbleMoveKind.PLACE)


@dataclass(frozen=True, kw_only=True)
class Seen:
    """A move of the opponent, and what was known before it; the player's own rack is left out of account."""

    world: World
    board: Tiles
    unseen: bytes
    rack: bytes
    """What the opponent really had."""
    values: SlowValues
    native_values: StaticValues
    rollout: PlainRollout
    """The plain player, who remembers best moves."""

    @classmethod
    @cache
    def make(cls, seed: int, *, unseen: int, letters: int, plays: int = 3) -> "Seen":
        """Fill a board at random, and deal from tiles of a few letters only: few racks are slow enough."""
        world, rng = tiny(), Random(seed)
        table = Table(world, rng)
        for _ in range(plays):
            table.play(native_moves(table.scene().generate(world.generators["word map"], StaticValues(None))))
        left = Counter(dict(enumerate(world.oracle.distribution.counts)))
        left.subtract(BLANK if tile & BLANK_BIT else tile for tile in table.board.values())
        chosen = set(rng.sample(range(1, len(world.oracle.distribution.counts)), letters))
        pool = [tile for tile in left.elements() if tile in chosen] + [BLANK] * (seed % 2)
        dealt = rng.sample(pool, unseen)
        rack = bytes(sorted(dealt[:FULL_RACK]))
        known = Known(board=table.board, rack=rack, unseen=bytes(sorted(dealt)))
        values = some_values(world, rng, known, 15)
        return cls(
            world=world,
            board=dict(table.board),
            unseen=known.unseen,
            rack=rack,
            values=values,
            native_values=values.native(),
            rollout=PlainRollout(oracle=world.oracle, values=values, wins=WinTable.built_in(), plies=0),
        )

    @property
    def bag(self) -> int:
        return len(self.unseen) - FULL_RACK

    def moves(self) -> list[ScrabbleMove]:
        """List what the opponent could have played, best first."""
        scene = Scene(board=self.board, rack=self.rack, bag=self.bag, opponent_score=0)
        return scene.generate(self.world.generators["word map"], self.native_values, ALL)

    def native(self, move: PlainMove, control: StopControl | None = None, **settings: int) -> InferenceReport:
        """Infer natively from a move."""
        if control is None:
            control = StopControl()
            control.start(soft_s=math.inf, hard_s=math.inf)
        counts = Counter(self.unseen)
        inference = Inference(self.world.dictionaries["word map"], self.native_values)
        return inference.run(
            Scene(board=self.board, rack=b"", bag=0, opponent_score=0).squares(),
            control,
            unseen=bytes(counts[tile] for tile in range(len(self.world.oracle.distribution.counts))),
            bag=self.bag,
            kind=KINDS[move.kind],
            placed=b"" if move.is_exchange else move.gone,
            exchanged=len(move.gone) if move.is_exchange else 0,
            worth=self._worth(move),
            **settings,
        )

    def _worth(self, move: PlainMove) -> int:
        """Return the equity of a move that keeps nothing: the table has no value for that."""
        if not move.gone:
            return 0
        return self.rollout.equity(self._game(move.gone), move.gone, 0, move)

    def weights(self, move: PlainMove, *, temperature_pts: float, floor: float) -> Weights:
        """Weigh what was kept, from whatever rack."""
        weights: defaultdict[bytes, float] = defaultdict(float)
        for (_, kept), weight in self.chances(move, temperature_pts=temperature_pts, floor=floor).items():
            weights[kept] += weight
        return dict(weights)

    def chances(
        self, move: PlainMove, *, temperature_pts: float, floor: float
    ) -> dict[tuple[bytes, bytes], float]:
        """Go through all ways to draw seven of the tiles, and weigh each by what the move loses with it.

        Chances are by the rack and by what it kept.
        """
        ways = Counter(bytes(sorted(drawn)) for drawn in itertools.combinations(self.unseen, FULL_RACK))
        weights: dict[tuple[bytes, bytes], float] = {}
        for rack, count in ways.items():
            for kept, loss in self._kept(rack, move).items():
                likelihood = floor + (1 - floor) * math.exp(-loss / MILLI / temperature_pts)
                weights[rack, kept] = count * likelihood
        total = math.fsum(weights.values())
        return {each: weight / total for each, weight in weights.items()}

    def _kept(self, rack: bytes, move: PlainMove) -> dict[bytes, int]:
        """Return what a rack keeps after the move, if it allows it, and what the move loses."""
        rollout, game = self.rollout, self._game(rack)
        best = rollout.equity(game, rack, 0, rollout.best(game))
        if not move.gone:
            return {rack: max(0, best)}
        if not move.is_exchange:
            if Counter(move.gone) - Counter(rack):
                return {}
            return {left(rack, move.gone): max(0, best - rollout.equity(game, rack, 0, move))}
        equities = {}
        for given in set(itertools.combinations(rack, len(move.gone))):
            exchange = PlainMove(0, 1, length=len(given), tiles=bytes(given))
            equities[left(rack, bytes(given))] = rollout.equity(game, rack, 0, exchange)
        most = max(equities.values())
        return {kept: best - equity for kept, equity in equities.items() if equity >= most - REACH}

    def _game(self, rack: bytes) -> Plain:
        racks = [Counter(rack), Counter[int]()]
        return Plain(board=self.board, racks=racks, bag=[0] * self.bag, spread=0, scoreless=0)


def left(rack: bytes, gone: bytes) -> bytes:
    """Return the tiles of a rack that are not gone, in order."""
    return bytes(sorted((Counter(rack) - Counter(gone)).elements()))
