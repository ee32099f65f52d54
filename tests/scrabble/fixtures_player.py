"""Fixtures of the player: positions and players on work time, so nothing depends on the machine."""

from dataclasses import replace
from functools import cache
from typing import Any

from zeitnot.clocks import ClockReading
from zeitnot.models import make_manager
from zeitnot.scrabble import Game, Generator, MoveKind, Position
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.player import Player, PlayerSettings
from zeitnot.scrabble.simulation import SimulationSettings
from zeitnot.scrabble.table import TileBag
from zeitnot.scrabble.turn import WorkRates

RATES = WorkRates(generations_per_s=100.0, samples_per_s=200.0, nodes_per_s=600.0)
"""A slow machine: a test of some seconds of its time takes some milliseconds."""


@cache
def knowledge() -> Knowledge:
    return Knowledge.built_in()


@cache
def position_with_bag(at_most: int, seed: int = 1) -> Position:
    """Return a position from static play with at most `at_most` tiles in the bag."""
    known = knowledge()
    generator = Generator.make(known.lexicon, known.evaluation)
    bag = TileBag(known.lexicon.distribution, seed)
    racks = [bag.fill((), seat) for seat in (0, 1)]
    game = Game.new()
    while game.state.bag_count > at_most:
        seat = game.state.on_turn
        position = replace(game.position(), rack=racks[seat])
        best = generator.moves(position, 1)[0]
        game = game.play(best.move, rack=racks[seat])
        if best.move.kind is MoveKind.EXCHANGE:
            racks[seat] = bag.exchange(racks[seat], best.move.tiles, seat)
        else:
            racks[seat] = bag.fill(best.leave, seat)
    return replace(game.position(), rack=racks[game.state.on_turn])


def player(
    policy: str = "magpie",
    *,
    rates: WorkRates | None = RATES,
    threads: int = 1,
    player_settings: dict[str, Any] | None = None,
    **settings: Any,
) -> Player:
    simulation = SimulationSettings(threads=threads, first_samples=5)
    small: dict[str, Any] = {"solve_nodes": 300, "survivors": 3, **(player_settings or {})}
    return Player(
        make_manager(policy, settings),
        knowledge(),
        settings=PlayerSettings(simulation=simulation, **small),
        rates=rates,
    )


def clock(remaining_s: float) -> ClockReading:
    return ClockReading(remaining_s=remaining_s)
