"""Random turns and searches, ordinary and abnormal, that every policy must cope with."""

import math
from random import Random

from zeitnot.clocks import ClockReading, Overtime
from zeitnot.turns import (
    SNAPSHOT_ARMS,
    Arm,
    Budget,
    Calibration,
    ChessFeatures,
    EndgamePly,
    Features,
    Iteration,
    Limits,
    Overhead,
    Progress,
    Rate,
    Reason,
    ScrabbleFeatures,
    SimulationCheck,
    Snapshot,
    Tick,
    Trail,
    Turn,
    TurnRecord,
)

_EDGES_S = (0.0, -0.001, -90.0, 1e-9, 0.01, 0.1, 1.0, 3.0, 5.0, 10.0, 30.0, 60.0, 1e6, 1e9)
_MOVES = ("e2e4", "d2d4", "g1f3", "")


def random_turn(rng: Random) -> Turn:
    """Return a random turn that is limited by a clock."""
    return Turn(
        clock=random_reading(rng),
        opponent=rng.choice((None, random_reading(rng))),
        initial_s=rng.choice((None, 0.0, 60.0, 180.0, 5400.0)),
        limits=rng.choice((Limits(), Limits(depth=8), Limits(nodes=5000, mate=2, search_moves=("e2e4",)))),
        ply=rng.choice((0, 1, 20, 300)),
        features=random_features(rng),
        calibration=_calibration(rng),
        overhead=rng.choice(
            (Overhead(), Overhead(mean_s=0.0, worst_s=0.0), Overhead(mean_s=0.5, worst_s=2.0))
        ),
        previous=rng.choice((None, _record(rng))),
    )


def random_reading(rng: Random) -> ClockReading:
    """Return a random clock, possibly empty, over time or absurdly full."""
    remaining_s = rng.choice((*_EDGES_S, _span_s(rng), _span_s(rng)))
    increment_s = rng.choice((0.0, 0.0, 0.03, 2.0, 30.0, 1e6, -5.0, math.nan))
    moves_to_go = rng.choice((None, None, -5, 0, 1, 2, 40, 1000))
    kind = rng.randrange(5)
    if kind == 0:  # a delay
        delay_s = rng.choice((0.5, 5.0, 60.0))
        return ClockReading(
            remaining_s=remaining_s,
            increment_s=increment_s,
            moves_to_go=moves_to_go,
            extra_s=delay_s,
            free_s=delay_s,
        )
    if kind == 1:  # a byoyomi period
        return ClockReading(remaining_s=remaining_s, moves_to_go=1, free_s=max(0.0, remaining_s))
    if kind == 2:  # noqa: PLR2004 (Scrabble, perhaps over time)
        overtime = Overtime()
        paid_s = overtime.paid_s(-remaining_s)
        return ClockReading(remaining_s=remaining_s, extra_s=paid_s, overtime=overtime)
    if kind == 3:  # noqa: PLR2004 (main time with a byoyomi period behind it)
        period_s = rng.choice((1.0, 10.0, 30.0))
        return ClockReading(remaining_s=remaining_s, extra_s=period_s, period_s=period_s)
    return ClockReading(remaining_s=remaining_s, increment_s=increment_s, moves_to_go=moves_to_go)


def random_features(rng: Random) -> Features | None:
    """Return features of a random position of either game, or None."""
    if rng.random() < 0.2:  # noqa: PLR2004 (one in five)
        return None
    if rng.random() < 0.5:  # noqa: PLR2004 (a coin)
        return ChessFeatures(
            move_number=rng.choice((0, 1, 10, 11, 35, 200)),
            legal_moves=rng.choice((0, 1, 20, 218)),
            pieces=rng.choice((0, 2, 9, 10, 32)),
            captures=rng.choice((0, 3, 74)),
            checks=rng.choice((0, 5)),
            in_check=rng.choice((False, True)),
        )
    return ScrabbleFeatures(
        bag_tiles=rng.choice((0, 1, 7, 14, 30, 86)),
        opponent_tiles=rng.choice((0, 1, 7)),
        own_tiles=rng.choice((1, 7)),
        score_difference_pts=rng.choice((0.0, 19.0, -400.0)),
        legal_moves=rng.choice((None, 0, 1, 500)),
        gap_pts=rng.choice((None, 0.0, 0.4, 3.0, 50.0)),
        competitive_moves=rng.choice((None, 0, 1, 2, 40)),
    )


def random_reports(rng: Random) -> list[Progress]:
    """Return a random search: reports of any kind in any order, in order of time."""
    elapsed_s, reports = 0.0, list[Progress]()
    for _ in range(rng.randrange(12)):
        elapsed_s += rng.choice((0.0, 1e-6, 0.05, 0.5, 5.0, 500.0))
        reports.append(_report(rng, elapsed_s))
    return reports


def _report(rng: Random, elapsed_s: float) -> Progress:
    kind, started_s = rng.randrange(6), rng.choice((0.0, elapsed_s))
    if kind == 0:
        return Tick(elapsed_s=elapsed_s)
    if kind == 1:
        return SimulationCheck(elapsed_s=elapsed_s, started_s=started_s, snapshot=_snapshot(rng))
    if kind == 2:  # noqa: PLR2004 (the endgame)
        return EndgamePly(
            elapsed_s=elapsed_s,
            started_s=started_s,
            budget_s=rng.choice((0.0, 1.0, 100.0)),
            depth=rng.choice((1, 2, 25)),
            value_pts=rng.choice((-20.0, 0.0, 7.0)),
            nodes=rng.choice((0, 10**9)),
        )
    return Iteration(
        elapsed_s=elapsed_s,
        depth=rng.choice((0, 1, 3, 5, 10, 11, 60)),
        score_cp=rng.choice((-1e5, -300.0, -20.0, 0.0, 15.0, 200.0, 1e5)),
        best_move=rng.choice(_MOVES),
        mate_in=rng.choice((None, None, None, 0, 1, -1, 4, 12, -30)),
        nodes=rng.choice((0, 10**4, 10**12)),
        best_move_share=rng.choice((None, 0.0, 0.8, 1.0)),
        best_move_changes=rng.choice((0.0, 0.5, 20.0)),
        second_score_cp=rng.choice((None, -200.0, 0.0)),
        fail_highs=rng.choice((0, 5)),
        soft_stopped=rng.choice((False, True)),
    )


def _snapshot(rng: Random) -> Snapshot:
    arms = [
        Arm(
            mean_pts=rng.gauss(30, 5),
            variance=rng.choice((0.0, 1e-12, 400.0)),
            samples=rng.choice((0, 1, 500)),
        )
        for _ in range(rng.randrange(SNAPSHOT_ARMS + 1))
    ]
    arms.sort(key=lambda arm: -arm.mean_pts)
    return Snapshot(arms=len(arms), samples=sum(arm.samples for arm in arms), top=tuple(arms))


def _calibration(rng: Random) -> Calibration:
    movegen_s, sample_s = rng.choice((0.0, 0.05, 30.0)), rng.choice((0.0, 1e-7, 0.001, 1.0))
    measured = Calibration(
        movegen=Rate(seconds=movegen_s, measurements=3), sample=Rate(seconds=sample_s, measurements=3)
    )
    return rng.choice((Calibration(), measured))


def _record(rng: Random) -> TurnRecord:
    return TurnRecord(
        policy=rng.choice(("uniform", "another")),
        ply=2,
        clock_before_s=rng.choice((None, 60.0)),
        budget=Budget.same_target_and_limit(Trail.start("share", 2.0)),
        used_s=1.0,
        reason=rng.choice(list(Reason)),
        score_cp=rng.choice((None, -1e5, 0.0, 120.0)),
        value_pts=rng.choice((None, 31.0)),
    )


def _span_s(rng: Random) -> float:
    """Return a time between a tenth of a second and three hours, short ones as often as long ones."""
    return float(0.1 * 1e5 ** rng.random())
