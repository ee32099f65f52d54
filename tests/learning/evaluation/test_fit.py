"""Weights are learned from games: what is learned foretells games never seen."""

from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from zeitnot.chess.self_play import GameSettings
from zeitnot.errors import SettingError
from zeitnot.learning import Features, FitSettings, Positions, fit_weights, read_weights
from zeitnot.learning.evaluation.fit import Steepness, fit_steepness, rescaled, settled, sigmoid, targets
from zeitnot.learning.evaluation.games import play_part
from zeitnot.learning.evaluation.weights import FEATURES, Weights

TABLE = Path(__file__).parents[3] / "native/chess/weights.cpp"


@pytest.fixture(scope="module")
def positions() -> Positions:
    quick = GameSettings(nodes=100)
    played = Positions.joined(play_part(part, seed=1, settings=quick, build=None) for part in range(8))
    return Positions(**{each.name: getattr(played, each.name)[::2] for each in fields(played)})


@pytest.fixture(scope="module")
def features(positions: Positions) -> Features:
    return Features.of_fens(positions.fen)


def pieces_alike() -> Weights:
    """Weights of a beginner: every piece is worth a pawn."""
    weights = np.zeros((FEATURES, 2))
    weights[:5] = 100.0
    return weights


def test_fitted_weights_foretell_unseen_games_better_than_the_start_and_than_the_mean(
    positions: Positions, features: Features
) -> None:
    settings = FitSettings(trust=0.5, held_out=3, rounds=4)
    losses = fit_weights(positions, features, pieces_alike(), settings).held_out
    assert losses.fitted < losses.start - 0.01
    assert losses.fitted < losses.constant - 0.03


def test_targets_lean_on_the_score_early_and_on_the_result_late() -> None:
    rows = [("a", 0, 2, 0), ("b", 0, 2, 0), ("c", 0, 0, 1)]
    believed = np.array([0.5, 0.5, 0.5])
    assert targets(Positions.of_rows(rows), believed, 0.8).tolist() == pytest.approx([0.82, 0.9, 0.1])


def test_a_queen_is_learned_to_be_worth_more_than_a_rook_and_that_more_than_a_knight(
    positions: Positions, features: Features
) -> None:
    weights = fit_weights(positions, features, pieces_alike(), FitSettings(spread_cp=100.0, rounds=3)).weights
    _pawn, knight, _bishop, rook, queen = weights[:5].mean(axis=1)
    assert queen > rook > knight


def test_weights_behind_made_up_results_are_found_again(positions: Positions, features: Features) -> None:
    truth = pieces_alike()
    truth[:5] = np.array([[100, 100], [300, 300], [320, 320], [500, 500], [900, 900]])
    chance = sigmoid(0.006 * features.evaluations_cp(truth))
    drawn = np.random.default_rng(1).random(len(positions)) < chance
    made_up = Positions(
        fen=positions.fen,
        score_cp=positions.score_cp,
        result=(2 * drawn).astype(np.int8),
        game=np.arange(len(positions)),
    )
    fitted = fit_weights(made_up, features, pieces_alike(), FitSettings(trust=1.0, spread_cp=100.0, rounds=4))
    error_before = np.abs(features.evaluations_cp(pieces_alike()) - features.evaluations_cp(truth)).mean()
    error_after = np.abs(features.evaluations_cp(fitted.weights) - features.evaluations_cp(truth)).mean()
    assert error_after < error_before / 2


def test_a_tight_spread_keeps_the_start(positions: Positions, features: Features) -> None:
    start = read_weights(TABLE)
    fitted = fit_weights(positions, features, start, FitSettings(spread_cp=1e-3, step_cp=1e-3))
    assert fitted.held_out.fitted == pytest.approx(fitted.held_out.start, abs=1e-4)


def test_the_steepness_of_made_up_chances_is_found_again() -> None:
    scores_cp, phase = (
        grid.ravel() for grid in np.meshgrid(np.linspace(-400, 400, 81), np.linspace(0, 1, 11))
    )
    truth = Steepness(middle=0.004, end=0.008)
    found = fit_steepness(scores_cp, phase, sigmoid(truth.at(phase) * scores_cp))
    assert (found.middle, found.end) == pytest.approx((truth.middle, truth.end), rel=1e-3)


def test_settling_moves_worth_between_features_and_changes_no_evaluation(features: Features) -> None:
    weights = np.random.default_rng(1).normal(0, 30, (FEATURES, 2))
    seen = np.count_nonzero(features.counts, axis=0)
    moved = settled(weights, seen)
    assert np.abs(moved[:5] - weights[:5]).max() > 0.5
    np.testing.assert_allclose(features.evaluations_cp(moved), features.evaluations_cp(weights), atol=0.05)


def test_rescaling_sets_the_worth_of_a_pawn() -> None:
    assert rescaled(np.full((FEATURES, 2), 80.0), 100.0)[0].tolist() == [100.0, 100.0]


@pytest.mark.parametrize(
    ("settings", "rule"),
    [({"trust": 1.5}, "trust must be from 0 to 1, got 1.5"), ({"held_out": 1}, "held_out must be")],
)
def test_settings_out_of_range_are_refused(settings: dict[str, float], rule: str) -> None:
    with pytest.raises(SettingError, match=rule):
        FitSettings(**settings)  # type: ignore[arg-type]
