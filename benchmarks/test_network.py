"""What an estimate by a trained network costs: the pass itself below a microsecond."""

import itertools
import random

from pytest_benchmark.fixture import BenchmarkFixture

from tests.models.small_models import small_model
from zeitnot._native import Network
from zeitnot.models.network_loss import DeepeningNetwork, SnapshotLoss
from zeitnot.monitors import SearchContext
from zeitnot.turns import Arm, ChessFeatures, Iteration, Snapshot

SIZES = (30, 64, 32, 1)
INPUTS = [0.1 * number for number in range(SIZES[0])]
PASSES = 10_000


def network() -> Network:
    dice = random.Random(1)
    layers = [([dice.gauss(0.0, 0.2) for _ in range(a * b)], [0.1] * b) for a, b in itertools.pairwise(SIZES)]
    return Network(means=[0.0] * SIZES[0], scales=[1.0] * SIZES[0], layers=layers, reach=8.0)


def test_forward_inside_native_code(benchmark: BenchmarkFixture) -> None:
    benchmark.extra_info["what"] = f"network 30-64-32-1, {PASSES:,} passes inside the native code"
    benchmark(network().forward_s, INPUTS, repeats=PASSES)


def test_forward_from_python(benchmark: BenchmarkFixture) -> None:
    benchmark.extra_info["what"] = "network 30-64-32-1, one pass called from Python"
    benchmark(network().forward, INPUTS)


def test_snapshot_loss(benchmark: BenchmarkFixture) -> None:
    benchmark.extra_info["what"] = "expected loss by network: a snapshot of eight arms"
    arms = tuple(Arm(mean_pts=30.0 - 0.1 * i, variance=900.0, samples=500) for i in range(8))
    benchmark(
        SnapshotLoss(small_model("scrabble", hidden=(64, 32))), Snapshot(arms=8, samples=4000, top=arms)
    )


def test_deepening_loss(benchmark: BenchmarkFixture) -> None:
    benchmark.extra_info["what"] = "expected loss by network: fifteen depths of chess"
    iterations = [
        Iteration(
            elapsed_s=0.1 * depth,
            depth=depth,
            score_cp=20.0 + depth % 3,
            best_move="e2e4" if depth % 4 else "d2d4",
            nodes=1000 * depth,
            best_move_share=0.6,
        )
        for depth in range(1, 16)
    ]
    benchmark(
        DeepeningNetwork(small_model("chess", hidden=(64, 32))),
        iterations,
        SearchContext(features=ChessFeatures()),
    )
