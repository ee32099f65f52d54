"""Magpie: the price of a second on this machine and this clock, trained values, and what ends a search."""

import math
from dataclasses import replace
from typing import Any

import pytest

from zeitnot.clocks import ClockReading
from zeitnot.policies.magpie import Magpie
from zeitnot.policies.time_values import GainOfASecond, TimeValues
from zeitnot.turns import (
    Budget,
    Calibration,
    EndgamePly,
    Features,
    Rate,
    Reason,
    ScrabbleFeatures,
    SimulationCheck,
    Snapshot,
    Trail,
    Turn,
)

MIDGAME = ScrabbleFeatures(bag_tiles=40, legal_moves=100, gap_pts=1.0, competitive_moves=5)


def turn_with(
    *,
    rate_s: float = 0.001,
    remaining_s: float = 600.0,
    initial_s: float | None = None,
    features: Features | None = MIDGAME,
) -> Turn:
    return Turn(
        clock=ClockReading(remaining_s=remaining_s),
        initial_s=initial_s,
        features=features,
        calibration=Calibration(sample=Rate(seconds=rate_s, measurements=1)),
    )


def lasting(target_s: float) -> Budget:
    return Budget.same_target_and_limit(Trail.start("target", target_s))


def test_the_preset_of_the_document_sets_what_the_default_has_otherwise() -> None:
    document = {
        "tiles_per_turn": 4.5,
        "last_turns": 0.0,
        "figures_for_s": 0.0,
        "most_catch_up": 1.0,
        "work_margin": 1.0,
        "overtime_margin": 100.0,
        "quick_exit_alone": True,
        "scaled_price": False,
        "price_of_whole_turn": True,
        "plateau_growth": 1.0,
        "plateau_of_rises": True,
        "model": "two-arm",
        "values": "document",
    }
    trained = {**document, "model": "", "values": "", "values_by_phase": True}
    assert Magpie.presets == {"document": document, "document-trained": trained}


@pytest.mark.parametrize(
    ("rate_s", "target_s", "scale"),
    [
        (0.001, 8.0, 0.125),  # four times the 2000 samples that the values are for
        (0.001, 2.0, 1.0),
        (0.001, 1.0, 1.0),
        (0.002, 16.0, 0.0625),
        (1e-5, 0.5, 0.8),  # a hundred times the speed, 25 times the samples
        (0.0, 8.0, 1.0),
        (-1.0, 8.0, 1.0),
        (0.001, math.inf, 1.0),
    ],
)
def test_a_second_is_worth_less_on_a_slow_machine_and_in_a_long_turn(
    rate_s: float, target_s: float, scale: float
) -> None:
    assert Magpie().price_scale(turn_with(rate_s=rate_s), lasting(target_s)) == pytest.approx(scale)


def test_a_turn_has_at_least_one_sample_and_one_without_time_has_no_scale() -> None:
    policy = Magpie(value_samples=1)
    assert policy.price_scale(turn_with(rate_s=4.0), lasting(2.0)) == pytest.approx(0.001 / 4)
    assert policy.price_scale(turn_with(rate_s=4.0), lasting(0.0)) == 1.0


def test_the_scale_can_be_left_out() -> None:
    assert Magpie(scaled_price=False).price_scale(turn_with(), lasting(8.0)) == 1.0


@pytest.mark.parametrize(
    ("ahead", "use"), [(-0.3, 1.0), (-0.01, 1.0), (0.02, 0.6), (0.04, 0.2), (0.05, 0.0), (0.3, 0.0)]
)
def test_a_second_saved_is_worth_the_less_the_more_are_unspent(ahead: float, use: float) -> None:
    left = Magpie().planned_share(MIDGAME.unseen_tiles) + ahead
    turn = turn_with(remaining_s=1500.0 * left, initial_s=1500.0)
    assert Magpie().price_scale(turn, lasting(8.0)) == pytest.approx(0.125 * use, abs=1e-12)


@pytest.mark.parametrize(
    ("policy", "changes"),
    [
        (Magpie(), {"initial_s": None}),
        (Magpie(), {"initial_s": 0.0}),
        (Magpie(), {"initial_s": 600.0, "features": None}),
        (Magpie(most_unspent=0.0), {"initial_s": 600.0}),
    ],
)
def test_where_no_plan_can_be_compared_with_every_second_counts(
    policy: Magpie, changes: dict[str, Any]
) -> None:
    assert policy.price_scale(turn_with(**changes), lasting(8.0)) == pytest.approx(0.125)


def assert_price(policy: Magpie, turn: Turn, budget: Budget, price: float, *, until_s: float) -> None:
    """See a simulation stop just below the worth of the time until then, and not above it."""
    for part, reason in ((0.999, Reason.LOSS_BELOW_PRICE), (1.001, None)):
        loss_pts = part * price * (until_s - 0.5)
        monitor = replace(policy, estimator=lambda _, loss=loss_pts: loss).monitor(turn, budget)
        snapshot = Snapshot(arms=2, samples=100, top=())
        check = SimulationCheck(elapsed_s=0.5, started_s=0.0, snapshot=snapshot)
        assert monitor.observe(check).reason is reason


def test_by_default_the_time_left_is_that_of_the_simulation_at_the_scaled_price() -> None:
    turn = turn_with(features=replace(MIDGAME, bag_tiles=10))
    budget = Magpie().plan(turn)
    assert budget.split is not None
    assert budget.split.simulation_s < 0.6 * budget.target_s
    price = 0.08 * Magpie().price_scale(turn, budget)
    assert price < 0.08
    assert_price(Magpie(), turn, budget, price, until_s=budget.split.simulation_s)
    whole = Magpie(price_of_whole_turn=True)
    assert_price(whole, turn, budget, price, until_s=budget.target_s)


def test_without_a_position_the_target_is_at_stake_at_the_first_price() -> None:
    turn = turn_with(features=None)
    assert Magpie().price_pts_per_s(turn) == 0.01
    assert_price(Magpie(), turn, lasting(8.0), 0.01 * 0.125, until_s=8.0)


SECOND = GainOfASecond(constant=-2.0, log_turns_left=1.0, bag=0.01, complexity=0.5, log_time_left_s=-0.5)
PHASES = tuple(
    replace(phase, gain_per_s=0.01 * number, gain_error=0.001)
    for number, phase in enumerate(TimeValues.rough("scrabble").phases, 1)
)
TRAINED = replace(TimeValues.rough("scrabble"), second=SECOND, second_work=500.0, phases=PHASES)


def worth(*, complexity: float, time_left_s: float, rate_s: float = 0.001) -> float:
    """Return the trained value of a second in the midgame."""
    speed = 1 / rate_s / 500.0
    turns_left = Magpie().turns_left(turn_with())
    return speed * SECOND(
        turns_left=turns_left, bag=40, complexity=complexity, time_left_s=time_left_s * speed
    )


def test_trained_values_are_read_by_position() -> None:
    policy = Magpie(trained=TRAINED)
    assert policy._trained_price(turn_with()) == pytest.approx(worth(complexity=math.log(5), time_left_s=600))
    fast = turn_with(rate_s=0.0005)
    assert policy._trained_price(fast) == pytest.approx(
        worth(complexity=math.log(5), time_left_s=600, rate_s=0.0005)
    )
    for moves in (None, 0, 1):
        turn = turn_with(features=replace(MIDGAME, competitive_moves=moves))
        assert policy._trained_price(turn) == pytest.approx(worth(complexity=0.0, time_left_s=600))
    for remaining_s, time_left_s in ((-5.0, 0.0), (math.inf, 1e9)):
        turn = turn_with(remaining_s=remaining_s)
        expected = worth(complexity=math.log(5), time_left_s=time_left_s)
        assert policy._trained_price(turn) == pytest.approx(expected)


def test_trained_values_count_as_much_as_a_second_is_used() -> None:
    left = Magpie().planned_share(MIDGAME.unseen_tiles) + 0.02
    turn = turn_with(remaining_s=1500.0 * left, initial_s=1500.0)
    expected = 0.6 * worth(complexity=math.log(5), time_left_s=1500.0 * left)
    assert Magpie(trained=TRAINED)._trained_price(turn) == pytest.approx(expected)
    budget = Magpie().plan(turn)
    assert budget.split is not None
    assert_price(Magpie(trained=TRAINED), turn, budget, expected, until_s=budget.split.simulation_s)


def test_trained_values_can_be_read_by_phase() -> None:
    policy = Magpie(trained=TRAINED, values_by_phase=True)
    # 46 of 93 tiles are seen: the third phase, at twice the speed that it was learned with.
    assert policy._trained_price(turn_with()) == pytest.approx(2 * 0.03)
    assert policy._trained_price(turn_with(rate_s=0.004)) == pytest.approx(0.5 * 0.03)


def test_without_trained_values_or_a_speed_there_is_no_trained_price() -> None:
    assert Magpie()._trained_price(turn_with()) is None
    assert Magpie(trained=replace(TRAINED, second=None))._trained_price(turn_with()) is None
    for changes in ({"features": None}, {"rate_s": 0.0}, {"rate_s": -1.0}):
        turn = turn_with(**changes)
        assert Magpie(trained=TRAINED)._trained_price(turn) is None


def plateau(policy: Magpie, growth: float, losses_pts: tuple[float, ...] = (5.0,) * 4) -> list[Reason | None]:
    """Return the reasons of a simulation with these losses, whose samples grow from check to check."""
    turn = turn_with()
    losses = iter(losses_pts)
    policy = replace(policy, estimator=lambda _: next(losses), value_pts_per_s=(0.001,) * 5)
    monitor = policy.monitor(turn, policy.plan(turn))
    checks = (
        SimulationCheck(
            elapsed_s=1.0 + i,
            started_s=0.0,
            snapshot=Snapshot(arms=2, samples=round(64 * growth**i), top=()),
        )
        for i in range(len(losses_pts))
    )
    return [monitor.observe(check).reason for check in checks]


def test_a_plateau_is_seen_over_three_checks_with_half_as_many_samples_more_each() -> None:
    assert plateau(Magpie(), 1.5) == [None, None, None, Reason.PLATEAU]
    assert plateau(Magpie(), 1.4) == [None] * 4
    assert plateau(Magpie(plateau_growth=1.0), 1.0) == [None, None, None, Reason.PLATEAU]


def test_by_default_a_rising_loss_is_no_plateau() -> None:
    rising = (5.0, 5.0, 5.0, 6.0)
    assert plateau(Magpie(), 1.5, rising) == [None] * 4
    assert plateau(Magpie(plateau_of_rises=True), 1.5, rising)[-1] is Reason.PLATEAU


@pytest.mark.parametrize(("budget_s", "reason"), [(5.49, Reason.UNAFFORDABLE), (5.51, None)])
def test_an_endgame_depth_needs_half_as_much_again_as_three_times_the_first(
    budget_s: float, reason: Reason | None
) -> None:
    turn = turn_with(features=replace(MIDGAME, bag_tiles=0))
    ply = EndgamePly(elapsed_s=1.0, started_s=0.0, budget_s=budget_s, depth=1, value_pts=5.0)
    assert Magpie().monitor(turn, Magpie().plan(turn)).observe(ply).reason is reason
