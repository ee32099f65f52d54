import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot.clocks import ClockReading
from zeitnot.errors import SettingError
from zeitnot.policies import Uniform, parameters_of, plain_policy
from zeitnot.policies.argo import Argo
from zeitnot.turns import (
    ChessFeatures,
    Features,
    Iteration,
    Limits,
    Reason,
    ScrabbleFeatures,
    Tick,
    TimeManager,
    Turn,
)


def turn(
    remaining_s: float,
    increment_s: float = 0.0,
    moves_to_go: int | None = None,
    features: Features | None = None,
) -> Turn:
    clock = ClockReading(remaining_s=remaining_s, increment_s=increment_s, moves_to_go=moves_to_go)
    return Turn(clock=clock, features=features)


def done(depth: int, elapsed_s: float) -> Iteration:
    return Iteration(elapsed_s=elapsed_s, depth=depth, score_cp=20.0, best_move="e2e4")


def manager() -> TimeManager:
    return TimeManager(Argo(), fallback=Uniform())


# The formula: difficulty x branch x total / (difficulty x 1.5 + moves - 1)


@pytest.mark.source("A2.share", "A3.overhead", "A3.assumed", "A5.many", "A7.maximum", "A7.optimum")
def test_five_minutes_give_3_7_s_and_at_most_14_3_s() -> None:
    budget = Argo().plan(turn(300.0))
    # main 299.7, 40 moves: 0.75 x 299.7 / (1.5 + 39) = 5.55; young game x 2/3
    assert budget.target_s == pytest.approx(3.7)
    # 2 x 1.5 x 299.7 / (3 + 39) = 21.40714; x 2/3
    assert budget.limit_s == pytest.approx(14.271428571)


@pytest.mark.source("A2.share", "A2.total", "A7.maximum", "A7.optimum")
def test_increments_to_come_belong_to_the_total() -> None:
    budget = Argo().plan(turn(300.3, 3.0, 20))
    # main 300, total 300 + 19 x 3 = 357, 20 moves: no factor for the game's phase
    assert budget.target_s == pytest.approx(13.060975610)  # 0.75 x 357 / (1.5 + 19)
    assert budget.limit_s == pytest.approx(48.681818182)  # 3 x 357 / (3 + 19)


@pytest.mark.source("A4.very_low")
def test_below_thirty_seconds_the_time_is_scaled_by_three_tenths() -> None:
    budget = Argo().plan(turn(25.0))
    # main 24.7: 0.75 x 24.7 / 40.5 = 0.4574074; x 0.3 = 0.1372222; x 2/3
    assert budget.target_s == pytest.approx(0.091481481)
    # 3 x 24.7 / 42 = 1.7642857; x 0.3 = 0.5292857; x 2/3
    assert budget.limit_s == pytest.approx(0.352857143)


@pytest.mark.source("A4.low")
def test_below_sixty_seconds_the_time_is_halved() -> None:
    budget = Argo().plan(turn(45.0))
    # main 44.7: 0.75 x 44.7 / 40.5 = 0.8277778; x 0.5 = 0.4138889; x 2/3
    assert budget.target_s == pytest.approx(0.275925926)
    # 3 x 44.7 / 42 = 3.1928571; x 0.5 = 1.5964286; x 2/3
    assert budget.limit_s == pytest.approx(1.064285714)


@pytest.mark.source("A3.overhead", "A4.low")
def test_the_clock_is_scaled_by_its_main_time_after_the_overhead() -> None:
    # main 59.9 is low, main 60 is not: 0.75 x 59.9 / 40.5 x 0.5 x 2/3 and 0.75 x 60 / 40.5 x 2/3
    assert Argo().plan(turn(60.2)).target_s == pytest.approx(0.369753086)
    assert Argo(overhead_s=0.0).plan(turn(60.0)).target_s == pytest.approx(0.740740741)


@pytest.mark.source("A5.few")
def test_fewer_than_ten_moves_to_go_give_a_third_more() -> None:
    budget = Argo().plan(turn(100.3, 0.0, 5))
    # main 100: 0.75 x 100 / (1.5 + 4) = 13.6363636; x 4/3
    assert budget.target_s == pytest.approx(18.181818182)
    # 3 x 100 / (3 + 4) = 42.8571429; x 4/3
    assert budget.limit_s == pytest.approx(57.142857143)


@pytest.mark.source("A5.few", "A5.many")
@pytest.mark.parametrize(
    ("moves_to_go", "expected_s"),
    [
        (9, 10.526315789),  # 75 / (1.5 + 8) x 4/3
        (10, 7.142857143),  # 75 / (1.5 + 9)
        (30, 2.459016393),  # 75 / (1.5 + 29)
        (31, 1.587301587),  # 75 / (1.5 + 30) x 2/3
    ],
)
def test_the_phase_of_the_game_follows_the_moves_to_go(moves_to_go: int, expected_s: float) -> None:
    assert Argo().plan(turn(100.3, 0.0, moves_to_go)).target_s == pytest.approx(expected_s)


@pytest.mark.source("A3.assumed", "A3.most")
@pytest.mark.parametrize("moves_to_go", [None, 0, -3, 40, 41, 200])
def test_forty_moves_are_assumed_and_no_more_are_counted(moves_to_go: int | None) -> None:
    assert Argo().plan(turn(300.0, 0.0, moves_to_go)).target_s == pytest.approx(3.7)


@pytest.mark.source("A2.main_time")
def test_one_move_to_go_gets_no_more_than_the_main_time() -> None:
    budget = Argo().plan(turn(100.3, 0.0, 1))
    assert budget.target_s == pytest.approx(66.666666667)  # 75 / 1.5 = 50; x 4/3
    assert budget.limit_s == pytest.approx(100.0)  # 300 / 3 = 100; x 4/3 is more than the main time


@pytest.mark.source("A11.emergency", "A11.critical")
@pytest.mark.parametrize(
    ("remaining_s", "expected_s"),
    [
        (4.0, 0.01),  # main 3.7
        (5.2, 0.01),  # main 4.9
        (5.4, 1.02),  # main 5.1, a fifth
        (8.0, 1.54),  # main 7.7, a fifth
        (10.2, 1.98),  # main 9.9, a fifth
    ],
)
def test_below_ten_seconds_a_fifth_is_given_and_below_five_ten_milliseconds(
    remaining_s: float, expected_s: float
) -> None:
    budget = Argo().plan(turn(remaining_s, 2.0, 8))
    assert budget.target_s == pytest.approx(expected_s)
    assert budget.limit_s == pytest.approx(expected_s)


@pytest.mark.source("A11.emergency")
def test_from_ten_seconds_of_main_time_the_formula_rules() -> None:
    # main 10.2: 0.75 x 10.2 / 40.5 x 0.3 x 2/3
    assert Argo().plan(turn(10.5)).target_s == pytest.approx(0.037777778)


@pytest.mark.source("A4.very_low", "A4.low", "A11.critical", "A11.emergency")
@pytest.mark.parametrize(
    ("main_s", "expected_s"),
    [
        (5.0, 1.0),  # a fifth
        (10.0, 0.037037037),  # 7.5 / 40.5 x 0.3 x 2/3
        (30.0, 0.185185185),  # 22.5 / 40.5 x 0.5 x 2/3
        (60.0, 0.740740741),  # 45 / 40.5 x 2/3
    ],
)
def test_a_clock_is_short_only_below_its_bound(main_s: float, expected_s: float) -> None:
    assert Argo(overhead_s=0.0).plan(turn(main_s)).target_s == pytest.approx(expected_s)


@pytest.mark.source("A3.least")
def test_main_time_and_move_time_are_at_least_a_millisecond() -> None:
    formula_only = Argo(critical_below_s=0.0, emergency_below_s=0.0)
    budget = formula_only.plan(turn(0.1))
    assert budget.limit_s == pytest.approx(0.001)
    assert budget.target_s == pytest.approx(0.001)


@pytest.mark.source("A14.moves")
@pytest.mark.parametrize(
    ("features", "expected_s"),
    [
        (ChessFeatures(captures=5, checks=2), 3.7),
        # difficulty 1.5: 1.5 x 0.75 x 299.7 / (2.25 + 39) = 8.1736364; x 2/3
        (ChessFeatures(captures=5, checks=3), 5.449090909),
        (ChessFeatures(captures=8), 5.449090909),
        (ScrabbleFeatures(), 3.7),
    ],
)
def test_many_captures_and_checks_raise_the_difficulty_before_the_search(
    features: Features, expected_s: float
) -> None:
    budget = Argo().plan(turn(300.0, features=features))
    assert budget.target_s == pytest.approx(expected_s)
    assert budget.limit_s == pytest.approx(14.271428571)


@pytest.mark.source("A14.cap")
def test_a_tactical_position_is_at_most_difficulty_two() -> None:
    features = ChessFeatures(captures=20)
    # difficulty 2, not 2.7: 2 x 0.75 x 299.7 / (3 + 39) = 10.7035714; x 2/3
    assert Argo(first_difficulty=1.8).plan(turn(300.0, features=features)).target_s == pytest.approx(
        7.135714286
    )


@pytest.mark.source("A10")
def test_cancellation_is_seen_every_1024_nodes() -> None:
    assert Argo().plan(turn(300.0)).settings.node_interval == 1024


def test_the_trail_names_every_step_of_the_formula() -> None:
    steps = [(s.name, round(s.figure, 4)) for s in Argo().plan(turn(50.3, 1.0)).target.steps]
    assert steps == [
        ("clock", 50.3),
        ("overhead", -0.3),
        ("increments to come", 39.0),
        ("share of this move", 0.0185),
        ("low clock", 0.5),
        ("young game", 0.6667),
    ]


def test_the_trail_says_when_the_position_is_tactical() -> None:
    quiet, tactical = (
        Argo().plan(turn(300.0, features=ChessFeatures(captures=captures))).target.steps[2].note
        for captures in (7, 8)
    )
    assert quiet == "difficulty 1, 40 moves"
    assert tactical == "tactical position, difficulty 1.5, 40 moves"


@given(st.floats(-1e3, 1e9), st.floats(-10.0, 1e4), st.none() | st.integers(-1, 200))
def test_any_clock_gets_a_budget_it_can_bear(
    remaining_s: float, increment_s: float, moves_to_go: int | None
) -> None:
    now = turn(remaining_s, increment_s, moves_to_go)
    budget = Argo().plan(now)
    assert 0.0 <= budget.target_s <= budget.limit_s <= now.clock.bearable_s


# Beside the clock


@pytest.mark.source("A1.deadline", "A12.move_time")
def test_a_move_time_is_used_as_it_is() -> None:
    thinking = manager().begin(clock=ClockReading(remaining_s=4.0), limits=Limits(move_time_s=2.5))
    assert (thinking.budget.target_s, thinking.budget.limit_s) == (2.5, 2.5)
    assert not thinking.observe(done(30, 2.4)).stop
    assert thinking.observe(Tick(elapsed_s=2.5)).reason is Reason.LIMIT


@pytest.mark.source("A1.unlimited", "A12.infinite")
@pytest.mark.parametrize(
    ("clock", "limits"), [(None, Limits()), (ClockReading(remaining_s=4.0), Limits(infinite=True))]
)
def test_without_a_clock_and_when_infinite_time_never_stops_the_search(
    clock: ClockReading | None, limits: Limits
) -> None:
    thinking = manager().begin(clock=clock, limits=limits)
    assert not thinking.observe(done(30, 1e6)).stop
    assert not thinking.observe(Tick(elapsed_s=1e9)).stop


@pytest.mark.source("A1.deadline")
def test_the_deadline_is_the_maximum_of_the_formula() -> None:
    thinking = manager().begin(clock=ClockReading(remaining_s=300.0))
    assert not thinking.observe(Tick(elapsed_s=14.27)).stop
    assert thinking.observe(Tick(elapsed_s=14.28)).reason is Reason.LIMIT


@pytest.mark.source("A8.depth", "A8.nodes")
def test_a_fixed_depth_and_a_node_limit_end_the_search() -> None:
    clock = ClockReading(remaining_s=300.0)
    by_depth = manager().begin(clock=clock, limits=Limits(depth=3))
    assert not by_depth.observe(done(2, 0.1)).stop
    assert by_depth.observe(done(3, 0.2)).reason is Reason.DEPTH
    by_nodes = manager().begin(clock=clock, limits=Limits(nodes=1000))
    assert not by_nodes.observe(dataclasses.replace(done(2, 0.1), nodes=999)).stop
    assert by_nodes.observe(dataclasses.replace(done(3, 0.2), nodes=1000)).reason is Reason.NODES


# Settings


def test_every_parameter_takes_its_own_text_back() -> None:
    policy = Argo()
    texts = {name: p.text(getattr(policy, name)) for name, p in parameters_of(policy).items()}
    assert set(texts) == {field.name for field in dataclasses.fields(Argo)}
    assert plain_policy("argo", texts) == policy


def test_a_first_difficulty_outside_its_bounds_is_refused() -> None:
    with pytest.raises(SettingError, match=r"least_difficulty and most_difficulty, got 2\.5"):
        Argo(first_difficulty=2.5)


@pytest.mark.parametrize("difficulty", [0.8, 2.0])
def test_a_first_difficulty_may_be_the_least_or_the_most(difficulty: float) -> None:
    assert Argo(first_difficulty=difficulty).first_difficulty == difficulty


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [("optimum_branch", 0.01, 100), ("drop_factor", 1, 100), ("minimum_s", 0.0001, 60)],
)
def test_a_parameter_stays_within_its_range(name: str, least: float, most: float) -> None:
    settings: list[dict[str, Any]] = [{name: 0.99 * least}, {name: 1.01 * most}]
    for setting in settings:
        with pytest.raises(SettingError, match=f"{name} must be a number from {least} to {most}, got"):
            Argo(**setting)
