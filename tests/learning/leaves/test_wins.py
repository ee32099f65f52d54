"""Win training: counts of games turned into chances, and into the worth of the last tiles in the bag."""

import json
from functools import cache, partial
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from tests.learning.small_game import EndsAfter, small_distribution, small_lexicon
from zeitnot import _native
from zeitnot.errors import DataError, SettingError
from zeitnot.lab import run_tasks
from zeitnot.learning import PreEndgame, RunTasks, TrainingState, WinSettings, WinTraining, run_here
from zeitnot.learning.leaves.values import ErrorTally
from zeitnot.learning.leaves.wins import LEAST_POSITIONS, win_table
from zeitnot.scrabble.board import Layout
from zeitnot.scrabble.evaluation import StaticEvaluation
from zeitnot.scrabble.generation import dictionary_of

SETTINGS = WinSettings(games=850, leaves="none")


def _training(settings: WinSettings = SETTINGS) -> WinTraining:
    return WinTraining(small_lexicon(), StaticEvaluation(), settings)


@cache
def _trained(run: RunTasks = run_here) -> WinTraining:
    training = _training()
    for _ in training.run(run=run):
        pass
    assert training.done
    return training


def _swings(rows: dict[int, dict[int, int]], *, tiles: int) -> npt.NDArray[np.int64]:
    swings = np.zeros((tiles + 1, 2001), dtype=np.int64)
    for unseen, counts in rows.items():
        for swing, number in counts.items():
            swings[unseen, swing + 1000] = number
    return swings


def test_a_swing_tells_of_every_spread() -> None:
    many = LEAST_POSITIONS
    swings = _swings({1: {-3: many, 10: 3 * many}, 2: {1000: many, -1000: many}}, tiles=9)
    table = win_table(swings, tiles=9)
    assert (table.most_unseen, table.most_spread_pts) == (2, 500)
    assert table.positions.tolist() == [4 * many, 2 * many]
    chances = {
        spread: table.probability(unseen=1, spread_pts=spread) for spread in (-500, -11, -10, -9, 2, 3, 4)
    }
    assert chances == {-500: 0.0, -11: 0.0, -10: 0.375, -9: 0.75, 2: 0.75, 3: 0.875, 4: 1.0}
    assert {table.probability(unseen=2, spread_pts=spread) for spread in (-500, 0, 500)} == {0.5}


def test_rare_numbers_of_unseen_tiles_take_in_their_neighbours() -> None:
    many = LEAST_POSITIONS
    table = win_table(_swings({1: {5: many}, 3: {-5: many}, 4: {-7: many}}, tiles=11), tiles=11)
    assert table.positions.tolist() == [many, 2 * many, many, many]
    assert table.probability(unseen=2, spread_pts=0) == 0.5


def test_few_games_give_a_whole_table() -> None:
    table = win_table(_swings({93: {0: 1}}, tiles=100), tiles=100)
    assert table.positions.tolist() == [1] * 93


def test_a_game_of_one_rack_is_refused() -> None:
    with pytest.raises(DataError, match="more tiles than the 7 of a rack, got 7"):
        win_table(_swings({}, tiles=7), tiles=7)


def test_the_table_of_games_is_what_their_scores_say() -> None:
    """Counted again from the results of the same games, at the first turn, where the spread is 0."""
    training = _trained()
    tiles = small_distribution().tile_count
    evaluation = StaticEvaluation()
    self_play = _native.SelfPlay(dictionary_of(small_lexicon(), Layout.standard()))
    half_wins = 0
    for seed in range(SETTINGS.seed, SETTINGS.seed + SETTINGS.games):
        [result] = self_play.play(evaluation.native, evaluation.native, seed=seed, first_game=0, games=1)
        half_wins += 1 + int(np.sign(result.scores[0] - result.scores[1]))
    swings = training._swings[tiles - 7]
    # An exchange or a pass at the first turn leaves as many unseen, so a few more positions may be there.
    first_turns = int(swings.sum())
    assert SETTINGS.games <= first_turns < 1.1 * SETTINGS.games
    counted = int(2 * swings[1001:].sum() + swings[1000])
    assert abs(counted - half_wins) <= 2 * (first_turns - SETTINGS.games)


def test_processes_do_not_change_the_result() -> None:
    here, fleet = _trained(), _trained(partial(run_tasks, processes=2))
    assert here.table().to_bytes() == fleet.table().to_bytes()
    assert here.pre_endgame() == fleet.pre_endgame()
    assert here.positions == fleet.positions > 10 * SETTINGS.games


def test_a_line_for_every_number_of_unseen_tiles() -> None:
    table = _trained().table()
    assert table.most_unseen == small_distribution().tile_count - 7
    chances = table.probabilities
    assert (np.diff(chances, axis=1) >= 0).all()
    assert table.probability(unseen=20, spread_pts=200) > 0.95


def test_stopped_and_resumed_gives_what_one_run_gives(tmp_path: Path) -> None:
    path = tmp_path / "winpct.state"
    first = _training()
    for _ in first.run(run=EndsAfter(3), state=TrainingState(path, first.identity)):
        pass
    assert first.games == 300
    second = _training()
    state = TrainingState(path, second.identity)
    assert second.resume(state)
    assert second.games == first.games
    for _ in second.run(state=state):
        pass
    assert second.table().to_bytes() == _trained().table().to_bytes()
    assert second.pre_endgame() == _trained().pre_endgame()


def test_a_state_of_other_leaves_is_refused(tmp_path: Path) -> None:
    first = _training()
    path = tmp_path / "winpct.state"
    next(first.run(state=TrainingState(path, first.identity)))
    other = _training(WinSettings(games=850, leaves="others"))
    with pytest.raises(DataError, match="leaves was none, got others; remove"):
        other.resume(TrainingState(path, other.identity))


@pytest.mark.parametrize("wrong", [{"games": 0}, {"games": 5, "seed": -1}])
def test_settings_out_of_range_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(SettingError):
        WinSettings(leaves="none", **wrong)


def _error_tally(rng: np.random.Generator, batches: int) -> ErrorTally:
    """Sizes 0 and 1, and more: plays of a batch share its luck, and are worth +3, -2 and 1 points."""
    tally = ErrorTally(3)
    for _ in range(batches):
        plays = rng.poisson([20, 5, 60])
        luck = rng.normal(0, 2)
        errors = [
            float(rng.normal(mean + luck, 10, number).sum())
            for mean, number in zip((3, -2, 1), plays, strict=True)
        ]
        tally.add(plays.tolist(), errors)
    return tally


def test_adjustments_are_mean_errors_less_those_of_other_plays() -> None:
    found = PreEndgame.of_tally(_error_tally(np.random.default_rng(1), 4000))
    assert found.adjustments_pts == pytest.approx((2.0, -3.0), abs=4 * max(found.errors_pts))
    assert max(found.errors_pts) < 0.1


def test_standard_errors_are_what_trainings_differ_by() -> None:
    rng = np.random.default_rng(2)
    found = [PreEndgame.of_tally(_error_tally(rng, 60)) for _ in range(200)]
    differ = np.std([each.adjustments_pts for each in found], axis=0)
    said = np.mean([each.errors_pts for each in found], axis=0)
    assert said == pytest.approx(differ, rel=0.15)


def test_sizes_never_seen_are_left_alone() -> None:
    tally = ErrorTally(3)
    tally.add([4, 0, 10], [8.0, 0.0, 5.0])
    found = PreEndgame.of_tally(tally)
    assert found.adjustments_pts == (1.5, 0.0)
    assert found.plays == (4, 0)
    assert found.errors_pts[1] == 0.0


def test_adjustments_can_be_played_with() -> None:
    form = json.loads(_trained().pre_endgame().to_json(made_by="a test"))
    assert form["made_by"] == "a test"
    assert len(form["pre_endgame_pts"]) == len(form["standard_errors_pts"]) == len(form["plays"]) == 16
    assert StaticEvaluation(pre_endgame_pts=tuple(form["pre_endgame_pts"])).native.pre_endgame != [0] * 16
