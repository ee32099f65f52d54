"""Scrabble split: a turn's time by phase of work, with the figures of the MAGPIE document."""

import pytest

from zeitnot.clocks import ClockReading
from zeitnot.errors import SettingError
from zeitnot.policies.scrabble_split import ScrabbleSplit
from zeitnot.turns import Calibration, Rate, Reason, ScrabbleFeatures, Turn

MIDGAME = ScrabbleFeatures(bag_tiles=50)


def turn_with(*, movegen_s: float = 0.1, sample_s: float = 0.001) -> Turn:
    calibration = Calibration(
        movegen=Rate(seconds=movegen_s, measurements=1), sample=Rate(seconds=sample_s, measurements=1)
    )
    return Turn(clock=ClockReading(remaining_s=600.0), calibration=calibration)


def test_move_generation_and_a_twentieth_in_reserve_come_first() -> None:
    split = ScrabbleSplit().split(turn_with(), MIDGAME, 10.0)
    assert split.movegen_s == pytest.approx(0.1)
    assert split.cushion_s == pytest.approx(0.5)
    assert (split.simulation_s, split.endgame_s) == pytest.approx((9.4, 0.0))
    assert split.check_every_samples == 50


@pytest.mark.parametrize(
    ("movegen_s", "movegen_part_s", "cushion_s"), [(3.0, 1.0, 0.0), (0.97, 0.97, 0.03), (-1.0, 0.0, 0.05)]
)
def test_a_turn_shorter_than_its_move_generation_has_nothing_else(
    movegen_s: float, movegen_part_s: float, cushion_s: float
) -> None:
    split = ScrabbleSplit().split(turn_with(movegen_s=movegen_s), MIDGAME, 1.0)
    assert (split.movegen_s, split.cushion_s) == pytest.approx((movegen_part_s, cushion_s))
    assert split.simulation_s == pytest.approx(1.0 - movegen_part_s - cushion_s)


def test_a_quick_exit_leaves_nothing_to_search() -> None:
    split = ScrabbleSplit().split(turn_with(), MIDGAME, 10.0, Reason.CLEAR_BEST)
    assert (split.simulation_s, split.endgame_s) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("bag", "share"), [(-1, 0.0), (0, 0.0), (1, 0.3), (7, 0.3), (8, 0.6), (14, 0.6), (15, 1.0)]
)
def test_the_bag_decides_between_simulation_and_endgame(bag: int, share: float) -> None:
    split = ScrabbleSplit().split(turn_with(movegen_s=0.0), ScrabbleFeatures(bag_tiles=bag), 10.0)
    assert split.simulation_s == pytest.approx(9.5 * share)
    assert split.endgame_s == pytest.approx(9.5 * (1 - share))


@pytest.mark.parametrize(
    ("sample_s", "samples"),
    [(0.0001, 200), (0.00001, 2000), (0.0000002, 10_000), (0.01, 50), (0.0, 50), (-1.0, 50), (0.00039, 51)],
)
def test_checks_come_about_fifty_times_a_second(sample_s: float, samples: int) -> None:
    assert ScrabbleSplit().check_interval_samples(sample_s) == samples


def test_the_fewest_samples_between_checks_do_not_exceed_the_most() -> None:
    assert ScrabbleSplit(least_check_samples=9, most_check_samples=9).check_interval_samples(0.001) == 9
    with pytest.raises(SettingError, match="least_check_samples must not exceed most_check_samples, got 10"):
        ScrabbleSplit(least_check_samples=10, most_check_samples=9)


KEPT = ScrabbleFeatures(bag_tiles=50, opponent_kept=3)


def test_inference_is_off_unless_it_is_given_a_share() -> None:
    assert ScrabbleSplit().split(turn_with(), KEPT, 10.0).inference_s == 0.0
    split = ScrabbleSplit(inference_share=0.25).split(turn_with(), KEPT, 10.0)
    assert (split.inference_s, split.simulation_s) == pytest.approx((0.25 * 9.4, 0.75 * 9.4))
    assert split.endgame_s == 0.0


@pytest.mark.parametrize(
    ("kept", "bag", "infers"),
    [(None, 50, False), (0, 50, False), (1, 50, True), (6, 50, True), (7, 50, False), (3, 0, False)],
)
def test_inference_is_bought_only_for_few_tiles_kept_and_a_bag(
    kept: int | None, bag: int, infers: bool
) -> None:
    features = ScrabbleFeatures(bag_tiles=bag, opponent_kept=kept)
    split = ScrabbleSplit(inference_share=0.1).split(turn_with(), features, 10.0)
    assert (split.inference_s > 0) is infers


def test_inference_is_left_out_where_its_time_is_short() -> None:
    policy = ScrabbleSplit(inference_share=0.1, inference_least_racks=100, cushion_share=0.0)
    assert policy.split(turn_with(movegen_s=0.0), KEPT, 1.01).inference_s == pytest.approx(0.101)
    assert policy.split(turn_with(movegen_s=0.0), KEPT, 0.99).inference_s == 0.0
    assert policy.split(turn_with(movegen_s=0.0), KEPT, 0.99).simulation_s == pytest.approx(0.99)
    assert policy.split(turn_with(movegen_s=0.0, sample_s=-1.0), KEPT, 0.01).inference_s > 0


def test_unused_time_of_the_inference_is_simulated() -> None:
    split = ScrabbleSplit(inference_share=0.5, cushion_share=0.0).split(turn_with(movegen_s=0.0), KEPT, 10.0)
    after = split.after_inference(used_s=2.0)
    assert (after.inference_s, after.simulation_s) == pytest.approx((2.0, 8.0))
    assert split.after_inference(used_s=6.0) == split
    assert split.scaled(2.0).inference_s == pytest.approx(10.0)
