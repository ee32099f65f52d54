"""Hypothesis strategies for everything that a policy may meet, valid or not."""

import math
from dataclasses import replace
from enum import Enum
from typing import Any

from hypothesis import strategies as st

from tests.clocks.strategies import clocked
from zeitnot.clocks import Clock, ClockReading, Overtime
from zeitnot.errors import SettingError
from zeitnot.models import make_policy
from zeitnot.policies.learned import LearnedMemory
from zeitnot.policies.parameters import Parameter, parameters_of
from zeitnot.policies.registry import policy_class
from zeitnot.policies.stockfish import StockfishMemory
from zeitnot.turns import (
    SNAPSHOT_ARMS,
    Arm,
    Budget,
    Calibration,
    ChessFeatures,
    EndgamePly,
    Factor,
    Features,
    Iteration,
    Limits,
    Overhead,
    Policy,
    Progress,
    Quiescence,
    Rate,
    Reason,
    ScrabbleFeatures,
    SearchSettings,
    SimulationCheck,
    Snapshot,
    Split,
    Tick,
    Trail,
    Turn,
    TurnRecord,
)

EDGES_S = (0.0, -0.0, -1e-9, -3.0, -1e9, 5e-324, 1e-9, 0.001, 0.02, 0.1, 0.12, 0.5, 1, 3, 5, 10, 30, 60, 1e9)

spans_s = st.sampled_from([float(edge) for edge in EDGES_S if edge >= 0]) | st.floats(0, 20_000)
remaining_s = (
    st.sampled_from([float(edge) for edge in EDGES_S]) | st.floats(-100, 20_000) | st.floats(-1e9, 1e9)
)
counts = st.sampled_from([0, 1, 2, 7, 14, 40]) | st.integers(0, 1000)


@st.composite
def sent_readings(draw: st.DrawFn) -> ClockReading:
    """Draw a clock as an interface may send it: any numbers at all."""
    return ClockReading(
        remaining_s=draw(remaining_s),
        increment_s=draw(st.just(0.0) | spans_s | st.sampled_from([-5.0, math.nan, math.inf])),
        moves_to_go=draw(st.sampled_from([None, -5, 0, 1, 2, 40]) | counts),
        period_s=draw(st.just(0.0) | spans_s),
        extra_s=draw(st.just(0.0) | spans_s),
        free_s=draw(st.just(0.0) | spans_s),
        overtime=draw(st.none() | st.just(Overtime())),
    )


@st.composite
def real_readings(draw: st.DrawFn) -> ClockReading:
    """Draw a clock that a real control and a few turns lead to."""
    clock = Clock(draw(clocked))
    for used_s in draw(st.lists(st.floats(0, 2_000), max_size=6)):
        clock.spend(used_s)
    return clock.reading()


readings: st.SearchStrategy[ClockReading] = sent_readings() | real_readings()

chess_features = st.builds(
    ChessFeatures,
    move_number=st.integers(0, 500),
    legal_moves=st.integers(0, 218),
    pieces=st.integers(0, 32),
    captures=st.integers(0, 74),
    checks=st.integers(0, 50),
    in_check=st.booleans(),
)
scrabble_features = st.builds(
    ScrabbleFeatures,
    bag_tiles=st.integers(0, 100),
    opponent_tiles=st.integers(0, 7),
    own_tiles=st.integers(0, 7),
    score_difference_pts=st.floats(-600, 600),
    legal_moves=st.none() | st.integers(0, 2000),
    gap_pts=st.none() | st.floats(0, 200),
    competitive_moves=st.none() | st.integers(0, 200),
)
features: st.SearchStrategy[Features | None] = st.none() | chess_features | scrabble_features

rates = st.builds(
    Rate, seconds=st.sampled_from([0.0, -1.0, 1e-12, 100.0]) | st.floats(0, 1), measurements=counts
)
calibrations = st.just(Calibration()) | st.builds(Calibration, movegen=rates, sample=rates, node=rates)


@st.composite
def overheads(draw: st.DrawFn) -> Overhead:
    overhead = Overhead(
        worst_s=draw(st.sampled_from([0.0, 0.1, 2.0, 100.0])), mean_s=draw(st.floats(0, 0.05))
    )
    for lag_s in draw(st.lists(st.floats(0, 3), max_size=4)):
        overhead = overhead.after(lag_s)
    return overhead


scores_cp = st.sampled_from([0.0, 100_000.0, -100_000.0, 99_990.0, 1e9, -1e9]) | st.floats(-2_000, 2_000)
moves = st.sampled_from(["e2e4", "d2d4", "g1f3", "", "8D QUIXOTRY"])
limits = st.just(Limits()) | st.builds(
    Limits,
    depth=st.none() | st.integers(0, 60),
    nodes=st.none() | st.integers(0, 10**9),
    mate=st.none() | st.integers(0, 9),
    search_moves=st.lists(moves, max_size=3).map(tuple),
)
trails = st.builds(
    lambda start_s, factor, cap_s: (
        Trail.start("start", start_s).times("x", factor, "why").at_most("cap", cap_s)
    ),
    spans_s,
    st.floats(0, 5),
    spans_s | st.just(math.inf),
)
splits = st.builds(
    Split,
    movegen_s=spans_s,
    simulation_s=spans_s,
    endgame_s=spans_s,
    cushion_s=spans_s,
    samples=st.none() | counts,
)
settings = st.builds(
    SearchSettings,
    node_interval=st.integers(1, 4096),
    maximum_depth=st.none() | st.integers(1, 246),
    break_off_depth=st.none() | st.integers(0, 246),
    quiescence=st.builds(Quiescence, budget_share=st.floats(0, 1) | st.just(math.inf)),
)
budgets = st.builds(
    Budget,
    target=trails | st.just(Trail.unlimited("infinite")),
    limit=trails | st.just(Trail.unlimited("infinite")),
    minimum_depth=st.integers(0, 20),
    settings=settings,
    split=st.none() | splits,
    quick_exit=st.none() | st.sampled_from(Reason),
)
records = st.builds(
    TurnRecord,
    policy=st.sampled_from(["uniform", "stockfish", "mine"]),
    ply=counts,
    clock_before_s=st.none() | remaining_s,
    clock_after_s=st.none() | remaining_s,
    budget=budgets,
    used_s=spans_s,
    reason=st.sampled_from(Reason),
    note=st.text(max_size=5),
    target_s=spans_s,
    factors=st.lists(
        st.builds(Factor, st.sampled_from(["time reduction", "stability"]), st.floats(0, 3)), max_size=2
    ).map(tuple),
    memory=st.none()
    | st.builds(StockfishMemory, time_reduction=st.floats(0, 3))
    | st.builds(LearnedMemory, usage_ratio=st.floats(0, 10), usual_s=spans_s),
    move=moves,
    score_cp=st.none() | scores_cp,
    value_pts=st.none() | st.floats(-500, 500),
    depth=counts,
    nodes=st.integers(0, 10**12),
    samples=counts,
    expected_loss_pts=st.none() | st.floats(0, 50) | st.just(math.inf),
    features=features,
    fault=st.text(max_size=5),
)
turns = st.builds(
    Turn,
    clock=readings,
    opponent=st.none() | readings,
    initial_s=st.none() | remaining_s,
    limits=limits,
    ply=counts,
    features=features,
    calibration=calibrations,
    overhead=overheads(),
    previous=st.none() | records,
)

arms = st.builds(
    Arm,
    mean_pts=st.floats(-100, 100),
    variance=st.sampled_from([0.0, 1e-12, 400.0]) | st.floats(0, 1000),
    samples=counts,
    covariance=st.just(0.0) | st.floats(-500, 500),
)
snapshots = st.lists(arms, max_size=SNAPSHOT_ARMS).map(
    lambda top: Snapshot(
        arms=len(top),
        samples=sum(arm.samples for arm in top),
        top=tuple(sorted(top, key=lambda arm: -arm.mean_pts)),
    )
)


# Drawn with the time since the report before, and with the start as a share of the time: strategies that do
# not depend on each other are drawn several times as fast.
gaps_s = st.sampled_from([0.0, 1e-6, 0.01, 0.1, 1.0, 10.0, 1e5]) | st.floats(0, 5)
reports: st.SearchStrategy[Progress] = (
    st.builds(Tick, elapsed_s=gaps_s)
    | st.builds(
        Iteration,
        elapsed_s=gaps_s,
        depth=st.integers(0, 30),
        score_cp=scores_cp,
        best_move=moves,
        mate_in=st.sampled_from([None] * 5 + [-30, -6, -1, 0, 1, 2, 5, 6, 40]),
        nodes=st.sampled_from([0, 999, 10**6, 10**12]),
        best_move_share=st.none() | st.floats(0, 1),
        best_move_changes=st.just(0.0) | st.floats(0, 20),
        second_score_cp=st.none() | scores_cp,
        fail_highs=st.integers(0, 5),
        soft_stopped=st.booleans(),
    )
    | st.builds(SimulationCheck, elapsed_s=gaps_s, started_s=st.floats(0, 1), snapshot=snapshots)
    | st.builds(
        EndgamePly,
        elapsed_s=gaps_s,
        started_s=st.floats(0, 1),
        budget_s=spans_s,
        depth=st.integers(0, 30),
        value_pts=st.sampled_from([0.0, 7.0, -12.0]),
        nodes=st.sampled_from([0, 999, 10**6, 10**12]),
    )
)


def searches(*, most: int = 12) -> st.SearchStrategy[list[Progress]]:
    """Draw the reports of a search: any kind in any order, but time never goes back."""
    return st.lists(reports, max_size=most).map(_in_time)


def _in_time(drawn: list[Progress]) -> list[Progress]:
    elapsed_s, search = 0.0, list[Progress]()
    for report in drawn:
        elapsed_s += report.elapsed_s
        timed = replace(report, elapsed_s=elapsed_s)
        if isinstance(timed, SimulationCheck | EndgamePly):
            timed = replace(timed, started_s=timed.started_s * elapsed_s)
        search.append(timed)
    return search


def parameter_values(parameter: Parameter) -> st.SearchStrategy[Any]:
    """Draw values that a parameter allows by itself."""
    kind, low, high = parameter.kind, parameter.low, parameter.high
    one: st.SearchStrategy[Any]
    if kind is bool:
        one = st.booleans()
    elif issubclass(kind, Enum):
        one = st.sampled_from(list(kind))
    elif kind is int:
        one = st.integers(int(low), int(high)) | st.integers(int(low), int(min(high, low + 50)))
    elif kind is float:
        one = st.floats(low, high) | st.sampled_from([low, high])
    else:
        one = st.just(parameter.default)
    if parameter.several:
        one = st.tuples(*[one] * len(parameter.default))
    return st.none() | one if parameter.optional else one


@st.composite
def set_policies(draw: st.DrawFn, name: str) -> Policy:
    """Draw a policy with a few of its parameters set, each within its own range."""
    parameters = parameters_of(policy_class(name))
    names = draw(st.lists(st.sampled_from(sorted(parameters)), max_size=6, unique=True)) if parameters else []
    given = {name: draw(parameter_values(parameters[name])) for name in names}
    try:
        return make_policy(name, given)
    except SettingError:  # values that are valid individually, but not together
        return make_policy(name)
