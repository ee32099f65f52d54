"""Stockfish: what a host implies, settings that are refused, and the edges of the clock."""

import math
from typing import Any

import pytest

from zeitnot.clocks import ClockReading
from zeitnot.errors import SettingError
from zeitnot.policies.base import Host
from zeitnot.policies.stockfish import Stockfish, StockfishMemory
from zeitnot.turns import CUSTOMARY_LAG_S, Budget, Iteration, Limits, Reason, Trail, Turn, Verdict


def turn_with(remaining_s: float, *, ply: int = 0, **clock: Any) -> Turn:
    return Turn(clock=ClockReading(remaining_s=remaining_s, **clock), ply=ply)


def step(trail: Trail, name: str) -> float:
    return next(s.figure for s in trail.steps if s.name == name)


def test_the_options_of_the_host_are_used_and_lag_beyond_the_customary_is_the_guards() -> None:
    implied = Stockfish.implied_settings
    assert implied(Host(), {}) == {"ponders": False}
    assert implied(Host(ponders=True, overhead_s=0.0), {}) == {"ponders": True, "overhead_s": 0.0}
    assert implied(Host(overhead_s=9.0), {}) == {"ponders": False, "overhead_s": CUSTOMARY_LAG_S}


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"stable_to": (4.96, 2.0)}, "stable_from and stable_to must differ in their first value"),
        ({"effort_to": (0.758, 2.0)}, "effort_from and effort_to must differ in their first value"),
        ({"stable_range": (0.0, 1.0)}, "must be above 0"),
        ({"stable_range": (1.0, 0.0)}, "must be above 0"),
        ({"stable_carry": (1.0, 0.0)}, "must be above 0"),
    ],
)
def test_lines_without_a_slope_and_divisors_of_zero_are_refused(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(SettingError, match=words):
        Stockfish(**settings)


@pytest.mark.parametrize("clock", [{}, {"moves_to_go": 10}])
def test_a_ply_below_zero_counts_as_the_first(clock: dict[str, Any]) -> None:
    before, first = (Stockfish().plan(turn_with(10.0, ply=ply, **clock)) for ply in (-5, 0))
    assert (before.target_s, before.limit_s) == (first.target_s, first.limit_s)
    later = Stockfish().plan(turn_with(10.0, ply=1, **clock))
    assert later.target_s > first.target_s


def test_a_clock_without_time_is_planned_as_a_millisecond_and_gets_nothing() -> None:
    budget = Stockfish().plan(turn_with(-3.0))
    assert budget.target.steps[0].figure == pytest.approx(0.001)
    assert step(budget.target, "game") == pytest.approx(-0.4141)
    assert (budget.target_s, budget.limit_s) == (0.0, 0.0)
    assert Stockfish().plan(turn_with(0.05)).limit_s <= 0.05


def test_one_second_is_no_short_clock() -> None:
    assert Stockfish().plan(turn_with(1.0)).target.steps[0].note == "for 50 moves"
    assert Stockfish().plan(turn_with(1.05)).target.steps[0].note == "for 50 moves"
    assert Stockfish().plan(turn_with(0.3)).target.steps[0].note == "for 15 moves"


def test_the_horizon_of_a_short_clock_forgives_rounding_and_ends_before_a_whole_second() -> None:
    slower = Stockfish(short_moves_per_s=40.0)
    assert slower.plan(turn_with(1.0)).target.steps[0].note == "for 50 moves"
    assert slower.plan(turn_with(0.99)).target.steps[0].note == "for 39 moves"
    for missing, moves in ((0.95e-9, 49), (1.05e-9, 48)):
        steps = Stockfish().plan(turn_with((49 - missing) / 50)).target.steps
        assert steps[0].note == f"for {moves} moves"


def first_verdict(policy: Stockfish) -> Verdict:
    budget = Budget(target=Trail.start("optimum", 1.0), limit=Trail.start("limit", 100.0))
    depth = Iteration(elapsed_s=0.0, depth=1, score_cp=0.0, best_move="e2e4")
    return policy.monitor(turn_with(600.0), budget).observe(depth)


@pytest.mark.parametrize("reduction", [0.1, 0.5, 1.0])
def test_the_time_reduction_is_remembered_whatever_it_is(reduction: float) -> None:
    verdict = first_verdict(Stockfish(stable_range=(reduction, reduction)))
    assert verdict.memory == StockfishMemory(time_reduction=reduction)


def test_a_factor_stays_finite() -> None:
    verdict = first_verdict(Stockfish(stable_range=(1e-12, 1e-12)))
    assert next(f.value for f in verdict.factors if f.name == "stability") == 1e9


def test_an_opponent_who_is_not_ahead_is_not_in_the_trail() -> None:
    for opponent in (None, ClockReading(remaining_s=60.0), ClockReading(remaining_s=30.0)):
        turn = Turn(clock=ClockReading(remaining_s=60.0), opponent=opponent)
        assert "opponent's clock" not in [s.name for s in Stockfish().plan(turn).target.steps]
    flagged = Turn(clock=ClockReading(remaining_s=0.05), opponent=ClockReading(remaining_s=-1.0))
    assert "opponent's clock" not in [s.name for s in Stockfish().plan(flagged).target.steps]


def test_a_first_clock_below_a_second_makes_the_games_factor_as_well() -> None:
    turn = Turn(clock=ClockReading(remaining_s=0.3), initial_s=0.5)
    expected = 0.3272 * math.log10(1000 * (0.5 - 27 * 0.01)) - 0.4141
    assert step(Stockfish().plan(turn).target, "game") == pytest.approx(expected)


def observed(elapsed_s: float, *, share: float | None = None, only_move: bool = False) -> Verdict:
    """Return the verdict on a first depth, with an optimum of a second."""
    limits = Limits(search_moves=("e2e4",)) if only_move else Limits()
    turn = Turn(clock=ClockReading(remaining_s=600.0), limits=limits)
    budget = Budget(target=Trail.start("optimum", 1.0), limit=Trail.start("limit", 100.0))
    depth = Iteration(elapsed_s=elapsed_s, depth=1, score_cp=0.0, best_move="e2e4", best_move_share=share)
    return Stockfish().monitor(turn, budget).observe(depth)


def test_the_share_of_nodes_multiplies_the_target() -> None:
    plain, settled = observed(0.0).target_s, observed(0.0, share=0.3).target_s
    assert plain is not None
    assert settled == pytest.approx(0.838 * plain)


def test_a_search_goes_on_until_its_target_is_past() -> None:
    target_s = observed(0.0).target_s
    assert target_s is not None
    assert observed(target_s).reason is None
    assert observed(math.nextafter(target_s, math.inf)).reason is Reason.TARGET
    assert observed(0.5, only_move=True).reason is None
    assert observed(math.nextafter(0.5, 1.0), only_move=True).reason is Reason.ONE_MOVE
