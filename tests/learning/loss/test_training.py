"""Training on made-up searches: learning really happens; native passes equal scikit-learn."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.learning.made_up_traces import chess_trace, endgame_trace, scrabble_trace
from zeitnot._native import Network
from zeitnot.chess import ChessTrace
from zeitnot.errors import DataError, SettingError
from zeitnot.learning import (
    LossRows,
    LossTraining,
    TrainedLoss,
    loss_rows,
    model_metrics,
    pooled_rows,
    train_loss,
    usual_nodes,
)
from zeitnot.learning.loss.metrics import loss_metrics
from zeitnot.learning.loss.rows import split_rows, with_contexts
from zeitnot.learning.loss.training import NETWORK
from zeitnot.learning.loss.trend import fit_trend
from zeitnot.models import GENERAL_INPUTS
from zeitnot.models.model_file import LossModel
from zeitnot.models.network_loss import DeepeningNetwork, SnapshotLoss
from zeitnot.monitors import SearchContext
from zeitnot.scrabble.recording.trace import ScrabbleTrace, SimulatedRun, nearest_checkpoint

QUICK = LossTraining(hidden=(32, 32), restarts=1, epochs=40, patience=8)


@pytest.fixture(scope="module")
def scrabble_rows() -> LossRows:
    return loss_rows(scrabble_trace(number) for number in range(300))


@pytest.fixture(scope="module")
def scrabble(scrabble_rows: LossRows) -> TrainedLoss:
    return train_loss(scrabble_rows, QUICK, made_by="a test")


@pytest.fixture(scope="module")
def chess() -> TrainedLoss:
    return train_loss(loss_rows(chess_trace(number) for number in range(600)), QUICK)


def metric(trained: TrainedLoss, name: str, field: str) -> float:
    return float(getattr({each.name: each for each in trained.metrics}[name], field))


@pytest.mark.source("M8.network", "M30.training")
def test_the_network_knows_more_than_a_constant_and_than_the_heuristic(scrabble: TrainedLoss) -> None:
    assert metric(scrabble, NETWORK, "squared_error") < 0.95
    assert metric(scrabble, NETWORK, "squared_error") < metric(scrabble, "two-arm heuristic", "squared_error")
    assert metric(scrabble, NETWORK, "ranking") > metric(scrabble, "two-arm heuristic", "ranking") + 0.03
    assert metric(scrabble, NETWORK, "correlation") > metric(scrabble, "two-arm heuristic", "correlation")


@pytest.mark.source("M30.ranking")
def test_all_three_analytic_estimators_stand_beside_it_on_the_same_rows(scrabble: TrainedLoss) -> None:
    names = [each.name for each in scrabble.metrics]
    assert names == [NETWORK, "two-arm heuristic", "Bonferroni", "exact, with covariance"]
    assert all(len(each.deciles) == 10 for each in scrabble.metrics)
    assert scrabble.held_out == 60
    assert [lead.over for lead in scrabble.leads] == names[1:]
    assert all(lead.ranking_error > 0 and (lead.squared_error_error or 0) > 0 for lead in scrabble.leads)
    assert all(each.ranking_error > 0 and (each.squared_error_error or 0) > 0 for each in scrabble.metrics)


@pytest.mark.source("M30.training")
def test_what_it_expects_is_what_comes(scrabble: TrainedLoss) -> None:
    network = scrabble.metrics[0]
    assert network.bias == pytest.approx(1.0, abs=0.35)
    low, high = network.deciles[0], network.deciles[-1]
    assert high.error is not None
    assert low.error is not None
    assert high.loss - low.loss > 4 * math.hypot(high.error, low.error)
    assert abs(metric(scrabble, "Bonferroni", "bias") - 1) > abs(metric(scrabble, NETWORK, "bias") - 1)


def test_chess_losses_are_learned_by_the_same_code(chess: TrainedLoss) -> None:
    assert metric(chess, NETWORK, "squared_error") < 0.95
    assert metric(chess, NETWORK, "squared_error") < metric(chess, "rule of thumb", "squared_error")
    assert metric(chess, NETWORK, "ranking") > metric(chess, "mean of the depth", "ranking")


def test_the_written_model_gives_the_estimates_that_were_judged(
    scrabble: TrainedLoss, scrabble_rows: LossRows
) -> None:
    held_out = split_rows(scrabble_rows, seed=QUICK.seed).held_out
    estimator = SnapshotLoss(LossModel.from_bytes(scrabble.model.to_bytes()))
    chosen = set(held_out.positions.tolist())
    estimates = np.array(
        [
            estimator(check.snapshot)
            for number in range(300)
            if number in chosen
            for run in scrabble_trace(number).runs
            for check in run.checks
            if len(check.snapshot.top) > 1
        ]
    )
    again = loss_metrics(NETWORK, held_out, estimates, constant=float(scrabble_rows.losses.mean()))
    assert again.correlation == pytest.approx(scrabble.metrics[0].correlation, abs=1e-5)
    assert [each.estimate for each in again.deciles] == pytest.approx(
        [each.estimate for each in scrabble.metrics[0].deciles], rel=1e-4
    )


def test_a_chess_model_estimates_from_a_search(chess: TrainedLoss) -> None:
    trace = chess_trace(1000)
    iterations = [each.iteration for each in trace.iterations]
    estimator, context = DeepeningNetwork(chess.model), SearchContext(features=trace.features)
    assert estimator(iterations[:1], context) > estimator(iterations, context) > 0


@pytest.mark.source("M8.native_pass")
def test_a_native_pass_equals_scikit_learns_within_a_hundred_thousandth() -> None:
    from sklearn.neural_network import MLPRegressor

    draw = np.random.default_rng(3)
    inputs = draw.normal(size=(2000, 30)) * 3 + 5
    z = (inputs - inputs.mean(axis=0)) / inputs.std(axis=0)
    perceptron = MLPRegressor(hidden_layer_sizes=(64, 32), random_state=1, tol=1.0)
    perceptron.fit(z, np.abs(z[:, 0]) + z[:, 1] * z[:, 2])
    network = Network(
        means=inputs.mean(axis=0).tolist(),
        scales=inputs.std(axis=0).tolist(),
        layers=[
            (weights.ravel().tolist(), biases.tolist())
            for weights, biases in zip(perceptron.coefs_, perceptron.intercepts_, strict=True)
        ],
        reach=100.0,
    )
    native = [network.forward(row) for row in inputs.tolist()]
    assert np.abs(np.array(native) - perceptron.predict(z)).max() < 1e-5


def test_the_same_seed_gives_the_same_model() -> None:
    rows = loss_rows(chess_trace(number) for number in range(30))
    training = LossTraining(hidden=(4,), restarts=1, epochs=3)
    assert train_loss(rows, training).model.to_bytes() == train_loss(rows, training).model.to_bytes()


@pytest.mark.source("M30.held_out")
def test_positions_are_never_on_both_sides_and_a_fifth_is_held_out(scrabble_rows: LossRows) -> None:
    split = split_rows(scrabble_rows, seed=5)
    sides = [set(part.positions.tolist()) for part in (split.train, split.check, split.held_out)]
    assert len(sides[2]) == 60
    assert sum(len(side) for side in sides) == len(set.union(*sides)) == 300
    assert all(len(each) == len(split.held_out) for each in split.held_out.untrained.values())


@pytest.mark.source("M29.seeds")
def test_every_seed_of_a_position_is_learned_from_with_their_mean_loss_at_the_checkpoint(
    scrabble_rows: LossRows,
) -> None:
    first = scrabble_trace(0)
    means = [sum(checks) / 2 for checks in zip(*(_losses(run) for run in first.runs), strict=True)]
    assert len(scrabble_rows.averaged(scrabble_rows.losses)) == len(scrabble_rows) / 2
    labels = scrabble_rows.expected_losses()[: 2 * len(means)]
    assert labels.tolist() == pytest.approx([*means, *means])
    assert scrabble_rows.losses[: len(means)].tolist() == pytest.approx(_losses(first.runs[0]))


def _losses(run: SimulatedRun) -> list[float]:
    return [check.loss_pts for check in run.checks]


@pytest.mark.source("M29.seeds")
def test_the_network_is_trained_on_the_mean_over_seeds_unless_told_otherwise() -> None:
    traces = [scrabble_trace(number) for number in range(12)]
    training = LossTraining(hidden=(4,), restarts=1, epochs=3)
    averaged = [replace(trace, runs=_runs_with_mean_losses(trace)) for trace in traces]

    def weights(from_traces: list[ScrabbleTrace], how: LossTraining = training) -> bytes:
        return replace(train_loss(loss_rows(from_traces), how).model, facts={}).to_bytes()

    assert weights(traces) == weights(averaged)
    assert weights(traces) != weights(traces, replace(training, averages_seeds=False))


def _runs_with_mean_losses(trace: ScrabbleTrace) -> tuple[SimulatedRun, ...]:
    means = [sum(losses) / len(losses) for losses in zip(*map(_losses, trace.runs), strict=True)]
    return tuple(
        replace(
            run,
            checks=tuple(
                replace(check, loss_pts=mean) for check, mean in zip(run.checks, means, strict=True)
            ),
        )
        for run in trace.runs
    )


@pytest.mark.source("M29.checkpoints")
def test_rows_with_few_samples_are_learned_from_but_do_not_judge_what_a_player_sees() -> None:
    traces = [scrabble_trace(number, first=100) for number in range(20)]
    rows = loss_rows(traces)
    assert len(rows) == sum(len(run.checks) for trace in traces for run in trace.runs)
    assert set(rows.steps[~rows.seen].tolist()) == {100}
    trained = train_loss(rows, LossTraining(hidden=(4,), restarts=1, epochs=2))
    assert trained.rows == len(rows)
    judged, all_judged = trained.metrics[0], trained.all_metrics[0]
    assert judged != all_judged
    assert sum(tenth.loss for tenth in all_judged.deciles) > sum(tenth.loss for tenth in judged.deciles)


@pytest.mark.source("M29.checkpoints")
def test_looks_that_miss_a_checkpoint_by_a_few_samples_count_for_it() -> None:
    assert [nearest_checkpoint(samples) for samples in (96, 105, 208, 495, 20_043, 49_990)] == [
        *(100, 100, 200, 500, 20_000, 50_000)
    ]


@pytest.mark.source("M30.held_out")
def test_with_five_folds_every_position_judges_once() -> None:
    rows = loss_rows(scrabble_trace(number, seeds=1) for number in range(20))
    training = LossTraining(hidden=(4,), restarts=1, epochs=1)
    one, five = (train_loss(rows, replace(training, folds=folds)) for folds in (1, 5))
    assert (one.held_out, five.held_out) == (4, 20)
    assert replace(one.model, facts={}).to_bytes() == replace(five.model, facts={}).to_bytes()
    held_out = [set(split_rows(rows, fold=fold).held_out.positions.tolist()) for fold in range(5)]
    assert set.union(*held_out) == set(range(20))
    assert sum(map(len, held_out)) == 20


def test_a_trend_is_found_under_noise_that_makes_labels_negative() -> None:
    draw = np.random.default_rng(1)
    inputs = draw.normal(size=(20_000, 2))
    truth = np.exp(-2.0 + 1.0 * inputs[:, 0] - 0.5 * inputs[:, 1])
    # Mostly nothing, sometimes much, and noise as large as a usual loss.
    labels = np.where(draw.random(20_000) < 0.2, truth / 0.2, 0.0) + draw.normal(0, 0.1, size=20_000)
    trend = fit_trend(inputs, labels)
    assert trend.constant == pytest.approx(-2.0, abs=0.06)
    assert trend.slopes == pytest.approx([1.0, -0.5], abs=0.08)
    assert min(trend.weights(truth)) > 0


def test_one_bad_estimator_and_one_that_knows_everything_are_told_apart(scrabble_rows: LossRows) -> None:
    losses = scrabble_rows.losses
    truth = loss_metrics("truth", scrabble_rows, losses, constant=float(losses.mean()))
    nothing = loss_metrics("nothing", scrabble_rows, np.ones(len(losses)), constant=float(losses.mean()))
    assert truth.correlation == pytest.approx(1.0)
    assert (truth.auc, truth.squared_error, truth.bias) == pytest.approx((1.0, 0.0, 1.0))
    assert (nothing.auc, nothing.ranking, nothing.correlation) == pytest.approx((0.5, 0.5, 0.0))
    assert nothing.saved == pytest.approx(0.2)


def test_too_few_positions_are_refused() -> None:
    with pytest.raises(DataError, match="10 positions or games or more, got 3"):
        train_loss(loss_rows(chess_trace(number) for number in range(3)))


def test_turns_without_a_simulation_are_refused() -> None:
    with pytest.raises(DataError, match="must have simulations to learn from, got none in 5 turns"):
        loss_rows(endgame_trace(number) for number in range(5))


@pytest.mark.parametrize("hidden", [(), (64, 64, 64, 64), (0,), (500,)])
def test_layers_that_a_model_cannot_have_are_refused(hidden: tuple[int, ...]) -> None:
    with pytest.raises(SettingError, match="hidden must be one to three layers"):
        LossTraining(hidden=hidden)


def of_another_engine(trace: ChessTrace) -> ChessTrace:
    """Return the same search by an engine that needs ten times the nodes and loses a third."""
    return replace(
        trace,
        iterations=tuple(
            replace(
                each, loss=each.loss / 3, iteration=replace(each.iteration, nodes=10 * each.iteration.nodes)
            )
            for each in trace.iterations
        ),
    )


def test_a_general_model_is_calibrated_to_an_engine_by_few_of_its_turns() -> None:
    general = train_loss(loss_rows(map(chess_trace, range(600)), inputs=GENERAL_INPUTS), QUICK).model
    few, many = (
        loss_rows((of_another_engine(chess_trace(number)) for number in numbers), inputs=GENERAL_INPUTS)
        for numbers in (range(1000, 1060), range(2000, 2300))
    )
    calibrated = train_loss(few, QUICK, base=general).model
    own = train_loss(few, QUICK).model
    assert calibrated.layers == general.layers
    before, after, alone = (model_metrics(model, many) for model in (general, calibrated, own))
    assert before.bias == pytest.approx(3.0, rel=0.25)
    assert after.bias == pytest.approx(1.0, rel=0.25)
    assert after.ranking > alone.ranking - 0.01
    assert (after.squared_error or 1) < min(before.squared_error or 1, alone.squared_error or 1)
    with pytest.raises(SettingError, match="inputs of the model"):
        train_loss(loss_rows(map(chess_trace, range(60))), QUICK, base=general)


def test_games_of_several_engines_are_pooled_and_held_out_by_their_openings() -> None:
    def games(first: int) -> list[ChessTrace]:
        return [replace(chess_trace(first + number), game_number=number // 3) for number in range(60)]

    one, other = (loss_rows(games(first), inputs=GENERAL_INPUTS) for first in (0, 500))
    pooled = pooled_rows([one, other])
    assert len(pooled) == len(one) + len(other)
    assert len(set(pooled.positions.tolist())) == 120
    split = split_rows(pooled)
    assert not set(split.held_out.groups.tolist()) & set(split.train.groups.tolist())
    assert len(set(split.held_out.groups.tolist())) == 4
    with pytest.raises(DataError, match="same inputs"):
        pooled_rows([one, loss_rows(games(500))])


def test_the_score_of_the_own_turn_before_is_known_in_whole_games() -> None:
    games = [replace(chess_trace(number), number=7000 + number, game_number=7) for number in range(4)]
    contexts = [context for _, context in with_contexts(games)]
    assert [context.previous_score_cp is None for context in contexts] == [True, True, False, False]
    usual = usual_nodes(games)
    reached = [each.iteration.score_cp for each in games[0].iterations if each.iteration.nodes <= usual]
    assert contexts[2].previous_score_cp == reached[-1]
    assert {context.usual_nodes for context in contexts} == {usual}
    assert usual == 100 * 2**12 / 4
    alone = [context for _, context in with_contexts([replace(each, game_number=None) for each in games])]
    assert all(context.previous_score_cp is None for context in alone)
