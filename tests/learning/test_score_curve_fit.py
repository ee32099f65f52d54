"""The score curve, fitted to games."""

import numpy as np
import pytest

from zeitnot.chess.score_curve import ScoreCurve
from zeitnot.errors import DataError
from zeitnot.learning.evaluation_games import GameSettings, play_part
from zeitnot.learning.evaluation_positions import Positions
from zeitnot.learning.score_curve_fit import fit_curve

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


def test_the_constants_that_made_the_results_are_found_again() -> None:
    fitted = fit_curve(drawn_games(ScoreCurve(win_at_cp=130.0, spread_cp=80.0), 20_000)).curve
    assert fitted.win_at_cp == pytest.approx(130.0, rel=0.05)
    assert fitted.spread_cp == pytest.approx(80.0, rel=0.05)


def test_scores_of_real_games_foretell_unseen_ones_better_than_a_constant() -> None:
    games = GameSettings(nodes=200, most_plies=200)
    fitted = fit_curve(play_part(0, seed=1, settings=games, build=None))
    assert fitted.surprise < 0.95 * fitted.surprise_of_constant
    assert fitted.games == 25


def test_games_without_draws_are_refused() -> None:
    rows = [(FEN, 10, 2 * (game % 2), game) for game in range(20)]
    with pytest.raises(DataError, match="fitted to wins, draws and losses"):
        fit_curve(Positions.of_rows(rows))
