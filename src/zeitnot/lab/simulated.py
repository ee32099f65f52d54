"""Simulated games: a time manager drives a real clock through whole games, with made-up searches."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from zeitnot.clocks import Clock, ClockReading, TimeControl
from zeitnot.errors import SettingError
from zeitnot.games import SimulatedPosition, find_game
from zeitnot.turns import TimeManager, TurnRecord


class DrawsLatency(Protocol):
    """A connection, asked once a turn."""

    def draw(self, rng: Random) -> float:
        """Return the seconds that one turn loses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Latency:
    """A fixed delay, some jitter, and now and then a spike."""

    fixed_s: float = 0.01
    """Every turn: the usual Move Overhead of chess engines."""
    jitter_s: float = 0.01
    """Largest random addition, all sizes equally likely."""
    spike_s: float = 0.05
    """Largest spike; with the rest it stays below the overhead assumed before anything is measured."""
    spike_chance: float = 0.01
    """How often a turn meets a spike."""

    def __post_init__(self) -> None:
        for name in ("fixed_s", "jitter_s", "spike_s", "spike_chance"):
            if not getattr(self, name) >= 0:
                raise SettingError(f"{name} must not be negative, got {getattr(self, name)!r}")

    def draw(self, rng: Random) -> float:
        """Draw the seconds of one turn."""
        latency_s = self.fixed_s + self.jitter_s * rng.random()
        if self.spike_chance and rng.random() < self.spike_chance:
            latency_s += self.spike_s * rng.random()
        return latency_s


NO_LATENCY = Latency(fixed_s=0.0, jitter_s=0.0, spike_s=0.0, spike_chance=0.0)
"""A connection that costs nothing."""


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


MOST_TURNS = 1000
"""Longest game that a curve is drawn for."""
GAMES = 8
"""Games without chance whose mean is shown: one alone would show the steps between depths."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendingCurve:
    """One policy's way through a game, as the mean over several typical ones."""

    policy: str
    """Name of the policy."""
    used_s: tuple[float, ...]
    """Time used on each turn."""
    left_s: tuple[float, ...]
    """Time on the clock after each turn, with its increment."""
    flagged: int
    """Games lost on time, out of all played; their last turns are missing from the means."""

    @property
    def total_s(self) -> float:
        """Time used in the game."""
        return sum(self.used_s)


def spending_curves(
    managers: Mapping[str, Callable[[], TimeManager]],
    control: TimeControl,
    *,
    game: str,
    turns: int | None = None,
) -> list[SpendingCurve]:
    """Play the same typical games with every policy."""
    if not control.has_clock:
        raise SettingError(
            f"a curve needs a clock that runs over the game, such as 3:00+2, got {str(control)!r}"
        )
    found = find_game(game)
    turns = found.typical_turns if turns is None else turns
    if not 1 <= turns <= MOST_TURNS:
        raise SettingError(f"a game must have 1 to {MOST_TURNS} turns, got {turns!r}")
    played = [found.typical_game(turns, variant) for variant in range(GAMES)]
    return [
        _mean(name, turns, [play_simulated(manager(), control, positions) for positions in played])
        for name, manager in managers.items()
    ]


def _mean(policy: str, turns: int, games: Sequence[SimulatedGame]) -> SpendingCurve:
    used_s, left_s = [], []
    for turn in range(turns):
        there = [game for game in games if turn < len(game.records)]
        if not there:
            break
        used_s.append(sum(game.records[turn].used_s for game in there) / len(there))
        left_s.append(sum(_left_s(game, turn) for game in there) / len(there))
    flagged = sum(game.flagged for game in games)
    return SpendingCurve(policy=policy, used_s=tuple(used_s), left_s=tuple(left_s), flagged=flagged)


def _left_s(game: SimulatedGame, turn: int) -> float:
    if turn + 1 == len(game.records):
        return game.left_s
    return game.records[turn + 1].clock_before_s or 0.0
