"""Simulated games: a time manager drives a real clock through a whole game, with made-up searches."""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from zeitnot.clocks import Clock, ClockReading, TimeControl
from zeitnot.errors import SettingError
from zeitnot.games import SimulatedPosition
from zeitnot.lab.latency import NO_LATENCY, DrawsLatency
from zeitnot.turns import TimeManager, TurnRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedGame:
    """What came of one game, seen from one side."""

    records: tuple[TurnRecord, ...]
    """One per turn, the turn that lost on time included."""
    flagged: bool
    """Whether the game was lost on time."""
    readings: tuple[ClockReading, ...]
    """The clock before each turn."""
    latencies_s: tuple[float, ...]
    """Time that each turn cost besides its search."""
    left_s: float
    """Time on the clock after the last turn."""
    penalty_pts: int
    """Points that overtime took off the score."""

    @property
    def last_reading(self) -> ClockReading:
        """The clock before the last turn: the one that was too long, when the flag fell."""
        return self.readings[-1]

    @property
    def last_latency_s(self) -> float:
        """What the last turn cost beside its search."""
        return self.latencies_s[-1]

    @property
    def overlong_turns(self) -> tuple[int, ...]:
        """Turns, from 0, that took longer than the clock could bear, although their latency alone did not.

        Each of them lost the game, a byoyomi period or overtime points without need.
        """
        turns = zip(self.records, self.readings, self.latencies_s, strict=True)
        return tuple(
            turn
            for turn, (record, reading, latency_s) in enumerate(turns)
            if latency_s <= reading.bearable_s < record.used_s + latency_s
        )

    @property
    def latency_alone_flagged(self) -> bool:
        """Whether the flag would have fallen even without any thinking on the last turn."""
        return self.flagged and self.last_latency_s > self.last_reading.bearable_s


def play_simulated(
    manager: TimeManager,
    control: TimeControl,
    positions: Iterable[SimulatedPosition],
    *,
    first_ply: int = 0,
    latency: DrawsLatency = NO_LATENCY,
    rng: Random | None = None,
) -> SimulatedGame:
    """Play one side of a game until the positions end or the flag falls; the opponent spends the same."""
    clock = Clock(control)
    rng = rng or Random(0)
    manager.new_game()
    records: list[TurnRecord] = []
    readings: list[ClockReading] = []
    latencies_s: list[float] = []
    for turn, position in enumerate(positions):
        reading = clock.reading()
        ply = first_ply + 2 * turn
        thinking = manager.begin(
            clock=reading, opponent=reading, ply=ply, features=position.features, wall_time=False
        )
        record = position.search.run(thinking)
        latency_s = latency.draw(rng)
        records.append(record)
        readings.append(reading)
        latencies_s.append(latency_s)
        clock.spend(record.used_s + latency_s)
        if clock.snapshot().flagged:
            break
        if control.hourglass:
            clock.credit(record.used_s + latency_s)
    if not readings:
        raise SettingError("a game has at least one position, got none")
    return SimulatedGame(
        records=tuple(records),
        flagged=clock.flagged,
        readings=tuple(readings),
        latencies_s=tuple(latencies_s),
        left_s=clock.remaining_s,
        penalty_pts=clock.penalty_pts,
    )
