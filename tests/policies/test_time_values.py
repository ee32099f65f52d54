"""Time values: turns left, the price of a second, and the file."""

import json
import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot.errors import DataError
from zeitnot.policies.time_values import (
    GainOfASecond,
    GameEnd,
    PhaseValues,
    TimeValues,
    WorkSpeed,
    progress_of,
)
from zeitnot.turns import ChessFeatures, ScrabbleFeatures

CHESS, SCRABBLE = TimeValues.rough("chess"), TimeValues.rough("scrabble")
SPEED = WorkSpeed(nodes_per_s=100_000.0, samples_per_s=1_000.0)


def used_s(values: TimeValues, turns: tuple[float, ...], price_per_s: float) -> float:
    """Return the total time that the turns use at a price."""
    total_s = 0.0
    for number, count in enumerate(turns):
        rate = SPEED.of(values.phases[number].unit)
        total_s += count * values.work_at(number, price_per_s / rate) / rate
    return total_s


@given(progress=st.floats(0, 200), bank_s=st.floats(0.01, 10_000))
@pytest.mark.parametrize("values", [CHESS, SCRABBLE])
def test_at_its_price_the_turns_to_come_just_use_up_the_bank(
    values: TimeValues, progress: float, bank_s: float
) -> None:
    turns = values.turns_to_come(progress)
    price = values.price_per_s(turns=turns, bank_s=bank_s, speed=SPEED)
    assert used_s(values, turns, price) == pytest.approx(bank_s, rel=0.02)


@given(progress=st.floats(0, 200), bank_s=st.floats(0.01, 1_000), more=st.floats(1.01, 10))
def test_a_second_costs_less_when_there_are_more_of_them(progress: float, bank_s: float, more: float) -> None:
    turns = CHESS.turns_to_come(progress)
    dear = CHESS.price_per_s(turns=turns, bank_s=bank_s, speed=SPEED)
    cheap = CHESS.price_per_s(turns=turns, bank_s=bank_s * more, speed=SPEED)
    assert cheap < dear


def test_the_turn_at_hand_counts_whole_and_later_phases_as_often_as_they_are_reached() -> None:
    one = PhaseValues(name="a", until=10, turns=10, goes_on=0.5, unit="nodes", work_used=(2.0, 1.0))
    two = replace(one, name="b", until=math.inf, turns=20)
    values = TimeValues(game="chess", decay=0.5, prices=(1.0, 2.0), phases=(one, two))
    assert values.turns_to_come(0) == (10, 10)
    assert values.turns_to_come(5) == pytest.approx((5, 20 * 0.5**0.5))
    assert values.turns_to_come(9.9) == pytest.approx((1, 20 * 0.5**0.01))
    assert values.turns_to_come(10) == (0, 20)
    assert values.turns_to_come(1e6) == (0, 20)


def test_between_two_prices_work_follows_a_power_and_beyond_them_it_goes_on() -> None:
    phase = PhaseValues(name="a", until=math.inf, turns=1, unit="nodes", work_used=(400.0, 100.0))
    values = TimeValues(game="chess", decay=0.5, prices=(1.0, 16.0), phases=(phase,))
    assert values.work_at(0, 4.0) == pytest.approx(200.0)
    assert values.work_at(0, 64.0) == pytest.approx(50.0)


def test_a_game_is_as_far_as_its_moves_or_its_tiles() -> None:
    assert progress_of(ChessFeatures(move_number=31), 0) == 30
    assert progress_of(ScrabbleFeatures(bag_tiles=86, opponent_tiles=7), 0) == 0
    assert progress_of(ScrabbleFeatures(bag_tiles=0, opponent_tiles=7), 0) == 86
    assert progress_of(None, 20) == 10
    assert SCRABBLE.phase_at(86) == len(SCRABBLE.phases) - 1


@pytest.mark.parametrize("values", [CHESS, SCRABBLE])
def test_values_come_back_equal_through_their_file(values: TimeValues) -> None:
    assert TimeValues.from_json(values.to_json()) == values


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "must be JSON"),
        ("[]", "must be an object"),
        (CHESS.to_json().replace('"schema": 1', '"schema": 2'), "schema of time values must be 1, got 2"),
        (CHESS.to_json().replace('"decay": 0.5', '"decay": -1'), "decay must be above 0, got -1"),
        (CHESS.to_json().replace('"chess"', '"go"'), "must be one of"),
        (replace(CHESS, made_by="x").to_json().replace("made_by", "maker"), "no field but"),
    ],
)
def test_a_file_that_is_something_else_is_refused(text: str, words: str) -> None:
    with pytest.raises(DataError, match=words):
        TimeValues.from_json(text)


@pytest.mark.parametrize(
    "changes",
    [
        {"game_end": GameEnd(empty=math.nan, decided=0.0, level=0.0)},
        {"prices": (1.0,)},
        {"prices": (2.0, 1.0)},
        {"prices": CHESS.prices[:-1]},
        {"phases": ()},
        {"phases": CHESS.phases[:-1]},
        {"phases": (replace(CHESS.phases[-1], turns=0.0),)},
        {"phases": (replace(CHESS.phases[-1], work_used=CHESS.phases[-1].work_used[::-1]),)},
    ],
)
def test_values_that_no_training_can_have_written_are_refused(changes: dict[str, object]) -> None:
    with pytest.raises(DataError):
        replace(CHESS, **changes)  # type: ignore[arg-type]  # as a file might have it


@pytest.mark.source("M21")
def test_a_second_is_worth_more_with_less_time_and_more_turns_to_share_it() -> None:
    second = GainOfASecond(constant=-3.0, log_turns_left=1.4, bag=0.0, complexity=0.5, log_time_left_s=-1.5)
    base = {"turns_left": 10.0, "bag": 50.0, "complexity": 1.0, "time_left_s": 600.0}
    assert second(**base) == pytest.approx(math.exp(-2.5) * 10**1.4 * 600**-1.5)
    assert second(**{**base, "time_left_s": 60.0}) > second(**base)
    assert second(**{**base, "turns_left": 12.0}) > second(**base)


def recorded(*work_used: float) -> TimeValues:
    """Return values of simulations that were recorded up to about 8,000 samples, and of a solver."""
    samples = PhaseValues(name="a", until=86.0, turns=5, unit="samples", work_used=work_used)
    nodes = replace(
        samples, name="b", until=math.inf, unit="nodes", work_used=(9000.0, 4000.0, 2000.0, 300.0)
    )
    prices = (1e-6, 1e-5, 1e-4, 1.6e-3)
    return TimeValues(game="scrabble", decay=1.0, prices=prices, phases=(samples, nodes))


LONGER = recorded(8000.0, 7000.0, 4000.0, 2000.0).beyond_recordings()


def test_beyond_half_of_the_longest_recording_simulations_go_on_as_they_do_from_a_quarter_to_the_half() -> (
    None
):
    # From a quarter to half of 8,000 samples the work falls with the fourth root of the price.
    for price in (1e-6, 1e-8, 1e-13):
        assert LONGER.work_at(0, price) == pytest.approx(4000.0 * (1e-4 / price) ** 0.25)
    assert LONGER.work_at(0, 1e-4) == pytest.approx(4000.0)
    assert LONGER.work_at(0, 1.6e-3) == pytest.approx(2000.0)


def test_simulations_that_never_fall_to_half_are_not_continued() -> None:
    flat = recorded(800.0, 700.0, 600.0, 500.0).beyond_recordings()
    assert [flat.work_at(0, price) for price in (1e-12, 1e-6, 1e-5)] == pytest.approx([800.0, 800.0, 700.0])


def test_a_solver_uses_no_more_than_it_was_seen_to_use() -> None:
    assert [LONGER.work_at(1, price) for price in (1e-5, 1e-6, 1e-9, 1e-14)] == pytest.approx(
        [4000.0, 9000.0, 9000.0, 9000.0]
    )


def test_a_bank_ten_times_as_large_as_the_recordings_has_a_price_at_which_it_is_used() -> None:
    speed = WorkSpeed(nodes_per_s=1e5, samples_per_s=1e4)
    price = LONGER.price_per_s(turns=(5.0, 2.0), bank_s=40.0, speed=speed)
    used = 5 * LONGER.work_at(0, price / 1e4) / 1e4 + 2 * LONGER.work_at(1, price / 1e5) / 1e5
    assert used == pytest.approx(40.0, rel=0.02)
    # 80,000 samples a turn: twenty times 4,000, at that price divided by the fourth power of twenty.
    assert price == pytest.approx(1e4 * 1e-4 / 20**4, rel=0.1)


def test_how_games_end_is_kept_in_the_file_and_may_be_missing_from_it() -> None:
    ending = replace(CHESS, game_end=GameEnd(empty=0.8, decided=-2.3, level=-1.6))
    assert TimeValues.from_json(ending.to_json()) == ending
    old = json.loads(CHESS.to_json())
    del old["game_end"]
    assert TimeValues.from_json(json.dumps(old)) == CHESS


@pytest.mark.parametrize(
    ("pieces", "score_cp", "logarithm"),
    [
        (32, 0.0, 0.0),
        (33, 0.0, 0.0),  # more than a game begins with
        (16, 500.0, 0.5 * (0.8 - 1.15)),
        (16, -500.0, 0.5 * (0.8 - 1.15)),
        (8, 99_998.0, 0.75 * (0.8 - 2.3)),
        (8, 0.0, 0.75 * (0.8 - 1.6)),
        (8, 25.0, 0.75 * (0.8 - 2.3 * 0.025 - 1.6 / math.e)),
    ],
)
def test_the_ratio_of_turns_to_come_falls_with_pieces_gone_in_decided_and_in_level_games(
    pieces: int, score_cp: float, logarithm: float
) -> None:
    ending = GameEnd(empty=0.8, decided=-2.3, level=-1.6)
    ratio = ending.ratio(pieces=pieces, score_cp=score_cp)
    assert math.log(ratio) == pytest.approx(logarithm, abs=1e-8)


@pytest.mark.parametrize(("empty", "bound"), [(50.0, 3.0), (-50.0, -3.0)])
def test_the_ratio_of_turns_to_come_is_bounded(empty: float, bound: float) -> None:
    ending = GameEnd(empty=empty, decided=0.0, level=0.0)
    assert ending.ratio(pieces=2, score_cp=0.0) == pytest.approx(math.exp(bound))
