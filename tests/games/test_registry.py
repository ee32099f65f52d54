"""The registry of games: the package's own, those of plug-ins, and those that one process has added."""

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import pytest

from zeitnot.cli.app import run
from zeitnot.errors import SettingError, UnknownGameError
from zeitnot.games import Game, MatchTerms, Table, add_game, find_game, game_names, registry
from zeitnot.turns import TurnRecord


class Pebbles(Game):
    """Described, but never played."""

    name: ClassVar[str] = "pebbles"
    title: ClassVar[str] = "Pebbles"

    def table(self, terms: MatchTerms, *, hiccups_file: Path | None = None) -> Table:
        raise NotImplementedError

    def phase_of(self, record: TurnRecord) -> str:
        return self.phases[0]


@pytest.fixture(autouse=True)
def _nothing_stays(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(registry, "_ADDED", {})
    find_game.cache_clear()
    yield
    find_game.cache_clear()
    registry._plugged_in.cache_clear()


def test_a_game_that_was_added_is_found_by_its_name() -> None:
    game = Pebbles()
    with pytest.raises(UnknownGameError, match="got 'pebbles'"):
        find_game("pebbles")
    add_game(game)
    assert find_game("pebbles") is game
    assert game_names() == ("chess", "scrabble", "pebbles")


def test_the_names_of_built_in_games_are_taken() -> None:
    class Chess(Pebbles):
        name: ClassVar[str] = "chess"

    with pytest.raises(SettingError, match="a game must have a name of its own, got 'chess'"):
        add_game(Chess())


def test_a_game_without_a_recorder_cannot_be_recorded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add_game(Pebbles())
    assert run(["learn", "data", "pebbles", "-o", str(tmp_path / "x.data")]) == 2
    assert "the game must be one whose turns can be recorded, got 'pebbles'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("no_such_module_for_tests:Game", "cannot be loaded: ModuleNotFoundError"),
        ("pathlib:Path", "must be a zeitnot.games.Game with this name, got "),
    ],
)
def test_a_broken_plug_in_is_reported_in_one_line(
    value: str,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    info = tmp_path / "broken_for_tests-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-for-tests\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[zeitnot.games]\nbroken = {value}\n")
    monkeypatch.syspath_prepend(tmp_path)
    registry._plugged_in.cache_clear()
    assert run(["learn", "data", "--help"]) == 0
    assert "broken" in capsys.readouterr().out
    for words in (["match", "uniform", "argo", "--game", "broken"], ["learn", "data", "broken"]):
        assert run(words) == 2
        said = capsys.readouterr().err
        assert f"game 'broken' ({value}) {message}" in said
        assert said.count("\n") == 1
