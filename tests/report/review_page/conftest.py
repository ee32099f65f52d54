"""A review that all tests of the page look at; its names and notes are hostile."""

from dataclasses import replace

import pytest

from tests.review.planted_games import BLUNDER, planted
from zeitnot.review import JudgeSettings, Review, TurnCache, UnreadGame, review_games

HOSTILE = "<script>alert(1)</script>\"'&"


@pytest.fixture(scope="session")
def found(tmp_path_factory: pytest.TempPathFactory) -> Review:
    settings = JudgeSettings(engine=(), effort=0.02, processes=1)
    cache = TurnCache(settings.recording(), path=tmp_path_factory.mktemp("cache") / "review.db")
    games = [
        replace(
            planted({BLUNDER: 1.0 + number}),
            players=(f"Wim {HOSTILE}", "Bea"),
            event=HOSTILE,
            notes=(HOSTILE,),
        )
        for number in range(2)
    ]
    unread = UnreadGame(place=HOSTILE, reason=HOSTILE)
    return review_games([*games, unread], settings=settings, cache=cache)
