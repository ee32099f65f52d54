"""Leave training: the same values however it is interrupted and however many processes play."""

from functools import cache, partial
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from tests.learning.small_game import EndsAfter, small_lexicon
from zeitnot.errors import DataError, SettingError
from zeitnot.lab import run_tasks
from zeitnot.learning import LeaveSettings, LeaveTraining, RunTasks, TrainingState, rounds_of, run_here
from zeitnot.scrabble.evaluation import leave_count
from zeitnot.scrabble.letters import LetterDistribution

SETTINGS = LeaveSettings(rounds=(120, 520), racks=2)


@cache
def _trained(*, run: RunTasks = run_here, settings: LeaveSettings = SETTINGS) -> bytes:
    training = LeaveTraining(small_lexicon(), settings)
    for _ in training.run(run=run):
        pass
    assert training.done
    return training.klv2()


def _pts(training: LeaveTraining, tiles: bytes) -> float:
    return training.leaves().value(tiles) / 1000


def test_processes_do_not_change_a_byte() -> None:
    assert _trained() == _trained(run=partial(run_tasks, processes=2))


def test_another_seed_gives_other_values() -> None:
    first, second = (LeaveSettings(rounds=(40,), racks=2, seed=seed) for seed in (1, 1000))
    assert _trained(settings=first) != _trained(settings=second)


@pytest.mark.parametrize("batches", [1, 2, 3, 5])
def test_stopped_and_resumed_gives_what_one_run_gives(batches: int, tmp_path: Path) -> None:
    path = tmp_path / "leaves.state"
    first = LeaveTraining(small_lexicon(), SETTINGS)
    for _ in first.run(run=EndsAfter(batches), state=TrainingState(path, first.identity)):
        pass
    assert not first.done
    second = LeaveTraining(small_lexicon(), SETTINGS)
    state = TrainingState(path, second.identity)
    assert second.resume(state)
    assert second.games == first.games > 0
    assert second.seconds > 0
    for _ in second.run(state=state):
        pass
    assert second.klv2() == _trained()


def test_a_killed_run_goes_on_from_the_last_writing(tmp_path: Path) -> None:
    path = tmp_path / "leaves.state"
    first = LeaveTraining(small_lexicon(), SETTINGS)
    steps = first.run(state=TrainingState(path, first.identity, every_s=0.0))
    next(steps)
    next(steps)
    kept = path.read_bytes()  # as it is at that moment, and nothing after it
    del steps
    path.write_bytes(kept)
    second = LeaveTraining(small_lexicon(), SETTINGS)
    assert second.resume(TrainingState(path, second.identity))
    assert second.games == 120
    for _ in second.run():
        pass
    assert second.klv2() == _trained()


def test_a_finished_training_is_resumed_as_finished(tmp_path: Path) -> None:
    first = LeaveTraining(small_lexicon(), SETTINGS)
    state = TrainingState(tmp_path / "leaves.state", first.identity)
    for _ in first.run(state=state):
        pass
    second = LeaveTraining(small_lexicon(), SETTINGS)
    assert second.resume(state)
    assert second.done
    assert second.klv2() == first.klv2()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (LeaveSettings(rounds=(120, 521), racks=2), "rounds was 120,520, got 120,521"),
        (LeaveSettings(rounds=(120, 520), racks=3), "racks was 2, got 3"),
        (LeaveSettings(rounds=(120, 520), racks=2, seed=2), "seed was 1, got 2"),
    ],
)
def test_a_state_of_other_settings_is_refused(settings: LeaveSettings, message: str, tmp_path: Path) -> None:
    path = tmp_path / "leaves.state"
    first = LeaveTraining(small_lexicon(), SETTINGS)
    next(first.run(state=TrainingState(path, first.identity, every_s=0.0)))
    other = LeaveTraining(small_lexicon(), settings)
    with pytest.raises(DataError, match=message):
        other.resume(TrainingState(path, other.identity))


def test_a_damaged_state_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "leaves.state"
    training = LeaveTraining(small_lexicon(), SETTINGS)
    state = TrainingState(path, training.identity)
    next(training.run(state=state))
    whole = path.read_bytes()
    for damaged in (b"", b"nonsense", whole[: len(whole) // 2], whole[:-30], whole.replace(b"{", b"[", 1)):
        path.write_bytes(damaged)
        with pytest.raises(DataError, match=r"leaves\.state"):
            LeaveTraining(small_lexicon(), SETTINGS).resume(state)


def test_values_are_rounded_and_say_what_tiles_are_good_for() -> None:
    training = LeaveTraining(small_lexicon(), LeaveSettings(rounds=(100, 300)))
    made = [step for step in training.run() if step.values_made]
    assert [step.round_number for step in made] == [1, 2]
    assert made[-1].racks > 1000
    values = np.frombuffer(training.klv2()[-4 * leave_count(small_lexicon().distribution) :], dtype="<f4")
    assert np.abs(values * 100 - np.rint(values * 100)).max() < 1e-3
    assert _pts(training, b"\x00") > _pts(training, b"\x01")  # the blank is the best tile
    assert _pts(training, b"\x04\x04\x04\x04\x04") < _pts(training, b"\x01\x02\x03\x04\x05")


def test_english_has_914_624_leaves() -> None:
    assert leave_count(LetterDistribution.english()) == 914_624


@pytest.mark.parametrize("games", [1, 2, 33, 300, 2_000, 64_000, 99_999])
def test_rounds_double_and_have_all_games(games: int) -> None:
    rounds = rounds_of(games)
    assert sum(rounds) == games
    assert all(later >= earlier for earlier, later in pairwise(rounds))
    assert games < 32 or rounds[-1] == games - games // 2


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"rounds": ()}, "rounds must have"),
        ({"rounds": (5, 0)}, "rounds must have"),
        ({"rounds": (5,), "racks": 1}, "racks must be 2 to 64"),
        ({"rounds": (5,), "racks": 65}, "racks must be 2 to 64"),
        ({"rounds": (5,), "seed": 2**63}, "seed must be"),
    ],
)
def test_settings_out_of_range_are_refused(wrong: dict[str, int], message: str) -> None:
    with pytest.raises(SettingError, match=message):
        LeaveSettings(**wrong)  # type: ignore[arg-type]
