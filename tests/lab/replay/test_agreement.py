"""Replays against games that were really played, in work time."""

from pathlib import Path

import pytest

from tests.lab.match.scenes import played, scrabble_plan, small_plan
from tests.lab.replay.made_up_data import chess_traces, scrabble_traces
from zeitnot.chess.recording.recorder import ChessRecorder, ChessRecording, ChessTrace
from zeitnot.errors import SettingError
from zeitnot.lab import MatchPlan, RunStore, agreement, figures_of, plan_of_run, run_replay


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
            assert times[phase].predicted_s == pytest.approx(times[phase].real_s.mean, rel=0.4)
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


def test_a_run_by_the_wall_is_refused(tmp_path: Path) -> None:
    with (
        RunStore.create(tmp_path / "wall.run", small_plan(work_per_s=None)) as store,
        pytest.raises(SettingError, match="played in work time, got one by the wall"),
    ):
        plan_of_run(store, chess_traces(2), game="chess")
