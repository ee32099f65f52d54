import pytest

from zeitnot.clocks import ClockReading
from zeitnot.policies import Uniform
from zeitnot.turns import (
    GO_ON,
    BoardFeatures,
    ChessFeatures,
    Features,
    Iteration,
    Overhead,
    Reason,
    ScrabbleFeatures,
    Tick,
    Turn,
)

NO_OVERHEAD = Overhead(mean_s=0.0)


def target_s(
    clock: ClockReading, *, features: Features | None = None, overhead: Overhead = NO_OVERHEAD
) -> float:
    return Uniform().plan(Turn(clock=clock, features=features, overhead=overhead)).target_s


@pytest.mark.parametrize("features", [None, ChessFeatures()])
def test_a_thirtieth_of_the_clock_goes_to_each_turn(features: Features | None) -> None:
    assert target_s(ClockReading(remaining_s=300.0), features=features) == pytest.approx(10.0)


def test_the_moves_to_go_say_how_many_turns_come() -> None:
    assert target_s(ClockReading(remaining_s=300.0, moves_to_go=20)) == pytest.approx(15.0)


def test_a_game_that_says_how_many_turns_come_is_believed() -> None:
    reading = ClockReading(remaining_s=300.0)
    assert target_s(reading, features=BoardFeatures(turns_to_come=12.0)) == pytest.approx(25.0)
    assert target_s(reading, features=BoardFeatures(turns_to_come=0.0)) == pytest.approx(300.0)
    assert target_s(reading, features=BoardFeatures()) == pytest.approx(10.0)


def test_nine_tenths_of_the_increment_are_spent_at_once() -> None:
    assert target_s(ClockReading(remaining_s=300.0, increment_s=2.0)) == pytest.approx(11.8)


def test_no_increment_is_no_step_of_the_trail() -> None:
    names = [step.name for step in Uniform().plan(Turn(clock=ClockReading(remaining_s=300.0))).target.steps]
    assert names == ["even share"]


def test_lag_comes_off_the_clock_for_every_turn_to_come() -> None:
    lagging = Overhead(mean_s=0.5)
    assert target_s(ClockReading(remaining_s=300.0), overhead=lagging) == pytest.approx(9.5)
    assert target_s(ClockReading(remaining_s=10.0), overhead=lagging) == 0.0


def test_no_more_than_the_clock_is_given() -> None:
    assert target_s(ClockReading(remaining_s=1.0, increment_s=30.0)) == 1.0


def test_scrabble_turns_are_counted_by_the_tiles() -> None:
    features = ScrabbleFeatures(bag_tiles=40)
    turns = features.own_turns(tiles_per_turn=Uniform().tiles_per_turn, last_turns=Uniform().last_turns)
    assert target_s(ClockReading(remaining_s=600.0), features=features) == pytest.approx(600.0 / turns)


def test_it_stops_at_the_limit_and_after_a_depth_past_the_target() -> None:
    turn = Turn(clock=ClockReading(remaining_s=300.0), overhead=NO_OVERHEAD)
    monitor = Uniform().monitor(turn, Uniform().plan(turn))
    assert monitor.observe(Tick(elapsed_s=9.99)) is GO_ON
    assert monitor.observe(Tick(elapsed_s=10.0)).reason is Reason.LIMIT
    assert monitor.observe(Iteration(elapsed_s=9.99, depth=1, score_cp=0.0, best_move="e2e4")) is GO_ON
