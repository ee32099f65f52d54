"""Games whose results are drawn by lot."""

import numpy as np

from zeitnot.chess.score_curve import ScoreCurve
from zeitnot.learning import Positions

FEN = "8/8/8/8/8/8/8/8 w - - 0 1"


def drawn_games(curve: ScoreCurve, number: int) -> Positions:
    """Draw results as a curve says, one position a game."""
    rng = np.random.default_rng(1)
    rows = []
    for game in range(number):
        score_cp = int(rng.normal(0.0, 250.0))
        luck = rng.random()
        won, lost = curve.won(score_cp), curve.won(-score_cp)
        rows.append((FEN, score_cp, 2 if luck < won else 0 if luck > 1 - lost else 1, game))
    return Positions.of_rows(rows)
