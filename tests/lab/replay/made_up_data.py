"""Small made-up data sets whose losses fall as searches get longer."""

import math
from dataclasses import replace
from random import Random

from zeitnot.chess.recording.recorder import ChessTrace
from zeitnot.games import GAME_NUMBERS, JudgedIteration
from zeitnot.scrabble.recording.trace import JudgedCheck, JudgedPly, ScrabbleTrace, SimulatedRun
from zeitnot.turns import Arm, ChessFeatures, Iteration, ScrabbleFeatures, Snapshot

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
FIRST_PLY = 8
"""Half moves of the opening of whole games."""
EMPTY_BOARD = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 ABCDEFG/ 0/0 0"
SAMPLES = (750, 1000, 1500, 2000, 3000, 5000, 7000, 10_000, 14_000, 20_000)


def chess_traces(count: int = 60, *, seed: int = 1) -> tuple[ChessTrace, ...]:
    """Make searches of some 17 depths; a change of mind ends what was lost before it."""
    return tuple(_chess_trace(Random(f"chess {seed} {number}"), number) for number in range(count))


def chess_games(count: int = 6, *, turns: int = 40) -> tuple[ChessTrace, ...]:
    """Make whole games of as many half moves."""
    traces = iter(chess_traces(count * turns))
    return tuple(
        replace(
            next(traces),
            number=GAME_NUMBERS * game + ply,
            game_number=game,
            ply=ply,
            plies_to_come=FIRST_PLY + turns - ply,
        )
        for game in range(count)
        for ply in range(FIRST_PLY, FIRST_PLY + turns)
    )


def _chess_trace(rng: Random, number: int) -> ChessTrace:
    plies = rng.randint(40, 140)
    ply = rng.randrange(6, plies)
    changed_at, loss, growth = rng.randint(2, 14), rng.expovariate(1 / 0.05), rng.uniform(1.6, 2.4)
    iterations, nodes = [], 40.0
    for depth in range(1, 40):
        nodes *= growth
        if nodes > 400_000:
            break
        settled = depth >= changed_at
        iteration = Iteration(
            elapsed_s=nodes / 100_000,
            depth=depth,
            score_cp=20.0 + rng.gauss(0, 30 / depth),
            best_move="e2e4" if settled else "d2d4",
            nodes=int(nodes),
            best_move_share=0.8 if settled else 0.4,
            best_move_changes=1.0 if depth == changed_at else 0.0,
        )
        iterations.append(JudgedIteration(iteration=iteration, loss=0.0 if settled else loss))
    features = ChessFeatures(
        move_number=ply // 2 + 1, legal_moves=30, pieces=max(4, 32 - ply // 4), captures=2, checks=1
    )
    return ChessTrace(
        number=number,
        fen=START,
        ply=ply,
        plies_to_come=plies - ply,
        features=features,
        iterations=tuple(iterations),
        loss_error=0.01,
    )


def scrabble_traces(count: int = 60, *, seed: int = 1) -> tuple[ScrabbleTrace, ...]:
    """Make simulations whose loss falls with the root of the samples, and endgames solved at depth 5."""
    return tuple(_scrabble_trace(Random(f"scrabble {seed} {number}"), number) for number in range(count))


def _scrabble_trace(rng: Random, number: int) -> ScrabbleTrace:
    plies = rng.randint(20, 26)
    ply = plies - rng.randint(1, 4) if number % 6 == 5 else rng.randrange(0, plies - 4)
    unseen = rng.randint(2, 7) if number % 6 == 5 else max(8, round(93 - 86 * ply / (plies - 4)))
    bag = max(0, unseen - 7)
    gap_pts = rng.expovariate(0.5)
    features = ScrabbleFeatures(
        bag_tiles=bag,
        opponent_tiles=unseen - bag,
        score_difference_pts=rng.gauss(0, 50),
        legal_moves=100,
        gap_pts=gap_pts,
        competitive_moves=5,
    )
    runs = tuple(_run(rng, seed, bag, gap_pts) for seed in range(3)) if bag else ()
    endgame = tuple(
        JudgedPly(
            depth=depth, nodes=200 * 4**depth, value_pts=10.0 + min(depth, 4), loss_pts=max(0, 4 - depth)
        )
        for depth in range(1, 8)
    )
    return ScrabbleTrace(
        number=number,
        cgp=EMPTY_BOARD,
        ply=ply,
        plies_to_come=plies - ply,
        features=features,
        runs=runs,
        plies=() if bag else endgame,
        loss_error_pts=0.1,
    )


def _run(rng: Random, seed: int, bag: int, gap_pts: float) -> SimulatedRun:
    checks = []
    for samples in SAMPLES:
        error_pts = 30 / math.sqrt(samples / 8)
        means = sorted((40 - gap_pts * place + rng.gauss(0, error_pts) for place in range(8)), reverse=True)
        top = tuple(Arm(mean_pts=mean, variance=900.0, samples=samples // 8) for mean in means)
        snapshot = Snapshot(arms=8, samples=samples, top=top, bag_tiles=bag)
        loss_pts = 2 * error_pts * math.exp(-gap_pts / 2) + rng.gauss(0, 0.05)
        checks.append(JudgedCheck(snapshot=snapshot, loss_pts=loss_pts))
    return SimulatedRun(seed=seed, checks=tuple(checks))
