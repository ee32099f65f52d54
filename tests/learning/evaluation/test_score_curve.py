"""The score curve, fitted to games."""

import pytest

from tests.learning.drawn_games import FEN, drawn_games
from zeitnot.chess.score_curve import ScoreCurve
from zeitnot.chess.self_play import GameSettings
from zeitnot.errors import DataError
from zeitnot.learning import Positions, fit_curve
from zeitnot.learning.evaluation.games import play_part


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
