"""Replays against games that were really played, in work time."""

from pathlib import Path

import pytest

from tests.lab.match.scenes import played, scrabble_plan, small_plan
from tests.lab.replay.made_up_data import chess_games, chess_traces, scrabble_traces
from zeitnot.chess.recording.recorder import ChessRecorder, ChessRecording, ChessTrace
from zeitnot.errors import SettingError
from zeitnot.games import Estimate
from zeitnot.lab import MatchPlan, RunStore, TurnTimes, agreement, figures_of, plan_of_run, run_replay


def kept(path: Path, plan: MatchPlan) -> RunStore:
    store = RunStore.create(path, plan)
    for game in played(plan):
        store.add(game)
    return store


@pytest.fixture(scope="module")
def traces() -> tuple[ChessTrace, ...]:
    """Record a few positions for as long as short turns of these games are."""
    recorder = ChessRecorder(ChessRecording(nodes=8_000, judge_nodes=500, game_nodes=200))
    return tuple(recorder.record(number) for number in range(24))


def test_time_a_turn_is_predicted_as_real_games_have_it(
    tmp_path: Path, traces: tuple[ChessTrace, ...]
) -> None:
    plan = small_plan("uniform", "textbook", control="2+0.02", games=6, work_per_s=100_000.0)
    with kept(tmp_path / "small.run", plan) as store:
        replay = plan_of_run(store, traces, game="chess")
        uniform, textbook = agreement(store, figures_of(run_replay(replay, games=100)))
    for each in (uniform, textbook):
        assert each.used_s == pytest.approx(each.real_used_s, rel=0.4)
        times = {own.phase: own for own in each.phases}
        for phase in ("opening", "middle game"):
            ratio = times[phase].ratio
            assert ratio is not None
            assert ratio.mean == pytest.approx(1.0, abs=0.4)
    # The one that thinks longer in real games thinks longer in the replay.
    assert (uniform.real_used_s > textbook.real_used_s) == (uniform.used_s > textbook.used_s)


def test_a_run_is_replayed_with_its_own_policies_clock_and_speed(tmp_path: Path) -> None:
    with kept(tmp_path / "scrabble.run", scrabble_plan(games=2)) as store:
        replay = plan_of_run(store, scrabble_traces(), game="scrabble", seed=5)
        assert [entrant.name for entrant in replay.entrants] == ["magpie", "uniform"]
        assert (replay.control, replay.work_per_s, replay.seed) == ("0:20 -10/min", 20.0, 5)
        for each in agreement(store, figures_of(run_replay(replay, games=10))):
            turns = [own.real_turns * own.real_s.mean for own in each.phases]
            assert sum(turns) == pytest.approx(each.real_used_s)
        with pytest.raises(SettingError, match="of the game that was recorded, chess, got scrabble"):
            plan_of_run(store, chess_traces(2), game="chess")


def test_those_who_met_in_the_match_meet_in_the_replay(tmp_path: Path) -> None:
    plan = small_plan("uniform", "textbook", control="2+0.02", games=2, work_per_s=100_000.0)
    with kept(tmp_path / "small.run", plan) as store:
        assert plan_of_run(store, chess_games(), game="chess").pairings == plan.pairings == ((0, 1),)


def test_the_ratio_of_times_has_the_errors_of_both_sides() -> None:
    def times(real_s: Estimate, predicted_s: Estimate) -> TurnTimes:
        return TurnTimes(phase="opening", real_turns=9, turns=9, real_s=real_s, predicted_s=predicted_s)

    ratio = times(Estimate(mean=0.2, error=0.006), Estimate(mean=0.3, error=0.012)).ratio
    assert ratio is not None
    assert ratio.mean == pytest.approx(1.5)
    assert ratio.error == pytest.approx(1.5 * 0.05)  # 3 % and 4 %
    unknown = times(Estimate(mean=0.2, error=None), Estimate(mean=0.3, error=0.012)).ratio
    assert unknown is not None
    assert unknown.mean == pytest.approx(1.5)
    assert unknown.error is None
    assert times(Estimate(mean=0.0, error=None), Estimate(mean=0.3, error=0.012)).ratio is None


def test_a_run_by_the_wall_is_refused(tmp_path: Path) -> None:
    with (
        RunStore.create(tmp_path / "wall.run", small_plan(work_per_s=None)) as store,
        pytest.raises(SettingError, match="played in work time, got one by the wall"),
    ):
        plan_of_run(store, chess_traces(2), game="chess")
