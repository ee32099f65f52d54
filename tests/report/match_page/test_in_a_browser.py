"""The page in a real Chromium: drawn whole with the network off, on a screen, on a phone and on paper."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.fixtures_browser import chromium
from tests.lab.match.scenes import played, small_plan
from tests.report.match_page.runs import HOSTILE, kept, renamed
from zeitnot.lab import RunStore
from zeitnot.report import write_match_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

DRAWN_MS = 60_000
"""A busy machine may take long; an idle one draws a page in a second."""
WIDTHS = (320, 390, 1280)
RUNS = ("field_run", "duel_run", "scrabble_run", "hostile_run")


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def hostile_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    plan = small_plan("uniform", "argo", "textbook")
    run = tmp_path_factory.mktemp("hostile") / "hostile.run"
    return kept(run, renamed(plan, HOSTILE), played(plan))


@pytest.fixture(scope="module")
def long_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Names as they come from engines with models, in a field of three."""
    plan = small_plan("uniform", "argo", "textbook", games=4)
    names = [
        f"stockfish+learned:chess_model=models/of-{number}-plies.npz,reserve_s=0.5" for number in range(3)
    ]
    return kept(tmp_path_factory.mktemp("long") / "long.run", renamed(plan, names), played(plan))


@pytest.fixture(scope="module", params=RUNS)
def address(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Write the page of a run, and say where it is."""
    page = tmp_path_factory.mktemp("page") / "report.html"
    with RunStore.read(request.getfixturevalue(request.param)) as store:
        write_match_page(page, store)
    return page.as_uri()


def opened(browser: "Browser", address: str, *, width: int, **settings: Any) -> tuple["Page", list[str]]:
    """Open a page with the network off; the list takes what it complains of and what it asks for."""
    context = browser.new_context(viewport={"width": width, "height": 900}, offline=True, **settings)
    page = context.new_page()
    heard: list[str] = []
    page.on("console", lambda message: heard.append(message.text))
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("dialog", lambda dialog: heard.append(dialog.message))
    page.on("request", lambda request: None if request.url == address else heard.append(request.url))
    page.goto(address, timeout=DRAWN_MS)
    page.wait_for_selector("html[data-drawn=yes]", timeout=DRAWN_MS)
    return page, heard


def test_it_is_drawn_whole_without_network_at_every_width(browser: "Browser", address: str) -> None:
    page, heard = opened(browser, address, width=WIDTHS[-1])
    plots = page.locator(".plot").count()
    assert plots >= 6
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        # Plotly draws anew when the window changes: wait until every plot is as wide as its place.
        page.wait_for_function(
            """() => [...document.querySelectorAll(".plot")].every((place) => {
                 const svg = place.querySelector("svg.main-svg");
                 return svg && Math.abs(svg.getBoundingClientRect().width - place.clientWidth) <= 1; })""",
            timeout=DRAWN_MS,
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(_OUTSIDE) == []
    assert page.locator(".plot[data-drawn=yes]").count() == plots
    assert page.evaluate(_WITHOUT_MARKS) == []
    assert heard == []
    page.context.close()


@pytest.mark.parametrize("address", ["duel_run", "scrabble_run", "long_run"], indirect=True)
def test_elo_is_seen_whole_on_a_phone_before_anything_is_scrolled(browser: "Browser", address: str) -> None:
    page, _ = opened(browser, address, width=WIDTHS[0], has_touch=True, is_mobile=True)
    for width in WIDTHS[:2]:
        page.set_viewport_size({"width": width, "height": 900})
        cells = page.evaluate(_ELO_CELLS)
        assert len(cells) >= 2
        for cell in cells:
            assert cell["left"] >= cell["box"]["left"] - 1, cell
            assert cell["right"] <= cell["box"]["right"] + 1, cell
            assert cell["needs"] <= cell["width"] + 1, cell
        assert page.evaluate(_CUT) == []
    page.context.close()


@pytest.mark.parametrize("address", ["scrabble_run"], indirect=True)  # the style is that of every page
def test_it_is_dark_where_the_reader_wants_it_dark(browser: "Browser", address: str) -> None:
    page, heard = opened(browser, address, width=390, color_scheme="dark", has_touch=True, is_mobile=True)
    red, green, blue = page.evaluate(
        "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)"
    )
    assert max(red, green, blue) < 60
    ticks = page.evaluate(
        "[...document.querySelectorAll('.plot .xtick text')].map((tick) => getComputedStyle(tick).fill)"
    )
    assert set(ticks) == {page.evaluate("getComputedStyle(document.querySelector('.note')).color")}
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert heard == []
    page.context.close()


@pytest.mark.parametrize("address", ["hostile_run"], indirect=True)
def test_it_prints_in_light_colours_with_every_plot_inside_the_sheet(
    browser: "Browser", address: str
) -> None:
    page, heard = opened(browser, address, width=1280, color_scheme="dark")
    printed = page.pdf(prefer_css_page_size=True, print_background=True)
    assert printed.startswith(b"%PDF")
    assert printed.count(b"/Type /Page\n") >= 4
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    heights = page.evaluate("[...document.querySelectorAll('.plot')].map((place) => place.clientHeight)")
    assert min(heights) > 60
    assert page.evaluate(_OUTSIDE) == []
    assert heard == []
    page.context.close()


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
