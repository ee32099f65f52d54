"""Textbook: both sets of rules, with figures computed by hand from its chapter."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot.clocks import ClockReading
from zeitnot.errors import SettingError
from zeitnot.policies.registry import plain_policy
from zeitnot.policies.textbook import Textbook, TextbookComplete
from zeitnot.turns import (
    GO_ON,
    Budget,
    EndgamePly,
    Factor,
    Iteration,
    Monitor,
    Reason,
    Tick,
    Trail,
    Turn,
    Verdict,
)


def turn_with(remaining_s: float, increment_s: float = 0.0, moves_to_go: int | None = None) -> Turn:
    return Turn(clock=ClockReading(remaining_s=remaining_s, increment_s=increment_s, moves_to_go=moves_to_go))


def depth(
    number: int,
    *,
    score_cp: float = 0.0,
    move: str = "e2e4",
    second_cp: float | None = None,
    elapsed_s: float = 0.0,
) -> Iteration:
    return Iteration(
        elapsed_s=elapsed_s, depth=number, score_cp=score_cp, best_move=move, second_score_cp=second_cp
    )


def watch(
    policy: Textbook | TextbookComplete | None = None, *, soft_s: float = 1.0, hard_s: float = 100.0
) -> Monitor:
    budget = Budget(target=Trail.start("soft", soft_s), limit=Trail.start("hard", hard_s))
    return (policy or Textbook()).monitor(turn_with(300.0), budget)


def last_verdict(monitor: Monitor, *iterations: Iteration) -> Verdict:
    verdicts = [monitor.observe(iteration) for iteration in iterations]
    return verdicts[-1]


@pytest.mark.source(
    "T1.sudden_death",
    "T1.increment",
    "T1.moves_to_go",
    "T3.base",
    "T3.moves",
    "T3.soft",
    "T3.hard",
    "T3.quarter",
    "T3.margin",
)
@pytest.mark.parametrize(
    ("turn", "soft_s", "hard_s"),
    [
        (turn_with(300.0), 5.95, 19.95),
        (turn_with(60.0, 1.0), 1.75, 5.95),
        (turn_with(60.0, moves_to_go=10), 3.55, 11.95),
        (turn_with(60.0, 1.0, moves_to_go=2), 18.55, 14.95),
        (turn_with(60.0, moves_to_go=0), 1.15, 3.95),
    ],
)
def test_basic_allocation_is_sixty_percent_and_twice_the_base_less_the_margin(
    turn: Turn, soft_s: float, hard_s: float
) -> None:
    budget = Textbook().plan(turn)
    assert budget.target_s == pytest.approx(min(soft_s, hard_s))
    assert budget.limit_s == pytest.approx(hard_s)


@pytest.mark.source("T3.floor")
@pytest.mark.parametrize("remaining_s", [0.05, 1e-4])
def test_limits_are_ten_milliseconds_where_the_margin_would_leave_nothing(remaining_s: float) -> None:
    budget = Textbook().plan(turn_with(remaining_s))
    assert budget.target_s == budget.limit_s == pytest.approx(min(0.01, remaining_s))


@pytest.mark.source("T9.low_soft", "T9.low_hard", "T9.emergency_soft")
@pytest.mark.parametrize(
    ("turn", "soft_s", "hard_s"),
    [
        (turn_with(25.0), 0.45, 1.6166667),  # no rule of time trouble is tighter
        (turn_with(25.0, 2.0), 1.65, 5.0),  # a fifth of the clock
        (turn_with(25.0, 4.0), 25 / 15, 5.0),  # a fifteenth and a fifth
        (turn_with(29.9, 4.0), 29.9 / 15, 5.98),
        (turn_with(30.0, 4.0), 2.95, 7.45),  # not below 30 s
        (turn_with(8.0, 2.0), 8 / 15, 1.6),
        (turn_with(8.0, 0.5), 0.4, 1.4833333),  # 80 % of the increment
        (turn_with(8.0), 0.01, 0.4833333),  # no increment: 10 ms
        (turn_with(10.0), 0.15, 0.6166667),  # not below 10 s
    ],
)
def test_time_trouble_caps_both_limits(turn: Turn, soft_s: float, hard_s: float) -> None:
    budget = Textbook().plan(turn)
    assert budget.target_s == pytest.approx(soft_s)
    assert budget.limit_s == pytest.approx(hard_s)


@pytest.mark.source("T9.emergency_hard")
def test_emergency_caps_the_hard_limit_at_a_third_when_time_trouble_does_not() -> None:
    policy = Textbook(low_hard_share=1.0, largest_share=1.0)
    assert policy.plan(turn_with(9.0, 5.0)).limit_s == pytest.approx(3.0)


@pytest.mark.source("T4.interval")
@pytest.mark.parametrize("policy", [Textbook(), TextbookComplete()])
def test_hard_limit_is_looked_at_every_2048_nodes(policy: Textbook | TextbookComplete) -> None:
    assert policy.plan(turn_with(60.0)).settings.node_interval == 2048


@pytest.mark.source("T4.soft")
@pytest.mark.parametrize("policy", [Textbook(), TextbookComplete()])
def test_no_new_depth_begins_after_the_soft_limit(policy: Textbook | TextbookComplete) -> None:
    monitor = watch(policy, soft_s=1.0, hard_s=4.0)
    assert monitor.observe(depth(1, elapsed_s=0.99)) is GO_ON
    assert monitor.observe(Tick(elapsed_s=3.9)) is GO_ON
    assert monitor.observe(depth(2, elapsed_s=1.0)).reason is Reason.TARGET


@pytest.mark.source("T4.hard")
@pytest.mark.parametrize("policy", [Textbook(), TextbookComplete()])
def test_hard_limit_stops_a_depth_under_way(policy: Textbook | TextbookComplete) -> None:
    monitor = watch(policy, soft_s=1.0, hard_s=4.0)
    assert monitor.observe(Tick(elapsed_s=4.0)).reason is Reason.LIMIT
    assert monitor.observe(depth(3, elapsed_s=4.0)).reason is Reason.LIMIT


@pytest.mark.source("T4.first")
def test_search_that_has_no_depth_yet_goes_on_past_the_soft_limit() -> None:
    assert watch(soft_s=1.0).observe(depth(0, elapsed_s=2.0)) is GO_ON


def test_the_first_depth_is_enough_past_the_soft_limit() -> None:
    assert watch().observe(depth(1, elapsed_s=5.0)).reason is Reason.TARGET


def test_other_work_stops_at_the_soft_limit_as_well() -> None:
    ply = EndgamePly(elapsed_s=1.0, started_s=0.0, budget_s=5.0, depth=3, value_pts=1.0)
    assert watch(soft_s=1.0).observe(ply).reason is Reason.TARGET


@pytest.mark.source("T5.margin", "T5.factor")
def test_score_drop_of_more_than_fifty_lengthens_by_half() -> None:
    verdict = last_verdict(watch(), depth(1, score_cp=60.0), depth(2, score_cp=9.0))
    assert verdict.target_s == pytest.approx(1.5)
    assert verdict.factors == (Factor("score drop", 1.5),)
    assert not verdict.stop


@pytest.mark.source("T5.margin")
@pytest.mark.parametrize("then_cp", [10.0, 500.0])
def test_score_that_fell_by_fifty_or_rose_moves_nothing(then_cp: float) -> None:
    assert last_verdict(watch(), depth(1, score_cp=60.0), depth(2, score_cp=then_cp)) is GO_ON


@pytest.mark.source("T5.factor")
def test_a_second_drop_lengthens_no_further() -> None:
    scores = [300.0, 200.0, 100.0, 0.0]
    verdict = last_verdict(watch(), *(depth(n, score_cp=score) for n, score in enumerate(scores, 1)))
    assert verdict is GO_ON


@pytest.mark.source("T6.count", "T6.factor")
def test_more_than_two_changes_of_best_move_lengthen_by_three_tenths() -> None:
    monitor = watch()
    moves = ["e2e4", "d2d4", "e2e4", "d2d4", "d2d4", "e2e4"]
    targets = [monitor.observe(depth(n, move=move)).target_s for n, move in enumerate(moves, 1)]
    assert targets == [None, None, None, pytest.approx(1.3), None, None]


@pytest.mark.source("T7.count", "T7.depth", "T7.factor")
def test_stable_best_move_shortens_from_the_tenth_depth_on_and_never_further() -> None:
    monitor = watch()
    targets = [monitor.observe(depth(n)).target_s for n in range(1, 60)]
    assert targets == [None] * 9 + [pytest.approx(0.7)] + [None] * 49


@pytest.mark.source("T7.count")
def test_a_new_best_move_is_not_stable_until_five_iterations_confirm_it() -> None:
    monitor = watch()
    moves = ["d2d4"] * 10 + ["e2e4"] * 6
    targets = [monitor.observe(depth(n, move=move)).target_s for n, move in enumerate(moves, 1)]
    assert targets[9:] == [pytest.approx(0.7), pytest.approx(1.0), None, None, None, None, pytest.approx(0.7)]


@pytest.mark.source("T7.count")
def test_first_iteration_confirms_nothing() -> None:
    monitor = watch()
    targets = [monitor.observe(depth(n)).target_s for n in range(9, 15)]
    assert targets == [None] * 5 + [pytest.approx(0.7)]


@pytest.mark.source("T7.factor")
def test_the_listing_shortens_at_every_further_depth() -> None:
    monitor = watch(Textbook(repeats=True))
    targets = [monitor.observe(depth(n)).target_s for n in range(1, 13)]
    assert targets == [None] * 9 + [pytest.approx(0.7), pytest.approx(0.49), pytest.approx(0.343)]


@pytest.mark.source("T7.factor")
def test_a_search_of_many_quick_depths_keeps_most_of_its_time_and_says_what_shortened_it() -> None:
    """Depths that take a hundredth of the target each: as engines with a full hash table report them."""
    monitor = watch(soft_s=0.22, hard_s=1.0)
    for number in range(1, 100):
        verdict = monitor.observe(depth(number, elapsed_s=0.0022 * number))
        if verdict.stop:
            assert number == 70
            assert (verdict.reason, verdict.factors) == (Reason.TARGET, (Factor("best move stable", 0.7),))
            return
    pytest.fail("the soft limit must stop the search")


@pytest.mark.source("T8.factor")
def test_easy_move_halves_while_it_is_easy() -> None:
    monitor = watch()
    verdict = monitor.observe(depth(1, score_cp=200.0, second_cp=49.0))
    assert verdict.target_s == pytest.approx(0.5)
    assert verdict.factors == (Factor("easy move", 0.5),)
    assert monitor.observe(depth(2, score_cp=200.0, second_cp=0.0)) is GO_ON
    assert monitor.observe(depth(3, score_cp=200.0, second_cp=100.0)).target_s == pytest.approx(1.0)


@pytest.mark.source("T8.margin")
def test_lead_of_150_is_not_easy_yet() -> None:
    assert watch().observe(depth(1, score_cp=200.0, second_cp=50.0)) is GO_ON


@pytest.mark.source("T5.factor", "T11.clamp")
@pytest.mark.parametrize("policy", [Textbook(), TextbookComplete()])
def test_soft_limit_never_passes_the_hard_limit(policy: Textbook | TextbookComplete) -> None:
    scores = [500.0, 400.0]
    verdict = last_verdict(
        watch(policy, soft_s=1.0, hard_s=1.3),
        *(depth(n, score_cp=score) for n, score in enumerate(scores, 1)),
    )
    assert verdict.target_s == 1.3


def test_stopping_verdict_tells_all_factors_of_the_turn() -> None:
    verdict = last_verdict(
        watch(),
        depth(1, score_cp=300.0, second_cp=0.0),
        depth(2, score_cp=200.0, second_cp=0.0),
        depth(3, score_cp=200.0, second_cp=0.0, elapsed_s=0.8),
    )
    assert verdict.reason is Reason.TARGET
    assert verdict.target_s == pytest.approx(0.75)
    assert verdict.factors == (Factor("easy move", 0.5), Factor("score drop", 1.5))


@pytest.mark.source("T11.optimal", "T11.floor", "T11.maximum", "T11.quarter")
@pytest.mark.parametrize(
    ("turn", "optimal_s", "maximum_s"),
    [
        (turn_with(300.0), 7.45, 37.25),
        (turn_with(60.0, 1.0), 2.45, 12.25),
        (turn_with(60.0, 3.0), 4.45, 15.0),
        (turn_with(60.0, moves_to_go=10), 5.95, 15.0),
        (turn_with(1.0), 0.01, 0.05),
        (turn_with(0.03), 0.01, 0.01),
    ],
)
def test_complete_manager_plans_an_optimal_and_a_maximum_time(
    turn: Turn, optimal_s: float, maximum_s: float
) -> None:
    budget = TextbookComplete().plan(turn)
    assert budget.target_s == pytest.approx(optimal_s)
    assert budget.limit_s == pytest.approx(maximum_s)


@pytest.mark.source("T11.drop", "T11.change")
def test_complete_manager_lengthens_for_a_drop_and_for_a_changed_move() -> None:
    monitor = watch(TextbookComplete())
    assert monitor.observe(depth(1, score_cp=50.0)) is GO_ON
    assert monitor.observe(depth(2, score_cp=20.0)) is GO_ON
    assert monitor.observe(depth(3, score_cp=-11.0)).target_s == pytest.approx(1.4)
    assert monitor.observe(depth(4, score_cp=-11.0, move="d2d4")).target_s == pytest.approx(1.68)
    both = monitor.observe(depth(5, score_cp=-50.0, move="e2e4"))
    assert both.target_s == pytest.approx(1.68 * 1.4 * 1.2)
    assert [factor.name for factor in both.factors] == ["score drop", "best move changes"]


@pytest.mark.parametrize("policy", [Textbook(), TextbookComplete()])
@given(
    remaining_s=st.floats(-100, 1e9),
    increment_s=st.floats(0, 1e4),
    moves_to_go=st.none() | st.integers(0, 300),
)
def test_budget_fits_the_clock(
    policy: Textbook | TextbookComplete, remaining_s: float, increment_s: float, moves_to_go: int | None
) -> None:
    turn = turn_with(remaining_s, increment_s, moves_to_go)
    budget = policy.plan(turn)
    assert 0 <= budget.target_s <= budget.limit_s <= turn.clock.bearable_s


def test_the_preset_listing_repeats_factors_as_the_listings_do() -> None:
    assert plain_policy("textbook", {"preset": "listing"}) == Textbook(repeats=True)


def test_parameter_out_of_range_is_refused() -> None:
    with pytest.raises(SettingError, match="moves_left must be a number from 1 to 1000, got 0"):
        Textbook(moves_left=0.0)
    with pytest.raises(SettingError, match="largest_share"):
        TextbookComplete(largest_share=1.5)


@pytest.mark.source("T8.asked")
@pytest.mark.parametrize(("easy_factor", "gap_cp"), [(0.5, 150), (1.0, 0)])
def test_the_search_is_asked_for_the_gap_to_the_second_move_where_it_counts(
    easy_factor: float, gap_cp: int
) -> None:
    assert Textbook(easy_factor=easy_factor).plan(turn_with(300.0)).settings.gap_cp == gap_cp
