"""Stalls: a machine that stops for a moment, anywhere in a turn, takes nobody over the clock.

Searches count work, and a source that jumps adds the stalls: nothing depends on the machine.
"""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.scrabble.fixtures_player import RATES, clock, player, position_with_bag
from zeitnot.clocks import TimeControl
from zeitnot.scrabble.clocked_game import ClockedGame
from zeitnot.scrabble.turn import TurnTimer

STALL_S = 0.2
MOST_READINGS = 40
"""More than one turn takes."""
POLICIES = ("learned", "magpie", "uniform")
SLOW = replace(RATES, generations_per_s=1000.0)
"""Lists of moves take no time, searches run to their deadlines."""


class Stalling:
    """A source of time that stands still but for jumps at some of its readings."""

    def __init__(self, stalls: Iterator[float]) -> None:
        self.readings = 0
        self._stalls = stalls
        self._now_s = 0.0

    def now_s(self) -> float:
        self.readings += 1
        self._now_s += next(self._stalls, 0.0)
        return self._now_s


def stall_at(reading: int) -> Iterator[float]:
    return (STALL_S if number == reading else 0.0 for number in range(MOST_READINGS))


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("bag", [5, 0])
@pytest.mark.parametrize("remaining_s", [0.22, 0.4, 0.9])
def test_a_stall_anywhere_in_a_turn_stays_within_the_clock(policy: str, bag: int, remaining_s: float) -> None:
    readings = MOST_READINGS
    place = 1  # the first reading begins the turn
    while place < readings:
        source = Stalling(stall_at(place))
        one = player(policy, rates=SLOW)
        record = one.choose(
            position_with_bag(bag), clock=clock(remaining_s), timer=TurnTimer(one.rates, source)
        ).record
        readings = source.readings
        assert record.used_s <= remaining_s, f"stalled at reading {place} of {readings}"
        place += 1
    assert 2 < readings < MOST_READINGS


def on_a_busy_machine(seed: int) -> Iterator[float]:
    """Stalls of up to a quarter of a second, one or two on every turn."""
    rng = random.Random(seed)
    while True:
        yield from (0.0 for _ in range(rng.randrange(8, 16)))
        yield rng.uniform(0.0, 0.25)


@pytest.mark.parametrize(
    ("policy", "seed"), [("learned", 2), ("learned", 6), ("magpie", 1), ("uniform", 1), ("uniform", 2)]
)
def test_a_game_on_a_busy_machine_ends_within_the_clock(policy: str, seed: int) -> None:
    players = player(policy, rates=RATES.times(3)), player(policy, rates=RATES.times(3))
    source = Stalling(on_a_busy_machine(seed))
    result = ClockedGame(players, TimeControl.parse("0:05 -10/min"), seed=seed, source=source).play()
    assert source.now_s() > 1.0
    assert result.over_s == (0.0, 0.0)
