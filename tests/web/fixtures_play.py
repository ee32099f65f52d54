"""What tests of games in the browser do on a page: begin a game, wait for a turn, read the moves."""

from pathlib import Path
from typing import TYPE_CHECKING

from tests.fixtures_browser import DESKTOP, LOOKS, PHONE, barriers

if TYPE_CHECKING:
    from playwright.sync_api import Page

QUICK_CLOCK = "0:02 -10/min"
"""Clock of the engine in Scrabble."""


def kept_file(page: "Page", folder: Path) -> Path:
    """Return the file that the game of a page is kept in."""
    (kept,) = folder.glob(f"games/{page.url.rpartition('/')[2]}.*")
    return kept


def begin(page: "Page", game: str, clock: str, **choices: str) -> None:
    """Fill in the form of a game, and wait until the human can move."""
    page.fill(f"#{game}-other_clock", clock)
    for name, value in choices.items():
        page.select_option(f"#{game}-{name}", value)
    page.click(f".new-game:has(#new-{game}) button")
    page.wait_for_selector("#play[data-turn=you]")


def wait_for_turn(page: "Page", ply: int) -> bool:
    """Wait until the human can move at this ply; return whether the game is over instead."""
    page.wait_for_selector(f"#play[data-turn=you][data-ply='{ply}'], #play[data-turn=over]")
    return page.get_attribute("#play", "data-turn") == "over"


def sans(page: "Page") -> list[str]:
    return page.locator("#moves .text").all_inner_texts()


def check_looks(page: "Page") -> None:
    """See that a page fits and keeps nobody out, on a desktop, and on a dark phone."""
    assert barriers(page) == []
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="dark")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert barriers(page, rules=LOOKS) == []
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(DESKTOP)
    assert page.evaluate("document.documentElement.scrollWidth") <= DESKTOP["width"]
