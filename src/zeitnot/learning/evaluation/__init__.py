"""The chess evaluation: its weights, learned from the engine's own games."""

from zeitnot.learning.evaluation.features import (
    Features,
)
from zeitnot.learning.evaluation.fit import (
    Fit,
    FitSettings,
    Losses,
    fit_weights,
)
from zeitnot.learning.evaluation.games import (
    GameSettings,
    play_builds,
    play_game,
    play_games,
    random_opening,
)
from zeitnot.learning.evaluation.player import (
    Player,
)
from zeitnot.learning.evaluation.positions import (
    Positions,
    load_folders,
)
from zeitnot.learning.evaluation.score_curve import (
    CurveFit,
    fit_curve,
)
from zeitnot.learning.evaluation.weights import (
    RUNS,
    read_weights,
    weights_text,
)

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
