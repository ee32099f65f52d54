"""Estimators made from a model: their inputs and their results."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.models.small_models import small_model
from zeitnot.errors import DataError
from zeitnot.models.model_file import LossModel
from zeitnot.models.network_inputs import (
    DEEPENING_INPUTS,
    GENERAL_INPUTS,
    SNAPSHOT_INPUTS,
    deepening_inputs,
    snapshot_inputs,
)
from zeitnot.models.network_loss import DeepeningNetwork, SnapshotLoss
from zeitnot.monitors import NO_CONTEXT, SearchContext
from zeitnot.monitors.expected_loss import expected_excess
from zeitnot.turns import Arm, ChessFeatures, Iteration, Snapshot

POINTS = st.floats(-1000.0, 1000.0)
ARMS = st.builds(
    Arm,
    mean_pts=POINTS,
    variance=st.floats(0.0, 1e6),
    samples=st.integers(0, 10**9),
    covariance=st.floats(-1e6, 1e6),
)
SNAPSHOTS = st.builds(
    Snapshot,
    arms=st.integers(1, 100),
    samples=st.integers(0, 10**9),
    top=st.lists(ARMS, min_size=1, max_size=8).map(lambda a: tuple(sorted(a, key=lambda x: -x.mean_pts))),
    bag_tiles=st.integers(0, 86),
    score_difference_pts=POINTS,
)
ITERATIONS = st.builds(
    Iteration,
    elapsed_s=st.floats(0.0, 1e4),
    depth=st.integers(1, 200),
    score_cp=st.floats(-1e5, 1e5),
    best_move=st.sampled_from(["e2e4", "d2d4", "g1f3"]),
    mate_in=st.none() | st.integers(-50, 50),
    nodes=st.integers(0, 10**12),
    best_move_share=st.none() | st.floats(0.0, 1.0),
    best_move_changes=st.floats(0.0, 100.0),
    second_score_cp=st.none() | st.floats(-1e5, 1e5),
    fail_highs=st.integers(0, 50),
    fail_lows=st.integers(0, 50),
)


def iteration(depth: int, move: str, score_cp: float = 0.0, **more: Any) -> Iteration:
    return Iteration(
        elapsed_s=0.1 * depth, depth=depth, score_cp=score_cp, best_move=move, nodes=100 * 2**depth, **more
    )


def named(
    iterations: list[Iteration], features: ChessFeatures | None = None, **more: Any
) -> dict[str, float]:
    context = SearchContext(features=features, **more)
    return dict(zip(DEEPENING_INPUTS, deepening_inputs(iterations, context), strict=True))


@given(SNAPSHOTS)
def test_a_simulation_in_any_state_is_told_in_finite_numbers(snapshot: Snapshot) -> None:
    inputs = snapshot_inputs(snapshot)
    assert len(inputs) == len(SNAPSHOT_INPUTS)
    assert all(math.isfinite(each) for each in inputs)


@pytest.mark.source("M7.arms", "M7.context", "M8.network")
def test_a_snapshot_is_told_as_it_is() -> None:
    top = (
        Arm(mean_pts=30.0, variance=400.0, samples=100),
        Arm(mean_pts=29.0, variance=300.0, samples=100, covariance=100.0),
        Arm(mean_pts=21.0, variance=400.0, samples=100),
    )
    snapshot = Snapshot(arms=15, samples=1000, top=top, bag_tiles=40, score_difference_pts=-100.0)
    told = dict(zip(SNAPSHOT_INPUTS, snapshot_inputs(snapshot), strict=True))
    assert len(told) == 29
    error = math.sqrt(4.0 + 3.0 - 2.0)
    assert told["z_2"] == pytest.approx(1.0 / error)
    assert told["log_error_second"] == pytest.approx(math.log(error))
    assert told["z_3"] == pytest.approx(9.0 / math.sqrt(8.0))
    assert told["z_8"] == 8.0
    assert told["gap_third"] == told["gap_last"] == 3.0
    assert told["log_samples"] == pytest.approx(math.log(1000))
    assert told["correlation_second"] == pytest.approx(100.0 / math.sqrt(120_000))
    assert told["bag"] == 40.0
    assert told["arms_within_1"] == 1.0
    assert told["log_bonferroni"] > told["log_largest_excess"] > math.log(0.3)


@given(st.lists(ITERATIONS, min_size=1, max_size=12))
def test_a_deepening_in_any_state_is_told_in_numbers_or_as_unknown(iterations: list[Iteration]) -> None:
    inputs = deepening_inputs(iterations, NO_CONTEXT)
    assert len(inputs) == len(DEEPENING_INPUTS)
    assert not any(math.isinf(each) for each in inputs)


def test_stability_counts_the_depths_and_the_work_since_the_move_changed() -> None:
    told = named([iteration(d, "e2e4" if d in {1, 2, 4} else "d2d4") for d in range(1, 9)])
    assert told["log_stable_depths"] == pytest.approx(math.log(4))
    assert told["log_stable_nodes"] == pytest.approx(math.log(8))
    assert told["switches"] == pytest.approx(math.log1p(3))
    assert told["recent_switches"] == 1.0


def test_scores_are_told_with_their_way() -> None:
    told = named([iteration(d, "e2e4", score_cp=s) for d, s in enumerate([0, 0, 30, 60, 300], start=1)])
    assert told["score"] == pytest.approx(math.tanh(1.0))
    assert told["change_1"] == pytest.approx(math.tanh(1.0) - math.tanh(0.2))
    assert told["change_4"] == pytest.approx(math.tanh(1.0))
    assert told["unrest"] == pytest.approx(math.tanh(1.0) / 4)


def test_what_an_engine_does_not_report_is_unknown() -> None:
    told = named([iteration(1, "e2e4"), iteration(2, "e2e4")])
    assert math.isnan(told["share"])
    assert math.isnan(told["share_change"])
    assert math.isnan(told["second_gap"])
    assert math.isnan(told["pieces"])
    assert told["second_known"] == 0.0


def test_effort_is_relative_to_a_usual_turn_in_nodes_or_else_in_time() -> None:
    search = [iteration(3, "e2e4")]  # 800 nodes in 0.3 s
    assert named(search, usual_nodes=200.0, usual_s=99.0)["effort"] == pytest.approx(math.log(4))
    assert named(search, usual_s=0.6)["effort"] == pytest.approx(-math.log(2))
    assert math.isnan(named(search)["effort"])
    assert math.isnan(named(search, usual_s=0.0)["effort"])


def test_what_has_changed_since_the_last_turn_and_what_else_an_engine_reports_is_told() -> None:
    reported = iteration(10, "e2e4", score_cp=300.0, selective_depth=20, hash_full=0.25, draw_chance=0.5)
    told = named([reported], previous_score_cp=60.0)
    assert told["turn_change"] == pytest.approx(math.tanh(1.0) - math.tanh(0.2))
    assert told["log_selectivity"] == pytest.approx(math.log(2))
    assert (told["hash_full"], told["draw_chance"]) == (0.25, 0.5)
    silent = named([iteration(10, "e2e4")])
    for name in ("turn_change", "log_selectivity", "hash_full", "draw_chance"):
        assert math.isnan(silent[name]), name


def test_a_model_takes_the_inputs_that_it_names_in_its_own_order() -> None:
    model = small_model("chess", inputs=("pieces", "effort"), hidden=(4,))
    search, context = [iteration(3, "e2e4")], SearchContext(features=ChessFeatures(pieces=20), usual_s=0.1)
    z = np.clip((np.array([20.0, math.log(3)]) - model.means) / model.scales, -model.reach, model.reach)
    trend = float((z @ model.trend[0] + model.trend[1])[0])
    hidden = np.maximum(z @ model.layers[0][0] + model.layers[0][1], 0.0)
    ratio = float((hidden @ model.layers[1][0] + model.layers[1][1])[0])
    expected = math.exp(trend) * min(10.0, max(0.1, ratio))
    assert DeepeningNetwork(model)(search, context) == pytest.approx(min(1.0, expected), rel=1e-5)


def test_inputs_for_any_engine_know_no_nodes_and_no_depths() -> None:
    def search(scale: int, deeper: int) -> list[Iteration]:
        return [
            replace(each, nodes=scale * each.nodes, depth=each.depth + deeper)
            for each in (iteration(d, "e2e4" if d < 4 else "d2d4", score_cp=10 * d) for d in range(1, 8))
        ]

    one, other = (
        named(search(scale, deeper), usual_nodes=1000.0 * scale) for scale, deeper in ((1, 0), (50, 6))
    )
    assert [one[name] for name in GENERAL_INPUTS] == pytest.approx(
        [other[name] for name in GENERAL_INPUTS], nan_ok=True
    )


def test_a_position_is_told_from_its_features() -> None:
    features = ChessFeatures(move_number=12, legal_moves=30, pieces=28, captures=3, checks=1, in_check=True)
    told = named([iteration(1, "e2e4", best_move_share=0.5)], features)
    assert told["log_legal_moves"] == pytest.approx(math.log(30))
    assert (told["captures"], told["checks"], told["in_check"]) == (3.0, 1.0, 1.0)
    assert (told["pieces"], told["move_number"], told["share"]) == (28.0, 12.0, 0.5)


@given(SNAPSHOTS)
def test_a_loss_of_a_simulation_is_finite_and_not_negative(snapshot: Snapshot) -> None:
    assert 0.0 <= SNAPSHOT_LOSS(snapshot) < math.inf


@given(st.lists(ITERATIONS, min_size=1, max_size=12))
def test_a_loss_of_a_deepening_is_an_expected_score(iterations: list[Iteration]) -> None:
    assert 0.0 <= DEEPENING_LOSS(iterations, NO_CONTEXT) <= 1.0


SNAPSHOT_LOSS = SnapshotLoss(small_model("scrabble"))
DEEPENING_LOSS = DeepeningNetwork(small_model("chess"))


def test_one_arm_alone_loses_nothing() -> None:
    arm = Arm(mean_pts=30.0, variance=400.0, samples=100)
    assert SNAPSHOT_LOSS(Snapshot(arms=1, samples=100, top=(arm,))) == 0.0


@pytest.mark.parametrize(("constant", "expected"), [(-40.0, 0.5), (40.0, 2.0)])
def test_a_loss_lies_between_half_of_the_closest_rival_and_all_of_them(
    constant: float, expected: float
) -> None:
    # Two rivals exactly alike: each alone could win as much as the other.
    best, rival = (Arm(mean_pts=mean, variance=400.0, samples=100) for mean in (30.0, 29.0))
    model = small_model("scrabble")
    model = replace(model, trend=(model.trend[0], np.array([constant])))
    told = SnapshotLoss(model)(Snapshot(arms=3, samples=300, top=(best, rival, rival)))
    alone = expected_excess(1.0, math.sqrt(8.0))
    assert told == pytest.approx(expected * alone)


def test_the_loss_is_trend_times_ratio() -> None:
    model = small_model("chess")
    inputs = deepening_inputs([iteration(3, "e2e4", best_move_share=0.4)], NO_CONTEXT)
    z = (np.array(inputs) - model.means) / model.scales
    z = np.clip(np.where(np.isnan(z), 0.0, z), -model.reach, model.reach)
    trend = float((z @ model.trend[0] + model.trend[1])[0])
    for number, (weights, biases) in enumerate(model.layers):
        z = z @ weights + biases
        z = np.maximum(z, 0.0) if number < len(model.layers) - 1 else z
    loss = math.exp(trend) * min(10.0, max(0.1, float(z[0])))
    assert DEEPENING_LOSS([iteration(3, "e2e4", best_move_share=0.4)], NO_CONTEXT) == pytest.approx(
        loss, rel=1e-5
    )


def test_a_model_for_the_other_game_is_refused() -> None:
    with pytest.raises(DataError, match="for scrabble is needed, got one for chess"):
        SnapshotLoss(small_model("chess"))


def test_a_model_with_other_inputs_is_refused() -> None:
    model = small_model("chess")
    other = LossModel(
        game="chess",
        inputs=("colour", *model.inputs[1:]),
        means=model.means,
        scales=model.scales,
        reach=model.reach,
        trend=model.trend,
        layers=model.layers,
    )
    with pytest.raises(DataError, match="got others: colour"):
        DeepeningNetwork(other)
