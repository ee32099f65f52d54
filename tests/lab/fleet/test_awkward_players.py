"""Matches of plug-ins that hang: every game ends, and whoever never answers loses it."""

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import chess.pgn
import pytest

from tests.lab.fleet.tiny_match import ImpatientFleet, played, tiny_plan
from tests.lab.match import scenes
from tests.turns.awkward import installed
from zeitnot.games import Fault, Participant, RefereeRules
from zeitnot.lab import LocalFleet, MatchPlan, RunStore
from zeitnot.policies import registry

PLIES = 8


@pytest.fixture(autouse=True)
def plug_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the policy for this process and for those that it starts."""
    environ = installed(tmp_path / "site")
    monkeypatch.syspath_prepend(environ["PYTHONPATH"])
    monkeypatch.setenv("PYTHONPATH", environ["PYTHONPATH"])
    registry._plugged_in.cache_clear()
    yield
    registry._plugged_in.cache_clear()


def plan_with(hook: str, how: str, *, work: bool) -> MatchPlan:
    plan = tiny_plan(2, control="4+0.02")
    return replace(
        plan,
        participants=(Participant.parse(f"awkward:hook={hook},how={how}"), plan.participants[0]),
        work_per_s=plan.work_per_s if work else None,
        rules=RefereeRules(most_plies=PLIES, margins_s=(60.0,)),  # the machine may be busy, and late
    )


@pytest.mark.parametrize("hook", ["plan", "observe"])
def test_a_policy_that_hangs_plays_on_without_its_advice(hook: str) -> None:
    with LocalFleet(plan_with(hook, "wait", work=False), concurrency=2) as fleet:
        games = played(fleet, range(2))
    assert sorted(games) == [0, 1]
    for game in games.values():
        assert game.fault is None
        assert len(game.turns) == PLIES
        (note,) = game.notes
        assert "awkward" in note
        assert "it is not asked again in this game" in note


@pytest.mark.parametrize(
    ("hook", "how"),
    [
        ("plan", "exit"),
        ("monitor", "recursion"),
        ("observe", "nothing"),
        ("observe", "memory"),
        ("plan", "chatty"),
    ],
)
def test_one_that_raises_anything_or_talks_nonsense_is_told_of_once_in_a_game(hook: str, how: str) -> None:
    plan = plan_with(hook, how, work=True)
    for game in scenes.played(plan):
        assert game.fault is None
        assert len(game.turns) == PLIES
        (note,) = game.notes
        assert "awkward: " in note


def test_one_that_holds_the_interpreter_loses_its_game(tmp_path: Path) -> None:
    plan = plan_with("plan", "hold", work=True)
    with ImpatientFleet(plan) as fleet:
        games = played(fleet, range(2))
        assert fleet.free == 1
    assert sorted(games) == [0, 1]
    for number, game in games.items():
        seat = plan.order(number).sides.index(0)
        assert (game.fault, game.fault_seat) == (Fault.STALL, seat)
        assert game.half_points == (0 if seat == 0 else 2)
        assert game.words.endswith("did not answer")
        tree = chess.pgn.read_game(io.StringIO(game.text))
        assert tree is not None
        assert tree.headers["Result"] == ("0-1" if seat == 0 else "1-0")
    with RunStore.create(tmp_path / "a.run", plan) as store:
        for game in games.values():
            store.add(game)
        assert [row.fault for row in store.games()] == ["stalled", "stalled"]
