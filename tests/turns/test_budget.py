import math
from dataclasses import asdict

import pytest

from zeitnot.turns import Budget, SearchSettings, Split, Trail


def test_a_budget_tells_the_seconds_its_trails_arrive_at() -> None:
    budget = Budget(target=Trail.start("share", 2.0), limit=Trail.start("share", 2.0).times("spare", 3.0))
    assert (budget.target_s, budget.limit_s) == (2.0, 6.0)


def test_an_unlimited_budget_never_ends() -> None:
    budget = Budget.unlimited("infinite")
    assert budget.target_s == budget.limit_s == math.inf


@pytest.mark.source("M19")
@pytest.mark.parametrize(("used_s", "endgame_s"), [(0.0, 10.0), (1.5, 8.5), (6.0, 4.0), (7.0, 4.0)])
def test_what_the_simulation_leaves_goes_to_the_endgame(used_s: float, endgame_s: float) -> None:
    split = Split(movegen_s=0.1, simulation_s=6.0, endgame_s=4.0, cushion_s=0.5)
    assert split.rolled_over(simulation_used_s=used_s).endgame_s == pytest.approx(endgame_s)


def test_rolling_over_makes_no_time_out_of_nothing() -> None:
    split = Split(movegen_s=0.1, simulation_s=6.0, endgame_s=4.0, cushion_s=0.5)
    rolled = split.rolled_over(simulation_used_s=2.0)
    assert rolled.simulation_s + rolled.endgame_s == pytest.approx(split.simulation_s + split.endgame_s)
    assert (rolled.movegen_s, rolled.cushion_s) == (split.movegen_s, split.cushion_s)


@pytest.mark.source("M18.movegen", "M18.cushion")
def test_a_split_is_scaled_in_the_same_proportions() -> None:
    split = Split(movegen_s=0.1, simulation_s=6.0, endgame_s=3.0, cushion_s=0.9, samples=6000, nodes=500)
    assert split.scaled(0.5) == Split(
        movegen_s=0.05, simulation_s=3.0, endgame_s=1.5, cushion_s=0.45, samples=3000, nodes=250
    )


@pytest.mark.parametrize(
    ("endgame_s", "nodes", "rolled"), [(4.0, 1000, 2000), (0.5, 1000, 9000), (0.0, 0, 0), (4.0, None, None)]
)
def test_the_endgame_may_visit_more_nodes_in_the_time_that_the_simulation_left(
    endgame_s: float, nodes: int | None, rolled: int | None
) -> None:
    split = Split(movegen_s=0.1, simulation_s=6.0, endgame_s=endgame_s, cushion_s=0.5, nodes=nodes)
    assert split.rolled_over(simulation_used_s=2.0).nodes == rolled


def test_work_for_more_than_any_turn_stays_a_number_that_a_search_can_take() -> None:
    split = Split(movegen_s=0.0, simulation_s=6.0, endgame_s=5e-324, cushion_s=0.0, samples=600, nodes=7)
    assert split.rolled_over(simulation_used_s=0.0).nodes == 1_000_000_000_000_000
    scaled = split.scaled(1e308)
    assert (scaled.samples, scaled.nodes) == (1_000_000_000_000_000, 1_000_000_000_000_000)


def test_settings_that_a_policy_leaves_alone_hold_no_search_back() -> None:
    assert asdict(SearchSettings()) == {
        "node_interval": 1024,
        "maximum_depth": None,
        "break_off_depth": None,
        "gap_cp": 0,
        "quiescence": {
            "depth_limit": 64,
            "move_limits": (256, 256, 256, 256),
            "band_ends": (0.25, 0.5, 0.75),
            "budget_share": math.inf,
            "critical_share": math.inf,
            "critical_moves": 256,
            "soft_stop_depth": 64,
            "check_depth": 0,
            "node_interval": 0,
            "move_interval": 256,
        },
        "aspiration": {
            "window_cp": 25,
            "retries": 4,
            "retries_tactical": 4,
            "widens_later": False,
            "tactical_swing_cp": math.inf,
            "swing_after_depth": 0,
        },
    }


def test_a_plain_budget_asks_for_one_depth_and_buys_and_keeps_nothing() -> None:
    budget = Budget.same_target_and_limit(Trail.start("share", 2.0))
    assert (budget.minimum_depth, budget.periods_bought, budget.kept_for_lag_s) == (1, 0, 0.0)
    assert (budget.split, budget.quick_exit, budget.emergency, budget.memory) == (None, None, False, None)


def test_a_simulation_is_checked_every_hundred_samples_unless_a_policy_says_otherwise() -> None:
    split = Split(movegen_s=0.1, simulation_s=6.0, endgame_s=4.0, cushion_s=0.5)
    assert (split.check_every_samples, split.samples, split.nodes) == (100, None, None)
