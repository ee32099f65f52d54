"""How long a policy thinks about thinking: plan below 50 microseconds, observe below 5."""

import itertools

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.conftest import REFERENCE
from zeitnot.clocks import Clock, ClockReading, TimeControl, WorkTime
from zeitnot.models import make_manager
from zeitnot.policies import Textbook, plain_policy, policy_class, policy_names
from zeitnot.turns import (
    Arm,
    ChessFeatures,
    Iteration,
    Progress,
    ScrabbleFeatures,
    SimulationCheck,
    Snapshot,
    Turn,
)

CHESS = Turn(
    clock=ClockReading(remaining_s=170.0, increment_s=2.0),
    opponent=ClockReading(remaining_s=165.0, increment_s=2.0),
    initial_s=180.0,
    ply=30,
    features=ChessFeatures(move_number=16, legal_moves=38, pieces=26, captures=4, checks=1),
)
SCRABBLE = Turn(
    clock=ClockReading(remaining_s=1100.0),
    initial_s=1500.0,
    ply=8,
    features=ScrabbleFeatures(bag_tiles=40, gap_pts=0.4, competitive_moves=7, legal_moves=600),
)


def reference_loop() -> int:
    """Do a fixed piece of interpreter work: a thousand rounds of integer arithmetic."""
    total = 0
    for i in range(1000):
        total = (total * 31 + i) & 0xFFFF
    return total


def progress_of(game: str) -> list[Progress]:
    """Make a sequence in which nothing yet stops a search."""
    if game == "chess":
        return [
            Iteration(
                elapsed_s=0.001 * depth,
                depth=depth,
                score_cp=20.0 + depth % 3,
                best_move="e2e4" if depth % 4 else "d2d4",
                nodes=1000 * depth,
                best_move_share=0.6,
            )
            for depth in range(1, 9)
        ]
    arms = tuple(Arm(mean_pts=30.0 - 0.1 * i, variance=900.0, samples=500) for i in range(8))
    snapshot = Snapshot(arms=8, samples=4000, top=arms)
    return [SimulationCheck(elapsed_s=0.02 * i, started_s=0.0, snapshot=snapshot) for i in range(1, 9)]


def test_reference_loop(benchmark: BenchmarkFixture) -> None:
    benchmark.extra_info["what"] = REFERENCE
    benchmark(reference_loop)


@pytest.mark.parametrize("name", policy_names())
def test_plan(benchmark: BenchmarkFixture, name: str) -> None:
    benchmark.extra_info["what"] = f"plan, {name}"
    turn = SCRABBLE if policy_class(name).games == ("scrabble",) else CHESS
    benchmark(plain_policy(name).plan, turn)


@pytest.mark.parametrize("name", policy_names())
def test_observe(benchmark: BenchmarkFixture, name: str) -> None:
    benchmark.extra_info["what"] = f"observe, {name}"
    game = policy_class(name).games[0]
    policy, turn = plain_policy(name), SCRABBLE if game == "scrabble" else CHESS
    monitor = policy.monitor(turn, policy.plan(turn))
    reports = itertools.cycle(progress_of(game))
    benchmark(lambda: monitor.observe(next(reports)))


@pytest.mark.parametrize("how", ["directly", "in a thread"])
def test_managed_turn(benchmark: BenchmarkFixture, how: str) -> None:
    benchmark.extra_info["what"] = f"a whole guarded turn, asked {how}: begin, four reports, finish"
    manager = make_manager("textbook" if how == "directly" else Textbook())
    reports = progress_of("chess")[:4]

    def run() -> None:
        thinking = manager.begin(clock=CHESS.clock, features=CHESS.features)
        for report in reports:
            thinking.observe(report)
        thinking.finish(used_s=0.01)

    benchmark(run)


def test_clock(benchmark: BenchmarkFixture) -> None:
    benchmark.extra_info["what"] = "clock: spend and read, 300+3"
    clock = Clock(TimeControl.parse("300+3"), WorkTime(1.0))

    def run() -> ClockReading:
        clock.spend(3.0)
        return clock.reading()

    benchmark(run)
