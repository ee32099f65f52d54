"""The pages in a real Chromium: drawn whole with the network off, on a screen, on a phone and on paper."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.fixtures_browser import DESKTOP, LOOKS, PHONE, barriers, opened
from tests.lab.match.scenes import played, small_plan
from tests.report.match_page.runs import HOSTILE, kept, renamed
from tests.scrabble.analysed_game import analysed_planted_game
from zeitnot.lab import RunStore
from zeitnot.report import write_analysis_page, write_match_page, write_review_page
from zeitnot.review import Review

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WIDTHS = (320, 390, 1280)


@contextmanager
def drawn(browser: "Browser", page: Path, **settings: Any) -> Iterator["Page"]:
    """Open the file of a page with the network off, and wait until it is drawn."""
    with opened(browser, page.as_uri(), is_alone=True, **settings) as shown:
        shown.wait_for_selector("html[data-drawn=yes]")
        yield shown


def report_of(run: Path, folder: Path) -> Path:
    """Write the report of a run."""
    with RunStore.read(run) as store:
        write_match_page(folder / "report.html", store)
    return folder / "report.html"


def check_width(page: "Page", width: int) -> None:
    """Make the window this wide, and see that everything is inside."""
    page.set_viewport_size({"width": width, "height": 900})
    # Plotly draws anew when the window changes: wait until every plot is as wide as its place.
    page.wait_for_function(
        """() => [...document.querySelectorAll(".plot")].every((place) => {
             const svg = place.querySelector("svg.main-svg");
             return svg && Math.abs(svg.getBoundingClientRect().width - place.clientWidth) <= 1; })"""
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(_OUTSIDE) == []


def check_drawn_at_every_width(page: "Page", *, plots: int) -> None:
    for width in WIDTHS:
        check_width(page, width)
    assert page.locator(".plot[data-drawn=yes]").count() == page.locator(".plot").count() >= plots
    assert page.evaluate(_WITHOUT_MARKS) == []


def check_elo_is_seen_before_anything_is_scrolled(page: "Page") -> None:
    cells = page.evaluate(_ELO_CELLS)
    assert len(cells) >= 2
    for cell in cells:
        assert cell["left"] >= cell["box"]["left"] - 1, cell
        assert cell["right"] <= cell["box"]["right"] + 1, cell
        assert cell["needs"] <= cell["width"] + 1, cell
    assert page.evaluate(_CUT) == []


def check_dark(page: "Page") -> None:
    red, green, blue = page.evaluate(
        "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)"
    )
    assert max(red, green, blue) < 60
    ticks = page.evaluate(
        "[...document.querySelectorAll('.plot .xtick text')].map((tick) => getComputedStyle(tick).fill)"
    )
    assert set(ticks) == {page.evaluate("getComputedStyle(document.querySelector('footer')).color")}


def check_paper(page: "Page") -> None:
    """Print a page that is dark on the screen."""
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    heights = page.evaluate("[...document.querySelectorAll('.plot')].map((place) => place.clientHeight)")
    assert min(heights) > 60
    assert page.evaluate(_OUTSIDE) == []


@pytest.mark.parametrize("name", ["field_run", "duel_run", "scrabble_run"])
def test_a_report_is_drawn_whole_without_network_at_every_width(
    request: pytest.FixtureRequest, browser: "Browser", tmp_path: Path, name: str
) -> None:
    with drawn(browser, report_of(request.getfixturevalue(name), tmp_path)) as page:
        check_drawn_at_every_width(page, plots=6)
        if name == "duel_run":
            check_width(page, WIDTHS[0])
            check_elo_is_seen_before_anything_is_scrolled(page)
            assert barriers(page) == []


def test_long_names_leave_elo_in_sight_on_a_dark_phone(browser: "Browser", tmp_path: Path) -> None:
    plan = small_plan("uniform", "argo", "textbook", games=4)
    # As they come from engines with models, in a field of three.
    names = [
        f"stockfish+learned:chess_model=models/of-{number}-plies.npz,reserve_s=0.5" for number in range(3)
    ]
    run = kept(tmp_path / "long.run", renamed(plan, names), played(plan))
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "color_scheme": "dark"}
    with drawn(browser, report_of(run, tmp_path), **phone) as page:
        check_dark(page)
        for width in WIDTHS[:2]:
            page.set_viewport_size({"width": width, "height": 900})
            check_elo_is_seen_before_anything_is_scrolled(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_report_with_hostile_names_fits_every_screen_and_paper(browser: "Browser", tmp_path: Path) -> None:
    plan = small_plan("uniform", "argo", "textbook")
    run = kept(tmp_path / "hostile.run", renamed(plan, HOSTILE), played(plan))
    with drawn(browser, report_of(run, tmp_path), color_scheme="dark") as page:
        check_drawn_at_every_width(page, plots=6)
        printed = page.pdf(prefer_css_page_size=True, print_background=True)
        assert printed.startswith(b"%PDF")
        assert printed.count(b"/Type /Page\n") >= 4
        check_paper(page)


def test_a_review_fits_every_screen_keeps_nobody_out_and_is_printed_whole(
    browser: "Browser", found: Review, tmp_path: Path
) -> None:
    write_review_page(tmp_path / "review.html", found)
    with drawn(browser, tmp_path / "review.html") as page:
        # Two games, each with its clocks and how others would have spent those of each side.
        check_drawn_at_every_width(page, plots=6)
        assert page.locator(".board svg").count() >= 2
        page.set_viewport_size(DESKTOP)
        page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        assert barriers(page, besides=["#game-1"]) == []  # which is as the one before
        check_width(page, PHONE["width"])
        page.emulate_media(color_scheme="dark")
        check_dark(page)
        assert barriers(page, rules=LOOKS, besides=["#game-1"]) == []
        page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = false; })")
        folded = page.locator("details:not([open])")
        assert folded.count() == 4
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert folded.count() == 0
        check_paper(page)
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert folded.count() == 4


def test_an_analysis_fits_every_screen_and_keeps_nobody_out(browser: "Browser", tmp_path: Path) -> None:
    write_analysis_page(tmp_path / "analysis.html", analysed_planted_game())
    with drawn(browser, tmp_path / "analysis.html") as page:
        check_drawn_at_every_width(page, plots=1)
        page.set_viewport_size(DESKTOP)
        page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        assert page.locator(".board svg:visible").count() == len(analysed_planted_game().turns)
        assert barriers(page) == []
        check_width(page, PHONE["width"])
        page.emulate_media(color_scheme="dark")
        check_dark(page)
        assert barriers(page, rules=LOOKS) == []
        check_paper(page)


_OUTSIDE = """[...document.querySelectorAll("main *, header *, nav *, footer *")]
  .filter((element) => !element.closest(".scroll > *, .plot > *, svg"))
  .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .map((element) => `${element.tagName}.${element.className}`)"""
"""What reaches beyond the right edge; tables may, inside their box."""

_ELO_CELLS = """(() => {
  const table = document.querySelector('[aria-label="Standings"] table');
  const column = [...table.querySelectorAll("th")].findIndex((head) => head.textContent.startsWith("Elo"));
  const box = table.closest(".scroll").getBoundingClientRect();
  return [...table.querySelectorAll("tbody tr")].map((row) => row.cells[column]).map((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    const words = range.getBoundingClientRect();
    return { text: cell.textContent, left: words.left, right: words.right, needs: cell.scrollWidth,
             width: cell.clientWidth, box: { left: box.left, right: box.right } };
  });
})()"""
"""Where the words of the Elo column are, and the box that the table scrolls in."""

_CUT = """[...document.querySelectorAll("td, th")]
  .filter((cell) => cell.scrollWidth > cell.clientWidth + 1 || getComputedStyle(cell).textOverflow != "clip")
  .map((cell) => cell.textContent)"""
"""Cells that do not show all they hold."""

_WITHOUT_MARKS = """[...document.querySelectorAll(".plot")]
  .filter((place) => !place.querySelector(".trace path, .trace .point, .boxlayer path, .barlayer path"))
  .map((place) => place.getAttribute("aria-label"))"""
"""Plots with axes and nothing on them."""
