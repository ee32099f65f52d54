"""Magpie: allocation, split, quick exits and stop rules, with the figures of its document."""

import math
from dataclasses import replace

import pytest

from zeitnot.clocks import ClockReading
from zeitnot.errors import SettingError
from zeitnot.models import make_manager, make_policy
from zeitnot.policies.magpie import Magpie, work_within
from zeitnot.policies.time_values import GainOfASecond, TimeValues
from zeitnot.turns import (
    Arm,
    Calibration,
    EndgamePly,
    Rate,
    Reason,
    ScrabbleFeatures,
    SimulationCheck,
    Snapshot,
    Tick,
    Turn,
)


def turn_with(
    *,
    bag: int = 53,
    opponent: int = 7,
    own: int = 7,
    remaining_s: float = 1500.0,
    initial_s: float | None = None,
    increment_s: float = 0.0,
    calibration: Calibration | None = None,
    score_difference_pts: float = 100.0,
    gap_pts: float | None = 1.0,
    competitive_moves: int | None = 5,
    legal_moves: int | None = 500,
) -> Turn:
    return Turn(
        clock=ClockReading(remaining_s=remaining_s, increment_s=increment_s),
        initial_s=initial_s,
        calibration=calibration or Calibration(),
        features=ScrabbleFeatures(
            bag_tiles=bag,
            opponent_tiles=opponent,
            own_tiles=own,
            score_difference_pts=score_difference_pts,
            gap_pts=gap_pts,
            competitive_moves=competitive_moves,
            legal_moves=legal_moves,
        ),
    )


def factor(turn: Turn, name: str) -> float:
    return next((s.figure for s in Magpie().plan(turn).target.steps if s.name == name), 1.0)


def snapshot(*arms: tuple[float, float], samples: int = 100) -> Snapshot:
    top = tuple(Arm(mean_pts=mean, variance=variance, samples=samples) for mean, variance in arms)
    return Snapshot(arms=len(top), samples=samples * len(top), top=top)


DOCUMENT = Magpie(**Magpie.presets["document"])


@pytest.mark.source("M4.tiles", "M4.half")
def test_sixty_tiles_in_the_bag_and_on_both_racks_leave_six_to_seven_own_turns() -> None:
    turns_left = DOCUMENT.turns_left(turn_with(bag=46, opponent=7, own=7))
    assert turns_left == pytest.approx(60 / 4.5 / 2)
    assert 6 < turns_left < 7
    assert DOCUMENT.turns_left(turn_with(bag=0, opponent=5, own=4)) == pytest.approx(1.0)
    assert DOCUMENT.turns_left(turn_with(bag=0, opponent=7, own=4)) == pytest.approx(11 / 9)


@pytest.mark.source("M4.tiles")
@pytest.mark.parametrize(("bag", "counted"), [(86, 12.2), (45, 7.4), (25, 5.0), (4, 2.6)])
def test_the_default_expects_as_many_turns_as_games_really_have(bag: int, counted: float) -> None:
    # Counted by benchmarks/scrabble_turns_left.py; the document's count is short by up to a whole turn.
    assert Magpie().turns_left(turn_with(bag=bag)) == pytest.approx(counted, abs=0.15)
    assert DOCUMENT.turns_left(turn_with(bag=bag)) < counted - 0.5


@pytest.mark.source("M4.least")
def test_at_least_one_turn_is_left_at_the_very_end() -> None:
    for policy in (Magpie(), DOCUMENT):
        assert policy.turns_left(turn_with(bag=0, opponent=1, own=1)) == 1


@pytest.mark.source("M3.reserve", "M3.share")
def test_a_fifth_of_the_clock_is_held_in_reserve() -> None:
    # 1500 s x 0.8 over 60 / 4.5 / 2 = 6.667 turns: 180 s, times the phase factor 0.8 of 53 unseen tiles.
    assert DOCUMENT.plan(turn_with(bag=46)).target_s == pytest.approx(180 * 0.8)


@pytest.mark.source("M3.release")
def test_the_reserve_is_released_on_the_last_three_turns() -> None:
    names = [s.name for s in DOCUMENT.plan(turn_with(bag=13)).target.steps]  # 27 / 9 = 3 turns
    assert "reserve" not in names
    assert "reserve" in [s.name for s in DOCUMENT.plan(turn_with(bag=14)).target.steps]


@pytest.mark.source("M3.floor")
def test_the_floor_is_a_move_generation_and_a_tenth_of_a_second() -> None:
    calibration = Calibration(movegen=Rate(seconds=0.4, measurements=3))
    turn = turn_with(remaining_s=2.6, bag=86, calibration=calibration, legal_moves=None)
    steps = Magpie(low_time_s=0.0).plan(turn).target.steps
    floor = next(s for s in steps if s.name == "floor")
    assert floor.result_s == pytest.approx(0.5)


@pytest.mark.source("M5.gap")
@pytest.mark.parametrize(
    ("gap_pts", "expected"),
    [(5.1, 0.3), (5.0, 0.6), (2.1, 0.6), (2.0, 1.0), (0.5, 1.0), (0.49, 1.5), (None, 1.0)],
)
def test_the_gap_between_the_best_moves_sets_the_complexity(gap_pts: float | None, expected: float) -> None:
    assert factor(turn_with(gap_pts=gap_pts), "complexity") == pytest.approx(expected)


@pytest.mark.source("M5.close_moves")
@pytest.mark.parametrize(("moves", "expected"), [(11, 1.3), (10, 1.0), (3, 1.0), (2, 0.7), (None, 1.0)])
def test_many_close_moves_take_longer_and_few_less(moves: int | None, expected: float) -> None:
    assert factor(turn_with(competitive_moves=moves), "complexity") == pytest.approx(expected)


@pytest.mark.source("M5.close_game", "M5.small_bag")
def test_a_close_game_and_a_small_bag_have_their_factors() -> None:
    assert factor(turn_with(score_difference_pts=-19.9), "complexity") == pytest.approx(1.2)
    assert factor(turn_with(score_difference_pts=20.0), "complexity") == pytest.approx(1.0)
    assert factor(turn_with(bag=14), "complexity") == pytest.approx(0.8)
    assert factor(turn_with(bag=15), "complexity") == pytest.approx(1.0)


@pytest.mark.source("M5.clamp")
def test_the_product_of_the_factors_is_clamped() -> None:
    low = turn_with(gap_pts=6.0, competitive_moves=2, bag=10)  # 0.3 x 0.7 x 0.8 = 0.168
    assert factor(low, "complexity") == pytest.approx(0.2)
    high = Magpie(gap_factors=(0.3, 0.6, 4.0)).plan(turn_with(gap_pts=0.1))
    assert next(s.figure for s in high.target.steps if s.name == "complexity") == pytest.approx(3.0)


@pytest.mark.source("M6.unseen", "M6.near_endgame")
@pytest.mark.parametrize(
    ("bag", "opponent", "expected"),
    [
        (74, 7, 0.6),
        (73, 7, 0.8),
        (44, 7, 0.8),
        (43, 7, 1.0),
        (19, 7, 1.0),
        (18, 7, 1.5),
        (8, 7, 1.5),
        (7, 7, 2.0),
    ],
)
def test_the_phase_factor_rises_as_tiles_run_out(bag: int, opponent: int, expected: float) -> None:
    assert factor(turn_with(bag=bag, opponent=opponent), "phase") == expected


@pytest.mark.source("M6.endgame", "M6.near_endgame")
def test_the_empty_bag_has_the_largest_phase_factor() -> None:
    assert factor(turn_with(bag=0), "phase") == 2.5
    assert factor(turn_with(bag=1, opponent=6), "phase") == 2.0


@pytest.mark.source("M16.rate", "M16.unknown")
def test_samples_are_time_over_the_measured_rate() -> None:
    assert work_within(3.0, 0.0015) == 2000
    split = Magpie().plan(turn_with(calibration=Calibration(sample=Rate(seconds=0.0)))).split
    assert split is not None
    assert split.samples == 10_000


@pytest.mark.source("M16.rate", "M17.rates")
def test_a_machine_four_times_as_fast_draws_four_times_the_samples_in_the_same_time() -> None:
    budgets = [
        Magpie().plan(turn_with(calibration=Calibration(sample=Rate(seconds=rate, measurements=5))))
        for rate in (0.002, 0.0005)
    ]
    assert budgets[0].target_s == budgets[1].target_s
    slow, fast = (b.split.samples if b.split else None for b in budgets)
    assert slow is not None
    assert fast is not None
    assert fast == pytest.approx(4 * slow, abs=4)


@pytest.mark.source("M12.speed", "M12.cost")
def test_checks_come_about_fifty_times_a_second_whatever_the_speed() -> None:
    assert Magpie().check_interval_samples(0.0001) == 200
    assert Magpie().check_interval_samples(0.00001) == 2000
    assert Magpie().check_interval_samples(0.01) == 50
    assert Magpie().check_interval_samples(0.0) == 50


@pytest.mark.source(
    "M18.movegen", "M18.cushion", "M18.empty_bag", "M18.near_endgame", "M18.pre_endgame", "M18.midgame"
)
@pytest.mark.parametrize(
    ("bag", "share"), [(0, 0.0), (1, 0.3), (7, 0.3), (8, 0.6), (14, 0.6), (15, 1.0), (80, 1.0)]
)
def test_the_bag_decides_between_simulation_and_endgame(bag: int, share: float) -> None:
    budget = Magpie().plan(turn_with(bag=bag))
    split = budget.split
    assert split is not None
    rest_s = budget.target_s * 0.95 - 0.1
    assert split.movegen_s == pytest.approx(0.1)
    assert split.cushion_s == pytest.approx(budget.target_s * 0.05)
    assert split.simulation_s == pytest.approx(rest_s * share)
    assert split.endgame_s == pytest.approx(rest_s * (1 - share))


@pytest.mark.source("M19")
def test_unused_simulation_time_goes_to_the_endgame_of_the_turn() -> None:
    split = Magpie().plan(turn_with(bag=5)).split
    assert split is not None
    rolled = split.rolled_over(simulation_used_s=split.simulation_s - 3.0)
    assert rolled.endgame_s == pytest.approx(split.endgame_s + 3.0)
    assert rolled.simulation_s + rolled.endgame_s == pytest.approx(split.simulation_s + split.endgame_s)
    assert split.rolled_over(simulation_used_s=split.simulation_s + 1.0).endgame_s == split.endgame_s


@pytest.mark.source("M20.figures", "M20.empty_bag")
@pytest.mark.parametrize(
    ("bag", "opponent", "expected"),
    [
        (54, 7, 0.01),
        (53, 7, 0.03),
        (24, 7, 0.03),
        (23, 7, 0.08),
        (8, 7, 0.08),
        (7, 7, 0.15),
        (1, 1, 0.15),
        (0, 7, 0.25),
    ],
)
def test_a_second_gains_value_toward_the_end(bag: int, opponent: int, expected: float) -> None:
    assert Magpie().price_pts_per_s(turn_with(bag=bag, opponent=opponent)) == expected


@pytest.mark.source("M26")
@pytest.mark.parametrize(("bag", "moves"), [(50, 1), (50, 0), (0, 1)])
def test_a_single_legal_move_is_played_at_once(bag: int, moves: int) -> None:
    budget = Magpie().plan(turn_with(bag=bag, legal_moves=moves))
    assert budget.quick_exit is Reason.ONE_MOVE
    assert budget.target_s <= 0.2
    assert budget.split is not None
    assert budget.split.simulation_s == budget.split.endgame_s == 0


@pytest.mark.source("M23.gap", "M23.endgame")
def test_a_clear_best_move_skips_the_simulation_but_not_the_endgame() -> None:
    assert Magpie().plan(turn_with(gap_pts=10.1)).quick_exit is Reason.CLEAR_BEST
    assert Magpie().plan(turn_with(gap_pts=10.0)).quick_exit is None
    assert Magpie().plan(turn_with(gap_pts=30.0, bag=0)).quick_exit is None


@pytest.mark.source("M23.alone")
def test_a_best_move_without_another_in_two_points_is_played_at_once_where_that_is_wanted() -> None:
    literal = Magpie(quick_exit_alone=True)
    assert literal.plan(turn_with(competitive_moves=1)).quick_exit is Reason.CLEAR_BEST
    assert literal.plan(turn_with(competitive_moves=1, bag=0)).quick_exit is None
    assert Magpie().plan(turn_with(competitive_moves=1)).quick_exit is None


@pytest.mark.source("M25.simulation", "M25.search")
def test_below_five_seconds_only_the_static_move_is_played() -> None:
    low = Magpie().plan(turn_with(remaining_s=4.9))
    assert low.quick_exit is Reason.LOW_TIME
    assert low.target_s == pytest.approx(0.2)
    assert Magpie().plan(turn_with(remaining_s=5.0)).quick_exit is None


@pytest.mark.source("M27")
@pytest.mark.parametrize("remaining_s", [-10.0, 0.0, 1.0, 2.0, 2.05, 7.0])
def test_two_seconds_stay_on_the_clock(remaining_s: float) -> None:
    budget = Magpie(low_time_s=0.0).plan(turn_with(remaining_s=remaining_s, bag=0))
    assert 0 <= budget.limit_s <= max(0.0, remaining_s - 2.0)


MEASURED = Calibration(movegen=Rate(seconds=0.002, measurements=5))


@pytest.mark.source("M25.simulation", "M25.search")
@pytest.mark.parametrize(
    ("initial_s", "low_s"), [(3600.0, 5.0), (1500.0, 5.0), (750.0, 2.5), (300.0, 1.0), (10.0, 0.2)]
)
def test_the_clock_that_is_low_is_the_same_share_of_a_shorter_one(initial_s: float, low_s: float) -> None:
    for bag in (50, 0):
        below = turn_with(initial_s=initial_s, remaining_s=0.99 * low_s, bag=bag, calibration=MEASURED)
        assert Magpie().plan(below).quick_exit is Reason.LOW_TIME
        above = turn_with(initial_s=initial_s, remaining_s=1.01 * low_s, bag=bag, calibration=MEASURED)
        assert Magpie().plan(above).quick_exit is None


@pytest.mark.source("M27")
@pytest.mark.parametrize(("initial_s", "kept_s"), [(1500.0, 2.0), (300.0, 0.4), (10.0, 0.2)])
def test_what_a_turn_leaves_on_the_clock_is_the_same_share_of_a_shorter_one(
    initial_s: float, kept_s: float
) -> None:
    turn = turn_with(initial_s=initial_s, remaining_s=0.3 * initial_s, bag=0, calibration=MEASURED)
    left_s = 0.3 * initial_s - Magpie(phase_factors=(9.0,) * 6).plan(turn).limit_s
    # On shorter clocks also the time for static moves on the four turns that may follow, 12 ms each.
    assert kept_s <= left_s <= kept_s + 0.05


@pytest.mark.source("M3.floor")
def test_the_margin_of_the_floor_is_the_same_share_of_a_shorter_clock() -> None:
    steps = Magpie(low_time_s=0.0).plan(turn_with(initial_s=150.0, remaining_s=1.0, bag=86)).target.steps
    assert next(step for step in steps if step.name == "floor").result_s == pytest.approx(0.11)


@pytest.mark.source("M3.floor", "M25.simulation", "M27")
def test_the_written_figures_hold_on_every_clock_with_the_preset_of_the_document() -> None:
    literal = make_policy("magpie", {"preset": "document"})
    for initial_s in (1500.0, 10.0):
        low = literal.plan(turn_with(initial_s=initial_s, remaining_s=4.9))
        assert low.quick_exit is Reason.LOW_TIME
        assert low.target_s == pytest.approx(0.2)  # a first guess of 0.1 s for the list of moves, and 0.1 s
        above = literal.plan(turn_with(initial_s=initial_s, remaining_s=5.1, bag=0))
        assert above.quick_exit is None
        assert above.limit_s == pytest.approx(3.1)


@pytest.mark.source("M28.guesses")
def test_the_first_turn_assumes_the_documented_rates() -> None:
    calibration = Calibration()
    assert (calibration.movegen.seconds, calibration.sample.seconds, calibration.node.seconds) == (
        0.1,
        0.001,
        0.0001,
    )


@pytest.mark.source("M10.rule")
def test_a_safe_lead_stops_the_simulation_and_a_tight_race_does_not() -> None:
    turn = turn_with(bag=53)
    budget = Magpie().plan(turn)
    safe = SimulationCheck(elapsed_s=1.0, started_s=0.1, snapshot=snapshot((42.5, 400.0), (20.0, 400.0)))
    verdict = Magpie().monitor(turn, budget).observe(safe)
    assert verdict.reason is Reason.LOSS_BELOW_PRICE
    assert verdict.expected_loss_pts == pytest.approx(0.0, abs=1e-6)
    patient = Magpie(value_pts_per_s=(0.0, 0.0, 0.0, 0.0, 0.0))
    tight = SimulationCheck(elapsed_s=1.0, started_s=0.1, snapshot=snapshot((42.5, 400.0), (41.0, 400.0)))
    assert not patient.monitor(turn, budget).observe(tight).stop


@pytest.mark.source("M13.prediction", "M13.safety")
def test_the_endgame_stops_before_a_depth_it_cannot_finish() -> None:
    turn = turn_with(bag=0)
    monitor = Magpie().monitor(turn, Magpie().plan(turn))

    def ply(depth: int, elapsed_s: float, value_pts: float) -> EndgamePly:
        return EndgamePly(elapsed_s=elapsed_s, started_s=1.0, budget_s=10.0, depth=depth, value_pts=value_pts)

    assert not monitor.observe(ply(1, 1.1, 10.0)).stop
    assert not monitor.observe(ply(2, 1.5, 12.0)).stop  # 0.4 s after 0.1 s: next 1.6 s, 9.5 s left
    verdict = monitor.observe(ply(3, 3.5, 7.0))  # 2.0 s after 0.4 s: next 10 s x 1.5 against 7.5 s left
    assert verdict.reason is Reason.UNAFFORDABLE


@pytest.mark.source("M13.stable")
def test_the_endgame_stops_when_its_value_is_stable() -> None:
    turn = turn_with(bag=0)
    monitor = Magpie().monitor(turn, Magpie().plan(turn))
    plies = [
        EndgamePly(elapsed_s=0.1 * d, started_s=0.0, budget_s=60.0, depth=d, value_pts=v)
        for d, v in ((1, 5.0), (2, 8.0), (3, 8.0))
    ]
    assert [monitor.observe(p).reason for p in plies] == [None, None, Reason.STABLE]


def test_an_increment_is_counted_but_never_spent_ahead() -> None:
    with_increment = Magpie().plan(turn_with(increment_s=10.0)).target_s
    assert with_increment > Magpie().plan(turn_with()).target_s
    assert Magpie().plan(turn_with(remaining_s=2.5, increment_s=100.0)).limit_s <= 0.5


def test_time_passing_stops_at_the_target() -> None:
    turn = turn_with()
    budget = Magpie().plan(turn)
    assert Magpie().monitor(turn, budget).observe(Tick(elapsed_s=budget.target_s)).reason is Reason.TARGET


def test_contradicting_clamps_are_refused() -> None:
    with pytest.raises(SettingError, match="least_complexity must not exceed"):
        Magpie(least_complexity=4.0)
    with pytest.raises(SettingError, match="reserve_share must be a number from 0 to 1, got nan"):
        Magpie(reserve_share=math.nan)


@pytest.mark.source("M15")
def test_how_fast_measurements_count_can_be_set() -> None:
    assert make_manager("magpie").calibration.alpha == 0.3
    assert make_manager("magpie", {"alpha": "0.2"}).calibration.alpha == 0.2


@pytest.mark.source("M20.trained", "M21")
def test_trained_values_take_the_place_of_the_documents() -> None:
    second = GainOfASecond(constant=-2.0, log_turns_left=1.0, bag=0.0, complexity=0.0, log_time_left_s=-1.5)
    values = replace(TimeValues.rough("scrabble"), second=second, second_work=500.0)
    policy = Magpie(trained=values, estimator=lambda _: 0.005)
    calibration = Calibration(sample=Rate(seconds=0.001, measurements=1))
    features = ScrabbleFeatures(bag_tiles=40, competitive_moves=3)
    reasons = []
    for remaining_s in (20.0, 2000.0):
        turn = Turn(clock=ClockReading(remaining_s=remaining_s), features=features, calibration=calibration)
        monitor = policy.monitor(turn, policy.plan(turn))
        snapshot = Snapshot(arms=2, samples=100, top=())
        reasons.append(
            monitor.observe(SimulationCheck(elapsed_s=0.1, started_s=0.0, snapshot=snapshot)).reason
        )
    # With little time left a second is expensive: the small loss at stake is not worth the rest.
    assert reasons == [Reason.LOSS_BELOW_PRICE, None]


def test_the_clock_is_planned_to_be_spent_tile_by_tile_until_the_bag_is_empty() -> None:
    policy = Magpie()
    assert policy.planned_share(93) == 1.0
    assert policy.planned_share(7) == policy.planned_share(1) == policy.endgame_share
    # 13 tiles at 0.1 of 0.6, 30 at 0.8, 25 at 1.2, 11 at 0.5 of 1.5 and 7 at 0.3 of 2 make 67.23.
    assert policy.planned_share(80) == pytest.approx(0.003 + 0.997 * (67.23 - 0.78) / 67.23)
    assert policy.planned_share(25) == pytest.approx(0.003 + 0.997 * 12.45 / 67.23)
    assert policy.planned_share(14) == pytest.approx(0.003 + 0.997 * 4.2 / 67.23)


def test_a_turn_gets_what_earlier_turns_have_left_over() -> None:
    def ahead(remaining_s: float, bag: int = 43) -> float:
        return factor(turn_with(bag=bag, remaining_s=remaining_s, initial_s=1500.0), "ahead of plan")

    planned_s = 1500.0 * Magpie().planned_share(50 - 8.6)
    shares_s = (
        0.8 * (planned_s + 60.0) / (57 / 8.6 + 0.5)
    )  # the reserve, and 57 tiles in the bag and on racks
    assert ahead(planned_s + 60.0) == pytest.approx(max(1.0, 60.0 / 0.6 / shares_s))
    assert 1 < ahead(planned_s + 90.0) < ahead(planned_s + 120.0)
    assert ahead(planned_s) == 1
    assert ahead(1500.0, bag=0) == 1


@pytest.mark.source("M10.rule", "M20.figures")
@pytest.mark.parametrize(("bag", "price"), [(80, 0.01), (30, 0.03), (10, 0.08), (5, 0.15)])
def test_the_preset_of_the_document_takes_its_prices_as_written_on_any_machine(
    bag: int, price: float
) -> None:
    for rate_s in (0.01, 1e-6):
        calibration = Calibration(sample=Rate(seconds=rate_s, measurements=5))
        turn = turn_with(bag=bag, initial_s=1500.0, calibration=calibration)
        budget = DOCUMENT.plan(turn)
        left_s = budget.target_s - 1.0
        # A loss just below and just above what the time left of the turn is worth.
        for factor_, reason in ((0.99, Reason.LOSS_BELOW_PRICE), (1.01, None)):
            loss_pts = factor_ * price * left_s
            monitor = replace(DOCUMENT, estimator=lambda _, loss=loss_pts: loss).monitor(turn, budget)
            check = SimulationCheck(elapsed_s=1.0, started_s=0.1, snapshot=snapshot((2.0, 4.0), (1.0, 4.0)))
            assert monitor.observe(check).reason is reason


@pytest.mark.source("M3.share")
def test_the_preset_of_the_document_spends_no_more_because_time_is_left_over() -> None:
    ahead, plain = (turn_with(bag=20, initial_s=initial_s) for initial_s in (1500.0, None))
    assert DOCUMENT.plan(ahead).target_s == DOCUMENT.plan(plain).target_s
    assert Magpie().plan(ahead).target_s > Magpie().plan(plain).target_s


def test_the_endgame_is_granted_nodes_at_the_measured_rate_and_none_at_a_guess() -> None:
    measured = Calibration(node=Rate(seconds=0.001, measurements=2))
    split = DOCUMENT.plan(turn_with(bag=0, calibration=measured)).split
    assert split is not None
    assert split.nodes == int(split.endgame_s * 1000)
    ten = Magpie().plan(turn_with(bag=0, calibration=measured)).split
    assert ten is not None
    assert ten.nodes == int(10 * ten.endgame_s * 1000)
    near = Magpie().plan(turn_with(bag=5, calibration=measured)).split
    assert near is not None
    assert near.nodes is not None
    rolled = near.rolled_over(simulation_used_s=0.0)
    assert rolled.nodes == pytest.approx(near.nodes * rolled.endgame_s / near.endgame_s, abs=1)
    guessed = Magpie().plan(turn_with(bag=0)).split
    assert guessed is not None
    assert guessed.nodes is None
