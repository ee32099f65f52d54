"""Time values: the figures without data, the value of a second, and what a file may hold."""

import math
from dataclasses import replace
from typing import Any

import pytest

from zeitnot.errors import DataError
from zeitnot.policies.time_values import GainOfASecond, PhaseValues, TimeValues, WorkSpeed, progress_of
from zeitnot.turns import ChessFeatures, ScrabbleFeatures

CHESS, SCRABBLE = TimeValues.rough("chess"), TimeValues.rough("scrabble")
PHASE = PhaseValues(name="a", until=math.inf, turns=1.0, unit="nodes", work_used=(400.0, 100.0))
VALUES = TimeValues(game="chess", decay=0.5, prices=(1.0, 16.0), phases=(PHASE,))
SECOND = GainOfASecond(constant=-3.0, log_turns_left=1.4, bag=0.02, complexity=0.5, log_time_left_s=-1.5)


def test_phases_of_chess_end_by_moves_and_those_of_scrabble_by_the_documents_tiles() -> None:
    assert [phase.until for phase in CHESS.phases] == [10, 20, 30, 40, 60, math.inf]
    assert [phase.turns for phase in CHESS.phases] == [10.0, 9.5, 9.0, 8.5, 14.0, 15.0]
    # 80, 50, 25 and 14 unseen tiles of 93, and the empty bag.
    assert [phase.until for phase in SCRABBLE.phases] == [
        93 - 80,
        93 - 50,
        93 - 25,
        93 - 14,
        93 - 7,
        math.inf,
    ]
    assert [phase.turns for phase in SCRABBLE.phases] == [1.5, 3.3, 2.8, 1.2, 0.8, 1.8]
    assert [phase.name for phase in SCRABBLE.phases] == [f"phase {number}" for number in range(1, 7)]


def test_rough_values_assume_that_losses_fall_with_the_square_root_of_the_work() -> None:
    for values, loss, least in ((CHESS, 0.05, 1e-9), (SCRABBLE, 1.0, 1e-7)):
        assert values.decay == 0.5
        assert values.prices == pytest.approx([least * 10 ** (step / 2) for step in range(15)])
        for price, used in zip(values.prices, values.phases[0].work_used, strict=True):
            # After this work the loss, a square root below that at a thousand, falls by the price per unit.
            assert 0.5 * loss * math.sqrt(1000 / used) / used == pytest.approx(price)
        assert {phase.work_used for phase in values.phases} == {values.phases[0].work_used}


def test_rough_values_know_how_games_go_on_and_what_endgame_depths_lose() -> None:
    assert [phase.goes_on for phase in CHESS.phases] == [0.8] * 5 + [1.0]
    assert {phase.goes_on for phase in SCRABBLE.phases} == {1.0}
    assert {phase.unit for phase in CHESS.phases} == {"nodes"}
    assert [phase.unit for phase in SCRABBLE.phases] == ["samples"] * 5 + ["nodes"]
    assert CHESS.ply_losses_pts == ()
    assert SCRABBLE.ply_losses_pts == ((5.0, 3.0), (3.0, 1.5), (2.0, 0.5), (1.0, 0.2))
    assert (CHESS.second, CHESS.second_work) == (None, 1.0)
    assert (PHASE.goes_on, PHASE.gain_per_s, PHASE.gain_error) == (1.0, 0.0, 0.0)


def test_the_gain_of_a_second_is_a_product_of_powers_within_bounds() -> None:
    base = {"turns_left": 10.0, "bag": 50.0, "complexity": 1.0, "time_left_s": 600.0}
    assert SECOND(**base) == pytest.approx(math.exp(-3.0 + 1.0 + 0.5) * 10**1.4 * 600**-1.5)
    assert SECOND(**{**base, "turns_left": 0.2}) == SECOND(**{**base, "turns_left": 1.0})
    assert SECOND(**{**base, "turns_left": 1.05}) > SECOND(**{**base, "turns_left": 1.0})
    assert SECOND(**{**base, "time_left_s": 0.0}) == SECOND(**{**base, "time_left_s": 0.001})
    assert SECOND(**{**base, "time_left_s": 0.00105}) < SECOND(**{**base, "time_left_s": 0.001})
    assert replace(SECOND, constant=1e9)(**base) == pytest.approx(math.exp(50.0))
    assert replace(SECOND, constant=-1e9)(**base) == pytest.approx(math.exp(-50.0), abs=0)


def test_a_faster_machine_has_shorter_seconds_of_the_one_that_was_learned_on() -> None:
    values = replace(VALUES, second=SECOND, second_work=500.0)
    position = {"turns_left": 10.0, "bag": 50.0, "complexity": 1.0}
    worth = values.worth_of_a_second(**position, time_left_s=60.0, work_per_s=1000.0)
    assert worth == pytest.approx(2 * SECOND(**position, time_left_s=120.0))
    assert VALUES.worth_of_a_second(**position, time_left_s=60.0, work_per_s=1000.0) is None


def test_the_gain_of_a_phase_counts_only_above_its_error() -> None:
    def gain(gain_per_s: float, gain_error: float) -> float | None:
        phase = replace(PHASE, gain_per_s=gain_per_s, gain_error=gain_error)
        return replace(VALUES, phases=(phase,), second_work=500.0).gain_of_phase(3.0, work_per_s=1000.0)

    assert gain(0.03, 0.01) == pytest.approx(0.06)
    assert gain(0.03, 0.03) is None
    assert gain(0.02, 0.03) is None


@pytest.mark.parametrize(
    "changes",
    [
        {"decay": 0.0},
        {"decay": math.inf},
        {"second_work": 0.0},
        {"second_work": math.inf},
        {"prices": (0.0, 1.0)},
        {"prices": (1.0, 1.0)},
        {"prices": (1.0, math.inf)},
        {"phases": (replace(PHASE, until=20.0),)},
        {"phases": (PHASE, PHASE)},
        {"phases": (replace(PHASE, until=20.0), replace(PHASE, until=10.0), PHASE)},
        {"phases": (replace(PHASE, work_used=(400.0, 200.0, 100.0)),)},
        {"phases": (replace(PHASE, work_used=(400.0, 0.0)),)},
        {"phases": (replace(PHASE, work_used=(100.0, 400.0)),)},
        {"phases": (replace(PHASE, work_used=(math.inf, 400.0)),)},
        {"phases": (replace(PHASE, turns=0.0),)},
        {"phases": (replace(PHASE, turns=math.inf),)},
        {"phases": (replace(PHASE, goes_on=-0.1),)},
        {"phases": (replace(PHASE, goes_on=1.05),)},
    ],
)
def test_figures_that_no_training_can_have_written_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(DataError, match="must"):
        replace(VALUES, **changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"decay": 0.01, "second_work": 0.01},
        {"phases": (replace(PHASE, work_used=(100.0, 100.0), goes_on=0.0, turns=0.01),)},
        {"phases": (replace(PHASE, work_used=(0.5, 0.1), goes_on=1.0),)},
        {"prices": (0.001, 0.002)},
    ],
)
def test_figures_at_the_edge_of_what_makes_sense_are_taken(changes: dict[str, Any]) -> None:
    assert replace(VALUES, **changes) != VALUES


def test_work_follows_the_two_nearest_prices_and_stays_finite() -> None:
    three = replace(
        VALUES, prices=(1.0, 16.0, 64.0), phases=(replace(PHASE, work_used=(400.0, 100.0, 10.0)),)
    )
    assert three.work_at(0, 4.0) == pytest.approx(200.0)
    assert three.work_at(0, 16.0) == pytest.approx(100.0)
    assert three.work_at(0, 32.0) == pytest.approx(1000.0**0.5)
    assert three.work_at(0, 0.25) == pytest.approx(800.0)
    assert three.work_at(0, 256.0) == pytest.approx(1.0)
    assert three.work_at(0, 0.0) == pytest.approx(100.0 * 1e60**0.5)
    assert VALUES.work_at(0, math.inf) == pytest.approx(100.0 * 1e60**-0.5, abs=0)


def test_a_price_makes_the_turns_use_up_the_bank_whatever_their_kinds_of_work() -> None:
    later = replace(PHASE, unit="samples")
    values = replace(VALUES, phases=(replace(PHASE, until=10.0), later))
    speed = WorkSpeed(nodes_per_s=100.0, samples_per_s=25.0)
    # At the price 400 a second two turns of 200 nodes take 4 s; a sample costs 16, and 100 take 4 s each.
    assert values.price_per_s(turns=(2.0, 0.0), bank_s=4.0, speed=speed) == pytest.approx(400.0)
    used_s = [
        2 * values.work_at(0, price / 100) / 100 + values.work_at(1, price / 25) / 25 for price in (100, 1600)
    ]
    for share in (0.0, 0.5, 1.0):
        bank_s = used_s[0] ** (1 - share) * used_s[1] ** share
        price = values.price_per_s(turns=(2.0, 1.0), bank_s=bank_s, speed=speed)
        assert price == pytest.approx(100.0 * 16**share)


def test_a_price_stays_within_twenty_tables_and_is_the_highest_without_a_bank() -> None:
    speed = WorkSpeed(nodes_per_s=100.0, samples_per_s=25.0)
    for bank_s, price in ((0.0, 1600.0), (-1.0, 1600.0), (1e-300, 100.0 * 16**20), (1e300, 100.0 / 16**20)):
        assert VALUES.price_per_s(turns=(1.0,), bank_s=bank_s, speed=speed) == pytest.approx(price, abs=0)
    flat = replace(VALUES, phases=(replace(PHASE, work_used=(100.0, 100.0)),))
    assert flat.price_per_s(turns=(1.0,), bank_s=1.0, speed=speed) == 1600.0
    assert VALUES.price_per_s(turns=(0.0,), bank_s=1.0, speed=speed) == 1600.0


def test_turns_too_few_to_take_any_time_have_the_highest_price() -> None:
    values = replace(VALUES, phases=(replace(PHASE, work_used=(1.0, 0.1)),))
    speed = WorkSpeed(nodes_per_s=1.0, samples_per_s=1.0)
    assert values.price_per_s(turns=(5e-324,), bank_s=1.0, speed=speed) == 16.0


def test_a_speed_stays_within_what_machines_can_do() -> None:
    speed = WorkSpeed(nodes_per_s=3.0, samples_per_s=2.0)
    assert (speed.of("nodes"), speed.of("samples")) == (3.0, 2.0)
    assert WorkSpeed(nodes_per_s=0.0, samples_per_s=math.inf).of("nodes") == 1e-6
    assert WorkSpeed(nodes_per_s=0.0, samples_per_s=math.inf).of("samples") == 1e15


def test_a_game_begins_at_zero_whatever_a_position_claims() -> None:
    assert progress_of(ChessFeatures(move_number=-5), 0) == 0
    assert progress_of(ChessFeatures(move_number=2), 0) == 1
    assert progress_of(ScrabbleFeatures(bag_tiles=200), 0) == 0
    assert progress_of(ScrabbleFeatures(bag_tiles=85), 0) == 1
    assert (progress_of(None, -3), progress_of(None, 3)) == (0, 1.5)


def test_the_phase_at_hand_counts_from_its_own_beginning() -> None:
    phases = [replace(PHASE, until=until, turns=8.0) for until in (10.0, 30.0, math.inf)]
    assert replace(VALUES, phases=tuple(phases)).turns_to_come(15.0) == pytest.approx((0.0, 6.0, 8.0))


def test_a_price_lies_between_the_two_nearest_of_the_table() -> None:
    bent = replace(VALUES, prices=(1.0, 16.0, 64.0), phases=(replace(PHASE, work_used=(400.0, 100.0, 10.0)),))
    speed = WorkSpeed(nodes_per_s=1.0, samples_per_s=1.0)
    for bank_s, price in ((200.0, 4.0), (100.0, 16.0), (1000.0**0.5, 32.0), (10.0, 64.0)):
        assert bent.price_per_s(turns=(1.0,), bank_s=bank_s, speed=speed) == pytest.approx(price)


def test_work_that_hardly_falls_has_the_lower_price() -> None:
    flat = replace(VALUES, phases=(replace(PHASE, work_used=(math.nextafter(100.0, 200.0), 100.0)),))
    speed = WorkSpeed(nodes_per_s=1.0, samples_per_s=1.0)
    assert flat.price_per_s(turns=(1.0,), bank_s=50.0, speed=speed) == 1.0


def test_without_a_bank_the_price_is_for_the_work_of_the_first_turn_to_come() -> None:
    values = replace(VALUES, phases=(replace(PHASE, until=10.0), replace(PHASE, unit="samples")))
    speed = WorkSpeed(nodes_per_s=100.0, samples_per_s=25.0)
    assert values.price_per_s(turns=(1.0, 1.0), bank_s=0.0, speed=speed) == 1600.0
    assert values.price_per_s(turns=(0.0, 1.0), bank_s=0.0, speed=speed) == 400.0
