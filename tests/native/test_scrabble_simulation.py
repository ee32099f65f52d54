"""Simulation: samples of candidate moves on shared deals, whoever plays them."""

from collections import Counter
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from zeitnot._native import (
    Sampling,
    ScrabbleMove,
    Simulation,
    SimulationReport,
    StaticValues,
    StopControl,
    WinChances,
)
from zeitnot.scrabble import Layout, Lexicon, Position, StaticEvaluation
from zeitnot.scrabble.generation import Generator, dictionary_of

OPENING = "15/15/15/15/15/15/15/6CAB6/15/15/15/15/15/15/15 EHIRSTV/ 0/14 0"
SAMPLES_A_SECOND = 1000.0


@cache
def chances() -> WinChances:
    spread = np.arange(-500, 501) / 40.0
    return WinChances(np.tile(1.0 / (1.0 + np.exp(-spread)), (94, 1)).astype(np.float32).tobytes())


@cache
def scene(cgp: str = OPENING) -> tuple[Position, bytes, list[ScrabbleMove], StaticValues, Simulation]:
    position = Position.from_cgp(cgp)
    values = StaticEvaluation.built_in().native
    generator = Generator.make(Lexicon.built_in(), StaticEvaluation.built_in())
    board = bytes(tile for row in position.board.rows for tile in row)
    found = generator.native.generate(board, bytes(position.rack), values, bag=position.bag_count, wanted=8)
    dictionary = dictionary_of(Lexicon.built_in(), Layout.standard())
    return position, board, list(found), values, Simulation(dictionary, values, chances())


def simulate(
    hard_s: float, on_check: Callable[[SimulationReport], bool] = lambda _: False, **settings: object
) -> SimulationReport:
    position, board, moves, _, simulation = scene()
    counts = Counter(position.unseen)
    control = StopControl(work_per_second=SAMPLES_A_SECOND)
    control.start(soft_s=float("inf"), hard_s=hard_s)
    return simulation.run(
        board,
        bytes(position.rack),
        moves,
        control,
        on_check,
        unseen=bytes(counts[letter] for letter in range(27)),
        spread=position.spread_pts,
        **settings,  # type: ignore[arg-type]
    )


def facts(report: SimulationReport) -> list[tuple[int, int, float, float, float]]:
    return [(arm.index, arm.samples, arm.equity_mean, arm.win_mean, arm.covariance) for arm in report.arms]


def test_without_plies_a_sample_is_the_score_and_the_leave() -> None:
    moves = scene()[2]
    report = simulate(0.2, plies=0, sampling=Sampling.ROUND_ROBIN)
    for arm in report.arms:
        move = moves[arm.index]
        assert arm.equity_mean == pytest.approx(move.equity / 1000, abs=1e-3)
        assert arm.equity_variance == pytest.approx(0.0, abs=1e-6)


@pytest.mark.parametrize("sampling", list(Sampling))
def test_in_work_time_threads_change_nothing(sampling: Sampling) -> None:
    one = simulate(0.6, sampling=sampling, seed=3)
    three = simulate(0.6, sampling=sampling, seed=3, threads=3)
    assert one.samples == 600
    assert facts(one) == facts(three)
    assert facts(one) != facts(simulate(0.6, sampling=sampling, seed=4))


def test_shared_deals_make_differences_less_noisy_than_independent_ones() -> None:
    report = simulate(2.4, sampling=Sampling.ROUND_ROBIN, win_pts=0.0, spread_weight=1.0)
    best, second = report.arms[:2]
    independent = best.equity_variance + second.equity_variance
    assert independent - 2 * second.covariance < 0.8 * independent


@pytest.mark.parametrize("sampling", [rule for rule in Sampling if rule != Sampling.ROUND_ROBIN])
def test_adaptive_rules_look_closest_at_the_best_and_leave_nobody_unseen(sampling: Sampling) -> None:
    report = simulate(2.0, sampling=sampling, first_samples=30)
    samples = [arm.samples for arm in report.arms]
    assert samples[0] == max(samples)
    assert min(samples) >= 30
    assert samples[0] > 2 * min(samples)


def test_the_callback_sees_every_checkpoint_and_can_stop() -> None:
    seen: list[int] = []

    def stop_at_the_third(report: SimulationReport) -> bool:
        seen.append(report.samples)
        return len(seen) == 3

    report = simulate(5.0, stop_at_the_third, batch_s=0.02)
    assert len(seen) == 3
    assert report.samples == seen[-1] < 200


def test_a_stop_ends_it_before_the_first_sample() -> None:
    position, board, moves, _, simulation = scene()
    control = StopControl()
    control.start(soft_s=float("inf"), hard_s=float("inf"))
    control.stop()
    unseen = bytes(Counter(position.unseen)[letter] for letter in range(27))
    report = simulation.run(board, bytes(position.rack), moves, control, lambda _: False, unseen=unseen)
    assert report.samples == 0


def test_candidates_of_another_position_are_refused() -> None:
    position, board, moves, _, simulation = scene()
    control = StopControl()
    with pytest.raises(ValueError, match="candidate must be a move of the position"):
        simulation.run(board, b"\1\1\1", moves, control, lambda _: False, unseen=bytes(27))
    with pytest.raises(ValueError, match="unseen tiles must be counted"):
        simulation.run(board, bytes(position.rack), moves, control, lambda _: False, unseen=b"\1")


def test_win_chances_are_checked_at_the_border() -> None:
    with pytest.raises(ValueError, match="rows of 1001"):
        WinChances(b"")
    with pytest.raises(ValueError, match="from 0 to 1"):
        WinChances(np.full(1001, 2.0, dtype=np.float32).tobytes())
    assert chances().chance(7, 0) == pytest.approx(0.5)


def test_an_arm_without_samples_does_not_lead() -> None:
    """Only two of eight arms are sampled, and both are bad."""
    position, board, moves, _, simulation = scene()
    control = StopControl(work_per_second=SAMPLES_A_SECOND)
    control.start(soft_s=float("inf"), hard_s=2.5 / SAMPLES_A_SECOND)
    unseen = bytes(Counter(position.unseen)[letter] for letter in range(27))
    report = simulation.run(
        board,
        bytes(position.rack),
        moves,
        control,
        lambda _: False,
        unseen=unseen,
        plies=1,
        win_pts=0.0,
        spread_weight=-1.0,
    )
    assert report.samples == 2
    assert [arm.samples for arm in report.arms[:3]] == [1, 1, 0]
