"""Games against the engine in a real Chromium: whole games by clicks, by drag and by the keyboard."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING

import chess
import pytest

from tests.fixtures_browser import opened
from tests.web.fixtures_play import QUICK_CLOCK, begin, check_looks, kept_file, sans, wait_for_turn
from tests.web.fixtures_site import Visitor, served
from zeitnot.chess.analyst import Analyst
from zeitnot.scrabble import Generator, Knowledge, Position, gcg
from zeitnot.scrabble.play.move_input import laid_text

if TYPE_CHECKING:
    from playwright.sync_api import APIResponse, Browser, Page, Route

MOST_MOVES = 80
NODES = 20_000
"""Nodes that beat an engine of depth 1."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("played")


@pytest.fixture(scope="module")
def visitor(folder: Path) -> Iterator[Visitor]:
    with served(folder) as found:
        yield found


def click_move(page: "Page", move: chess.Move) -> None:
    page.click(f"[data-square={chess.square_name(move.from_square)}]")
    page.click(f"[data-square={chess.square_name(move.to_square)}]")
    if move.promotion:
        page.click(f"dialog [aria-label={chess.piece_name(move.promotion)}]")


def test_a_whole_chess_game_is_won_by_clicks(browser: "Browser", visitor: Visitor, folder: Path) -> None:
    with opened(browser, f"{visitor.address}play") as page:
        begin(page, "chess", "depth 1", book="no")
        analyst, board = Analyst(), chess.Board()
        page.drag_and_drop("[data-square=e2]", "[data-square=e4]")
        for _ in range(MOST_MOVES):
            over = wait_for_turn(page, len(board.move_stack) + 2)
            for san in sans(page)[len(board.move_stack) :]:
                board.push_san(san)
            if over:
                break
            click_move(page, analyst.moves(board, nodes=NODES, lines=1)[0].move)
        assert board.is_checkmate()
        assert page.inner_text("#said") == "White wins: checkmate (1-0)"
        kept = kept_file(page, folder).read_text()
        assert '[Result "1-0"]' in kept
        page.reload()
        page.wait_for_selector("#play[data-turn=over]")
        assert sans(page)[-1].endswith("#")
        with page.expect_download() as download:
            page.click("text=The game as PGN")
        assert Path(download.value.path()).read_text() == kept


def rack_position(page: "Page", folder: Path) -> Position:
    """Return what the human sees, by the file that the game is kept in."""
    return gcg.read(kept_file(page, folder)).position()


def best_text(position: Position, knowledge: Knowledge) -> str:
    generator = Generator.make(knowledge.lexicon, knowledge.evaluation, knowledge.layout)
    best = generator.moves(position, 1)[0].move
    return laid_text(best, position.distribution.alphabet)


def click_tiles(page: "Page", text: str) -> None:
    for laid in text.split():
        square, _, name = laid.partition("=")
        tile = "blank" if name.islower() else name
        page.locator(f".rack-tile:enabled[aria-label='{tile}']").first.click()
        page.click(f"[data-square='{square}']")
        if name.islower():
            page.locator("dialog button").get_by_text(name.upper(), exact=True).click()


def make_move(page: "Page", text: str) -> None:
    if "=" in text:
        click_tiles(page, text)
        page.get_by_role("button", name="Play", exact=True).click()
    elif text == "-":
        page.get_by_role("button", name="Pass").click()
    else:
        page.get_by_role("button", name="Exchange").click()
        for letter in text[1:]:
            page.locator("dialog [aria-pressed=false]").get_by_text(letter, exact=True).first.click()
        page.locator("dialog").get_by_role("button", name="Exchange").click()


def test_a_whole_scrabble_game_is_played_by_clicks(
    browser: "Browser", visitor: Visitor, folder: Path
) -> None:
    knowledge = Knowledge.built_in()
    with opened(browser, f"{visitor.address}play") as page:
        begin(page, "scrabble", QUICK_CLOCK)
        for turn in range(MOST_MOVES):
            if wait_for_turn(page, 2 * turn):
                break
            make_move(page, best_text(rack_position(page, folder), knowledge))
        said = page.inner_text("#said")
        assert re.search(r"(you|zeitnot) won by \d+: you \d+, zeitnot \d+|A draw", said)
        record = gcg.read(kept_file(page, folder))
        assert record.game.is_over
        assert f"you {record.game.state.scores[0]}" in said
        assert page.locator("#moves li").count() == len(record.game.events)
        page.reload()
        page.wait_for_selector("#play[data-turn=over]")
        assert page.inner_text("#said") == said


class Command:
    """The real command, which can be killed and started again on the same port."""

    def __init__(self, folder: Path, port: int) -> None:
        self._line = [sys.executable, "-m", "zeitnot", "serve", str(folder), "--port", str(port)]

    def __enter__(self) -> "Command":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        """Start it, and wait until it listens."""
        self._process = subprocess.Popen(self._line, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        assert "serving" in self._process.stdout.readline()

    def kill(self) -> None:
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.communicate()


def test_a_killed_server_and_a_closed_browser_lose_no_move(browser: "Browser", tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with Command(tmp_path, port) as server:
        with opened(browser, f"http://127.0.0.1:{port}/play", may_complain=True) as page:
            begin(page, "chess", "0:20+1", book="no")
            click_move(page, chess.Move.from_uci("e2e4"))
            page.wait_for_selector("#moves li")
            server.kill()  # while the engine thinks
            page.wait_for_selector("#play[data-link=off]")
            assert "is kept" in page.inner_text("#trouble")
            server.start()
            assert not wait_for_turn(page, 2)  # the page finds the server again by itself
            assert sans(page)[0] == "e4"
            address, before = page.url, sans(page)
        with opened(browser, address) as again:
            assert not wait_for_turn(again, 2)
            assert sans(again) == before


def test_a_reload_goes_on_and_the_clock_stands_while_nobody_looks(
    browser: "Browser", visitor: Visitor
) -> None:
    with opened(browser, f"{visitor.address}play") as page:
        begin(page, "scrabble", "3:00 -10/min", seat="0")
        page.locator("#side-below .clock", has_text=re.compile("^2:5")).wait_for()
        address = page.url
        page.goto("about:blank")
        page.goto(address)
        page.wait_for_selector("#side-below.running")
        assert page.inner_text("#side-below .clock").startswith("2:5")


def test_take_back_hint_and_resignation_in_chess(browser: "Browser", visitor: Visitor) -> None:
    with opened(browser, f"{visitor.address}play") as page:
        begin(page, "chess", "depth 1", seat="1", book="no")
        assert not wait_for_turn(page, 1)
        page.click("[data-action=hint]")
        page.wait_for_selector(".hinted")
        assert page.inner_text("#said").startswith("Hint: ")
        squares = [each.get_attribute("data-square") for each in page.locator(".hinted").all()]
        own = next(square for square in squares if page.locator(f"[data-square={square}].movable").count())
        page.click(f"[data-square={own}]")
        page.click(f"[data-square={next(square for square in squares if square != own)}]")
        assert not wait_for_turn(page, 3)
        assert "ended after" in page.inner_text("#plan-lines")
        page.click("[data-action=take_back]")
        assert not wait_for_turn(page, 1)
        assert len(sans(page)) == 1
        page.on("dialog", lambda dialog: dialog.accept())
        page.route("**/resign", lambda route: route.fulfill(response=route.fetch(), json={"words": "Well."}))
        page.click("[data-action=resign]")
        page.wait_for_selector("#said:text-is('Well. White wins: Black resigns (1-0)')")


def test_the_next_move_can_be_made_before_the_last_one_is_acknowledged(
    browser: "Browser", visitor: Visitor
) -> None:
    with opened(browser, f"{visitor.address}play") as page:
        begin(page, "chess", "depth 1", book="no")
        held: list[tuple[Route, APIResponse]] = []
        page.route("**/move", lambda route: held.append((route, route.fetch())), times=1)
        click_move(page, chess.Move.from_uci("e2e4"))
        assert not wait_for_turn(page, 2)  # the engine was quicker than the answer to the request
        click_move(page, chess.Move.from_uci("d2d4"))
        assert not wait_for_turn(page, 4)
        for route, response in held:
            route.fulfill(response=response)
        assert sans(page)[2] == "d4"


def test_a_wrong_word_is_refused_in_words_and_the_tiles_stay(browser: "Browser", visitor: Visitor) -> None:
    with opened(browser, f"{visitor.address}play", may_complain=True) as page:
        begin(page, "scrabble", QUICK_CLOCK)
        rack = [each.get_attribute("aria-label") for each in page.locator(".rack-tile").all()]
        page.locator(".rack-tile").first.drag_to(page.locator("[data-square='1A']"))
        if rack[0] == "blank":
            page.locator("dialog button").first.click()
        page.wait_for_selector("[data-square='1A'].pending")
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_selector("#trouble:not(:empty)")
        assert page.locator(".pending").count() == 1
        page.get_by_role("button", name="Recall").click()
        assert page.locator(".pending").count() == 0
        assert page.locator(".rack-tile:enabled").count() == 7


def test_a_phoney_is_challenged_off_and_a_human_may_challenge_too(
    browser: "Browser", visitor: Visitor, folder: Path
) -> None:
    lexicon = Knowledge.built_in().lexicon
    with opened(browser, f"{visitor.address}play") as page:
        begin(page, "scrabble", QUICK_CLOCK, challenge="5")
        position = rack_position(page, folder)
        letters = [position.distribution.alphabet.rack_text([tile]) for tile in position.rack]
        pairs = [(one, other) for one, other in permutations(letters, 2) if "?" not in (one, other)]
        first, second = next(pair for pair in pairs if "".join(pair) not in lexicon)
        make_move(page, f"8H={first} 8I={second}")
        wait_for_turn(page, 2)
        assert sans(page)[:2] == [f"8H {first}{second}", "challenged off"]
        challenge = page.get_by_role("button", name="Challenge")
        if challenge.count():  # unless the engine exchanged tiles
            challenge.click()
            page.wait_for_selector("#said:has-text('good in ENABLE1; it costs')")
            challenge.wait_for(state="detached")
            assert sans(page)[-1] == "challenge bonus"


CHALLENGED_OFF_AT_ONCE = """async () => {
  const { Board } = await import("/assets/scrabble_board.js");
  const events = new EventSource(`${location.pathname}/events`);
  const news = await new Promise((take) => events.addEventListener("state", take));
  const state = JSON.parse(news.data);
  events.close();
  const board = new Board(document.createElement("div"), { move() {}, say() {}, preview: async () => "" });
  board.show(state);
  board.pending.set("8H", { index: 0, name: board.rack[0].letter });
  board.show(state);
  const kept = board.pending.size;
  board.play();
  board.show({ ...state, ply: state.ply + 1 });
  return [kept, board.pending.size];
}"""
"""A page that hears of a play and of its withdrawal together: its rack has not changed."""


def test_tiles_of_a_play_that_was_challenged_off_are_on_the_rack_again(
    browser: "Browser", visitor: Visitor
) -> None:
    with opened(browser, f"{visitor.address}play") as page:
        begin(page, "scrabble", QUICK_CLOCK)
        assert page.evaluate(CHALLENGED_OFF_AT_ONCE) == [1, 0]


def test_both_games_can_be_played_with_the_keyboard_alone(
    browser: "Browser", visitor: Visitor, folder: Path
) -> None:
    with opened(browser, f"{visitor.address}play") as page:
        begin(page, "chess", "depth 1", book="no")
        page.focus("[data-square=e2]")
        for key in ("Enter", "ArrowUp", "ArrowUp", "Space"):
            page.keyboard.press(key)
        assert not wait_for_turn(page, 2)
        assert sans(page)[0] == "e4"
        page.goto(f"{visitor.address}play")
        begin(page, "scrabble", QUICK_CLOCK)
        laid = best_text(rack_position(page, folder), Knowledge.built_in()).split()
        if "=" in laid[0]:
            first, _, _ = laid[0].partition("=")
            page.focus(f"[data-square='{first}']")
            if len({re.sub(r"\D", "", each) for each in laid}) > 1:
                page.keyboard.press("Space")
            for each in laid:
                name = each.partition("=")[2]
                page.keyboard.press(f"Shift+{name.upper()}" if name.islower() else name.lower())
            assert page.locator(".pending").count() == len(laid)
            page.keyboard.press("Enter")
            page.wait_for_selector("#moves li")


def test_pages_are_accessible_and_fit(browser: "Browser", visitor: Visitor) -> None:
    with opened(browser, f"{visitor.address}play") as page:
        check_looks(page)
        begin(page, "chess", "depth 1", book="no")
        click_move(page, chess.Move.from_uci("e2e4"))
        assert not wait_for_turn(page, 2)
        page.click("[data-square=d2]")
        check_looks(page)
        page.goto(f"{visitor.address}play")
        begin(page, "scrabble", QUICK_CLOCK, seat="1")
        assert not wait_for_turn(page, 1)
        page.locator(".rack-tile").first.click()
        check_looks(page)
