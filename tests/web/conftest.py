"""Runs and a server that all tests of the pages share."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.fixtures_browser import chromium
from tests.lab.match.scenes import played, scrabble_plan, small_plan
from tests.report.match_page.runs import HOSTILE, kept, renamed
from tests.web.fixtures_review import keep_hostile_review
from tests.web.fixtures_site import Visitor, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run of chess, one of Scrabble, and a run and a review whose names are an attack."""
    folder = tmp_path_factory.mktemp("site") / "runs"
    folder.mkdir()
    chess, scrabble = small_plan(), scrabble_plan()
    kept(folder / "chess.run", chess, played(chess))
    kept(folder / "scrabble.run", scrabble, played(scrabble))
    trio = small_plan("uniform", "argo", "textbook")
    kept(folder / "hostile.run", renamed(trio, HOSTILE), played(trio))
    keep_hostile_review(folder)
    return folder


@pytest.fixture(scope="session")
def visitor(runs: Path) -> Iterator[Visitor]:
    """Somebody on this machine who looks at the runs."""
    with served(runs) as found:
        yield found
