"""Made-up Scrabble turns: simulation while there is a bag, endgame when it is empty."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from zeitnot.clocks import ClockReading
from zeitnot.games import SimulatedPosition
from zeitnot.monitors import Deadline, Monitor
from zeitnot.policies import Uniform
from zeitnot.scrabble.simulated import SimulatedAnalysis, SimulatedScrabble, typical_scrabble_game
from zeitnot.turns import Budget, Reason, ScrabbleFeatures, Split, TimeManager, Trail, Turn


class Fixed:
    """Grants every turn the same budget and watches the limit only."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def plan(self, turn: Turn) -> Budget:
        return self.budget

    def monitor(self, turn: Turn, budget: Budget) -> Monitor:
        return Deadline(budget.limit_s)


def features(position: SimulatedPosition) -> ScrabbleFeatures:
    assert isinstance(position.features, ScrabbleFeatures)
    return position.features


def analysis(position: SimulatedPosition) -> SimulatedAnalysis:
    assert isinstance(position.search, SimulatedAnalysis)
    return position.search


def split_budget(*, simulation_s: float, endgame_s: float, limit_s: float = 100.0) -> Budget:
    split = Split(movegen_s=0.01, simulation_s=simulation_s, endgame_s=endgame_s, cushion_s=0.0)
    return replace(Budget.same_target_and_limit(Trail.start("fixed", limit_s)), split=split)


def test_the_bag_shrinks_by_nine_tiles_a_round_until_it_is_empty() -> None:
    bags = [features(position).bag_tiles for position in typical_scrabble_game()]
    assert bags[:3] == [86, 77, 68]
    assert bags[-1] == 0
    assert features(typical_scrabble_game()[-1]).opponent_tiles < 7


def test_a_longer_game_shrinks_the_bag_more_slowly() -> None:
    bags = [features(position).bag_tiles for position in typical_scrabble_game(turns=24)]
    assert bags[0] == 86
    assert bags[2] == 77
    assert bags[-1] == 0


def test_standard_errors_shrink_as_samples_grow() -> None:
    for position in SimulatedScrabble(Random(1)).game():
        for earlier, later in pairwise(analysis(position).checks):
            assert later.snapshot.samples == 2 * earlier.snapshot.samples
            assert later.elapsed_s > earlier.elapsed_s
            assert later.snapshot.largest_standard_error_pts < earlier.snapshot.largest_standard_error_pts


def test_arms_are_sorted_and_at_most_eight_are_kept() -> None:
    for position in SimulatedScrabble(Random(2)).game():
        for check in analysis(position).checks:
            means = [arm.mean_pts for arm in check.snapshot.top]
            assert means == sorted(means, reverse=True)
            assert 2 <= len(means) <= min(8, check.snapshot.arms)


def test_an_empty_bag_is_not_simulated() -> None:
    position = typical_scrabble_game()[-1]
    assert analysis(position).checks == ()
    thinking = TimeManager(Uniform(), fallback=Uniform()).begin(
        clock=ClockReading(remaining_s=300.0), features=position.features
    )
    record = position.search.run(thinking)
    assert record.samples == 0
    assert record.depth > 0
    assert record.endgame_s > 0


def test_the_endgame_gets_what_the_simulation_left_over_and_no_more() -> None:
    position = typical_scrabble_game()[9]
    assert 0 < features(position).bag_tiles <= 7
    policy = Fixed(split_budget(simulation_s=3.0, endgame_s=5.0))
    manager = TimeManager(policy, fallback=Uniform())
    record = position.search.run(manager.begin(clock=ClockReading(remaining_s=1000.0)))
    assert record.simulation_s == pytest.approx(3.0)
    assert record.endgame_s == pytest.approx(5.0)
    assert record.used_s == pytest.approx(0.01 + 3.0 + 5.0)
    assert record.reason is Reason.TARGET
    assert record.samples > 0
    assert record.depth > 0


def test_nothing_goes_on_past_the_limit_even_where_the_split_has_more() -> None:
    position = typical_scrabble_game()[9]
    policy = Fixed(split_budget(simulation_s=3.0, endgame_s=50.0, limit_s=4.0))
    manager = TimeManager(policy, fallback=Uniform())
    record = position.search.run(manager.begin(clock=ClockReading(remaining_s=1000.0)))
    assert record.used_s == pytest.approx(4.0)
    assert record.reason is Reason.LIMIT


def test_a_quick_exit_costs_the_move_generation_only() -> None:
    position = typical_scrabble_game()[0]
    budget = replace(split_budget(simulation_s=3.0, endgame_s=0.0), quick_exit=Reason.CLEAR_BEST)
    manager = TimeManager(Fixed(budget), fallback=Uniform())
    record = position.search.run(manager.begin(clock=ClockReading(remaining_s=1000.0)))
    assert record.used_s == pytest.approx(0.01)
    assert record.reason is Reason.CLEAR_BEST


def test_the_manager_learns_the_speed_of_the_simulation() -> None:
    manager = TimeManager(Fixed(split_budget(simulation_s=3.0, endgame_s=0.0)), fallback=Uniform())
    typical_scrabble_game()[0].search.run(manager.begin(clock=ClockReading(remaining_s=1000.0)))
    assert manager.calibration.sample.measurements == 1
    assert manager.calibration.sample.seconds == pytest.approx(1 / 5_000, rel=0.001)


def test_typical_games_leave_nothing_to_chance() -> None:
    assert typical_scrabble_game(variant=3) == typical_scrabble_game(variant=3)
