import dataclasses
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot.clocks import ClockReading
from zeitnot.errors import SettingError
from zeitnot.policies import layers, parameters_of, plain_policy, presets_of
from zeitnot.policies.neurofish import Neurofish
from zeitnot.turns import Turn


def turn(
    remaining_s: float, increment_s: float = 0.0, moves_to_go: int | None = None, free_s: float = 0.0
) -> Turn:
    return Turn(
        clock=ClockReading(
            remaining_s=remaining_s, increment_s=increment_s, moves_to_go=moves_to_go, free_s=free_s
        )
    )


def move_time_s(remaining_s: float, increment_s: float = 0.0, moves_to_go: int | None = None) -> float:
    return Neurofish().plan(turn(remaining_s, increment_s, moves_to_go)).target_s


# The move time


@pytest.mark.source("N2.normal", "N3.worked", "N3.overhead", "N3.reserve")
def test_a_normal_clock_gives_5_56_s_with_180_s_and_2_s_increment_and_40_moves_to_go() -> None:
    # (180 - 1.5) / 40 = 4.4625; + 0.8 x 2 = 6.0625; below 180 / 10; - 0.5 = 5.5625
    assert move_time_s(180.0, 2.0, 40) == pytest.approx(5.5625)


@pytest.mark.source("N2.normal", "N3.worked")
def test_thirty_seconds_and_one_second_increment_give_1_44_s() -> None:
    # (30 - 1.5) / 25 = 1.14; + 0.8 x 1 = 1.94; below 30 / 10; - 0.5 = 1.44
    assert move_time_s(30.0, 1.0) == pytest.approx(1.44)


@pytest.mark.source("N2.emergency", "N3.worked", "N4.hard")
def test_two_and_a_half_seconds_give_200_ms_and_a_hard_stop_at_300_ms() -> None:
    budget = Neurofish().plan(turn(2.5))
    assert budget.target_s == pytest.approx(0.2)
    assert budget.limit_s == pytest.approx(0.3)


@pytest.mark.source("N2.emergency", "N2.critical", "N2.low", "N2.normal", "N2.cap")
@pytest.mark.parametrize(
    ("remaining_s", "increment_s", "moves_to_go", "expected_s"),
    [
        (2.9, 5.0, None, 0.24),  # (2.9 - 0.5) / 10: the increment does not count
        (3.0, 2.0, None, 1.075),  # (3 - 1.5) / 20 + 0.5 x 2, nothing off
        (9.5, 0.0, 80, 0.4),  # (9.5 - 1.5) / 20, whatever the moves to go
        (10.0, 0.4, None, 0.12),  # (10 - 1.5) / 25 + 0.7 x 0.4 - 0.5
        (24.0, 10.0, None, 1.5),  # 0.9 + 7 is capped at 24 / 12 = 2; - 0.5
        (29.0, 2.0, 50, 1.45),  # (29 - 1.5) / 50 + 0.7 x 2 - 0.5
        (60.0, 30.0, None, 5.5),  # 2.34 + 24 is capped at 60 / 10 = 6; - 0.5
        (301.5, 0.0, None, 11.5),  # 300 / 25 - 0.5
    ],
)
def test_each_regime_of_the_clock_has_its_sum(
    remaining_s: float, increment_s: float, moves_to_go: int | None, expected_s: float
) -> None:
    assert move_time_s(remaining_s, increment_s, moves_to_go) == pytest.approx(expected_s)


@pytest.mark.source("N2.cap")
@pytest.mark.parametrize(
    ("remaining_s", "preset", "expected_s"),
    [
        (24.0, "cap-of-clock", 1.5),  # 24 / 12 - 0.5
        (24.0, "cap-less-reserve", 1.375),  # 22.5 / 12 - 0.5
        (180.0, "cap-of-clock", 17.5),  # 180 / 10 - 0.5
        (180.0, "cap-less-reserve", 17.35),  # 178.5 / 10 - 0.5, as in the worked example
    ],
)
def test_both_readings_of_the_cap_are_presets(remaining_s: float, preset: str, expected_s: float) -> None:
    policy = plain_policy("neurofish", {"preset": preset})
    assert policy.plan(turn(remaining_s, 60.0)).target_s == pytest.approx(expected_s)
    if preset == "cap-of-clock":
        assert policy == Neurofish()


@pytest.mark.source("N5.mid_move")
@pytest.mark.parametrize(("preset", "depth"), [("stop-between-depths", None), ("stop-mid-move", 7)])
def test_a_depth_is_broken_off_beyond_the_deepest_minimum_where_that_is_asked_for(
    preset: str, depth: int | None
) -> None:
    policy = plain_policy("neurofish", {"preset": preset, "tactical_depth": 7})
    assert policy.plan(turn(180.0)).settings.break_off_depth == depth


@pytest.mark.source("N3.moves")
@pytest.mark.parametrize("moves_to_go", [None, 0, 1, 25])
def test_the_clock_is_divided_by_at_least_25_moves(moves_to_go: int | None) -> None:
    assert move_time_s(76.5, 0.0, moves_to_go) == pytest.approx(2.5)  # 75 / 25 - 0.5


@pytest.mark.source("N4.hard")
def test_the_hard_stop_stands_at_one_and_a_half_move_times() -> None:
    assert Neurofish().plan(turn(30.0, 1.0)).limit_s == pytest.approx(2.16)


def test_a_sum_that_turns_negative_is_raised_to_the_shortest_move_time() -> None:
    assert move_time_s(12.0) == 0.01  # (12 - 1.5) / 25 - 0.5 = -0.08
    assert move_time_s(0.3) == 0.01


def test_the_trail_names_every_step_of_the_move_time() -> None:
    steps = [(s.name, round(s.figure, 4)) for s in Neurofish().plan(turn(180.0, 2.0, 40)).target.steps]
    assert steps == [
        ("normal clock", 180.0),
        ("reserve", -1.5),
        ("share of a move", 0.025),
        ("increment", 1.6),
        ("overhead", -0.5),
    ]


@given(
    st.floats(-1e3, 1e9),
    st.floats(-10.0, 1e4),
    st.none() | st.integers(-1, 200),
    st.floats(0.0, 60.0),
)
def test_any_clock_gets_a_budget_it_can_bear(
    remaining_s: float, increment_s: float, moves_to_go: int | None, free_s: float
) -> None:
    now = turn(remaining_s, increment_s, moves_to_go, free_s)
    budget = Neurofish().plan(now)
    assert 0.0 <= budget.target_s <= budget.limit_s <= now.clock.bearable_s


# The emergency search


@pytest.mark.source("N17.threshold", "N17.depth", "N17.quiescence", "N17.hard_stop")
def test_a_move_time_below_150_ms_calls_for_the_emergency_search() -> None:
    budget = Neurofish().plan(turn(1.9))  # (1.9 - 0.5) / 10
    assert budget.target_s == pytest.approx(0.14)
    assert budget.limit_s == pytest.approx(0.24)
    assert budget.settings.maximum_depth == 2
    assert budget.minimum_depth == 2
    assert budget.settings.quiescence.depth_limit == 1


@pytest.mark.source("N17.threshold")
def test_a_move_time_of_150_ms_is_no_emergency() -> None:
    budget = Neurofish(emergency_kept_s=0.0).plan(turn(1.5))
    assert budget.target_s == pytest.approx(0.15)
    assert budget.settings.maximum_depth is None
    assert budget.minimum_depth == 3


def test_time_that_costs_nothing_is_no_emergency() -> None:
    budget = Neurofish().plan(turn(10.0, moves_to_go=1, free_s=10.0))
    assert budget.target_s < 0.15
    assert budget.settings.maximum_depth is None


# What the search obeys


@pytest.mark.source(
    "N6.nodes",
    "N6.quiescence_nodes",
    "N6.quiescence_moves",
    "N12.depth",
    "N12.moves",
    "N12.bands",
    "N13.beyond",
    "N14.share",
    "N14.moves",
    "N15.depth",
    "N16.window",
    "N16.retries",
    "N16.tactical_retries",
    "N16.later",
    "N16.swing",
)
def test_the_settings_of_the_search_are_the_documents() -> None:
    settings = Neurofish().plan(turn(180.0)).settings
    assert settings.node_interval == 1
    quiescence = settings.quiescence
    assert quiescence.depth_limit == 22
    assert quiescence.move_limits == (10, 5, 2, 1)
    assert quiescence.band_ends == pytest.approx((0.25, 0.5, 0.7519), abs=1e-4)
    assert quiescence.budget_share == 0.35
    assert (quiescence.critical_share, quiescence.critical_moves) == (0.88, 5)
    assert quiescence.soft_stop_depth == 3
    assert (quiescence.node_interval, quiescence.move_interval) == (25, 5)
    aspiration = settings.aspiration
    assert (aspiration.window_cp, aspiration.retries, aspiration.retries_tactical) == (75, 2, 3)
    assert aspiration.widens_later
    assert (aspiration.tactical_swing_cp, aspiration.swing_after_depth) == (200.0, 2)


@pytest.mark.source("N19.constructor")
def test_every_field_is_a_parameter_and_every_parameter_takes_its_own_text_back() -> None:
    policy = Neurofish()
    texts = {name: p.text(getattr(policy, name)) for name, p in parameters_of(policy).items()}
    assert set(texts) == {field.name for field in dataclasses.fields(Neurofish)}
    assert plain_policy("neurofish", texts) == policy


@pytest.mark.source("N19.file", "N19.environment", "N19.constructor")
def test_a_parameter_can_come_from_file_environment_and_command_line() -> None:
    said = layers(
        "neurofish",
        tables={"neurofish": {"overhead_s": 0.1, "reserve_s": 0.2, "branching_factor": 2.0}},
        environ={"ZEITNOT_NEUROFISH_RESERVE_S": "0.3", "ZEITNOT_NEUROFISH_BRANCHING_FACTOR": "3.0"},
        words=["branching_factor=5"],
    )
    settings = {**said["file"], **said["environment"], **said["--set"]}
    expected = Neurofish(overhead_s=0.1, reserve_s=0.3, branching_factor=5.0)
    assert plain_policy("neurofish", settings) == expected


@pytest.mark.source("N20.flagging", "N20.shallow_search", "N20.quiescence_explosion", "N20.score_instability")
@pytest.mark.parametrize(
    ("preset", "figures"),
    [
        (
            "flagging",
            {"emergency_reserve_s": 1.0, "reserve_s": 2.0, "preferred_depth": 4, "quiescence_share": 0.25},
        ),
        (
            "shallow-search",
            {"preferred_depth": 6, "tactical_depth": 6, "safety_margin": 0.45, "quiescence_depth": 25},
        ),
        (
            "quiescence-explosion",
            {
                "quiescence_depth": 18,
                "quiescence_share": 0.25,
                "quiescence_moves": (8, 5, 2, 1),
                "quiescence_node_interval": 15,
            },
        ),
        (
            "score-instability",
            {"instability_cp": 250.0, "aspiration_window_cp": 100, "aspiration_retries_tactical": 4},
        ),
    ],
)
def test_the_four_recipes_are_presets(preset: str, figures: Mapping[str, Any]) -> None:
    assert plain_policy("neurofish", {"preset": preset}) == Neurofish(**figures)
    assert preset in presets_of("neurofish")


@pytest.mark.parametrize(
    "settings",
    [
        {"emergency_below_s": 11.0},
        {"quiescence_divisors": (2.0, 4.0, 1.33)},
        {"hard_stop_factor": 0.9},
        {"emergency_depth": 0},
    ],
)
def test_settings_that_contradict_each_other_are_refused(settings: Mapping[str, Any]) -> None:
    with pytest.raises(SettingError):
        Neurofish(**settings)
