"""Stockfish: its allocation, with figures computed by hand from the formulas."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot.clocks import ClockReading
from zeitnot.errors import SettingError
from zeitnot.policies.stockfish import Stockfish
from zeitnot.turns import (
    Overhead,
    Trail,
    Turn,
)


def turn_with(
    remaining_s: float,
    increment_s: float = 0.0,
    *,
    moves_to_go: int | None = None,
    ply: int = 0,
    initial_s: float | None = None,
    overhead: Overhead | None = None,
    opponent_s: float | None = None,
) -> Turn:
    return Turn(
        clock=ClockReading(remaining_s=remaining_s, increment_s=increment_s, moves_to_go=moves_to_go),
        opponent=None if opponent_s is None else ClockReading(remaining_s=opponent_s),
        initial_s=initial_s,
        ply=ply,
        overhead=overhead or Overhead(),
    )


def step(trail: Trail, name: str) -> float:
    return next(s.figure for s in trail.steps if s.name == name)


@pytest.mark.parametrize(
    ("turn", "optimum_ms", "maximum_ms"),
    [
        (turn_with(60.0, 0.6), 1962, 13485),
        (turn_with(10.0, 0.1), 243, 1564),
        (turn_with(90.0, moves_to_go=40), 1970, 11233),
    ],
)
def test_allocation_at_the_start_of_a_game(turn: Turn, optimum_ms: int, maximum_ms: int) -> None:
    budget = Stockfish().plan(turn)
    assert math.floor(budget.target_s * 1000) == optimum_ms
    assert math.floor(budget.limit_s * 1000) == maximum_ms


def test_allocation_grows_with_the_ply() -> None:
    targets = [Stockfish().plan(turn_with(60.0, 0.6, ply=ply)).target_s for ply in (0, 20, 40, 80)]
    assert targets == sorted(targets)
    assert targets[2] == pytest.approx(3.540057, abs=1e-6)


def test_share_of_a_move_is_bounded_for_endless_clocks_and_for_clocks_that_live_on_increments() -> None:
    endless = Stockfish().plan(turn_with(1e6))
    assert step(endless.target, "share") == pytest.approx(0.012112 + 3.22713**0.46866 * 0.004905)
    increments = Stockfish().plan(turn_with(2.0, 10.0))
    assert step(increments.target, "share") == pytest.approx(0.19404 * 2.0 / (2.0 + 490.0 - 0.52))


@pytest.mark.parametrize(
    ("turn", "scale"),
    [
        (turn_with(0.5), 3.1441),
        (turn_with(10.0, ply=4), 3.3744 + 3.0608 + 4 / 12.352),
        (turn_with(60.0), 6.873),
        (turn_with(60.0, moves_to_go=20), 1.3 + 2.2),
    ],
)
def test_maximum_is_so_many_optima(turn: Turn, scale: float) -> None:
    budget = Stockfish().plan(turn)
    assert budget.limit_s == pytest.approx(scale * budget.target_s)


def test_even_share_of_a_stage_grows_with_the_ply() -> None:
    budget = Stockfish().plan(turn_with(90.0, moves_to_go=40, ply=40))
    assert step(budget.target, "share") == pytest.approx((0.88 + 40 / 116.4) / 40)


def test_maximum_leaves_part_of_the_clock_and_the_overhead() -> None:
    budget = Stockfish().plan(turn_with(20.0, moves_to_go=2, ply=60))
    assert budget.limit_s == pytest.approx(0.8097 * 20.0 - 0.01)


def test_game_factor_comes_from_the_clock_the_game_began_with() -> None:
    late = Stockfish().plan(turn_with(30.0, 0.6, initial_s=60.0))
    game = step(late.target, "game")
    assert game == pytest.approx(0.3272 * math.log10(88_880) - 0.4141)
    fresh = Stockfish().plan(turn_with(30.0, 0.6))
    assert step(fresh.target, "game") < game


@pytest.mark.parametrize("initial_s", [0.0, -5.0, math.inf])
def test_senseless_first_clock_is_passed_over(initial_s: float) -> None:
    plan = Stockfish().plan
    assert plan(turn_with(30.0, initial_s=initial_s)) == plan(turn_with(30.0))


def test_horizon_shrinks_below_one_second() -> None:
    steps = Stockfish().plan(turn_with(0.5)).target.steps
    assert steps[0].note == "for 25 moves"
    assert steps[1].result_s == pytest.approx(0.5 - 27 * 0.01)
    assert Stockfish().plan(turn_with(0.99)).target.steps[0].note == "for 49 moves"


def test_moves_to_go_are_kept_below_one_second() -> None:
    """Planning for 25 of 40 moves lost games on time upstream."""
    assert Stockfish().plan(turn_with(0.5, moves_to_go=40)).target.steps[0].note == "for 40 moves"
    assert Stockfish().plan(turn_with(0.5, moves_to_go=2)).target.steps[0].note == "for 2 moves"


def test_at_most_fifty_moves_are_planned_for() -> None:
    plan = Stockfish().plan
    assert plan(turn_with(90.0, moves_to_go=50)).target_s == plan(turn_with(90.0, moves_to_go=80)).target_s


def test_last_move_of_a_stage_takes_its_share_and_no_more_than_the_clock() -> None:
    budget = Stockfish().plan(turn_with(20.0, moves_to_go=1))
    assert budget.target_s == pytest.approx(0.88 * (20.0 - 0.03))
    assert budget.limit_s == pytest.approx(budget.target_s)  # 0.8097 of the clock is less than the optimum
    assert Stockfish().plan(turn_with(20.0, moves_to_go=1, ply=60)).target_s == pytest.approx(0.88 * 20.0)


@pytest.mark.parametrize(
    ("own_s", "opponent_s", "factor"),
    [(2.0, 4.0, 0.700050), (2.0, 20.0, 0.263670), (0.2, 0.4, 0.700499), (59.0, 60.0, 0.992437)],
)
@pytest.mark.parametrize("moves_to_go", [None, 2])
def test_less_time_when_the_opponent_has_more(
    own_s: float, opponent_s: float, factor: float, moves_to_go: int | None
) -> None:
    alone = Stockfish().plan(turn_with(own_s, moves_to_go=moves_to_go))
    behind = Stockfish().plan(turn_with(own_s, moves_to_go=moves_to_go, opponent_s=opponent_s))
    assert step(behind.target, "opponent's clock") == pytest.approx(factor, abs=1e-6)
    assert behind.target_s == pytest.approx(factor * alone.target_s, rel=1e-5)
    if moves_to_go is None:  # the maximum in optima
        assert behind.limit_s == pytest.approx(factor * alone.limit_s, rel=1e-5)


@pytest.mark.parametrize("opponent_s", [60.0, 30.0, 0.0, -5.0, math.inf])
def test_clock_that_is_level_ahead_or_without_a_rival_plans_as_ever(opponent_s: float) -> None:
    assert Stockfish().plan(turn_with(60.0, 0.6, opponent_s=opponent_s)) == Stockfish().plan(
        turn_with(60.0, 0.6)
    )


def test_last_move_of_a_stage_passes_over_the_opponents_clock() -> None:
    """It may already hold the time of the next stage."""
    plan = Stockfish().plan
    assert plan(turn_with(2.0, moves_to_go=1, opponent_s=60.0)) == plan(turn_with(2.0, moves_to_go=1))


def test_opponents_clock_can_be_left_out() -> None:
    plan = Stockfish(behind_weight=0.0).plan
    assert plan(turn_with(2.0, opponent_s=60.0)) == plan(turn_with(2.0))


def test_measured_overhead_counts_when_it_is_larger_than_the_setting() -> None:
    quick, slow = (
        turn_with(60.0, overhead=Overhead(mean_s=0.001)),
        turn_with(60.0, overhead=Overhead(mean_s=0.2)),
    )
    assert step(Stockfish().plan(quick).target, "overhead") == pytest.approx(-52 * 0.01)
    assert step(Stockfish().plan(slow).target, "overhead") == pytest.approx(-52 * 0.2)


def test_engine_that_ponders_plans_a_quarter_more_within_the_same_maximum() -> None:
    turn = turn_with(60.0, 0.6)
    plain, ponders = Stockfish().plan(turn), Stockfish(ponders=True).plan(turn)
    assert ponders.target_s == pytest.approx(1.25 * plain.target_s)
    assert ponders.limit_s == plain.limit_s


@given(
    remaining_s=st.floats(-100, 1e9),
    increment_s=st.floats(0, 1e4),
    moves_to_go=st.none() | st.integers(0, 300),
    ply=st.integers(-1, 1000),
    initial_s=st.none() | st.floats(-1, 1e9),
)
def test_budget_fits_the_clock(
    remaining_s: float, increment_s: float, moves_to_go: int | None, ply: int, initial_s: float | None
) -> None:
    turn = turn_with(remaining_s, increment_s, moves_to_go=moves_to_go, ply=ply, initial_s=initial_s)
    budget = Stockfish().plan(turn)
    assert 0 <= budget.target_s <= budget.limit_s <= turn.clock.bearable_s


def test_lines_that_do_not_determine_a_slope_are_refused() -> None:
    with pytest.raises(SettingError, match="stable_from and stable_to must differ in their first value"):
        Stockfish(stable_to=(4.96, 2.0))


def test_divisor_of_zero_is_refused() -> None:
    with pytest.raises(SettingError, match="must be above 0"):
        Stockfish(stable_range=(0.0, 1.0))
