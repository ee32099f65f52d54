"""The pages in a real Chromium: a match watched to its end, accessibility, phones, dark screens and paper."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.fixtures_browser import chromium
from tests.web.fixtures_site import Visitor, served
from zeitnot.lab import RunStore, Wish, is_live, send_wish

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PATIENCE_MS = 90_000
"""A busy machine may take long; an idle one takes seconds."""
PAGES = {
    "list": "/",
    "run": "/runs/chess",
    "hostile": "/runs/hostile",
    "games": "/runs/chess/games",
    "game": "/runs/chess/games/1",
    "scrabble game": "/runs/scrabble/games/1",
    "explore": "/explore",
    "error": "/runs/nothing",
}
WIDTHS = (320, 390, 1280)


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    with chromium() as started:
        yield started


@contextmanager
def opened(browser: "Browser", address: str, **settings: Any) -> Iterator["Page"]:
    """Open a page; whatever it complains of at the end is a failure."""
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **settings})
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    heard: list[str] = []
    page.on("console", lambda message: heard.append(message.text))
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("dialog", lambda dialog: heard.append(dialog.message))
    page.goto(address)
    try:
        yield page
        assert [words for words in heard if "status of 404" not in words] == []
    finally:
        context.close()


@contextmanager
def match_process(run: Path, *, games: int, clock: str) -> Iterator[subprocess.Popen[bytes]]:
    """Play a match in another process, by the wall clock; it begins paused, or soon is."""
    command = [sys.executable, "-m", "zeitnot", "match", "uniform", "textbook", "-o", str(run)]
    more = ["--games", str(games), "--clock", clock, "--concurrency", "1", "--hash", "1", "--resign", "1/150"]
    process = subprocess.Popen([*command, *more], stderr=subprocess.DEVNULL)
    try:
        while not is_live(run) and process.poll() is None:
            pass
        send_wish(run, Wish.PAUSE)  # the test decides when it goes on, however slow the browser starts
        yield process
    finally:
        process.kill()
        process.wait()


def wait_for_state(page: "Page", word: str) -> None:
    page.locator(f"#state .state.{word.replace(' ', '-')}").wait_for(timeout=PATIENCE_MS)


def test_a_match_is_watched_to_its_end_paused_and_resumed(browser: "Browser", tmp_path: Path) -> None:
    run = tmp_path / "live.run"
    with (
        served(tmp_path) as visitor,
        match_process(run, games=6, clock="1+0.02"),
        opened(browser, f"{visitor.address}runs/live") as page,
    ):
        wait_for_state(page, "paused")
        page.get_by_role("button", name="Go on").click()
        page.locator(".live-game svg use").first.wait_for()
        page.get_by_role("button", name="Pause").click()
        wait_for_state(page, "paused")
        assert page.locator(".live-game").count() == 0
        assert page.get_by_role("button", name="Pause").is_hidden()
        with RunStore.read(run) as store:
            before = len(store.games())
        assert before < 6
        page.get_by_role("button", name="Go on").click()
        page.locator(".live-game").first.wait_for()
        wait_for_state(page, "finished")
        page.get_by_text("6 of 6 games").wait_for()
        page.locator("#finished").get_by_role("link", name="Game 6").click()
        page.locator("html[data-drawn=yes]").wait_for()
        assert page.locator("#board svg use").count() >= 2


def test_a_killed_match_is_shown_and_can_be_played_on(browser: "Browser", tmp_path: Path) -> None:
    run = tmp_path / "killed.run"
    with (
        served(tmp_path) as visitor,
        match_process(run, games=100, clock="2+0.02") as match,
        opened(browser, f"{visitor.address}runs/killed") as page,
    ):
        wait_for_state(page, "paused")
        page.get_by_role("button", name="Go on").click()
        page.locator(".live-game").first.wait_for()
        os.kill(match.pid, signal.SIGKILL)
        wait_for_state(page, "killed")
        page.get_by_text("The match was killed").wait_for()
        page.locator(".live-game").wait_for(state="detached")
        page.get_by_role("button", name="Resume").click()
        wait_for_state(page, "playing")
        page.locator(".live-game").first.wait_for()
        page.get_by_role("button", name="Stop").click()
        wait_for_state(page, "stopped")
        assert is_live(run) is None


def test_a_page_whose_server_has_gone_says_so(browser: "Browser", runs: Path) -> None:
    context = browser.new_context()
    page = context.new_page()
    with served(runs) as visitor:
        page.goto(f"{visitor.address}runs/chess")
        page.locator("html[data-live=yes]").wait_for(timeout=PATIENCE_MS)
    page.get_by_text("The server does not answer").wait_for(timeout=PATIENCE_MS)
    context.close()


@pytest.mark.parametrize("name", PAGES)
def test_a_checker_finds_nothing_that_keeps_people_out(
    browser: "Browser", visitor: Visitor, name: str
) -> None:
    import axe_playwright_python

    script = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
    for settings in (
        {"color_scheme": "light"},
        {"color_scheme": "dark", "viewport": {"width": 390, "height": 844}},
    ):
        with opened(browser, f"{visitor.address.rstrip('/')}{PAGES[name]}", **settings) as page:
            settled(page, name)
            page.evaluate(f"{script}; undefined")
            found = page.evaluate("axe.run()")["violations"]
            assert [(each["id"], [node["html"][:120] for node in each["nodes"]]) for each in found] == []


def settled(page: "Page", name: str) -> None:
    """Wait until the scripts of a page have drawn what they draw."""
    if name == "explore":
        page.locator("#curves polyline").first.wait_for()
    elif name in ("run", "hostile"):
        page.locator("html[data-live=yes]").wait_for()
    elif "game" in name and name != "games":
        page.locator("html[data-drawn=yes]").wait_for()


@pytest.mark.parametrize("name", PAGES)
def test_nothing_reaches_beyond_the_edge_of_any_screen(
    browser: "Browser", visitor: Visitor, name: str
) -> None:
    with opened(browser, f"{visitor.address.rstrip('/')}{PAGES[name]}") as page:
        settled(page, name)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.emulate_media(media="print", color_scheme="dark")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        assert page.pdf(prefer_css_page_size=True).startswith(b"%PDF")


def test_a_game_is_stepped_through_with_keys_and_buttons(browser: "Browser", visitor: Visitor) -> None:
    with opened(browser, f"{visitor.address}runs/chess/games/1#turn-2") as page:
        heading = page.locator("#turn h2")
        assert (heading.text_content() or "").startswith("2. ")
        page.keyboard.press("ArrowRight")
        assert (heading.text_content() or "").startswith("3. ")
        assert page.url.endswith("#turn-3")
        page.keyboard.press("Home")
        assert heading.text_content() == "Before the first turn"
        assert page.locator("#back").is_disabled()
        page.locator("#on").focus()
        page.keyboard.press("Enter")
        assert (heading.text_content() or "").startswith("1. ")
        assert page.locator("#turn .trail").count() >= 1
        assert page.locator("tr.now").count() == 1


def test_a_slider_changes_the_budgets_and_the_address(browser: "Browser", visitor: Visitor) -> None:
    with opened(browser, f"{visitor.address}explore?control=3%2B2") as page:
        page.locator("#curves polyline").first.wait_for()
        first = page.locator("#answer").text_content()
        page.locator("#left_percent").focus()
        for _ in range(20):
            page.keyboard.press("ArrowLeft")
        page.locator("#answer[data-for*='left_percent=90&']").wait_for()
        assert page.locator("#answer").text_content() != first
        assert "left_percent=90" in page.url
        page.locator("#control").fill("nonsense")
        page.locator("#answer .failure").wait_for()


def test_boards_of_both_games_are_drawn_live(browser: "Browser", runs: Path, tmp_path: Path) -> None:
    from zeitnot.lab import LiveFile, Moved

    for name, move in (("chess", "e1g1"), ("scrabble", "8D WORD")):
        run = tmp_path / f"{name}.run"
        run.write_bytes((runs / f"{name}.run").read_bytes())
        with (
            served(tmp_path) as visitor,
            LiveFile(run, finished=1) as live,
            opened(browser, f"{visitor.address}runs/{name}") as page,
        ):
            live.saw(
                Moved(number=0, ply=6, seat=0, move=move, left_s=(9.0, 10.0), used_s=1.0, reason="target")
            )
            page.locator(".live-game .marked").first.wait_for()
            assert page.locator(".live-game .marked").count() in (2, 4)
            page.get_by_text("Last stop: target").wait_for()
            send_wish(run, Wish.PAUSE)
            live.look()
            wait_for_state(page, "pausing")
