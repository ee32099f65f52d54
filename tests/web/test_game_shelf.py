"""Games in play behind the pages: how many are open, who watches, and what happens at the same moment."""

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from tests.web.fixtures_site import PATIENCE_S
from zeitnot.chess.play.human_game import ChessHumanGame
from zeitnot.chess.plugin import Chess
from zeitnot.clocks import TimeControl
from zeitnot.errors import DataError, SettingError
from zeitnot.games import GameWish, HumanGame
from zeitnot.web.game_shelf import GameShelf
from zeitnot.web.open_game import OpenGame
from zeitnot.web.play_page import _events


def wished(clock: str = "depth 1") -> dict[str, str]:
    return {"game": "chess", "clock": clock, "book": "no"}


def test_only_few_games_are_open_and_one_that_is_watched_is_not_closed(tmp_path: Path) -> None:
    shelf = GameShelf(tmp_path, most_open=2)
    first, second = shelf.begin(wished()), shelf.begin(wished())
    opened = shelf.open(first)
    opened.enter("a page")
    third = shelf.begin(wished())  # in the place of the second
    shelf.open(third).enter("a page")
    assert shelf.open(first) is opened
    with pytest.raises(SettingError, match="at most 2 games can be in play at once"):
        shelf.open(second)
    opened.leave("a page")
    assert shelf.open(second) is not None
    shelf.close()


def test_a_game_that_was_closed_goes_on_from_its_file(tmp_path: Path) -> None:
    shelf = GameShelf(tmp_path)
    name = shelf.begin(wished())
    game = shelf.open(name)
    game.act("move", text="e4", ply=0)
    shelf.close()
    again = shelf.open(name)
    assert again is not game
    assert json.loads(again.state())["moves"][0]["text"] == "e4"
    shelf.close()


def test_the_clock_runs_while_a_page_shows_the_game(tmp_path: Path) -> None:
    shelf = GameShelf(tmp_path)
    game = shelf.open(shelf.begin(wished("3:00")))

    def runs() -> bool:
        return bool(json.loads(game.state())["seats"][0]["is_running"])

    assert not runs()
    game.enter("one page")
    game.enter("another page")
    assert runs()
    game.leave("one page")
    game.leave("one page")
    assert runs()
    game.leave("another page")
    assert not runs()


def test_a_move_that_cannot_be_kept_is_told(tmp_path: Path) -> None:
    shelf = GameShelf(tmp_path)
    name = shelf.begin(wished())
    game = shelf.open(name)
    (tmp_path / "games" / f"{name}.pgn").unlink()
    (tmp_path / "games").rmdir()
    with pytest.raises(SettingError, match="a game must be kept in a file that can be written"):
        game.act("move", text="e4", ply=0)
    assert "must be kept" in json.loads(game.state())["fault"]


def test_a_game_in_play_does_not_wait_for_one_that_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = GameShelf(tmp_path)
    name = shelf.begin(wished())
    begins, may_begin = threading.Event(), threading.Event()
    human_game = Chess.human_game

    def slow(self: Chess, wish: GameWish, folder: Path) -> HumanGame:
        begins.set()
        may_begin.wait(PATIENCE_S)
        return human_game(self, wish, folder)

    monkeypatch.setattr(Chess, "human_game", slow)
    with ThreadPoolExecutor() as pool:
        second = pool.submit(shelf.begin, wished())
        begins.wait(PATIENCE_S)
        try:
            game = pool.submit(shelf.open, name).result(PATIENCE_S)
        finally:
            may_begin.set()
        assert game.act("move", text="e4", ply=0) == {"words": ""}
        assert shelf.open(second.result(PATIENCE_S)) is not game
    shelf.close()


def test_a_game_that_was_closed_is_neither_watched_nor_played_on(tmp_path: Path) -> None:
    shelf = GameShelf(tmp_path)
    name = shelf.begin(wished("3:00"))
    game = shelf.open(name)
    shelf.close()
    game.enter("a page that was late")
    assert not json.loads(game.state())["seats"][0]["is_running"]
    with pytest.raises(DataError, match="closed for another one"):
        game.act("move", text="e4", ply=0)
    assert shelf.open(name).act("move", text="e4", ply=0) == {"words": ""}
    shelf.close()


def test_a_page_that_goes_while_it_opens_leaves_the_clock_standing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = GameShelf(tmp_path)
    game = shelf.open(shelf.begin(wished("3:00")))
    enters, may_enter, left = threading.Event(), threading.Event(), threading.Event()
    enter, leave = game.enter, game.leave

    def slow(watcher: object) -> None:
        enters.set()
        may_enter.wait(PATIENCE_S)
        enter(watcher)

    def told(watcher: object) -> None:
        leave(watcher)
        left.set()

    monkeypatch.setattr(game, "enter", slow)
    monkeypatch.setattr(game, "leave", told)

    async def visit() -> None:
        async def open_page() -> None:
            await anext(_events(game))

        page = asyncio.create_task(open_page())
        await asyncio.to_thread(enters.wait, PATIENCE_S)
        page.cancel()
        with suppress(asyncio.CancelledError):
            await page
        may_enter.set()
        await asyncio.to_thread(left.wait, PATIENCE_S)

    asyncio.run(visit())
    assert game.is_idle
    assert not json.loads(game.state())["seats"][0]["is_running"]


def test_a_flag_that_fell_ends_the_game_for_a_page_that_only_watches(tmp_path: Path) -> None:
    wish = GameWish(policy="mergen", control=TimeControl.parse("0:01"))
    human, path = ChessHumanGame.begin(wish), tmp_path / "game.pgn"
    game = OpenGame(human, path)
    human._game.charge(2.0)
    assert "White is out of time" in json.loads(game.state())["result"]
    assert "time forfeit" in path.read_text()
    with pytest.raises(DataError, match="not possible now"):
        game.act("move", text="e4", ply=0)
