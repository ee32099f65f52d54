"""Seasons with lag: no policy flags, and none plays at sight while its clock has time."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, partial
from random import Random

import pytest

from zeitnot.chess.simulated import SimulatedChess
from zeitnot.clocks import TimeControl
from zeitnot.games import SimulatedPosition
from zeitnot.lab import SimulatedGame, play_simulated
from zeitnot.policies.registry import built_in_names, plain_policy, policy_class
from zeitnot.policies.uniform import Uniform
from zeitnot.turns import Overhead, TimeManager

CHESS = [name for name in built_in_names() if "chess" in policy_class(name).games]
CONTROLS = {"10+0.1": 0.13, "0:15+0": 0.3, "3:00+2": 1.0, "40/0:10": 0.15, "1:00 byo 5x10": 0.5}
"""Controls, each with a lag that takes about half of the clock or more in a game of forty moves."""
MOVES = 40
ENOUGH = 0.05
"""Part of the first clock above which a move at depth 1 is starved."""
UNKNOWN = 3
"""First games of a season, in which the line becomes known: a hundred turns are."""
GAMES = UNKNOWN + 2


@dataclass
class Drift:
    """Rises from nothing to its most over a game, as a line does that fills up."""

    most_s: float
    turns: int = 0

    def draw(self, rng: Random) -> float:
        self.turns += 1
        return self.most_s * min(1.0, self.turns / MOVES)


@dataclass
class Constant:
    """Loses the same on every turn."""

    lag_s: float

    def draw(self, rng: Random) -> float:
        return self.lag_s


@dataclass
class Spikes:
    """Loses nothing to speak of, but now and then several times the usual lag."""

    lag_s: float

    def draw(self, rng: Random) -> float:
        return 3 * self.lag_s if rng.random() < 0.1 else 0.005


@dataclass
class Bursts:
    """Loses nothing for a while, then on several turns in a row."""

    lag_s: float
    left: int = field(default=0)

    def draw(self, rng: Random) -> float:
        if self.left == 0 and rng.random() < 0.08:
            self.left = 5
        self.left = max(0, self.left - 1)
        return 1.5 * self.lag_s if self.left else 0.005


LINES: dict[str, Callable[[float], Constant | Spikes | Drift | Bursts]] = {
    "constant": Constant,
    "spikes": Spikes,
    "drift": Drift,
    "bursts": Bursts,
}


@cache
def lag_games(games: int, seed: int = 5) -> list[list[SimulatedPosition]]:
    """Make up the positions of these games once, for all policies and lines."""
    chess = SimulatedChess(Random(seed))
    return [chess.game(moves=MOVES) for _ in range(games)]


def starved(game: SimulatedGame, first_s: float) -> list[str]:
    """Name the turns that had time, were free to think, and did not get beyond depth 1."""
    return [
        f"turn {turn}: depth {record.depth}, {record.budget.limit_s:.4f} s of {reading.remaining_s:.2f} s"
        for turn, (record, reading) in enumerate(zip(game.records, game.readings, strict=True))
        if record.depth <= 1 and reading.remaining_s > ENOUGH * first_s
    ]


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("text", CONTROLS)
@pytest.mark.parametrize("name", CHESS)
def test_lag_costs_neither_the_game_nor_the_search(name: str, text: str, line: str) -> None:
    control, lag_s = TimeControl.parse(text), CONTROLS[text]
    manager = TimeManager(plain_policy(name), fallback=Uniform())
    faults = []
    for number, positions in enumerate(lag_games(GAMES)):
        latency = LINES[line](lag_s)
        game = play_simulated(manager, control, positions, lag_s=partial(latency.draw, Random(number)))
        if number < UNKNOWN:
            continue
        faults += [f"game {number} lost on time at turn {len(game.records)}"] if game.flagged else []
        faults += [f"game {number}, {fault}" for fault in starved(game, control.stages[0].base_s)]
    assert faults == []


def test_the_first_spike_of_an_unknown_line_costs_no_game() -> None:
    """Without a reserve for it, a policy that lives on its increments loses every third of these games."""
    control, lag_s = TimeControl.parse("3:00+2"), CONTROLS["3:00+2"]
    for seed in range(12):
        manager = TimeManager(plain_policy("stockfish"), fallback=Uniform())
        [positions] = lag_games(1, seed)
        game = play_simulated(manager, control, positions, lag_s=partial(Spikes(lag_s).draw, Random(seed)))
        assert not game.flagged
        assert not starved(game, control.stages[0].base_s)


def test_the_last_turn_of_a_stage_is_in_time_whatever_spike_comes() -> None:
    """In the last of these games a spike comes on the last turn, with 0.56 s left and none for a while."""
    control, lag_s = TimeControl.parse("40/10:00"), 0.15
    manager = TimeManager(plain_policy("stockfish"), fallback=Uniform(), overhead=Overhead(window=60))
    *_, last = (
        play_simulated(manager, control, positions, lag_s=partial(Spikes(lag_s).draw, Random(number)))
        for number, positions in enumerate(lag_games(15))
    )
    assert last.readings[-1].remaining_s < 0.6
    assert not last.flagged
    assert last.records[-1].used_s > 0.005
