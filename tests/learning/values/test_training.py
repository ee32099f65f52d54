"""Time values from made-up searches: what turns use at a price, what a second gains, how long games last."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.learning.made_up_traces import CHECKS, chess_trace, endgame_trace, scrabble_trace
from zeitnot.chess import ChessTrace
from zeitnot.errors import DataError
from zeitnot.learning import BUDGETS_S, LearnedValues, LossCurve, chess_curves, learn_values, scrabble_curves
from zeitnot.learning.values.gains import budget_gains, natural_speed
from zeitnot.learning.values.loss_curves import fall_of_rates, fit_decay, price_grid, work_used
from zeitnot.learning.values.recorded_curves import ply_losses
from zeitnot.learning.values.training import chess_lengths, scrabble_lengths
from zeitnot.models import PackageModels
from zeitnot.monitors import (
    DeepeningPrice,
    EndgamePrice,
    PriceAt,
    SearchContext,
    SimulationPrice,
    bonferroni,
    rule_of_thumb,
)
from zeitnot.policies.time_values import CHESS_ENDS, SCRABBLE_ENDS, TimeValues, WorkSpeed
from zeitnot.turns import EndgamePly, Iteration, Reason, SimulationCheck


def fixed(price: float) -> PriceAt:
    return lambda _: price


def power_curve(*, position: int = 0, kind: str = "simulation", power: float = 0.5) -> LossCurve:
    """Return a search whose loss falls with a power of the work, as it was expected to."""
    work = np.geomspace(100.0, 10_000.0, 15)
    losses = 2.0 * (work / 100.0) ** -power
    return LossCurve(
        kind=kind,  # type: ignore[arg-type]
        position=position,
        progress=20.0,
        work=work,
        expected=losses,
        losses=losses,
        rates=losses / work,
    )


@pytest.fixture(scope="module")
def scrabble() -> LearnedValues:
    traces = [*(scrabble_trace(number) for number in range(200)), *map(endgame_trace, range(200, 230))]
    return learn_values(traces, PackageModels(), made_by="a test")


@pytest.fixture(scope="module")
def chess() -> LearnedValues:
    return learn_values([chess_trace(number) for number in range(200)], PackageModels())


@pytest.mark.source("M31.budgets")
def test_turns_use_less_the_dearer_time_is_and_a_bank_is_just_used_up(scrabble: LearnedValues) -> None:
    values = scrabble.values
    for phase in values.phases:
        assert phase.work_used[0] >= phase.work_used[-1] > 0
        assert list(phase.work_used) == sorted(phase.work_used, reverse=True)
    turns = values.turns_to_come(0.0)
    speed = WorkSpeed(samples_per_s=1000.0, nodes_per_s=10_000.0)
    price = values.price_per_s(turns=turns, bank_s=60.0, speed=speed)
    used_s = sum(
        count * values.work_at(number, price / speed.of(phase.unit)) / speed.of(phase.unit)
        for number, (count, phase) in enumerate(zip(turns, values.phases, strict=True))
    )
    assert used_s == pytest.approx(60.0, rel=0.05)


def test_the_file_comes_back_as_it_was_written(scrabble: LearnedValues, chess: LearnedValues) -> None:
    for learned in (scrabble, chess):
        assert TimeValues.from_json(learned.values.to_json()) == learned.values
    assert scrabble.values.made_by == "a test"
    assert [phase.until for phase in scrabble.values.phases] == list(SCRABBLE_ENDS)
    assert [phase.until for phase in chess.values.phases] == list(CHESS_ENDS)


@pytest.mark.source("M31.marginal")
def test_a_second_gains_less_and_less_and_its_errors_are_told(scrabble: LearnedValues) -> None:
    told = [gain for gain in scrabble.gains if gain is not None]
    assert len(told) == 5
    for gain in told:
        assert len(gain.losses) == len(BUDGETS_S) == len(gain.loss_errors)
        assert gain.gains_per_s[-1] < gain.gains_per_s[2]
        assert all(error > 0 for error in gain.loss_errors)
    largest = max(told, key=lambda gain: gain.positions)
    assert largest.gain_per_s > 2 * largest.gain_error > 0


@pytest.mark.source("M21")
def test_a_second_is_worth_less_the_more_time_is_left(scrabble: LearnedValues) -> None:
    fit = scrabble.regression
    assert fit is not None
    assert scrabble.values.second == fit.second
    assert fit.held_out >= 30
    assert fit.regression_error < 1.1
    poor, rich = (
        fit.second(turns_left=6.0, bag=40.0, complexity=1.0, time_left_s=time) for time in (6.0, 60.0)
    )
    assert poor > rich > 0


@pytest.mark.source("M31.budgets")
def test_budgets_gain_what_a_power_law_says() -> None:
    curves = [power_curve(position=number) for number in range(5)]
    speed = natural_speed(curves)
    assert speed == pytest.approx(10_000 / 30)
    gains = budget_gains(curves, speed=speed)
    loss = [2.0 * (speed * budget / 100.0) ** -0.5 for budget in BUDGETS_S]
    assert gains.losses == pytest.approx(loss, rel=0.01)
    assert gains.gain_per_s == pytest.approx((loss[2] - loss[4]) / 8.0, rel=0.02)
    assert gains.gain_error == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("power", [0.3, 0.5, 1.0])
def test_the_decay_is_the_power_with_which_losses_fall(power: float) -> None:
    decay, error = fit_decay([power_curve(position=number, power=power) for number in range(10)])
    assert decay == pytest.approx(power, rel=0.02)
    assert error == pytest.approx(0.0, abs=0.01)
    assert fall_of_rates([power_curve(power=power)]) == pytest.approx(1.0 + power)


def test_work_at_a_price_follows_the_power_law_within_and_beyond_the_search() -> None:
    curve = power_curve()
    for work in (300.0, 5000.0, 50_000.0):
        price = 0.5 * 2.0 * (work / 100.0) ** -0.5 / work
        assert curve.work_at(price, decay=0.5, slope=1.5) == pytest.approx(work, rel=1e-6)
    assert curve.work_at(1e9, decay=0.5, slope=1.5) == 100.0


def test_turns_played_at_sight_use_nothing() -> None:
    curves = [power_curve()]
    prices = price_grid(curves, decay=0.5, count=6)
    all_searched = work_used(curves, prices, decay=0.5, slope=1.5, idle_share=0.0)
    half = work_used(curves, prices, decay=0.5, slope=1.5, idle_share=0.5)
    assert half == pytest.approx([work / 2 for work in all_searched], rel=1e-3)


@pytest.mark.parametrize("change_weight", [0.0, 1.0])
def test_a_deepening_stops_where_the_policys_own_monitor_stops(change_weight: float) -> None:
    for number in range(40):
        trace = chess_trace(number)
        (curve,) = chess_curves([trace], rule_of_thumb, minimum_depth=4, change_weight=change_weight)
        price = 10 ** (-9 + 0.1 * number)
        monitor = DeepeningPrice(
            price_at=fixed(price),
            decay=0.5,
            context=SearchContext(features=trace.features),
            minimum_depth=4,
            change_weight=change_weight,
        )
        stopped = None
        for judged in trace.iterations:
            # A node is a second here, so that prices of both are the same.
            iteration = Iteration(
                elapsed_s=float(judged.iteration.nodes),
                depth=judged.iteration.depth,
                score_cp=judged.iteration.score_cp,
                best_move=judged.iteration.best_move,
                nodes=judged.iteration.nodes,
                best_move_share=judged.iteration.best_move_share,
            )
            if monitor.observe(iteration).reason is Reason.LOSS_BELOW_PRICE:
                stopped = iteration.nodes
                break
        expected = curve.work_at(price, decay=0.5, slope=1.5)
        assert expected == stopped if stopped else expected >= curve.work[-1]


def test_a_simulation_stops_no_later_than_the_policys_own_monitor_and_not_a_check_earlier() -> None:
    for number in range(40):
        trace = scrabble_trace(number)
        curve = next(iter(scrabble_curves([trace], bonferroni, ())))
        price = 10 ** (-6 + 0.075 * number)
        monitor = SimulationPrice(price_at=fixed(price), decay=0.5)
        stopped = None
        for check in trace.runs[0].checks:
            samples = check.snapshot.samples
            report = SimulationCheck(elapsed_s=float(samples), started_s=0.0, snapshot=check.snapshot)
            if monitor.observe(report).reason is not None:
                stopped = samples
                break
        expected = curve.work_at(price, decay=0.5, slope=1.5)
        if stopped is None:
            assert expected >= CHECKS[-1]
        else:
            before = CHECKS[max(0, CHECKS.index(stopped) - 1)]
            assert before <= expected <= stopped


def test_a_search_that_ended_before_the_policy_asks_tells_nothing() -> None:
    assert len(chess_curves([chess_trace(1, depths=3)], rule_of_thumb, minimum_depth=4)) == 0


def test_prices_reach_from_searches_that_go_on_to_searches_that_stop_at_once() -> None:
    curves = [power_curve()]
    prices = price_grid(curves, decay=0.5, count=10)
    work = work_used(curves, prices, decay=0.5, slope=1.5, idle_share=0.0)
    assert work[0] > 2 * curves[0].work[-1]
    assert work[-1] < 2 * curves[0].work[0]


def test_an_endgame_stops_where_the_policys_own_monitor_stops() -> None:
    table = ((3.0, 2.0), (2.0, 1.0), (1.0, 0.2), (0.5, 0.05), (0.2, 0.02))
    for number in range(30):
        trace = endgame_trace(number)
        (curve,) = scrabble_curves([trace], bonferroni, table)
        price = 10 ** (-6 + 0.15 * number)
        monitor = EndgamePrice(price_at=fixed(price), ply_losses_pts=table)
        stopped = None
        for ply in trace.plies:
            report = EndgamePly(
                elapsed_s=float(ply.nodes),
                started_s=0.0,
                budget_s=math.inf,
                depth=ply.depth,
                value_pts=ply.value_pts,
                nodes=ply.nodes,
            )
            if monitor.observe(report).reason is Reason.LOSS_BELOW_PRICE:
                stopped = ply.nodes
                break
        assert curve.work_at(price, decay=0.5, slope=1.5) == (stopped or trace.plies[-1].nodes)


def test_endgames_lose_less_with_every_depth_and_when_the_value_stays() -> None:
    table = ply_losses([endgame_trace(number).plies for number in range(60)])
    assert len(table) == 8
    assert table[0][0] > table[1][0] > table[3][1] >= 0
    assert all(moved >= stood for moved, stood in table[1:])
    assert ply_losses([]) == ()


def test_the_turns_of_a_scrabble_game_add_up() -> None:
    lengths = scrabble_lengths([scrabble_trace(number, seeds=0) for number in range(400)], SCRABBLE_ENDS)
    assert sum(turns for turns, _ in lengths) == pytest.approx((93 / 4.5 + 1) / 2, rel=0.1)
    assert lengths[1][0] == pytest.approx(30 / 4.5 / 2, rel=0.25)
    assert all(goes_on == 1.0 for _, goes_on in lengths)


def test_the_turns_of_a_chess_game_are_counted_with_its_chance_to_last() -> None:
    traces = [chess_trace(number, depths=1) for number in range(400)]
    lengths = chess_lengths(traces, CHESS_ENDS)
    moves = np.array([(trace.ply + trace.plies_to_come + 1) / 2 for trace in traces])
    assert lengths[0] == (10.0, 1.0)
    assert lengths[2][1] == pytest.approx((moves > 30).mean() / (moves > 20).mean())
    assert lengths[5][0] == pytest.approx(moves[moves > 60].mean() - 60)


def test_turns_of_no_game_or_of_two_are_refused() -> None:
    with pytest.raises(DataError, match="of one game, got 0 turns"):
        learn_values([], PackageModels())
    with pytest.raises(DataError, match="of one game, chess, got one of scrabble"):
        learn_values([chess_trace(1), scrabble_trace(2)], PackageModels())
    with pytest.raises(DataError, match="of one game, scrabble, got one of chess"):
        learn_values([scrabble_trace(1), chess_trace(2)], PackageModels())


def test_endgames_alone_are_refused() -> None:
    with pytest.raises(DataError, match="recorded at several steps, got none"):
        learn_values([endgame_trace(number) for number in range(10)], PackageModels())


def test_a_game_counts_once_for_the_lengths_of_games_however_many_of_its_turns_are_recorded() -> None:
    def game(number: int, moves: int) -> list[ChessTrace]:
        turn = chess_trace(1)
        return [
            replace(
                turn, number=1000 * number + ply, game_number=number, ply=ply, plies_to_come=2 * moves - ply
            )
            for ply in range(2 * moves)
        ]

    games = [turn for number in range(20) for turn in game(number, 60 if number % 4 == 0 else 15)]
    (_, first), (_, second), *_ = chess_lengths(games, (10.0, 20.0, math.inf))
    assert first == 1.0
    assert second == pytest.approx(0.25)
    # Two engines one after the other may begin with a game of the same number.
    assert chess_lengths([*games, *games], (20.0, math.inf))[0][1] == pytest.approx(0.25)
