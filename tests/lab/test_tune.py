import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.lab.replay.made_up_data import chess_traces
from tests.lab.replay.test_replay import chess_plan
from zeitnot.errors import DataError, SettingError, StateError
from zeitnot.lab import Entrant, Tuned, TunePlan, Tuning
from zeitnot.lab.parameter_search import sought_of
from zeitnot.lab.tune import divided


def tune_plan(policy: str, *parameters: str, **changes: Any) -> TunePlan:
    settings: dict[str, Any] = {
        "replay": chess_plan(policy),
        "parameters": parameters,
        "trials": 8,
        "games": 20,
        "held_out": 0.3,
    }
    return TunePlan(**{**settings, **changes})


def tuned(plan: TunePlan) -> Tuned:
    tuning = Tuning(plan)
    tuning.run()
    found = tuning.found()
    assert found is not None
    return found


def test_a_bad_parameter_is_improved_and_the_held_out_turns_say_so() -> None:
    # Two hundred turns to come, on every turn, leave most of the clock unused.
    replay = chess_plan("uniform:turns_left=200", traces=chess_traces(400), control="0:10")
    found = tuned(tune_plan("uniform", "turns_left", replay=replay, trials=8, games=40))
    assert 100 <= float(found.settings["turns_left"]) < 130
    for (change,) in (found.seen, found.held_out):
        assert change.after.used_s > 1.3 * change.before.used_s
        assert change.after.cost.mean < change.before.cost.mean
    assert found.improves
    assert found.trials == 8


def test_several_clocks_are_tuned_at_once_and_the_mean_and_the_worst_are_told() -> None:
    replay = chess_plan("uniform:turns_left=200", traces=chess_traces(120), control="0:10")
    plan = tune_plan(
        "uniform", "turns_left", replay=replay, trials=4, games=15, other_controls=("40/0:10", "0:10+1")
    )
    found = tuned(plan)
    assert [change.control for change in found.held_out] == ["0:10", "40/0:10", "0:10+1"]
    changes = [change.relative.mean for change in found.held_out]
    assert found.mean.mean == pytest.approx(sum(changes) / 3)
    assert found.worst.relative.mean == max(changes)
    assert changes[0] == pytest.approx(
        found.held_out[0].after.cost.mean / found.held_out[0].before.cost.mean - 1, rel=1e-6
    )
    assert found.mean.mean < 0
    assert found.improves == (found.mean.mean + (found.mean.error or math.inf) < 0)


def test_the_same_clock_twice_is_refused() -> None:
    replay = chess_plan("uniform", control="0:10")
    with pytest.raises(SettingError, match="clocks of a tuning must differ"):
        tune_plan("uniform", "turns_left", replay=replay, other_controls=("10.0+0",))


def test_the_turns_of_a_game_stay_on_one_side() -> None:
    traces = [replace(trace, game_number=trace.number // 6) for trace in chess_traces(60)]
    seen, held_out = divided(traces, held_out=0.3, seed=1)
    assert len(held_out) == 18
    assert not {trace.group for trace in seen} & {trace.group for trace in held_out}


def test_the_same_seed_finds_the_same() -> None:
    plan = tune_plan("stockfish", "optimum_share", "ply_weights", trials=4, games=5)
    assert tuned(plan) == tuned(plan)


def test_the_first_trial_is_what_there_is_so_that_nothing_gets_worse() -> None:
    found = tuned(tune_plan("uniform", "turns_left", trials=1))
    assert found.settings == {"turns_left": "30"}
    assert found.seen[0].after.cost.mean == found.seen[0].before.cost.mean
    assert not found.improves


def test_trials_in_a_file_are_gone_on_with(tmp_path: Path) -> None:
    storage = tmp_path / "trials.db"
    tuned(tune_plan("uniform", "turns_left", trials=3, games=5, storage=storage))
    done: list[int] = []
    tuning = Tuning(tune_plan("uniform", "turns_left", trials=5, games=5, storage=storage))
    tuning.run(on_trial=lambda number, best: done.append(number))
    assert done == [4, 5]


def test_a_search_that_is_interrupted_again_and_again_finds_the_same(tmp_path: Path) -> None:
    whole = tuned(tune_plan("uniform", "turns_left", trials=4, games=5))
    plan = tune_plan("uniform", "turns_left", trials=4, games=5, storage=tmp_path / "trials.db")
    for trials in (0, 1, 2):
        stop_after(trials, plan)
    assert tuned(plan) == whole


def stop_after(trials: int, plan: TunePlan) -> None:
    """Do some trials, and break off the next."""
    done: list[int] = []
    Tuning(plan).run(
        on_trial=lambda number, best: done.append(number), is_stopped=lambda: len(done) >= trials
    )
    assert len(done) == trials


def test_the_first_trial_is_what_there_is_even_if_it_was_broken_off_before(tmp_path: Path) -> None:
    plan = tune_plan("uniform", "turns_left", trials=1, games=5, storage=tmp_path / "trials.db")
    stop_after(0, plan)
    assert tuned(plan).settings == {"turns_left": "30"}


def test_a_file_that_can_no_longer_be_written_is_named(tmp_path: Path) -> None:
    storage = tmp_path / "trials.db"
    tuning = Tuning(tune_plan("uniform", "turns_left", trials=3, games=5, storage=storage))

    def spoil(number: int, best: float) -> None:
        storage.write_text("no database any more")

    with pytest.raises(
        DataError,
        match=r"trials must be in a file that .* can write \(file is not a database\), got .*trials.db",
    ):
        tuning.run(on_trial=spoil)


def test_two_tunings_do_not_write_to_one_file_at_a_time(tmp_path: Path) -> None:
    whole = tuned(tune_plan("uniform", "turns_left", trials=3, games=5))
    plan = tune_plan("uniform", "turns_left", trials=3, games=5, storage=tmp_path / "trials.db")
    refused: list[int] = []

    def begin_another(number: int, best: float) -> None:
        with pytest.raises(StateError, match=r"trials must be written by one process .*got another for"):
            Tuning(plan).run()
        refused.append(number)

    Tuning(plan).run(on_trial=begin_another)
    assert refused == [1, 2, 3]
    assert tuned(plan) == whole


def test_trials_of_another_tuning_are_refused(tmp_path: Path) -> None:
    storage = tmp_path / "trials.db"
    tuned(tune_plan("uniform", "turns_left", trials=1, games=5, storage=storage))
    with pytest.raises(SettingError, match="must be of one tuning, got games 6 instead of 5"):
        Tuning(tune_plan("uniform", "turns_left", games=6, storage=storage))
    storage.write_text("no database at all")
    with pytest.raises(DataError, match="trials must be in a file that this program wrote"):
        Tuning(tune_plan("uniform", "turns_left", games=5, storage=storage))


def test_a_parameter_with_several_values_is_searched_value_by_value_within_its_range() -> None:
    found = sought_of(Entrant.parse("stockfish:stable_range=0.6,1.5"), ["stable_range", "optimum_share"])
    assert [each.name for each in found] == ["stable_range.0", "stable_range.1", "optimum_share"]
    assert [(each.low, each.high) for each in found[:2]] == [(0.3, 1.2), (0.75, 3.0)]
    share = sought_of(Entrant.parse("uniform"), ["increment_share"])[0]
    assert (share.low, share.high) == (0.45, 1.0)
    assert sought_of(Entrant.parse("learned"), ["minimum_depth"])[0].is_whole


def test_no_trace_is_on_both_sides() -> None:
    traces = chess_plan().traces
    seen, held_out = divided(traces, held_out=0.25, seed=3)
    assert len(held_out) == 15
    assert sorted(trace.number for trace in (*seen, *held_out)) == [trace.number for trace in traces]
    assert divided(traces, held_out=0.25, seed=3) == (seen, held_out)
    assert divided(traces, held_out=0.25, seed=4) != (seen, held_out)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"parameters": ("turns",)}, "to tune must be of turns_left, .*, got 'turns'"),
        ({"parameters": ()}, "a parameter at least, got none"),
        ({"held_out": 1.0}, "above 0 and below 1, got 1.0"),
        ({"trials": 0}, "trials and games must be at least 1"),
        ({"replay": chess_plan("uniform,stockfish")}, "must have one policy, got 2"),
    ],
)
def test_what_cannot_be_tuned_is_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(SettingError, match=words):
        Tuning(tune_plan("uniform", **{"parameters": ("turns_left",), **changes}))


def test_too_few_traces_are_refused() -> None:
    with pytest.raises(DataError, match="2 positions or games on either side, got 3 in all"):
        divided(chess_plan().traces[:3], held_out=0.3, seed=1)
