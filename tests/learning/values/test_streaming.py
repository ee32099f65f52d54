"""Time values from traces that go past one by one: the same figures, and no search is kept."""

import gc
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import pytest

from tests.learning.made_up_traces import chess_trace, endgame_trace, scrabble_trace
from zeitnot.chess import ChessTrace
from zeitnot.games import JudgedIteration, Trace
from zeitnot.learning import LearnedValues, LossCurve, learn_general_values, learn_values
from zeitnot.learning.loss.rows import with_contexts
from zeitnot.learning.values.game_end import learn_game_end
from zeitnot.learning.values.loss_curves import CurveTable
from zeitnot.models import PackageModels
from zeitnot.scrabble import JudgedPly
from zeitnot.scrabble.recording.trace import JudgedCheck


def scrabble_turn(number: int) -> Trace:
    """Return a simulation, of which every third has checks at which no player looks, or an endgame."""
    if number % 6 == 5:
        return endgame_trace(number)
    return scrabble_trace(number, first=100 if number % 3 else 750, seeds=1 + number % 3)


def game(number: int, *, first: int = 0) -> list[ChessTrace]:
    length = 20 + 7 * (number % 5)
    return [
        replace(
            chess_trace(first + 100 * number + ply),
            number=1000 * number + ply,
            game_number=number,
            ply=ply,
            plies_to_come=length - ply,
        )
        for ply in range(length)
    ]


def figures(learned: LearnedValues) -> list[float]:
    """Return figures in which every curve has its part."""
    known = [gain for gain in learned.gains if gain is not None]
    return [
        learned.decay_error,
        learned.speed,
        sum(sum(gain.losses) + sum(gain.gain_errors) for gain in known),
        sum(sum(phase.work_used) for phase in learned.values.phases),
        sum(phase.turns for phase in learned.values.phases),
        sum(learned.values.prices),
    ]


# The figures are those of the version that held all traces in memory; those of simulations begin with looks
# at 20 samples of every arm.
def test_simulations_and_endgames_give_the_figures_they_gave_in_memory() -> None:
    learned = learn_values([scrabble_turn(number) for number in range(150)], PackageModels())
    assert figures(learned) == pytest.approx(
        [0.04293398410316446, 400.0, 20.475203705678652, 640828.83, 11.021, 0.01364645442], rel=1e-9
    )
    assert learned.regression is not None
    assert learned.regression.regression_error == pytest.approx(0.9589176795488197, rel=1e-9)
    assert learned.values.ply_losses_pts[:2] == ((2.48, 2.48), (1.48, 1.24))
    assert learned.positions == 150


def test_chess_positions_give_the_figures_they_gave_in_memory() -> None:
    learned = learn_values([chess_trace(number) for number in range(100)], PackageModels())
    assert figures(learned) == pytest.approx(
        [0.04164522965185097, 13653.333333333334, 0.18941009254364188, 31930189.1, 64.304, 5.825467113e-06],
        rel=1e-9,
    )
    assert learned.positions == 100


def test_whole_games_give_the_figures_they_gave_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zeitnot.learning.values.training.CHANGE_WEIGHT", 0.0)
    games = [turn for number in range(6) for turn in game(number)]
    others = [turn for number in range(4) for turn in game(number, first=5000)]
    assert figures(learn_values(games, PackageModels())) == pytest.approx(
        [0.03139521114772313, 13653.333333333334, 0.21280400598775262, 35197868.7, 40.417, 7.477317551e-06],
        rel=1e-9,
    )
    general = learn_general_values([games, others], PackageModels())
    assert figures(general) == pytest.approx(
        [0.025909146592638536, 1333.3333333333333, 0.21501930875112116, 3473975.13, 40.45, 8.21073134e-05],
        rel=1e-9,
    )
    assert general.positions == len(games) + len(others)


def test_values_of_any_engine_know_how_its_games_end() -> None:
    games = [turn for number in range(6) for turn in game(number)]
    learned = learn_general_values([games], PackageModels())
    without = replace(learned.values, game_end=None)
    assert learned.values.game_end == learn_game_end([games], without)
    assert learned.values.game_end is not None
    assert learn_values(games, PackageModels()).values.game_end is None


def test_traces_that_can_be_gone_through_once_do_as_well() -> None:
    turns = [chess_trace(number) for number in range(40)]
    assert learn_values(iter(turns), PackageModels()) == learn_values(turns, PackageModels())


@dataclass
class Watched:
    """Makes traces when they are asked for, and counts the steps of searches that are held meanwhile."""

    scrabble: bool
    most: int = 0

    def __iter__(self) -> Iterator[Trace]:
        for number in range(40):
            yield scrabble_turn(number) if self.scrabble else chess_trace(number)
            self.most = max(self.most, _steps_held())


def _steps_held() -> int:
    return sum(isinstance(each, JudgedCheck | JudgedPly | JudgedIteration) for each in gc.get_objects())


@pytest.mark.source("M29.scale")
@pytest.mark.parametrize("scrabble", [True, False])
def test_no_search_is_kept(scrabble: bool) -> None:
    watched = Watched(scrabble)
    gc.freeze()  # what is there already need not be looked through forty times
    try:
        learn_values(watched, PackageModels())
    finally:
        gc.unfreeze()
    assert 0 < watched.most <= 2 * 3 * 12  # two searches: one comes as the other goes


def test_a_turn_knows_the_score_of_the_turn_before_in_its_own_game_alone() -> None:
    later = game(0, first=5000)[2:]
    turns = [*game(0), *game(1), *later]
    usual = 1e9
    known = [context.previous_score_cp for _, context in with_contexts(turns, usual=usual)]
    ends = [turn.iterations[-1].iteration.score_cp for turn in turns]
    first = len(game(0))
    assert known[:first] == [None, None, *ends[: first - 2]]
    assert known[first : first + 3] == [None, None, ends[first]]
    # Another folder may have a game of the same number.
    assert known[-len(later) :] == [None, None, *ends[-len(later) : -2]]
    only_games = [context.previous_score_cp for _, context in with_contexts([*game(0), *later], usual=usual)]
    assert only_games[first:] == known[-len(later) :]


def test_a_table_returns_the_curves_that_were_put_in() -> None:
    curves = [
        LossCurve(
            kind="endgame" if number % 3 == 0 else "simulation",
            position=number // 2,
            progress=10.0 * number,
            work=np.arange(1.0, number + 2.0),
            expected=np.full(number + 1, 0.1 * number),
            losses=np.linspace(1.0, 0.0, number + 1),
            rates=np.full(number + 1, 1e-3),
        )
        for number in range(7)
    ]
    table = CurveTable(curves)
    assert len(table) == 7
    for found, curve in zip(table, curves, strict=True):
        assert (found.kind, found.position, found.progress) == (curve.kind, curve.position, curve.progress)
        for name in ("work", "expected", "losses", "rates"):
            np.testing.assert_array_equal(getattr(found, name), getattr(curve, name))
    chosen = table.chosen(lambda kind, progress: kind == "simulation" and progress > 15.0)
    assert [curve.progress for curve in chosen] == [20.0, 40.0, 50.0]
    assert [curve.progress for curve in chosen.chosen(lambda _, progress: progress < 45.0)] == [20.0, 40.0]
    assert len(table) == 7
