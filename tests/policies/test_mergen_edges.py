"""Mergen: its presets, and the edges of its clock and of its complexity."""

from dataclasses import replace

import pytest

from zeitnot.clocks import ClockReading, Kind
from zeitnot.policies.base import Host
from zeitnot.policies.mergen import Mergen
from zeitnot.turns import GO_ON, Budget, ChessFeatures, Iteration, Reason, Trail, Turn, Verdict

QUIET = ChessFeatures(move_number=20, legal_moves=0, pieces=0)


def turn_with(remaining_s: float, *, free_s: float = 0.0) -> Turn:
    return Turn(clock=ClockReading(remaining_s=remaining_s, free_s=free_s), features=QUIET)


def test_presets_set_these_figures() -> None:
    kinds = {kind.value.replace("_", "-"): {"kind": kind} for kind in Kind}
    others = {
        "spend-less": {"share_per_move": 0.03, "emergency_threshold_s": 15.0},
        "spend-more": {"share_per_move": 0.05, "largest_share": 0.2},
        "tables": {
            "buffer_share": 0.95,
            "increment_share": 0.37,
            "blitz_factor": 1.33,
            "complexity_factors": (0.32, 1.97),
            "least_complexity": 0.2,
            "least_share": 0.002,
            "emergency_share": 0.0375,
        },
        "session": {"middlegame_factor": 0.79},
    }
    assert Mergen.presets == {**kinds, **others}


def test_weights_and_mobility_and_material_are_bounded() -> None:
    assert Mergen(tactics_weight=1.0).complexity(replace(QUIET, in_check=True)) == pytest.approx(0.3)
    assert Mergen().complexity(replace(QUIET, pieces=64)) == pytest.approx(0.3)
    assert Mergen().complexity(replace(QUIET, legal_moves=200)) == pytest.approx(0.4)
    sharp = ChessFeatures(legal_moves=50, pieces=32, in_check=True)
    assert Mergen(mobility_weight=0.6).complexity(sharp) == 1.0


@pytest.mark.parametrize(("move", "moves_left"), [(1, 40.0), (4, 40 - 5 / 3), (7, 40 - 10 / 3), (10, 35.0)])
def test_moves_left_fall_evenly_through_the_opening(move: int, moves_left: float) -> None:
    name, factor, left = Mergen().phase(ChessFeatures(move_number=move))
    assert (name, factor) == ("opening", 0.7)
    assert left == pytest.approx(moves_left)


def test_a_phase_of_one_move_is_at_its_end() -> None:
    short = Mergen(opening_moves=1)
    assert short.way(ChessFeatures(move_number=1)) == ("opening", 1.0)
    assert short.way(ChessFeatures(move_number=0)) == ("opening", 1.0)


def test_the_last_hundredths_of_a_second_are_divided_as_well() -> None:
    budget = Mergen().plan(turn_with(0.05))
    assert (budget.target_s, budget.limit_s) == pytest.approx((0.005, 0.0075))
    assert Mergen(kind=Kind.INFINITE).plan(turn_with(0.05)).limit_s == pytest.approx(0.05)
    assert Mergen(emergency_threshold_s=0.08).plan(turn_with(0.05)).emergency
    assert not Mergen(emergency_threshold_s=0.05).plan(turn_with(0.05)).emergency


def test_an_empty_clock_gets_nothing() -> None:
    for remaining_s in (0.0, -5.0):
        assert Mergen().plan(turn_with(remaining_s)).limit_s == 0.0


def test_two_lines_get_half_a_target_more_and_one_gets_no_factor() -> None:
    steps = {s.name: s.figure for s in Mergen().plan(replace(turn_with(600.0), lines=2)).target.steps}
    assert steps["2 lines"] == pytest.approx(1.5)
    assert not any("lines" in s.name for s in Mergen().plan(turn_with(600.0)).target.steps)


def test_the_kind_that_a_host_names_is_used_unless_it_is_set() -> None:
    classical = Host(kind=Kind.CLASSICAL)
    assert Mergen.implied_settings(classical, {}) == {"kind": Kind.CLASSICAL}
    assert Mergen.implied_settings(classical, {"largest_share": 0.2}) == {"kind": Kind.CLASSICAL}
    for given in ({"kind": "blitz"}, {"preset": "blitz"}):
        assert Mergen.implied_settings(classical, given) == {}
    assert Mergen.implied_settings(Host(), {}) == {}


def observed(policy: Mergen, *depths: Iteration) -> Verdict:
    """Return the last verdict, with a target of 1 s and a limit of 2.5 s."""
    budget = Budget(target=Trail.start("target", 1.0), limit=Trail.start("limit", 2.5))
    monitor = policy.monitor(turn_with(180.0), budget)
    return [monitor.observe(depth) for depth in depths][-1]


def depth(number: int, elapsed_s: float, move: str = "e2e4") -> Iteration:
    return Iteration(elapsed_s=elapsed_s, depth=number, score_cp=0.0, best_move=move)


def test_the_first_finished_depth_can_be_the_last() -> None:
    assert observed(Mergen(), depth(0, 1.0)) is GO_ON
    assert observed(Mergen(), depth(1, 1.0)).reason is Reason.TARGET
    assert observed(Mergen(), depth(1, 2.49)).reason is Reason.TARGET
    assert observed(Mergen(), depth(1, 2.5)).reason is Reason.LIMIT


@pytest.mark.parametrize(("elapsed_s", "reason"), [(1.4, None), (1.5, Reason.TARGET)])
def test_an_unstable_search_stops_at_the_target_that_it_has_moved(
    elapsed_s: float, reason: Reason | None
) -> None:
    verdict = observed(Mergen(unstable_factor=1.5), depth(1, 0.1), depth(2, elapsed_s, "d2d4"))
    assert (verdict.target_s, verdict.reason) == (1.5, reason)


def test_free_time_however_short_is_no_reason_to_search_less() -> None:
    turn = turn_with(8.0, free_s=0.5)
    assert Mergen().monitor(turn, Mergen().plan(turn)).observe(depth(4, 0.6)) is GO_ON
