"""What all tests of the pages look at: runs and a review, made once a process, and a browser."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.fixtures_browser import chromium
from tests.report.match_page.runs import duel_plan, field_plan, played_run, spoken_plan
from tests.review.planted_games import BLUNDER, planted
from zeitnot.review import JudgeSettings, Review, TurnCache, UnreadGame, review_games

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ATTACK = "<script>alert(1)</script>\"'&"


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="session")
def field_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played_run(tmp_path_factory.mktemp("field") / "field.run", field_plan())


@pytest.fixture(scope="session")
def duel_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played_run(tmp_path_factory.mktemp("duel") / "duel.run", duel_plan())


@pytest.fixture(scope="session")
def scrabble_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played_run(tmp_path_factory.mktemp("scrabble") / "scrabble.run", spoken_plan())


@pytest.fixture(scope="session")
def found(tmp_path_factory: pytest.TempPathFactory) -> Review:
    """A review whose names and notes are hostile."""
    settings = JudgeSettings(engine=(), effort=0.02, processes=1)
    cache = TurnCache(settings.recording(), path=tmp_path_factory.mktemp("cache") / "review.db")
    games = [
        replace(
            planted({BLUNDER: 1.0 + number}), players=(f"Wim {ATTACK}", "Bea"), event=ATTACK, notes=(ATTACK,)
        )
        for number in range(2)
    ]
    unread = UnreadGame(place=ATTACK, reason=ATTACK)
    return review_games([*games, unread], settings=settings, cache=cache)
