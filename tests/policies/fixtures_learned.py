"""Values of `learned` for which work falls with the square root of the price.

Then N turns that share a bank use bank / N each, and less by the square root of the price factor of 1.5.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from zeitnot.clocks import ClockReading
from zeitnot.policies import Learned, TimeValues
from zeitnot.policies.time_values import PhaseValues
from zeitnot.turns import Calibration, Features, Overhead, Rate, ScrabbleFeatures, Trail, Turn

SAVED = math.sqrt(1.5)
"""How much less than an even share a turn uses, by the default price factor."""
NO_LAG = Overhead(mean_s=0.0, worst_s=0.0)
MEASURED = Calibration(
    movegen=Rate(seconds=0.0, measurements=1),
    sample=Rate(seconds=0.001, measurements=1),
    node=Rate(seconds=1e-5, measurements=1),
)
MIDGAME = ScrabbleFeatures(bag_tiles=50, legal_moves=100, gap_pts=0.5, competitive_moves=5)
ENDGAME = replace(MIDGAME, bag_tiles=0)


def values(
    *turns: float, ends: Sequence[float] = (), unit: Literal["nodes", "samples"] = "nodes", **changes: Any
) -> TimeValues:
    """Return phases with these numbers of turns; work falls with the square root of the price."""
    phases = tuple(
        PhaseValues(name="phase", until=until, turns=count, unit=unit, work_used=(1e6, 1e3))
        for count, until in zip(turns, (*ends, math.inf), strict=True)
    )
    fields: dict[str, Any] = {"decay": 0.5, "prices": (1e-9, 1e-3), "phases": phases, **changes}
    return TimeValues(game="chess" if unit == "nodes" else "scrabble", **fields)


def turn_with(remaining_s: float = 60.0, *, features: Features | None = None, **clock: Any) -> Turn:
    reading = ClockReading(remaining_s=remaining_s, **clock)
    return Turn(clock=reading, features=features, overhead=NO_LAG, calibration=MEASURED)


def step(trail: Trail, name: str) -> float:
    return next(s.result_s for s in trail.steps if s.name == name)


def chess(turns: float = 20.0, **settings: Any) -> Learned:
    """Return a policy that expects these turns on any clock."""
    return Learned(chess=values(turns), sudden_death_turns=1.0, **settings)


def scrabble(turns: float = 20.0, **settings: Any) -> Learned:
    return Learned(scrabble=values(turns, unit="samples"), **settings)
