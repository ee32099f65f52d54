"""Scrabble in other languages and on the large board in a real Chromium: keys, clicks, taps, and a reload."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.fixtures_browser import LOOKS, PHONE, barriers, opened
from tests.scrabble.fixtures_languages import begun, deal, lexicon_file
from tests.web.fixtures_play import QUICK_CLOCK, sans, wait_for_turn
from tests.web.fixtures_site import Visitor, served
from zeitnot.scrabble.play.human_game import ScrabbleHumanGame

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ALT_GR = 3
"""Modifiers that a browser reports for AltGr on Windows: Alt and Ctrl."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("languages")
    (folder / "games").mkdir()
    return folder


@pytest.fixture(scope="module")
def visitor(folder: Path) -> Iterator[Visitor]:
    with served(folder) as found:
        yield found


def kept(folder: Path, number: int, rack: str, **options: str) -> str:
    """Keep a game in which the human has this rack, and return the path of its page."""
    if language := options.get("language"):
        words = ["chico"] if language == "spanish" else ["aa"]
        options["lexicon"] = lexicon_file(folder, language, words)
    game = begun(folder, QUICK_CLOCK, **options)
    deal(game, rack, "EEEEEEE")
    return shelved(folder, number, game)


def shelved(folder: Path, number: int, game: ScrabbleHumanGame) -> str:
    """Put a game where a server keeps its games, and return the path of its page."""
    name = f"scrabble-20260102-{number:06}"
    (folder / "games" / f"{name}.gcg").write_text(game.text(), encoding="utf-8")
    return f"play/{name}"


def press(page: "Page", *keys: str, modifiers: int = 0) -> None:
    """Press keys as a keyboard has them that writes these letters."""
    session = page.context.new_cdp_session(page)
    for key in keys:
        for kind in ("keyDown", "keyUp"):
            session.send("Input.dispatchKeyEvent", {"type": kind, "key": key, "modifiers": modifiers})


def laid(page: "Page") -> list[str]:
    """Return what a screen reader says of the tiles that are laid and not played."""
    labels = (each.get_attribute("aria-label") or "" for each in page.locator(".pending").all())
    return [label.replace(", yours, not played yet", "") for label in labels]


def test_tiles_of_several_letters_are_typed_chosen_played_exchanged_and_taken_back(
    browser: "Browser", visitor: Visitor, folder: Path
) -> None:
    address = visitor.address + kept(folder, 1, "[CH]CIO[LL]N?", language="spanish")
    with opened(browser, address) as page:
        page.focus("[data-square='8H']")
        press(page, "c", "h", "i", "c", "o")
        assert laid(page) == ["8H CH", "8I I", "8J C", "8K O"]
        assert page.inner_text("[data-square='8H']").split() == ["CH", "5"]
        page.wait_for_selector("#said:has-text('[CH]ICO: 20 points')")
        page.keyboard.press("Escape")
        page.focus("[data-square='8H']")
        press(page, "ñ", modifiers=ALT_GR)
        assert laid(page) == ["8H Ñ, blank"]
        page.keyboard.press("Escape")
        page.click(".rack-tile[aria-label=blank]")
        page.click("[data-square='8H']")
        page.locator("dialog").get_by_role("button", name="LL", exact=True).click()
        assert laid(page) == ["8H LL, blank"]
        page.keyboard.press("Escape")
        page.focus("[data-square='8H']")
        press(page, "c", "h", "i", "c", "o", "Enter")
        assert not wait_for_turn(page, 2)
        assert sans(page)[0] == "8H [CH]ICO"
        page.get_by_role("button", name="Exchange").click()
        page.locator("dialog").get_by_role("button", name="LL", exact=True).click()
        page.locator("dialog").get_by_role("button", name="Exchange").click()
        assert not wait_for_turn(page, 4)
        assert sans(page)[2] == "exchanges 1"
        page.click("[data-action=take_back]")
        assert not wait_for_turn(page, 2)
        assert page.inner_text("#said").startswith("Taken back")
        assert page.locator(".rack-tile[aria-label=LL] i").inner_text() == "8"
        page.reload()
        assert not wait_for_turn(page, 2)
        assert page.inner_text("[data-square='8H'] b") == "CH"
        assert page.inner_text(".bag").startswith("Spanish, lexicon spanish.")


@pytest.mark.parametrize(
    ("language", "rack", "keys", "tiles"),
    [
        ("catalan", "[QU][L·L]LIEAC", "quil.l", ["8H QU", "8I I", "8J L·L"]),
        ("catalan", "[L·L][NY]EIEAC", "anyl.li", ["8H A", "8I NY", "8J L·L", "8K I"]),
        ("polish", "ZŹŻAŁOW", "z..lz", ["8H Ż", "8I Ł", "8J Z"]),
        ("spanish", "NÑAEI?L", "Nn.é", ["8H N, blank", "8I Ñ", "8J E"]),
    ],
)
def test_letters_are_typed_with_any_keyboard(
    browser: "Browser",
    visitor: Visitor,
    folder: Path,
    *,
    language: str,
    rack: str,
    keys: str,
    tiles: list[str],
) -> None:
    number = 10 + sum(map(ord, keys))
    with opened(browser, visitor.address + kept(folder, number, rack, language=language)) as page:
        page.focus("[data-square='8H']")
        for key in keys:
            press(page, key, modifiers=8 if key.isupper() else 0)
        assert "You have no" not in page.inner_text("#said")
        assert laid(page) == tiles


def in_view(page: "Page", square: str) -> bool:
    box = page.locator(f"[data-square='{square}']").bounding_box()
    assert box is not None
    return box["width"] > 23 and box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"]


def test_super_scrabble_is_played_on_a_phone(browser: "Browser", visitor: Visitor, folder: Path) -> None:
    game = begun(folder, QUICK_CLOCK, seat="1", board="super")
    deal(game, "NASTIER", "CATSDOG")
    game.start_clock()
    game._make(game._read("11K NASTIER"))
    game.stop_clock()
    address = visitor.address + shelved(folder, 3, game)
    with opened(browser, address, viewport=PHONE, has_touch=True) as page:
        assert not wait_for_turn(page, 1)
        assert page.locator("[data-square]").count() == 21 * 21
        assert in_view(page, "11K")
        assert in_view(page, "11Q")
        page.locator(".rack-tile[aria-label=O]").tap()
        page.tap("[data-square='12K']")
        page.wait_for_selector("#said:has-text('NO: 2 points')")
        page.focus("[data-square='11K']")
        for _ in range(10):
            page.keyboard.press("ArrowUp")
            page.keyboard.press("ArrowLeft")
        assert page.locator(":focus").get_attribute("aria-label") == "1A quadruple word"
        assert in_view(page, "1A")
        page.get_by_role("button", name="Play", exact=True).tap()
        assert not wait_for_turn(page, 3)
        page.emulate_media(color_scheme="dark")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert barriers(page, rules=LOOKS) == []


def test_a_server_that_does_not_ask_the_game_is_told_of_in_words(
    browser: "Browser", visitor: Visitor, folder: Path
) -> None:
    address = visitor.address + kept(folder, 4, "CATSDOG")
    with opened(browser, address, may_complain=True) as page:
        failures: list[str] = []
        page.on("pageerror", lambda error: failures.append(str(error)))
        page.route("**/preview?*", lambda route: route.abort())
        page.route("**/move", lambda route: route.fulfill(status=429, body="Too many requests"))
        page.focus("[data-square='8H']")
        press(page, "z")
        page.wait_for_selector("#said:has-text('You have no Z on the rack.')")
        with page.expect_request_finished(lambda request: "/move" in request.url):
            press(page, "c", "a", "t", "Enter")
        page.wait_for_selector("#trouble:has-text('The server refused that')")
        assert laid(page) == ["8H C", "8I A", "8J T"]
        with page.expect_event("requestfailed"):
            press(page, "s")
        page.evaluate("fetch('preview?text=').catch(() => null)")  # fails after the page's own
        assert failures == []
