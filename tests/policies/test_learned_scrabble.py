"""Learned: budgets of Scrabble turns computed by hand, and the price of overtime."""

import math
from dataclasses import replace
from typing import Any

import pytest

from tests.policies.fixtures_learned import (
    ENDGAME,
    MEASURED,
    MIDGAME,
    NO_LAG,
    SAVED,
    chess,
    scrabble,
    step,
    turn_with,
    values,
)
from zeitnot.clocks import Overtime
from zeitnot.policies import Learned
from zeitnot.policies.learned import LearnedMemory
from zeitnot.turns import (
    GO_ON,
    Calibration,
    EndgamePly,
    Overhead,
    Rate,
    Reason,
    SimulationCheck,
    Snapshot,
    Tick,
    Turn,
)

NEAR_THE_END = replace(MIDGAME, bag_tiles=7)
"""A turn of which seven tenths go to solving."""


def test_the_speed_of_scrabble_is_measured_for_the_work_at_hand() -> None:
    midgame, endgame = (turn_with(features=features) for features in (MIDGAME, ENDGAME))
    speed = Learned()._speed(midgame, None)
    assert (speed.samples_per_s, speed.nodes_per_s) == pytest.approx((1000.0, 1e5))
    speed = Learned()._speed(midgame, 70.0)
    assert (speed.samples_per_s, speed.nodes_per_s) == pytest.approx((70.0, 1e5))
    speed = Learned()._speed(endgame, 70.0)
    assert (speed.samples_per_s, speed.nodes_per_s) == pytest.approx((1000.0, 70.0))
    unknown = Calibration(sample=Rate(seconds=0.0, measurements=1), node=Rate(seconds=0.0, measurements=1))
    speed = Learned()._speed(replace(midgame, calibration=unknown), None)
    assert (speed.samples_per_s, speed.nodes_per_s) == (1000.0, 20_000.0)
    slow = Calibration(sample=Rate(seconds=0.5, measurements=1), node=Rate(seconds=0.25, measurements=1))
    speed = Learned()._speed(replace(endgame, calibration=slow), None)
    assert (speed.samples_per_s, speed.nodes_per_s) == (2.0, 40.0)
    guessed = replace(slow, node=Rate(seconds=0.0001))
    speed = Learned()._speed(replace(endgame, calibration=guessed), None)
    assert (speed.samples_per_s, speed.nodes_per_s) == (2.0, 40.0)
    speed = Learned(nodes_per_sample=1.5)._speed(replace(endgame, calibration=slow), None)
    assert (speed.samples_per_s, speed.nodes_per_s) == (2.0, 4.0)


def test_a_scrabble_turn_is_planned_and_split_within_its_limit() -> None:
    budget = scrabble().plan(turn_with(60.0, features=MIDGAME))
    assert budget.limit_s == budget.target_s == pytest.approx(15.0 / SAVED)
    assert budget.split is not None
    assert budget.split.simulation_s == pytest.approx(0.95 * 15.0 / SAVED)
    assert isinstance(budget.memory, LearnedMemory)
    assert (budget.memory.usage_ratio, budget.memory.usual_s) == pytest.approx((1.0, 3.0 / SAVED))


def test_listing_moves_is_taken_off_the_bank_of_scrabble_alone() -> None:
    slow = replace(MEASURED, movegen=Rate(seconds=0.5, measurements=1))
    turn = replace(turn_with(60.0, features=MIDGAME), calibration=slow)
    assert step(scrabble().plan(turn).target, "turns at this price") == pytest.approx(50 / 20 / SAVED)
    plain = replace(turn, features=None)
    assert step(chess().plan(plain).target, "turns at this price") == pytest.approx(60 / 20 / SAVED)
    odd = replace(turn, calibration=replace(MEASURED, movegen=Rate(seconds=-0.5, measurements=1)))
    assert step(scrabble().plan(odd).target, "turns at this price") == pytest.approx(60 / 20 / SAVED)


def test_time_for_static_moves_is_kept_but_spare_ones_take_a_quarter_at_most() -> None:
    slow = replace(MEASURED, movegen=Rate(seconds=0.2, measurements=1))
    turn = replace(
        turn_with(60.0, features=MIDGAME), calibration=slow, overhead=Overhead(mean_s=0.1, worst_s=0.0)
    )
    usual_s = turn.overhead.usual_s
    policy = scrabble(1.0, limit_factor=100.0)
    kept_s = usual_s + 0.3 + 4 * 0.3
    assert step(policy.plan(turn).limit, "clock minus static turns") == pytest.approx(60 - kept_s)
    many = replace(policy, spare_turns=1000)
    assert step(many.plan(turn).limit, "clock minus static turns") == pytest.approx(60 - usual_s - 0.3 - 15)
    assert chess(1.0, limit_factor=100.0).plan(replace(turn, features=None)).limit_s == pytest.approx(60.0)
    assert policy._kept_s(replace(turn, calibration=MEASURED, overhead=NO_LAG), 3.0, 60.0) == 0.0
    odd = replace(turn, calibration=replace(MEASURED, movegen=Rate(seconds=-0.2, measurements=1)))
    assert policy._kept_s(odd, 1.0, 60.0) == pytest.approx(usual_s + 0.1 + 0.4)


def with_endgames(turns: float = 8.6, **settings: Any) -> Learned:
    """Return a policy whose endgame turns, two a game, use a second together at any price."""
    both = values(turns, 2.0, ends=(86.0,), unit="samples")
    last = replace(both.phases[1], unit="nodes", work_used=(1e5, 1e5))
    return Learned(scrabble=replace(both, phases=(both.phases[0], last)), **settings)


def test_a_simulated_turn_leaves_endgames_their_time_and_shares_the_rest_as_if_they_were_one_turn() -> None:
    policy = with_endgames(limit_factor=100.0, largest_share=0.2)
    # 50 of 86 tiles are still to be seen, so five turns are to come before the bag is empty.
    budget = policy.plan(turn_with(60.0, features=MIDGAME))
    assert step(budget.limit, "share of the clock") == pytest.approx(1.4 / 6 * (60 - 1))
    many = with_endgames(17.2, limit_factor=100.0).plan(turn_with(60.0, features=MIDGAME))
    assert step(many.limit, "share of the clock") == pytest.approx(0.3 * (60 - 1))


def test_the_last_simulated_turn_leaves_three_tenths_to_one_that_is_not_expected() -> None:
    last = replace(MIDGAME, bag_tiles=1)
    limit_s = with_endgames(limit_factor=100.0).plan(turn_with(60.0, features=last)).limit_s
    assert limit_s == pytest.approx(0.7 * (60 - 1))
    # Where the endgames could use everything, it still has an even share of three turns.
    assert with_endgames(limit_factor=100.0).plan(turn_with(1.2, features=last)).limit_s == pytest.approx(0.4)


def test_an_endgame_turn_may_use_all_that_later_ones_cannot() -> None:
    assert ENDGAME.own_turns() > 2  # so there is a later one, which counts once
    budget = with_endgames(limit_factor=1.0).plan(turn_with(60.0, features=ENDGAME))
    assert budget.limit_s == pytest.approx(60 - 1)
    short = with_endgames().plan(turn_with(1.0, features=ENDGAME))
    assert short.limit_s == pytest.approx(1 / ENDGAME.own_turns())
    few = replace(ENDGAME, own_tiles=4, opponent_tiles=4)
    assert with_endgames().plan(turn_with(60.0, features=few)).limit_s == pytest.approx(61 - few.own_turns())
    last = with_endgames().plan(turn_with(1.0, features=replace(ENDGAME, own_tiles=1, opponent_tiles=1)))
    assert last.limit_s == 1.0


def test_all_endgame_turns_count_as_one_in_the_price() -> None:
    turn, two = turn_with(60.0, features=MIDGAME), with_endgames()
    simulated, endgames = two.scrabble.phases
    one, half = (
        replace(two, scrabble=replace(two.scrabble, phases=(simulated, replace(endgames, turns=count))))
        for count in (1.0, 0.5)
    )
    assert price_of(two, turn) == price_of(one, turn) > price_of(half, turn)
    overtime = replace(turn, clock=replace(turn.clock, overtime=Overtime(points=1, period_s=60.0)))
    assert price_of(two, overtime, periods=1) == price_of(one, overtime, periods=1)


@pytest.mark.parametrize("nodes", [20_001, 19_999])
def test_candidates_are_solved_before_the_endgame_only_if_that_can_come_to_something(nodes: int) -> None:
    near = turn_with(60.0, features=NEAR_THE_END)
    budget = scrabble(limit_factor=100.0, solving_nodes=1).plan(near)
    assert budget.split is not None
    assert budget.split.endgame_s == pytest.approx(0.7 / 0.3 * budget.split.simulation_s)
    speed = nodes / budget.split.endgame_s
    measured = replace(near.calibration, node=Rate(seconds=1 / speed, measurements=9))
    policy = scrabble(limit_factor=100.0, solving_nodes=20_000, nodes_per_sample=0.01)
    split = policy.split(replace(near, calibration=measured), NEAR_THE_END, budget.limit_s)
    assert (split.endgame_s > 0) is (nodes > 20_000)
    together_s = budget.split.simulation_s + budget.split.endgame_s
    assert split.simulation_s + split.endgame_s == pytest.approx(together_s)


def test_an_empty_bag_is_searched_however_few_nodes_there_are() -> None:
    budget = scrabble(solving_nodes=1_000_000).plan(turn_with(0.1, features=ENDGAME))
    assert budget.split is not None
    assert budget.split.endgame_s > 0


@pytest.mark.parametrize("remaining_s", [60.0, 1.2])
def test_an_endgame_turn_begins_every_depth_until_its_limit(remaining_s: float) -> None:
    policy, turn = with_endgames(), turn_with(remaining_s, features=ENDGAME)
    budget = policy.plan(turn)
    # The next depth is expected to take three times as long, and its loss of 0 points gains nothing.
    for part, reason in ((0.9, None), (1.0, Reason.UNAFFORDABLE)):
        elapsed_s = part * budget.limit_s
        ply = EndgamePly(elapsed_s=elapsed_s, started_s=0.0, budget_s=elapsed_s, depth=1, value_pts=0.0)
        assert policy.monitor(turn, budget).observe(ply).reason is reason


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"legal_moves": 1}, Reason.ONE_MOVE),
        ({"legal_moves": 0}, Reason.ONE_MOVE),
        ({"legal_moves": 2}, None),
        ({"legal_moves": None}, None),
        ({"gap_pts": 7.0}, None),
        ({"gap_pts": 7.1}, Reason.CLEAR_BEST),
        ({"gap_pts": None}, None),
        ({"gap_pts": 7.1, "bag_tiles": 15}, Reason.CLEAR_BEST),
        ({"gap_pts": 7.1, "bag_tiles": 14}, None),
    ],
)
def test_a_scrabble_move_is_played_at_once_when_it_is_alone_or_far_ahead(
    changes: dict[str, Any], reason: Reason | None
) -> None:
    features = replace(MIDGAME, **changes)
    slow = replace(MEASURED, movegen=Rate(seconds=0.5, measurements=1))
    budget = scrabble().plan(replace(turn_with(60.0, features=features), calibration=slow))
    assert budget.quick_exit is reason
    assert (budget.limit_s == 0.5) is (reason is not None)
    assert budget.split is not None
    assert (budget.split.simulation_s == 0) is (reason is not None)


def price_of(policy: Learned, turn: Turn, periods: int = 0) -> float:
    turns = policy._turns(turn)
    return policy._price_per_s(turn, policy._values(turn), turns, periods, policy._speed(turn, None))


def test_the_price_is_half_as_much_again_as_the_turns_make_it_and_at_most_that_of_bought_overtime() -> None:
    policy, turn = scrabble(), turn_with(60.0, features=MIDGAME)
    # 20 turns of 1000 x 1e-3 ** 0.5 / price ** 0.5 samples share 60 s at 1000 samples a second.
    own = 1.5 * 1000.0 * (20 * 1000 * 1e-3**0.5 / 60_000) ** 2
    assert price_of(policy, turn) == pytest.approx(own)
    overtime = replace(turn, clock=replace(turn.clock, overtime=Overtime(points=1, period_s=1e5)))
    own_later = 1.5 * 1000.0 * (20 * 1000 * 1e-3**0.5 / 100_060_000) ** 2
    assert price_of(policy, overtime) == pytest.approx(own)
    assert price_of(policy, overtime, periods=1) == pytest.approx(own_later)
    dear = replace(turn, clock=replace(turn.clock, overtime=Overtime(points=1, period_s=60.0)))
    slow = replace(dear, calibration=replace(MEASURED, sample=Rate(seconds=1.0, measurements=1)))
    assert price_of(policy, slow) > 1 / 60
    assert price_of(policy, slow, periods=1) == pytest.approx(1 / 60)


def test_a_period_of_overtime_is_bought_if_its_last_second_is_worth_more() -> None:
    policy = scrabble()
    bank_s = 10.0 + 60.0
    worth = 1000.0 * (20 * 1000 * 1e-3**0.5 / (1000 * bank_s)) ** 2 * 60

    def bought(points: int, **changes: Any) -> int:
        scaled = Overtime(points=points, period_s=60.0, **changes)
        return policy.plan(turn_with(10.0, features=MIDGAME, overtime=scaled)).periods_bought

    assert bought(math.floor(worth)) == 1
    assert bought(math.ceil(worth)) == 0
    assert bought(1) == 1
    assert bought(1, forfeit_after_s=0.0) == 0
    budget = policy.plan(turn_with(10.0, features=MIDGAME, overtime=Overtime(points=1)))
    assert step(budget.limit, "share of the clock") <= 0.3 * 70 + 1e-9
    assert step(budget.target, "turns at this price") > 70 / 20 / SAVED


def test_a_scrabble_search_is_broken_off_at_its_target() -> None:
    policy = scrabble(snapshot_loss=lambda _: 1e9)
    turn = turn_with(60.0, features=MIDGAME)
    budget = policy.plan(turn)
    monitor = policy.monitor(turn, budget)
    assert monitor.observe(Tick(elapsed_s=0.99 * budget.target_s)) is GO_ON
    assert monitor.observe(Tick(elapsed_s=budget.target_s)).reason is Reason.TARGET
    check = SimulationCheck(elapsed_s=1.0, started_s=0.0, snapshot=Snapshot(arms=2, samples=1000, top=()))
    assert monitor.observe(check).expected_loss_pts == 1e9


def test_what_only_scrabble_uses_is_not_shown_in_chess() -> None:
    assert set(Learned.only_in.values()) == {"scrabble"}
    assert {"spare_turns", "quick_exit_gap_pts", "scrabble_model"} <= Learned.only_in.keys()
    assert not {"chess_model", "price_factor", "minimum_depth"} & Learned.only_in.keys()
    assert (Learned().least_check_samples, Learned().most_check_samples) == (10, 1_000_000)


def test_a_turn_longer_than_the_clock_gets_nothing_of_it() -> None:
    slow = replace(MEASURED, movegen=Rate(seconds=0.5, measurements=1))
    assert scrabble().plan(replace(turn_with(0.2, features=MIDGAME), calibration=slow)).limit_s == 0.0
    exit_at_once = turn_with(60.0, features=replace(MIDGAME, legal_moves=1))
    assert scrabble().plan(exit_at_once).limit_s == 0.0


def test_overtime_adds_to_the_clock_that_a_turn_may_use() -> None:
    policy = Learned(scrabble=values(1.0, unit="samples", prices=(1.0, 1e6)), limit_factor=100.0)
    budget = policy.plan(turn_with(10.0, features=MIDGAME, overtime=Overtime(points=1)))
    assert budget.periods_bought == 1
    assert step(budget.limit, "share of the clock") == pytest.approx(70.0)


def test_overtime_without_time_of_its_own_is_not_bought_and_half_a_second_is() -> None:
    policy = Learned(scrabble=values(20.0, unit="samples", prices=(1.0, 1e6)))

    def bought(*, extra_s: float = 0.0, forfeit_after_s: float | None = None) -> int:
        overtime = Overtime(points=1, forfeit_after_s=forfeit_after_s)
        return policy.plan(
            turn_with(10.0, features=MIDGAME, extra_s=extra_s, overtime=overtime)
        ).periods_bought

    assert (bought(), bought(extra_s=60.0), bought(forfeit_after_s=0.5)) == (1, 0, 1)


def test_the_last_tile_in_the_bag_is_still_simulated_for() -> None:
    speed = Learned()._speed(turn_with(features=replace(MIDGAME, bag_tiles=1)), 70.0)
    assert (speed.samples_per_s, speed.nodes_per_s) == pytest.approx((70.0, 1e5))


@pytest.mark.parametrize(("period_s", "bought"), [(60.0, 0), (64.0, 0), (68.0, 1)])
def test_overtime_that_is_worth_exactly_its_price_is_not_bought(period_s: float, bought: int) -> None:
    # The work is the same at both prices, so the price is the higher one: 2 ** -16 at 1024 samples a second.
    flat = replace(values(20.0, unit="samples").phases[0], work_used=(1000.0, 1000.0))
    fixed = values(20.0, unit="samples", prices=(2.0**-20, 2.0**-16), phases=(flat,))
    calibration = replace(MEASURED, sample=Rate(seconds=2.0**-10, measurements=1))
    overtime = Overtime(points=1, period_s=period_s)
    turn = replace(turn_with(10.0, features=MIDGAME, overtime=overtime), calibration=calibration)
    assert Learned(scrabble=fixed).plan(turn).periods_bought == bought
