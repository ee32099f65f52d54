"""The pages in a real Chromium: a match watched to its end, accessibility, phones, dark screens and paper."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.fixtures_browser import DESKTOP, LOOKS, PATIENCE_MS, PHONE, barriers, opened
from tests.web.fixtures_review import SHORT
from tests.web.fixtures_site import Visitor, served
from zeitnot.lab import RunStore, Wish, is_live, send_wish

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PAGES = {
    "list": "/",
    "run": "/runs/chess",
    "hostile": "/runs/hostile",
    "games": "/runs/chess/games",
    "game": "/runs/chess/games/1",
    "scrabble game": "/runs/scrabble/games/1",
    "explore": "/explore",
    "review": "/review",
    "error": "/runs/nothing",
}
WIDTHS = (320, 390, 1280)


@contextmanager
def match_process(run: Path, *, games: int, clock: str) -> Iterator[subprocess.Popen[bytes]]:
    """Play a match in another process, by the wall clock; it begins paused, or soon is."""
    command = [sys.executable, "-m", "zeitnot", "match", "uniform", "textbook", "-o", str(run)]
    more = ["--games", str(games), "--clock", clock, "--concurrency", "1", "--hash", "1", "--resign", "1/150"]
    process = subprocess.Popen([*command, *more], stderr=subprocess.DEVNULL)
    try:
        while not is_live(run) and process.poll() is None:
            with suppress(subprocess.TimeoutExpired):
                process.wait(0.02)
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
    with ExitStack() as stack:
        visitor = stack.enter_context(served(runs))
        with opened(browser, f"{visitor.address}runs/chess", may_complain=True) as page:
            page.locator("html[data-live=yes]").wait_for()
            stack.close()
            page.get_by_text("The server does not answer").wait_for()


def settled(page: "Page", name: str) -> None:
    """Wait until the scripts of a page have drawn what they draw."""
    if name == "explore":
        page.locator("#curves polyline").first.wait_for()
    elif name in ("run", "hostile", "review"):
        page.locator("html[data-live=yes]").wait_for()
    elif "game" in name and name != "games":
        page.locator("html[data-drawn=yes]").wait_for()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_keeps_nobody_out_and_fits_every_screen_and_paper(
    browser: "Browser", visitor: Visitor, name: str
) -> None:
    with opened(browser, f"{visitor.address.rstrip('/')}{PAGES[name]}") as page:
        settled(page, name)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert barriers(page) == []
        page.set_viewport_size(PHONE)
        page.emulate_media(color_scheme="dark")
        assert barriers(page, rules=LOOKS) == []
        page.set_viewport_size(DESKTOP)
        page.emulate_media(media="print", color_scheme="dark")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


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


_DROPPED = """([name, text]) => {
  const carried = new DataTransfer();
  carried.items.add(new File([text], name));
  document.getElementById("drop").dispatchEvent(
    new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true }));
}"""
"""Drops a file on the page."""


def test_a_dropped_file_is_reviewed_and_the_page_kept(browser: "Browser", tmp_path: Path) -> None:
    with served(tmp_path) as visitor, opened(browser, f"{visitor.address}review") as page:
        page.locator("html[data-live=yes]").wait_for()
        page.get_by_label("Engine").select_option("the built-in one")
        page.get_by_label("Effort").select_option("thorough, four times as long")
        page.evaluate(_DROPPED, ["Anna & <b>Bert.pgn", SHORT.decode()])
        page.locator("progress[max='7']").wait_for()
        page.reload()
        page.locator("progress[max='7']").wait_for()
        page.get_by_role("button", name="Cancel review of Anna_b_Bert.pgn").click()
        page.locator("html[data-live=yes]").wait_for()
        page.get_by_label("Engine").select_option("the built-in one")
        page.get_by_label("Effort").select_option("a first look")
        page.evaluate(_DROPPED, ["game.pgn", SHORT.decode()])
        page.get_by_role("link", name="Anna – Bert, 1-0").click()
        page.locator("html[data-drawn=yes]").wait_for()
        assert page.locator(".plot").count() == 3
        page.go_back()
        page.on("dialog", lambda dialog: dialog.accept())
        page.get_by_role("button", name="Delete").click()
        page.get_by_text("No review has been kept here yet.").wait_for()
        assert list((tmp_path / "reviews").iterdir()) == []


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
