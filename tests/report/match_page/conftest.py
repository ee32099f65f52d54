"""Runs that all tests of the page look at; each is played once a process."""

from pathlib import Path

import pytest

from tests.report.match_page.runs import duel_plan, field_plan, played_run, spoken_plan


@pytest.fixture(scope="session")
def field_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played_run(tmp_path_factory.mktemp("field") / "field.run", field_plan())


@pytest.fixture(scope="session")
def duel_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played_run(tmp_path_factory.mktemp("duel") / "duel.run", duel_plan())


@pytest.fixture(scope="session")
def scrabble_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played_run(tmp_path_factory.mktemp("scrabble") / "scrabble.run", spoken_plan())
