"""Magpie allocation: what the document does not cover, with figures computed by hand."""

import math
from dataclasses import replace
from typing import Any

import pytest

from zeitnot.clocks import ClockReading, Overtime
from zeitnot.errors import SettingError
from zeitnot.policies.magpie import Magpie, band, work_within
from zeitnot.turns import Calibration, Features, Overhead, Rate, Reason, ScrabbleFeatures, Trail, Turn

MIDGAME = ScrabbleFeatures(
    bag_tiles=53, score_difference_pts=100.0, legal_moves=100, gap_pts=1.0, competitive_moves=5
)
QUICK = Calibration(movegen=Rate(seconds=0.0, measurements=1), sample=Rate(seconds=0.001, measurements=1))
NO_LAG = Overhead(mean_s=0.0, worst_s=0.0)
POLICY = Magpie()


def turn_with(
    remaining_s: float = 600.0,
    *,
    features: Features | None = MIDGAME,
    initial_s: float | None = None,
    calibration: Calibration = QUICK,
    overhead: Overhead = NO_LAG,
    **clock: Any,
) -> Turn:
    return Turn(
        clock=ClockReading(remaining_s=remaining_s, **clock),
        features=features,
        initial_s=initial_s,
        calibration=calibration,
        overhead=overhead,
    )


def listing(seconds: float) -> Calibration:
    """Return a calibration with this time for a list of moves."""
    return replace(QUICK, movegen=Rate(seconds=seconds, measurements=1))


def names(trail: Trail) -> list[str]:
    return [step.name for step in trail.steps]


def step(trail: Trail, name: str) -> float:
    return next(s.figure for s in trail.steps if s.name == name)


def test_without_a_position_thirty_turns_or_the_moves_to_go_share_the_clock() -> None:
    plain = POLICY.plan(turn_with(600.0, features=None))
    assert plain.target_s == pytest.approx(600 * 0.8 / 30)
    assert (plain.split, plain.quick_exit, plain.periods_bought) == (None, None, 0)
    assert POLICY.plan(turn_with(600.0, features=None, moves_to_go=12)).target_s == pytest.approx(40.0)
    assert POLICY.plan(turn_with(600.0, features=None, moves_to_go=3)).target_s == pytest.approx(200.0)


def test_nine_tenths_of_an_increment_are_spent_on_the_turn() -> None:
    turn = turn_with(600.0, features=None, increment_s=10.0)
    assert POLICY.plan(turn).target_s == pytest.approx(600 * 0.8 / 30 + 9.0)


def test_more_work_than_a_turn_has_time_for_is_not_counted() -> None:
    assert work_within(1e12, 1e-6) == 1_000_000_000
    assert work_within(3.0, 2.0) == 1
    assert work_within(3.0, 0.0) is None
    assert work_within(3.0, -1.0) is None


def test_bands_end_at_their_steps() -> None:
    assert [band((80, 50, 25, 14), tiles) for tiles in (81, 80, 51, 50, 26, 25, 15, 14, 0)] == [
        *(0, 1, 1, 2, 2, 3, 3, 4, 4)
    ]


EASY = replace(MIDGAME, gap_pts=7.0)
"""A turn with a small complexity: what it may take at most does not matter."""


def ahead(policy: Magpie, bag: int, extra_s: float) -> float:
    """Return the factor of an easy turn that has `extra_s` more than planned on a clock of 1500 s."""
    features = replace(EASY, bag_tiles=bag)
    planned = policy.planned_share(features.unseen_tiles - 2 * policy.tiles_per_turn)
    turn = turn_with(1500.0 * planned + extra_s, features=features, initial_s=1500.0)
    trail = policy.plan(turn).target
    return step(trail, "ahead of plan") if "ahead of plan" in names(trail) else 1.0


@pytest.mark.parametrize(("bag", "mean"), [(80, 0.85), (60, 0.6), (35, 0.6), (12, 0.55), (5, 0.5)])
def test_time_ahead_of_the_plan_is_spent_by_the_mean_complexity_of_the_phase(bag: int, mean: float) -> None:
    policy = Magpie(most_catch_up=100.0)
    features = replace(EASY, bag_tiles=bag)
    extra_s = 600.0
    planned = policy.planned_share(features.unseen_tiles - 2 * policy.tiles_per_turn)
    turn = turn_with(1500.0 * planned + extra_s, features=features, initial_s=1500.0)
    reserve = 0.8 if policy.turns_left(turn) > 3 else 1.0
    plain_s = turn.clock.remaining_s * reserve / policy.turns_left(turn) * policy._phase(features)
    assert ahead(policy, bag, extra_s) == pytest.approx(extra_s / mean / plain_s)


def test_a_turn_catches_up_at_most_six_times_and_a_small_mean_counts_as_a_tenth() -> None:
    assert ahead(POLICY, 35, 1000.0) == 6.0
    small, tenth = (
        ahead(Magpie(mean_complexity=(mean,) * 5, most_catch_up=100.0), 35, 30.0) for mean in (0.001, 0.1)
    )
    assert small == tenth > ahead(Magpie(mean_complexity=(0.105,) * 5, most_catch_up=100.0), 35, 30.0)


@pytest.mark.parametrize("bag", [60, 35, 12])
def test_a_turn_that_catches_up_leaves_most_of_what_is_planned_for_later_turns(bag: int) -> None:
    features = replace(MIDGAME, bag_tiles=bag, gap_pts=0.0, competitive_moves=12)
    planned_s = 1500.0 * POLICY.planned_share(features.unseen_tiles - 2 * POLICY.tiles_per_turn)
    turn = turn_with(planned_s + 400.0, features=features, initial_s=1500.0)
    assert turn.clock.remaining_s - POLICY.plan(turn).target_s == pytest.approx(0.85 * planned_s)
    takes_all = replace(POLICY, least_kept=0.0)
    assert takes_all.plan(turn).target_s > POLICY.plan(turn).target_s
    late = turn_with(0.5 * planned_s, features=features, initial_s=1500.0)
    assert "ahead of plan" not in names(POLICY.plan(late).target)


def test_nothing_is_caught_up_without_a_first_clock_a_bag_or_a_share() -> None:
    for turn in (
        turn_with(1500.0, initial_s=None),
        turn_with(1500.0, initial_s=0.0),
        turn_with(1500.0, initial_s=math.inf),
        turn_with(1500.0, initial_s=1500.0, features=replace(MIDGAME, bag_tiles=0)),
    ):
        assert "ahead of plan" not in names(POLICY.plan(turn).target)
    still = Magpie(phase_factors=(0.0,) * 6)
    assert "ahead of plan" not in names(still.plan(turn_with(1500.0, initial_s=1500.0)).target)
    assert ahead(POLICY, 1, 600.0) > 1


def test_a_plan_without_weights_keeps_the_share_of_the_endgame() -> None:
    assert Magpie(phase_factors=(0.0,) * 6).planned_share(50) == pytest.approx(0.003)
    assert POLICY.planned_share(500) == 1.0


@pytest.mark.parametrize(
    ("initial_s", "kept_s"),
    [(None, 2.0), (0.0, 2.0), (3000.0, 2.0), (1500.0, 2.0), (750.0, 1.0), (150.0, 0.2), (15.0, 0.2)],
)
def test_the_time_kept_is_the_same_share_of_a_shorter_clock(initial_s: float | None, kept_s: float) -> None:
    turn = turn_with(600.0, initial_s=initial_s)
    assert POLICY._kept_s(turn) == pytest.approx(kept_s)
    assert Magpie(figures_for_s=0.0)._kept_s(turn) == 2.0


def test_a_short_clock_also_keeps_time_for_static_moves_on_later_turns() -> None:
    turn = turn_with(
        100.0, initial_s=300.0, calibration=listing(0.01), overhead=Overhead(mean_s=0.02, worst_s=0.0)
    )
    later_s = (POLICY.turns_left(turn) - 1 + 3) * 0.03
    assert POLICY._kept_s(turn) == pytest.approx(0.4 + later_s)
    slow = replace(turn, calibration=listing(9.0))
    assert POLICY._kept_s(slow) == 2.0
    assert POLICY._kept_s(replace(slow, clock=ClockReading(remaining_s=1.0))) == pytest.approx(0.4 + 0.5)
    odd = replace(turn, calibration=listing(-9.0))
    assert POLICY._kept_s(odd) == pytest.approx(0.4 + (POLICY.turns_left(turn) + 2) * 0.02)


def test_the_limit_leaves_what_is_kept_and_never_falls_below_zero() -> None:
    last = Magpie(low_time_s=0.0, reserve_share=0.0, phase_factors=(9.0,) * 6)
    budget = last.plan(turn_with(10.0, features=replace(MIDGAME, bag_tiles=0)))
    assert budget.limit_s == pytest.approx(8.0)
    assert "clock - 2 s" in names(budget.limit)
    assert last.plan(turn_with(1.0)).limit_s == 0.0


def test_the_floor_is_a_list_of_moves_and_a_margin() -> None:
    policy = Magpie(low_time_s=0.0, safety_s=0.0)
    for seconds, floor_s in ((0.4, 0.5), (0.0, 0.1), (-1.0, 0.1)):
        trail = policy.plan(turn_with(0.6, calibration=listing(seconds))).target
        assert step(trail, "floor") == pytest.approx(floor_s)


def overtime_turn(remaining_s: float = 1.0, *, points: int = 1, bag: int = 53, **changes: Any) -> Turn:
    overtime = Overtime(points=points, period_s=60.0, **changes)
    return turn_with(remaining_s, features=replace(MIDGAME, bag_tiles=bag), overtime=overtime)


def test_overtime_is_bought_when_it_saves_three_times_its_price() -> None:
    # 67 tiles / 4.3 / 2 + 0.5 = 8.29 turns lose two points each when they are played statically.
    assert POLICY.plan(overtime_turn(points=5)).periods_bought == 1
    assert POLICY.plan(overtime_turn(points=6)).periods_bought == 0
    exact = Magpie(static_loss_pts=3.0, tiles_per_turn=33.5, last_turns=1.0)  # two turns
    assert exact.plan(overtime_turn(points=2)).periods_bought == 1
    assert replace(exact, static_loss_pts=2.9).plan(overtime_turn(points=2)).periods_bought == 0


def test_overtime_is_bought_only_on_a_clock_that_is_low() -> None:
    assert POLICY.plan(overtime_turn(4.99)).periods_bought == 1
    assert POLICY.plan(overtime_turn(5.0)).periods_bought == 0
    kept = Magpie(low_time_s=1.0)  # twice the two seconds that a turn leaves
    assert kept.plan(overtime_turn(3.99)).periods_bought == 1
    assert kept.plan(overtime_turn(4.0)).periods_bought == 0


def test_overtime_is_not_bought_where_it_ends_too_soon_or_costs_no_points() -> None:
    assert POLICY.plan(overtime_turn(forfeit_after_s=5.0)).periods_bought == 1
    assert POLICY.plan(overtime_turn(forfeit_after_s=4.9)).periods_bought == 0
    assert POLICY.plan(turn_with(1.0)).periods_bought == 0
    assert POLICY.plan(replace(overtime_turn(), features=None)).periods_bought == 0


def test_overtime_that_is_bought_is_divided_and_searched_with() -> None:
    budget = POLICY.plan(overtime_turn(1.0))
    assert budget.quick_exit is None
    trail = budget.target
    assert step(trail, "overtime bought") == pytest.approx(60.0)
    assert next(s.note for s in trail.steps if s.name == "overtime bought") == (
        "1 pts for 8.29 turns not played statically"
    )
    assert step(trail, "share") == pytest.approx(1 / POLICY.turns_left(overtime_turn()))
    assert budget.limit_s == pytest.approx(61 * 0.8 / POLICY.turns_left(overtime_turn()) * 0.8)
    last = replace(POLICY, phase_factors=(9.0,) * 6).plan(overtime_turn(1.0, bag=0))
    assert last.limit_s <= 59.0


@pytest.mark.parametrize(
    ("remaining_s", "clock", "reason"),
    [
        (4.99, {}, Reason.LOW_TIME),
        (5.0, {}, None),
        (4.0, {"extra_s": 1.0}, None),
        (4.0, {"period_s": 0.5}, None),
        (4.0, {"free_s": 0.5}, None),
        (5.0, {"period_s": 4.0}, None),
    ],
)
def test_a_low_clock_plays_the_static_move_unless_the_turn_has_time_of_its_own(
    remaining_s: float, clock: dict[str, Any], reason: Reason | None
) -> None:
    assert POLICY.plan(turn_with(remaining_s, **clock)).quick_exit is reason


def test_a_clear_best_move_needs_tiles_in_the_bag() -> None:
    clear = replace(MIDGAME, gap_pts=11.0)
    for bag, reason in ((1, Reason.CLEAR_BEST), (0, None)):
        assert POLICY.plan(turn_with(features=replace(clear, bag_tiles=bag))).quick_exit is reason
    unknown = replace(MIDGAME, gap_pts=None, legal_moves=None, competitive_moves=None)
    assert POLICY.plan(turn_with(features=unknown)).quick_exit is None
    assert POLICY.plan(turn_with(features=replace(MIDGAME, legal_moves=2))).quick_exit is None
    alone = Magpie(quick_exit_alone=True)
    assert alone.plan(turn_with(features=replace(MIDGAME, competitive_moves=2))).quick_exit is None


def test_the_trail_names_the_reasons_of_the_complexity() -> None:
    features = replace(MIDGAME, gap_pts=0.25, competitive_moves=12, score_difference_pts=3.0, bag_tiles=14)
    trail = POLICY.plan(turn_with(features=features)).target
    note = next(s.note for s in trail.steps if s.name == "complexity")
    assert note == "gap 0.25 pts x1.5, 12 close moves x1.3, close game x1.2, bag of 14 x0.8"
    assert step(trail, "complexity") == pytest.approx(1.5 * 1.3 * 1.2 * 0.8)


def test_bounds_of_the_complexity_may_be_equal() -> None:
    fixed = Magpie(least_complexity=1.0, most_complexity=1.0)
    assert step(fixed.plan(turn_with(features=replace(MIDGAME, gap_pts=0.1))).target, "complexity") == 1.0
    with pytest.raises(SettingError, match=r"least_complexity must not exceed most_complexity, got 1\.5"):
        Magpie(least_complexity=1.5, most_complexity=1.0)
    with pytest.raises(SettingError, match="least_check_samples must not exceed"):
        Magpie(least_check_samples=10, most_check_samples=9)


def test_only_the_proportions_of_the_phase_factors_make_the_plan() -> None:
    small = Magpie(phase_factors=(0.006, 0.008, 0.01, 0.015, 0.02, 0.025))
    assert small.planned_share(60) == pytest.approx(POLICY.planned_share(60))


def test_a_short_clock_catches_up_as_well() -> None:
    turn = turn_with(3.0, features=replace(MIDGAME, bag_tiles=20), initial_s=3.0)
    assert "ahead of plan" in names(POLICY.plan(turn).target)
    still = Magpie(most_catch_up=1.0)
    assert "ahead of plan" not in names(still.plan(turn).target)


def test_figures_are_for_a_clock_of_any_length_and_no_larger_on_a_longer_one() -> None:
    assert Magpie(figures_for_s=1.0)._kept_s(turn_with(600.0, initial_s=0.5)) == pytest.approx(1.0)
    policy = Magpie(low_time_s=0.0, safety_s=0.0)
    assert step(policy.plan(turn_with(0.6, initial_s=3000.0)).target, "floor") == pytest.approx(0.1)


def test_overtime_that_is_not_bought_is_not_in_the_trail() -> None:
    assert "overtime bought" not in names(POLICY.plan(overtime_turn(600.0)).target)
