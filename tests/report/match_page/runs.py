"""Runs for tests of the page: real games in work time, put into stores with plans as a test wants them."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tests.lab.match.scenes import played, scrabble_plan, small_plan
from zeitnot.games import Participant, PlayedGame
from zeitnot.lab import MatchPlan, RunStore

HOSTILE = ("<script>alert(1)</script>", '"><img src=x onerror=alert(2)>&amp;', "</title></style>' %{x} <b>")
"""Names that would do something if anybody took them for HTML."""


def field_plan() -> MatchPlan:
    """Three participants who all meet."""
    return small_plan("uniform", "argo", "textbook", games=4)


def duel_plan() -> MatchPlan:
    """Two participants."""
    return small_plan("uniform", "textbook", games=8)


def spoken_plan() -> MatchPlan:
    """Two who play Scrabble."""
    return scrabble_plan(games=4)


def kept(path: Path, plan: MatchPlan, games: Sequence[PlayedGame]) -> Path:
    """Put games into a run."""
    with RunStore.create(path, plan) as store:
        for game in games:
            store.add(game)
    return path


def played_run(path: Path, plan: MatchPlan) -> Path:
    """Play a whole match into a run."""
    return kept(path, plan, played(plan))


def renamed(plan: MatchPlan, names: Sequence[str]) -> MatchPlan:
    """Give the participants other names, whatever they are."""
    participants: list[Participant] = [
        replace(participant, name=name) for participant, name in zip(plan.participants, names, strict=True)
    ]
    return replace(plan, participants=tuple(participants))
