"""Simulated games: the clock is charged what was used, and the result tells how the game ended."""

from random import Random

import pytest

from zeitnot.chess.simulated import SimulatedChess, typical_chess_game
from zeitnot.clocks import TimeControl
from zeitnot.errors import SettingError
from zeitnot.games import SimulatedPosition
from zeitnot.lab import Latency, play_simulated
from zeitnot.policies import Uniform
from zeitnot.scrabble.simulated import SimulatedScrabble
from zeitnot.turns import TimeManager

CONTROLS = [
    "1+0",
    "3+2",
    "40/90:00+30, 30:00+30",
    "60 d5",
    "10:00 b3",
    "10:00 byo 5x30",
    "10:00 byo 20/5:00",
    "25:00 -10/min",
    "*3:00",
    "5s/move",
]


def manager() -> TimeManager:
    return TimeManager(Uniform(), fallback=Uniform())


@pytest.fixture(scope="module")
def games() -> list[list[SimulatedPosition]]:
    chess, scrabble = SimulatedChess(Random(5)), SimulatedScrabble(Random(5))
    return [*(chess.game(moves=40) for _ in range(10)), *(scrabble.game() for _ in range(10))]


def test_the_clock_loses_what_the_searches_used_and_gains_the_increments() -> None:
    game = play_simulated(manager(), TimeControl.parse("3+2"), typical_chess_game(moves=30))
    used_s = sum(record.used_s for record in game.records)
    assert len(game.records) == 30
    assert game.left_s == pytest.approx(180 + 30 * 2 - used_s)


def test_latency_is_charged_beside_the_search() -> None:
    latency = Latency(fixed_s=0.5, jitter_s=0.0, spike_s=0.0, spike_chance=0.0)
    game = play_simulated(manager(), TimeControl.parse("10+0"), typical_chess_game(moves=20), latency=latency)
    assert game.left_s == pytest.approx(600 - sum(record.used_s for record in game.records) - 20 * 0.5)
    assert game.last_latency_s == 0.5


@pytest.mark.parametrize("text", CONTROLS)
def test_no_search_goes_on_past_its_hard_limit(text: str, games: list[list[SimulatedPosition]]) -> None:
    for positions in games:
        game = play_simulated(manager(), TimeControl.parse(text), positions, latency=Latency(), rng=Random(5))
        assert all(record.used_s <= record.budget.limit_s + 1e-9 for record in game.records)


@pytest.mark.parametrize("source", [SimulatedChess, SimulatedScrabble])
def test_the_same_seed_plays_the_same_games(source: type[SimulatedChess] | type[SimulatedScrabble]) -> None:
    first, second = (
        [
            play_simulated(manager(), TimeControl.parse("1+0"), drawn.game(), latency=Latency(), rng=rng)
            for _ in range(3)
        ]
        for drawn, rng in ((source(Random(6)), Random(6)) for _ in range(2))
    )
    assert first == second


def test_a_latency_longer_than_the_clock_flags_by_itself() -> None:
    latency = Latency(fixed_s=20.0, jitter_s=0.0, spike_s=0.0, spike_chance=0.0)
    game = play_simulated(manager(), TimeControl.parse("0:10"), typical_chess_game(moves=20), latency=latency)
    assert game.flagged
    assert game.latency_alone_flagged
    assert len(game.records) == 1
    assert game.left_s < 0


def test_a_latency_that_thinking_left_no_room_for_does_not_flag_by_itself() -> None:
    latency = Latency(fixed_s=0.3, jitter_s=0.0, spike_s=0.0, spike_chance=0.0)
    game = play_simulated(
        manager(), TimeControl.parse("1s/move"), typical_chess_game(moves=20), latency=latency
    )
    assert game.flagged
    assert not game.latency_alone_flagged


def test_overtime_costs_points_and_not_the_game() -> None:
    latency = Latency(fixed_s=70.0, jitter_s=0.0, spike_s=0.0, spike_chance=0.0)
    positions = SimulatedScrabble(Random(7)).game()[:2]
    game = play_simulated(manager(), TimeControl.parse("1:00 -10/min"), positions, latency=latency)
    assert not game.flagged
    assert game.penalty_pts >= 20


def test_an_hourglass_comes_back_while_the_opponent_thinks() -> None:
    game = play_simulated(manager(), TimeControl.parse("*3:00"), typical_chess_game(moves=60))
    assert not game.flagged
    assert game.left_s == pytest.approx(180)


def test_a_manager_keeps_what_it_learned_of_the_connection_from_game_to_game() -> None:
    learning = manager()
    latency = Latency(fixed_s=0.05, jitter_s=0.0, spike_s=0.0, spike_chance=0.0)
    for _ in range(2):
        play_simulated(learning, TimeControl.parse("3+2"), typical_chess_game(), latency=latency)
    assert learning.overhead.mean_s == pytest.approx(0.05, rel=0.01)


def test_a_game_without_positions_is_refused() -> None:
    with pytest.raises(SettingError, match="at least one position"):
        play_simulated(manager(), TimeControl.parse("3+2"), [])
