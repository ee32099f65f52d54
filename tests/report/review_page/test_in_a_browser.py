"""The review page in a real Chromium: drawn whole with the network off, on a screen, on a phone, on paper."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.report.match_page.test_in_a_browser import DRAWN_MS, WIDTHS, browser, opened
from zeitnot.report import write_review_page
from zeitnot.review import Review

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]


@pytest.fixture(scope="module")
def address(found: Review, tmp_path_factory: pytest.TempPathFactory) -> str:
    page: Path = tmp_path_factory.mktemp("page") / "review.html"
    write_review_page(page, found)
    return page.as_uri()


def test_it_is_drawn_whole_without_network_at_every_width(browser: "Browser", address: str) -> None:
    page, heard = opened(browser, address, width=WIDTHS[-1])
    plots = page.locator(".plot").count()
    assert plots == 6  # two games, each with its clocks and how others would have spent those of each side
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_function(
            """() => [...document.querySelectorAll(".plot")].every((place) => {
                 const svg = place.querySelector("svg.main-svg");
                 return svg && Math.abs(svg.getBoundingClientRect().width - place.clientWidth) <= 1; })""",
            timeout=DRAWN_MS,
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator(".board svg").count() >= 2
    assert heard == []
    page.context.close()


def test_on_paper_all_moves_are_seen(browser: "Browser", address: str) -> None:
    page, _ = opened(browser, address, width=WIDTHS[-1])
    folded = page.locator("details:not([open])")
    assert folded.count() == 4
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert folded.count() == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert folded.count() == 4
    page.context.close()


def test_it_is_dark_where_the_reader_wants_it_dark(browser: "Browser", address: str) -> None:
    page, _ = opened(browser, address, width=WIDTHS[-1], color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 24, 27)"
    page.context.close()
