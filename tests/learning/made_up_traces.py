"""Made-up traces of searches whose truth is known: arms with true means, moves with true values."""

import math

import numpy as np

from zeitnot.chess.recording.recorder import ChessTrace
from zeitnot.games import JudgedIteration
from zeitnot.scrabble.recording.trace import JudgedCheck, JudgedPly, ScrabbleTrace, SimulatedRun
from zeitnot.turns import Arm, ChessFeatures, Iteration, ScrabbleFeatures, Snapshot

CHECKS = (100, 200, 500, 750, 1050, 1500, 2100, 3000, 4200, 6000, 8400, 12000)
"""A player looks from 750 on, where every arm has its first samples."""
ARMS = 10


def scrabble_trace(
    number: int, *, seeds: int = 2, noise_pts: float = 0.05, first: int = 750
) -> ScrabbleTrace:
    """Simulate arms that share their deals; losses are those of the true means, and a judge's noise."""
    looks = [samples for samples in CHECKS if samples >= first]
    draw = np.random.default_rng([7, number])
    unseen = int(draw.integers(8, 93))
    true = np.sort(draw.gumbel(scale=draw.choice([0.3, 1.0, 3.0]), size=ARMS))[::-1]
    own, shared = draw.uniform(15, 25), draw.uniform(10, 25)
    runs = tuple(
        _run(draw, true, (own, shared), looks, seed=seed, noise_pts=noise_pts, bag=unseen - 7)
        for seed in range(seeds)
    )
    plies_to_come = max(1, round(unseen / 4.5 + draw.normal()))
    return ScrabbleTrace(
        number=number,
        cgp="",
        ply=round((93 - unseen) / 4.5),
        plies_to_come=plies_to_come,
        features=ScrabbleFeatures(
            bag_tiles=unseen - 7,
            score_difference_pts=float(draw.normal(0, 40)),
            legal_moves=100,
            gap_pts=float(true[0] - true[1]),
            competitive_moves=int((true > true[0] - 2).sum()),
        ),
        runs=runs,
        loss_error_pts=noise_pts,
    )


def _run(
    draw: np.random.Generator,
    true: np.ndarray[tuple[int], np.dtype[np.float64]],
    spread: tuple[float, float],
    looks: list[int],
    *,
    seed: int,
    noise_pts: float,
    bag: int,
) -> SimulatedRun:
    own, shared = spread
    sums, done, checks = np.zeros(ARMS), 0, []
    for total in looks:
        each = total // ARMS
        more = each - done
        common = draw.normal(0, shared * math.sqrt(more))
        sums += true * more + common + draw.normal(0, own * math.sqrt(more), size=ARMS)
        done = each
        order = np.argsort(-sums)
        top = tuple(
            Arm(
                mean_pts=float(sums[arm] / each),
                variance=own**2 + shared**2,
                samples=each,
                covariance=shared**2 if place else own**2 + shared**2,
            )
            for place, arm in enumerate(order[:8])
        )
        snapshot = Snapshot(arms=ARMS, samples=total, top=top, bag_tiles=bag)
        loss = float(true[0] - true[order[0]] + draw.normal(0, noise_pts))
        checks.append(JudgedCheck(snapshot=snapshot, loss_pts=loss))
    return SimulatedRun(seed=seed, checks=tuple(checks))


def endgame_trace(number: int) -> ScrabbleTrace:
    """Solve an endgame: losses fall with the depth, and are gone when the value stays."""
    draw = np.random.default_rng([8, number])
    right = int(draw.integers(2, 6))
    plies = tuple(
        JudgedPly(
            depth=depth,
            nodes=50 * 3**depth,
            value_pts=float(10 + min(depth, right)),
            loss_pts=float(max(0, right - depth)),
        )
        for depth in range(1, 9)
    )
    features = ScrabbleFeatures(bag_tiles=0, opponent_tiles=int(draw.integers(1, 8)), legal_moves=20)
    return ScrabbleTrace(
        number=number, cgp="", ply=20, plies_to_come=int(draw.integers(0, 5)), features=features, plies=plies
    )


def chess_trace(number: int, *, depths: int = 12) -> ChessTrace:
    """Deepen over moves with true values, seen ever more sharply; the share of nodes follows the lead."""
    draw = np.random.default_rng([9, number])
    moves = ("e2e4", "d2d4", "g1f3", "c2c4")
    true = draw.normal(0, draw.choice([0.01, 0.05, 0.2]), size=len(moves))
    errors = draw.normal(0, 0.15, size=len(moves))
    length = int(draw.integers(30, 160))
    ply = int(draw.integers(0, length))
    iterations = []
    for depth in range(1, depths + 1):
        errors = 0.75 * errors + draw.normal(0, 0.04 * math.exp(-0.15 * depth), size=len(moves))
        seen = true + errors
        best = int(seen.argmax())
        lead = float(np.sort(seen)[-1] - np.sort(seen)[-2])
        iteration = Iteration(
            elapsed_s=0.001 * 2**depth,
            depth=depth,
            score_cp=float(400 * seen[best]),
            best_move=moves[best],
            nodes=100 * 2**depth,
            best_move_share=float(np.clip(0.4 + 2 * lead + draw.normal(0, 0.05), 0.05, 1.0)),
        )
        loss = float(true.max() - true[best] + (draw.normal(0, 0.01) if true.max() > true[best] else 0.0))
        iterations.append(JudgedIteration(iteration=iteration, loss=loss))
    return ChessTrace(
        number=number,
        fen="",
        ply=ply,
        plies_to_come=length - ply - 1,
        features=ChessFeatures(move_number=ply // 2 + 1, legal_moves=30, pieces=max(6, 32 - ply // 5)),
        iterations=tuple(iterations),
        loss_error=0.01,
    )
