"""Learning: the weights of the chess evaluation from the engine's own games."""

from zeitnot.learning.evaluation_features import Features
from zeitnot.learning.evaluation_fit import Fit, FitSettings, Losses, fit_weights
from zeitnot.learning.evaluation_games import (
    GameSettings,
    play_builds,
    play_game,
    play_games,
    random_opening,
)
from zeitnot.learning.evaluation_player import Player
from zeitnot.learning.evaluation_positions import Positions, load_folders
from zeitnot.learning.evaluation_weights import RUNS, read_weights, weights_text
from zeitnot.learning.score_curve_fit import CurveFit, fit_curve

__all__ = [
    "RUNS",
    "CurveFit",
    "Features",
    "Fit",
    "FitSettings",
    "GameSettings",
    "Losses",
    "Player",
    "Positions",
    "fit_curve",
    "fit_weights",
    "load_folders",
    "play_builds",
    "play_game",
    "play_games",
    "random_opening",
    "read_weights",
    "weights_text",
]
