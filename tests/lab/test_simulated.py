"""Simulated games: the clock is charged what was used, latency stays within bounds, curves are means."""

from dataclasses import dataclass
from functools import partial
from random import Random
from typing import ClassVar

import pytest

from tests.lab.latency import Latency, latency_alone_flagged
from zeitnot.chess.simulated import SimulatedChess, typical_chess_game
from zeitnot.clocks import TimeControl
from zeitnot.errors import SettingError, ZeitnotError
from zeitnot.games import SimulatedPosition, find_game
from zeitnot.lab import Rival, play_simulated, spending_curves
from zeitnot.monitors import Deadline, Monitor
from zeitnot.policies import PolicyBase, Uniform
from zeitnot.scrabble.simulated import SimulatedScrabble
from zeitnot.turns import Budget, Thinking, TimeManager, Trail, Turn, TurnRecord

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
    latency_s = 0.5
    game = play_simulated(
        manager(), TimeControl.parse("10+0"), typical_chess_game(moves=20), lag_s=lambda: latency_s
    )
    assert game.left_s == pytest.approx(600 - sum(record.used_s for record in game.records) - 20 * 0.5)
    assert game.latencies_s[-1] == 0.5


@pytest.mark.parametrize("text", CONTROLS)
def test_no_search_goes_on_past_its_hard_limit(text: str, games: list[list[SimulatedPosition]]) -> None:
    for positions in games:
        game = play_simulated(
            manager(), TimeControl.parse(text), positions, lag_s=partial(Latency().draw, Random(5))
        )
        assert all(record.used_s <= record.budget.limit_s + 1e-9 for record in game.records)


@pytest.mark.parametrize("source", [SimulatedChess, SimulatedScrabble])
def test_the_same_seed_plays_the_same_games(source: type[SimulatedChess] | type[SimulatedScrabble]) -> None:
    first, second = (
        [
            play_simulated(
                manager(), TimeControl.parse("1+0"), drawn.game(), lag_s=partial(Latency().draw, rng)
            )
            for _ in range(3)
        ]
        for drawn, rng in ((source(Random(6)), Random(6)) for _ in range(2))
    )
    assert first == second


def test_a_latency_longer_than_the_clock_flags_by_itself() -> None:
    latency_s = 20.0
    game = play_simulated(
        manager(), TimeControl.parse("0:10"), typical_chess_game(moves=20), lag_s=lambda: latency_s
    )
    assert game.flagged
    assert latency_alone_flagged(game)
    assert len(game.records) == 1
    assert game.left_s < 0


def test_a_latency_that_thinking_left_no_room_for_does_not_flag_by_itself() -> None:
    latency_s = 0.3
    game = play_simulated(
        manager(), TimeControl.parse("1s/move"), typical_chess_game(moves=20), lag_s=lambda: latency_s
    )
    assert game.flagged
    assert not latency_alone_flagged(game)


def test_overtime_costs_points_and_not_the_game() -> None:
    latency_s = 70.0
    positions = SimulatedScrabble(Random(7)).game()[:2]
    game = play_simulated(manager(), TimeControl.parse("1:00 -10/min"), positions, lag_s=lambda: latency_s)
    assert not game.flagged
    assert game.penalty_pts >= 20


def test_an_hourglass_comes_back_while_the_opponent_thinks() -> None:
    game = play_simulated(manager(), TimeControl.parse("*3:00"), typical_chess_game(moves=60))
    assert not game.flagged
    assert game.left_s == pytest.approx(180)


class SeenClocks(PolicyBase):
    """Spends a second or two a turn, and keeps what the clocks showed."""

    name: ClassVar[str] = "seen-clocks"

    def __init__(self, used_s: float) -> None:
        self.used_s = used_s
        self.seen: list[tuple[float, float]] = []

    def plan(self, turn: Turn) -> Budget:
        assert turn.opponent is not None
        self.seen.append((turn.clock.remaining_s, turn.opponent.remaining_s))
        return Budget.same_target_and_limit(Trail.start("always", self.used_s))

    def monitor(self, turn: Turn, budget: Budget) -> Monitor:
        return Deadline(budget.limit_s)


@dataclass(frozen=True)
class ToTheLimit:
    """A search that goes on to its limit."""

    def run(self, thinking: Thinking) -> TurnRecord:
        return thinking.finish(used_s=thinking.budget.limit_s)


ANY_POSITION = SimulatedPosition(features=None, search=ToTheLimit())


@pytest.mark.parametrize(
    ("control", "first_ply", "own", "rival"),
    [
        # The rival has moved before the own first turn, or it has not.
        ("1:00+0", 1, [(60, 58), (59, 56), (58, 54)], [(60, 60), (58, 59), (56, 58)]),
        ("1:00+0", 0, [(60, 60), (59, 58), (58, 56)], [(60, 59), (58, 58)]),
        ("*60", 0, [(60, 60), (61, 59), (62, 58)], [(61, 59), (60, 60)]),
    ],
)
def test_a_rival_spends_its_own_time_on_its_own_turns(
    control: str, first_ply: int, own: list[tuple[float, float]], rival: list[tuple[float, float]]
) -> None:
    one, two = SeenClocks(1.0), SeenClocks(2.0)
    other = TimeManager(two, fallback=Uniform())
    play_simulated(
        TimeManager(one, fallback=Uniform()),
        TimeControl.parse(control),
        [ANY_POSITION] * 3,
        first_ply=first_ply,
        rival=Rival(manager=other, positions=[ANY_POSITION] * 3, first_ply=1 - first_ply),
    )
    assert [tuple(map(round, clocks)) for clocks in one.seen] == own
    assert [tuple(map(round, clocks)) for clocks in two.seen] == rival


def test_a_rival_whose_flag_fell_plays_no_more() -> None:
    late = SeenClocks(5.0)
    game = play_simulated(
        TimeManager(SeenClocks(0.1), fallback=Uniform()),
        TimeControl.parse("2+0"),
        [ANY_POSITION] * 6,
        rival=Rival(
            manager=TimeManager(late, fallback=Uniform()),
            positions=[SimulatedPosition(features=None, search=TooLong())] * 6,
            first_ply=1,
        ),
    )
    assert len(game.records) == 6
    assert len(late.seen) == 1


@dataclass(frozen=True)
class TooLong:
    """A search that takes ten minutes, whatever its limit."""

    def run(self, thinking: Thinking) -> TurnRecord:
        return thinking.finish(used_s=600.0)


def test_a_manager_keeps_what_it_learned_of_the_connection_from_game_to_game() -> None:
    learning = manager()
    latency_s = 0.05
    for _ in range(2):
        play_simulated(learning, TimeControl.parse("3+2"), typical_chess_game(), lag_s=lambda: latency_s)
    assert learning.overhead.mean_s == pytest.approx(0.05, rel=0.01)


def test_a_game_without_positions_is_refused() -> None:
    with pytest.raises(SettingError, match="at least one position"):
        play_simulated(manager(), TimeControl.parse("3+2"), [])


def test_latency_lies_between_the_fixed_part_and_the_sum_of_all_parts() -> None:
    latency = Latency(fixed_s=0.02, jitter_s=0.01, spike_s=0.1, spike_chance=0.5)
    rng = Random(1)
    drawn = [latency.draw(rng) for _ in range(2000)]
    assert min(drawn) >= 0.02
    assert 0.1 < max(drawn) <= 0.13


def test_spikes_are_as_rare_as_said() -> None:
    latency = Latency(fixed_s=0.0, jitter_s=0.0, spike_s=1.0, spike_chance=0.1)
    rng = Random(2)
    assert sum(latency.draw(rng) > 0 for _ in range(5000)) == pytest.approx(500, abs=80)


def test_the_same_seed_draws_the_same_latencies() -> None:
    first, second = Random(4), Random(4)
    assert [Latency().draw(first) for _ in range(50)] == [Latency().draw(second) for _ in range(50)]


UNIFORM = {"uniform": partial(TimeManager, Uniform(), fallback=Uniform())}


@pytest.mark.parametrize("game", ["chess", "scrabble"])
def test_time_used_and_time_left_add_up_on_every_turn(game: str) -> None:
    (curve,) = spending_curves(UNIFORM, TimeControl.parse("5+3"), game=game)
    assert len(curve.used_s) == len(curve.left_s) == find_game(game).typical_turns
    left_s = 300.0
    for used_s, after_s in zip(curve.used_s, curve.left_s, strict=True):
        left_s += 3.0 - used_s
        assert after_s == pytest.approx(left_s)
    assert curve.flagged == 0


def test_uniform_spends_less_and_less_of_a_clock_without_increment() -> None:
    (curve,) = spending_curves(UNIFORM, TimeControl.parse("5+0"), game="chess")
    assert curve.used_s == tuple(sorted(curve.used_s, reverse=True))
    assert curve.used_s[0] == pytest.approx(10.0, rel=0.01)


def test_every_policy_gets_a_curve_of_its_own_with_as_many_turns_as_asked_for() -> None:
    managers = {
        "calm": UNIFORM["uniform"],
        "hasty": partial(TimeManager, Uniform(turns_left=90.0), fallback=Uniform()),
    }
    calm, hasty = spending_curves(managers, TimeControl.parse("5+0"), game="chess", turns=15)
    assert (calm.policy, hasty.policy) == ("calm", "hasty")
    assert len(calm.used_s) == 15
    assert calm.total_s > hasty.total_s


@pytest.mark.parametrize(
    ("clock", "game", "turns", "fault"),
    [
        ("infinite", "chess", None, "clock that runs"),
        ("depth 5", "chess", None, "clock that runs"),
        ("3+2", "go", None, "one of chess, scrabble"),
        ("3+2", "chess", 0, "1 to 1000 turns"),
        ("3+2", "chess", 1001, "1 to 1000 turns"),
    ],
)
def test_what_has_no_curve_is_refused(clock: str, game: str, turns: int | None, fault: str) -> None:
    with pytest.raises(ZeitnotError, match=fault):
        spending_curves(UNIFORM, TimeControl.parse(clock), game=game, turns=turns)
