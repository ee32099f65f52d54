import math

import pytest

from zeitnot.turns import Budget, Split, Trail


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
    split = Split(movegen_s=0.1, simulation_s=6.0, endgame_s=3.0, cushion_s=0.9, samples=6000)
    assert split.scaled(0.5) == Split(
        movegen_s=0.05, simulation_s=3.0, endgame_s=1.5, cushion_s=0.45, samples=3000
    )
