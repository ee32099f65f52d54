import math
from dataclasses import asdict, replace
from typing import Any

import pytest

from zeitnot.clocks import Clock, ClockReading, Overtime, TimeControl
from zeitnot.errors import SettingError
from zeitnot.turns import (
    BoardFeatures,
    Budget,
    Calibration,
    Overhead,
    Rate,
    Safety,
    ScrabbleFeatures,
    Split,
    Trail,
    Turn,
)

SAFETY = Safety(floor_s=0.02, largest_share=0.8)
OVERHEAD = Overhead(mean_s=0.01, worst_s=0.1)


def turn_at(remaining_s: float, **reading: Any) -> Turn:
    return Turn(clock=ClockReading(remaining_s=remaining_s, **reading), overhead=OVERHEAD)


def granting(target_s: float, limit_s: float) -> Budget:
    return Budget(target=Trail.start("granted", target_s), limit=Trail.start("granted", limit_s))


@pytest.mark.parametrize(
    ("remaining_s", "bearable_s"),
    [
        (100.0, 80.0),  # the largest share
        (0.5, 0.38),  # minus the worst overhead and the floor, which leaves less than the share
        (0.12, 0.0),
        (0.0, 0.0),
        (-5.0, 0.0),
        (1e9, 0.8e9),
    ],
)
def test_a_turn_may_take_its_largest_share_less_what_may_go_wrong(
    remaining_s: float, bearable_s: float
) -> None:
    assert SAFETY.bearable_s(turn_at(remaining_s)) == pytest.approx(bearable_s)


def test_one_bad_turn_takes_no_more_than_half_of_a_short_clock() -> None:
    overhead = OVERHEAD
    for lag_s in (0.01, 0.01, 1.9, 0.01, 0.01):
        overhead = overhead.after(lag_s)
    assert overhead.worst_s > 2.7
    turn = Turn(clock=ClockReading(remaining_s=2.0), overhead=overhead)
    assert SAFETY.bearable_s(turn) == pytest.approx(2.0 - 1.0 - 0.02)


def test_what_a_line_loses_all_the_time_is_kept_back_whole() -> None:
    overhead = OVERHEAD
    for _ in range(9):
        overhead = overhead.after(0.8)
    turn = Turn(clock=ClockReading(remaining_s=1.0), overhead=overhead)
    assert SAFETY.bearable_s(turn) == 0.0
    told = Turn(clock=ClockReading(remaining_s=1.0), overhead=Overhead(mean_s=0.01, worst_s=0.9))
    assert SAFETY.bearable_s(told) == pytest.approx(0.08)


def test_an_increment_to_come_is_not_spent() -> None:
    assert SAFETY.bearable_s(turn_at(1.0, increment_s=30.0)) == SAFETY.bearable_s(turn_at(1.0))


def test_one_move_to_the_time_control_gets_no_more_than_the_largest_share() -> None:
    guarded = SAFETY.guarded(turn_at(10.0, moves_to_go=1), granting(10.0, 10.0))
    assert guarded.limit_s == pytest.approx(8.0)


def test_time_beyond_the_clock_is_borne() -> None:
    assert SAFETY.bearable_s(turn_at(0.0, extra_s=5.0)) == pytest.approx(4.0)


def test_listing_the_moves_of_every_scrabble_turn_that_may_come_is_kept_back() -> None:
    def bearable_s(
        *, measurements: int, bag: int = 0, own: int = 7, movegen_s: float = 0.5, share: float = 0.8
    ) -> float:
        return Safety(largest_share=share).bearable_s(
            Turn(
                clock=ClockReading(remaining_s=10.0),
                calibration=Calibration(movegen=Rate(seconds=movegen_s, measurements=measurements)),
                features=ScrabbleFeatures(bag_tiles=bag, own_tiles=own, opponent_tiles=7),
            )
        )

    # 0.12 s are always reserved for lag; a first guess of the machine's speed reserves nothing more.
    free_s = bearable_s(measurements=0)
    assert free_s == pytest.approx(0.8 * 10.0)
    assert bearable_s(measurements=1) == pytest.approx(9.88 - 6 * 0.5)
    assert bearable_s(measurements=1, own=1) == free_s
    assert bearable_s(measurements=1, movegen_s=0.05, share=1.0) == pytest.approx(9.88 - 6 * 0.05)
    # Tiles in the bag add turns.
    assert bearable_s(measurements=1, bag=5) == pytest.approx(9.88 - 0.5 * (19 / 8.6 + 0.5 + 7 - 1))
    assert bearable_s(measurements=1, bag=80) == pytest.approx(9.88 - 0.5 * (94 / 8.6 + 0.5 + 7 - 1))


@pytest.mark.parametrize(("initial_s", "kept_s"), [(10.0, 0.8), (180.0, 6.0), (None, 0.1), (math.inf, 0.1)])
def test_an_unknown_connection_is_trusted_with_less(initial_s: float | None, kept_s: float) -> None:
    def bearable_s(measurements: int, *, period_s: float = 0.0) -> float:
        return Safety(largest_share=1.0).bearable_s(
            Turn(
                clock=ClockReading(remaining_s=10.0, period_s=period_s),
                initial_s=initial_s,
                overhead=Overhead(measurements=measurements),
            )
        )

    assert bearable_s(0) == bearable_s(99) == pytest.approx(10.0 - kept_s - 0.02)
    assert bearable_s(100) == pytest.approx(10.0 - 0.1 - 0.02)
    assert bearable_s(0, period_s=5.0) == bearable_s(100)  # a period comes again


@pytest.mark.parametrize(("measurements", "part"), [(0, 1.0), (4, 0.5), (12, 0.25)])
def test_in_scrabble_the_unknown_is_feared_less_the_more_turns_were_seen(
    measurements: int, part: float
) -> None:
    features = ScrabbleFeatures(bag_tiles=16, opponent_tiles=7, own_tiles=7)
    assert features.own_turns() == pytest.approx(4.0, abs=0.02)
    overhead = Overhead(mean_s=0.01, worst_s=0.0, measurements=measurements)
    turn = Turn(clock=ClockReading(remaining_s=2.0), initial_s=10.0, features=features, overhead=overhead)
    safety = Safety(floor_s=0.0, largest_share=1.0)
    assert safety.bearable_s(turn) == pytest.approx(2.0 - 0.8 * part, abs=0.01)
    assert safety.bearable_s(replace(turn, features=None)) == pytest.approx(2.0 - 0.8)


@pytest.mark.parametrize(
    ("measurements", "initial_s", "period_s", "kept_s"),
    [
        (100, 10.0, 0.0, 0.0),
        (0, None, 0.0, 0.0),
        (0, 10.0, 0.5, 0.0),  # a short period comes again as well
        (0, 1.0, 0.0, 0.08),
        (0, 10.0, 0.0, 0.8),
    ],
)
def test_where_no_lag_is_assumed_only_an_unknown_connection_keeps_more_than_the_floor(
    measurements: int, initial_s: float | None, period_s: float, kept_s: float
) -> None:
    overhead = Overhead(mean_s=0.0, worst_s=0.0, measurements=measurements)
    clock = ClockReading(remaining_s=10.0, period_s=period_s)
    turn = Turn(clock=clock, initial_s=initial_s, overhead=overhead)
    assert Safety(largest_share=1.0).bearable_s(turn) == pytest.approx(10.0 - kept_s - 0.02)


def test_a_turn_gets_half_of_an_even_share_where_lag_takes_the_clock() -> None:
    turn = Turn(clock=ClockReading(remaining_s=6.0, moves_to_go=20), overhead=Overhead(mean_s=0.5))
    # 0.75 s are reserved for this turn's own lag.
    assert Safety().bearable_s(turn) == pytest.approx((6.0 - 0.75 - 0.02) / 40)


def test_a_budget_within_bounds_is_left_as_it_is() -> None:
    budget = granting(1.0, 2.0)
    assert SAFETY.guarded(turn_at(100.0), budget) is budget


def test_a_clipped_budget_says_so_in_its_trail() -> None:
    guarded = SAFETY.guarded(turn_at(10.0), granting(20.0, 30.0))
    assert (guarded.target_s, guarded.limit_s) == (8.0, 8.0)
    assert guarded.limit.steps[-1].name == "what the clock can bear"
    assert guarded.target.steps[-1].name == "limit"


def test_a_target_above_the_limit_comes_down_to_it() -> None:
    guarded = SAFETY.guarded(turn_at(100.0), granting(9.0, 3.0))
    assert (guarded.target_s, guarded.limit_s) == (3.0, 3.0)


def test_a_byoyomi_period_is_used_but_for_a_twentieth() -> None:
    reading = Clock(TimeControl.parse("5x30s byoyomi")).reading()
    turn = Turn(clock=reading, overhead=OVERHEAD)
    guarded = SAFETY.guarded(turn, granting(0.5, 1.0))
    assert guarded.target_s == guarded.limit_s == pytest.approx(28.5)
    assert guarded.target.steps[-1].note == "lost when not used"


def test_a_short_period_keeps_the_worst_overhead_off() -> None:
    reading = Clock(TimeControl.parse("5x1s byoyomi")).reading()
    guarded = SAFETY.guarded(Turn(clock=reading, overhead=OVERHEAD), granting(0.5, 1.0))
    assert guarded.limit_s == pytest.approx(1.0 - 0.1 - 0.02)


def test_main_time_is_not_hoarded_while_a_period_stands_behind_it() -> None:
    clock = Clock(TimeControl.parse("10 s byo 5x30"))
    guarded = SAFETY.guarded(Turn(clock=clock.reading(), overhead=OVERHEAD), granting(0.5, 1.0))
    assert guarded.target_s == 30.0
    assert guarded.target.steps[-1].name == "period to come"


def test_the_rest_of_an_overtime_minute_is_no_period_to_come() -> None:
    clock = Clock(TimeControl.parse("25:00 -10/min"))
    clock.spend(1501.0)
    budget = granting(0.5, 1.0)
    assert SAFETY.guarded(Turn(clock=clock.reading(), overhead=OVERHEAD), budget) is budget


def test_the_last_resort_shares_out_what_the_clock_can_bear() -> None:
    assert SAFETY.last_resort(turn_at(100.0)).limit_s == pytest.approx(2.0)
    assert SAFETY.last_resort(turn_at(100.0, moves_to_go=4)).limit_s == pytest.approx(20.0)
    assert SAFETY.last_resort(turn_at(-1.0)).limit_s == 0.0
    short = replace(turn_at(100.0), features=BoardFeatures(turns_to_come=8.0))
    assert SAFETY.last_resort(short).limit_s == pytest.approx(10.0)
    assert SAFETY.last_resort(replace(short, features=BoardFeatures())).limit_s == pytest.approx(2.0)


def test_a_delay_is_used_even_when_the_policy_grants_less() -> None:
    guarded = SAFETY.guarded(turn_at(60.0, extra_s=5.0, free_s=5.0), granting(1.0, 2.0))
    assert (guarded.target_s, guarded.limit_s) == (5.0, 5.0)
    short = SAFETY.guarded(turn_at(60.0, extra_s=0.5, free_s=0.5), granting(0.1, 0.2))
    assert (short.target_s, short.limit_s) == (0.5, 0.5)


def test_a_delay_leaves_a_longer_budget_alone() -> None:
    guarded = SAFETY.guarded(turn_at(60.0, extra_s=5.0, free_s=5.0), granting(8.0, 20.0))
    assert (guarded.target_s, guarded.limit_s) == (8.0, 20.0)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"floor_s": -0.1}, r"floor_s must be 0 or more seconds, got -0\.1"),
        ({"floor_s": math.inf}, r"floor_s must be 0 or more seconds, got inf"),
        ({"floor_s": math.nan}, r"floor_s must be 0 or more seconds, got nan"),
        ({"unknown_share": 1.05}, r"unknown_share must be from 0 to 1, got 1\.05"),
        ({"unknown_share": -0.05}, r"unknown_share must be from 0 to 1, got -0\.05"),
        ({"unknown_s": -1.0}, r"unknown_s must be from 0 to inf, got -1\.0"),
        ({"unknown_s": math.nan}, r"unknown_s must be from 0 to inf, got nan"),
        ({"spike_share": 0.0}, r"spike_share must be above 0 and at most 1, got 0\.0"),
        ({"largest_share": 0.0}, r"largest_share must be above 0 and at most 1, got 0\.0"),
        ({"largest_share": 1.01}, r"largest_share must be above 0 and at most 1, got 1\.01"),
    ],
)
def test_safety_outside_its_range_is_refused(setting: dict[str, float], message: str) -> None:
    with pytest.raises(SettingError, match=message):
        Safety(**setting)


@pytest.mark.source("M18.cushion")
def test_a_clipped_target_is_split_anew() -> None:
    split = Split(movegen_s=0.0, simulation_s=6.0, endgame_s=3.0, cushion_s=1.0, samples=600)
    budget = replace(granting(10.0, 10.0), split=split)
    guarded = SAFETY.guarded(turn_at(10.0), budget).split
    assert guarded is not None
    assert (guarded.simulation_s, guarded.endgame_s, guarded.samples) == pytest.approx((4.8, 2.4, 480))
    short = SAFETY.guarded(turn_at(0.5), replace(granting(0.5, 0.5), split=split)).split
    assert short is not None
    assert (short.simulation_s, short.endgame_s) == pytest.approx((6.0 * 0.76, 3.0 * 0.76))


def test_a_target_left_alone_keeps_its_split() -> None:
    split = Split(movegen_s=0.0, simulation_s=6.0, endgame_s=3.0, cushion_s=1.0)
    budget = replace(granting(10.0, 90.0), split=split)
    guarded = SAFETY.guarded(turn_at(100.0), budget)
    assert guarded.limit_s == 80.0
    assert guarded.split is split


def test_a_split_of_an_infinite_or_vanishing_target_does_not_break_the_guard() -> None:
    split = Split(movegen_s=0.0, simulation_s=6.0, endgame_s=3.0, cushion_s=1.0, samples=600)
    delay = turn_at(60.0, extra_s=5.0, free_s=5.0)
    for target_s in (0.0, 5e-324, math.inf):
        guarded = SAFETY.guarded(delay, replace(granting(target_s, math.inf), split=split))
        assert 5.0 <= guarded.target_s <= guarded.limit_s


def test_a_turn_stays_as_far_from_the_end_of_the_clock_as_these_figures_say() -> None:
    assert asdict(Safety()) == {
        "floor_s": 0.02,
        "largest_share": 0.8,
        "free_share": 0.95,
        "turns_assumed": 40.0,
        "spike_share": 0.5,
        "lag_share": 0.95,
        "lags_kept": 20.0,
        "unknown_share": 0.08,
        "unknown_s": 6.0,
        "missed_share": 0.1,
        "spells_kept": 2.0,
        "least_share": 0.005,
        "least_s": 0.01,
    }


def test_a_floor_and_a_reserve_for_the_unknown_may_be_nothing_or_everything() -> None:
    assert Safety(floor_s=0.0, unknown_share=0.0, unknown_s=0.0).floor_s == 0.0
    assert Safety(unknown_share=1.0, unknown_s=math.inf).unknown_s == math.inf


@pytest.mark.parametrize(("periods", "bearable_s"), [(0, 24.0), (1, 72.0), (2, 120.0)])
def test_overtime_is_borne_only_as_far_as_it_is_bought(periods: int, bearable_s: float) -> None:
    turn = turn_at(30.0, overtime=Overtime(period_s=60.0))
    assert SAFETY.bearable_s(turn, periods_bought=periods) == pytest.approx(bearable_s)
    budget = replace(granting(999.0, 999.0), periods_bought=periods)
    assert SAFETY.guarded(turn, budget).limit_s == pytest.approx(bearable_s)


def test_time_that_nobody_buys_is_not_borne() -> None:
    turn = turn_at(30.0, overtime=Overtime(period_s=60.0))
    assert SAFETY.bearable_s(turn) == pytest.approx(24.0)


@pytest.mark.parametrize(("moves_to_go", "bearable_s"), [(1, 6.0 - 5.0 - 0.02), (2, 6.0 - 3.0 - 0.02)])
def test_the_last_turn_of_a_stage_keeps_more_for_the_worst_than_half_of_the_clock(
    moves_to_go: int, bearable_s: float
) -> None:
    clock = ClockReading(remaining_s=6.0, moves_to_go=moves_to_go)
    turn = Turn(clock=clock, overhead=Overhead(worst_s=5.0, assumed_s=0.1))
    assert SAFETY.bearable_s(turn) == pytest.approx(bearable_s)
