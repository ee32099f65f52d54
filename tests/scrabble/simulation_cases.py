"""Small positions to simulate, natively and in plain Python."""

import itertools
import math
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from tests.scrabble.fixtures_lexicons import ALL, Scene, Table, World, native_moves
from tests.scrabble.oracle import BLANK, BLANK_BIT, FULL_RACK
from tests.scrabble.plain_rollout import Known, PlainMove, PlainRollout
from tests.scrabble.slow_values import SlowValues, round_trip
from zeitnot._native import (
    ArmState,
    Sampling,
    ScrabbleMove,
    ScrabbleMoveKind,
    Simulation,
    SimulationReport,
    StaticValues,
    StopControl,
    WinChances,
)
from zeitnot.scrabble import WinTable

SAMPLES_A_SECOND = 1000.0


@dataclass(frozen=True, kw_only=True)
class Case:
    """A small position in a world, its candidates, and values for both simulations."""

    world: World
    known: Known
    moves: list[ScrabbleMove]
    values: SlowValues
    native_values: StaticValues

    @classmethod
    def make(
        cls, world: World, *, seed: int, unseen: int, plays: int, arms: int = 3, most_leave_pts: int = 25
    ) -> "Case":
        """Fill a board with some plays at random, deal, and take candidates of all kinds."""
        rng = Random(seed)
        table = Table(world, rng)
        for _ in range(plays):
            table.play(native_moves(table.scene().generate(world.generators[world.way], StaticValues(None))))
        scene = table.scene()
        left = Counter(dict(enumerate(world.oracle.distribution.counts)))
        left.subtract(BLANK if tile & BLANK_BIT else tile for tile in table.board.values())
        left.subtract(scene.rack)
        rest = sorted(left.elements())
        known = Known(
            board=scene.board,
            rack=scene.rack,
            unseen=bytes(sorted(rng.sample(rest, min(unseen, len(rest))))),
            spread=rng.randrange(-60, 60),
            scoreless=rng.randrange(3),
        )
        values = some_values(world, rng, known, most_leave_pts)
        native = values.native()
        bag = max(0, len(known.unseen) - FULL_RACK)
        scene = replace(scene, board=known.board, rack=known.rack, bag=bag, opponent_score=0)
        found = scene.generate(world.generators[world.way], native, ALL)
        return cls(world=world, known=known, moves=several(found, arms), values=values, native_values=native)

    def scene(self, rack: bytes, *, bag: int) -> Scene:
        """Return the board with a rack."""
        size = self.world.oracle.size
        return Scene(board=self.known.board, rack=rack, bag=bag, opponent_score=0, size=size)

    def plain(self, plies: int) -> PlainRollout:
        return PlainRollout(
            oracle=self.world.oracle, values=self.values, wins=WinTable.built_in(), plies=plies
        )

    def run(self, samples: int, *, plies: int, seed: int = 1, **settings: object) -> SimulationReport:
        """Simulate natively, with `samples` samples of every arm."""
        dictionary = self.world.dictionaries[self.world.way]
        simulation: Simulation = dictionary.core.Simulation(dictionary, self.native_values, chances())
        control = StopControl(work_per_second=SAMPLES_A_SECOND)
        control.start(soft_s=math.inf, hard_s=(samples * len(self.moves) + 0.5) / SAMPLES_A_SECOND)
        counts = Counter(self.known.unseen)
        return simulation.run(
            self.scene(b"", bag=0).squares(),
            self.known.rack,
            self.moves,
            control,
            lambda _: False,
            unseen=bytes(counts[tile] for tile in range(len(self.world.oracle.distribution.counts))),
            spread=self.known.spread,
            scoreless_turns=self.known.scoreless,
            plies=plies,
            seed=seed,
            **{"sampling": Sampling.ROUND_ROBIN, "batch_s": 1e6, **settings},  # type: ignore[arg-type]
        )

    def native_arms(self, samples: int, *, plies: int, seed: int = 1) -> list[ArmState]:
        """Simulate natively, or all deals if there are few; the arms in the order of the candidates."""
        report = self.run(samples, plies=plies, seed=seed)
        assert {arm.samples for arm in report.arms} == {min(samples, report.deals or samples)}
        return sorted(report.arms, key=lambda arm: arm.index)


@cache
def chances() -> WinChances:
    return WinChances(WinTable.built_in().native_chances())


def some_values(world: World, rng: Random, known: Known, most_leave_pts: int) -> SlowValues:
    """Make up values for short leaves of any tiles and for every part of the rack."""
    tiles = range(len(world.oracle.distribution.counts))
    leaves = {bytes(each) for size in (1, 2) for each in itertools.combinations_with_replacement(tiles, size)}
    for size in range(3, FULL_RACK):
        leaves |= {bytes(sorted(each)) for each in itertools.combinations(known.rack, size)}
    return SlowValues(
        leaves={
            leave: round_trip(rng.randrange(-15_000, 1_000 * most_leave_pts)) for leave in sorted(leaves)
        },
        pre_endgame=tuple(rng.randrange(-8_000, 8_000) for _ in range(16)),
    )


def several(moves: list[ScrabbleMove], count: int) -> list[ScrabbleMove]:
    """Take the best, an exchange if there is one, the pass, and more of the good ones."""
    exchanges = [move for move in moves if move.kind == ScrabbleMoveKind.EXCHANGE]
    passes = [move for move in moves if move.kind == ScrabbleMoveKind.PASS]
    chosen = [*moves[:1], *exchanges[:1], *passes, *moves[1:]]
    distinct = {PlainMove.of(move): move for move in chosen}
    return list(distinct.values())[:count]
