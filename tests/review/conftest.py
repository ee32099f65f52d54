"""What the tests of the review share: a quick judge, and one cache for all of them."""

from collections.abc import Iterator

import pytest

from zeitnot.review import JudgeSettings, TurnCache

QUICK = JudgeSettings(engine=(), effort=0.15, processes=1)


@pytest.fixture(scope="session")
def quick() -> JudgeSettings:
    """The built-in engine with few nodes, in this process."""
    return QUICK


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TurnCache]:
    """A cache of judged turns: games of these tests share most positions."""
    made = TurnCache(QUICK.recording(), path=tmp_path_factory.mktemp("cache") / "review.db")
    yield made
    made.close()
