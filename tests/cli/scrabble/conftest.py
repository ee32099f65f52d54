"""Fixtures of the commands of Scrabble."""

from pathlib import Path

import pytest

from tests.scrabble.finished_game import finished_game
from zeitnot.scrabble import gcg


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Stand in a folder with a whole game, and return the name of its file."""
    monkeypatch.chdir(tmp_path)
    gcg.write(tmp_path / "game.gcg", finished_game())
    return "game.gcg"
