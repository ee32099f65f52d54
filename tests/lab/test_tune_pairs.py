"""Tuning on game pairs: real games of Scrabble in work time, against even shares."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from zeitnot.errors import SettingError
from zeitnot.games import Participant
from zeitnot.lab import Entrant, MatchPlan, PairPlan, PairTuned, PairTuning, tune_pairs
from zeitnot.lab.tune_pairs import points_by_pair


def pair_plan(policy: str = "uniform", **changes: object) -> PairPlan:
    plan = PairPlan(
        policy=Entrant.parse(policy),
        against=Entrant.parse("uniform"),
        parameters=("turns_left",),
        control="0:20 -10/min",
        work_per_s=2.0,
        pairs=1,
        final_pairs=2,
        trials=1,
    )
    return replace(plan, **changes)  # type: ignore[arg-type]


@pytest.fixture
def worth(monkeypatch: pytest.MonkeyPatch) -> list[MatchPlan]:
    """Let a setting decide the points of games that are not played; return what would have been played."""
    asked: list[MatchPlan] = []

    def points(plan: MatchPlan, **_: object) -> tuple[list[int], ...]:
        asked.append(plan)
        return tuple(
            [_points(side) + 10 * number for number in range(plan.rounds)] for side in plan.participants[1:]
        )

    monkeypatch.setattr(tune_pairs, "points_by_pair", points)
    return asked


def _points(side: Participant) -> int:
    share = float(dict(side.settings).get("reserve_share", 0.2))
    return round(200 - 1000 * abs(share - 0.3))


def tuned(plan: PairPlan) -> PairTuned:
    tuning = PairTuning(plan)
    tuning.run()
    found = tuning.found()
    assert found is not None
    return found


def test_real_games_are_played_on_the_same_tiles_and_counted_from_the_side_that_is_tuned() -> None:
    plan = PairTuning(pair_plan())._match(
        Entrant(name="one", policy="uniform"), Entrant(name="other", policy="uniform"), pairs=1, seed=4
    )
    one, other = points_by_pair(plan)
    assert one == other
    assert len(one) == 1
    assert one == [0]  # the same player on both sides of a pair: what one game gives, the other takes


def test_parameters_are_searched_on_some_tiles_and_judged_on_others(worth: list[MatchPlan]) -> None:
    plan = pair_plan("magpie", parameters=("reserve_share",), trials=12, pairs=3, final_pairs=5)
    found = tuned(plan)
    assert float(found.settings["reserve_share"]) == pytest.approx(0.3, abs=0.06)
    assert found.improves
    assert found.difference_pts.mean == found.tuned_pts.mean - found.before_pts.mean > 0
    assert {(each.seed, each.games) for each in worth[:-1]} == {(1, 6)}
    last = worth[-1]
    assert (last.seed, last.games) == (2, 10)
    assert [side.name for side in last.participants] == ["against uniform", "as it was", "tuned"]
    assert all(each.work_per_s == 2.0 for each in worth)


def test_the_first_trial_is_what_there_is(worth: list[MatchPlan]) -> None:
    found = tuned(pair_plan("magpie", parameters=("reserve_share",), trials=1))
    assert found.settings == {"reserve_share": "0.2"}
    assert found.difference_pts.mean == 0
    assert not found.improves
    assert len(worth) == 2


def test_a_trial_that_is_broken_off_does_not_count() -> None:
    tuning = PairTuning(pair_plan())
    tuning.run(is_stopped=lambda: True)
    assert tuning.found() is None


def test_trials_in_a_file_are_gone_on_with(worth: list[MatchPlan], tmp_path: Path) -> None:
    plan = pair_plan("magpie", parameters=("reserve_share",), trials=2, storage=tmp_path / "trials.db")
    tuned(plan)
    assert tuned(replace(plan, trials=3)).trials == 3
    assert sum(len(each.participants) == 2 for each in worth) == 3
    with pytest.raises(SettingError, match="got pairs 2 instead of 1"):
        PairTuning(replace(plan, pairs=2))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"trials": 0}, "trials and pairs must be at least 1"),
        ({"final_pairs": 1}, "2 pairs must judge"),
        ({"parameters": ("nosuch",)}, "parameters of uniform to tune must be of"),
    ],
)
def test_what_cannot_be_tuned_is_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(SettingError, match=words):
        PairTuning(pair_plan(**changes))
