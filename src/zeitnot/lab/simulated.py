"""Simulated games: a time manager drives a real clock through whole games, with made-up searches."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from zeitnot.clocks import Clock, ClockReading, TimeControl
from zeitnot.errors import SettingError
from zeitnot.games import SimulatedPosition, find_game
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Rival:
    """The other side of a game, where it is known."""

    manager: TimeManager
    """Manager of its time."""
    positions: Sequence[SimulatedPosition]
    """Its turns."""
    first_ply: int
    """Half moves before the first of them."""


class _RivalSide:
    """A rival with its clock."""

    def __init__(self, rival: Rival, control: TimeControl) -> None:
        self.clock = Clock(control)
        self._rival = rival
        self._turn = 0
        rival.manager.new_game()

    def play_until(self, ply: int, clock: Clock) -> None:
        """Play the turns before a ply; `clock` is the opponent's. A fallen flag ends them."""
        rival, hourglass = self._rival, self.clock.control.hourglass
        while self._turn < len(rival.positions) and not self.clock.flagged:
            own_ply = rival.first_ply + 2 * self._turn
            if own_ply >= ply:
                return
            position = rival.positions[self._turn]
            thinking = rival.manager.begin(
                clock=self.clock.reading(),
                opponent=clock.reading(),
                ply=own_ply,
                features=position.features,
                wall_time=False,
            )
            used_s = position.search.run(thinking).used_s
            self.clock.spend(used_s)
            if hourglass:
                clock.credit(used_s)
            self._turn += 1


def play_simulated(
    manager: TimeManager,
    control: TimeControl,
    positions: Iterable[SimulatedPosition],
    *,
    first_ply: int = 0,
    lag_s: Callable[[], float] = float,
    rival: Rival | None = None,
) -> SimulatedGame:
    """Play one side of a game until the positions end or the flag falls; without a rival, the opponent spends
    the same.

    `lag_s` returns what a turn costs besides its search; by default nothing.
    """
    clock = Clock(control)
    other = None if rival is None else _RivalSide(rival, control)
    manager.new_game()
    records: list[TurnRecord] = []
    readings: list[ClockReading] = []
    latencies_s: list[float] = []
    for turn, position in enumerate(positions):
        ply = first_ply + 2 * turn
        if other is not None:
            other.play_until(ply, clock)
        reading = clock.reading()
        opponent = reading if other is None else other.clock.reading()
        thinking = manager.begin(
            clock=reading, opponent=opponent, ply=ply, features=position.features, wall_time=False
        )
        record = position.search.run(thinking)
        latency_s = lag_s()
        records.append(record)
        readings.append(reading)
        latencies_s.append(latency_s)
        clock.spend(record.used_s + latency_s)
        if clock.snapshot().flagged:
            break
        if control.hourglass:
            (clock if other is None else other.clock).credit(record.used_s + latency_s)
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
