"""A real Chromium for tests of pages."""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Dialog, Page, ViewportSize

PATIENCE_MS = 90_000
"""A busy machine may take long; an idle one takes seconds."""
PHONE: "ViewportSize" = {"width": 390, "height": 844}
DESKTOP: "ViewportSize" = {"width": 1280, "height": 900}


@contextmanager
def chromium() -> Iterator["Browser"]:
    """Start the browser of the system, until the end of the block."""
    from playwright.sync_api import sync_playwright

    found = shutil.which("chromium")
    if found is None:
        pytest.fail("pages are looked at in a real browser: apt-get install chromium")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield started
        started.close()


@contextmanager
def opened(
    browser: "Browser", address: str, *, is_alone: bool = False, may_complain: bool = False, **settings: Any
) -> Iterator["Page"]:
    """Open a page; whatever it complains of until the end of the block is a failure.

    Alone means with the network off: what it asks for is a failure, too.
    """
    context = browser.new_context(**{"viewport": DESKTOP, "offline": is_alone, **settings})
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    heard: list[str] = []
    page.on("console", lambda message: heard.append(message.text))
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("dialog", lambda dialog: _refuse_alert(dialog, heard))
    if is_alone:
        page.on("request", lambda request: None if request.url == address else heard.append(request.url))
    page.goto(address)
    try:
        yield page
        assert may_complain or [words for words in heard if "status of 404" not in words] == []
    finally:
        context.close()


def _refuse_alert(dialog: "Dialog", heard: list[str]) -> None:
    """Take an alert, which no page has, as a complaint; questions are left to the test."""
    if dialog.type == "alert":
        heard.append(dialog.message)
        dialog.dismiss()


@cache
def _axe() -> str:
    import axe_playwright_python

    return (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


def barriers(
    page: "Page", *, rules: Sequence[str] = (), besides: Sequence[str] = ()
) -> list[tuple[str, list[str]]]:
    """Return what keeps people out of a page, by all rules of the accessibility checker axe, or by these.

    What is drawn inside a plot or a board is left out: each is one picture with a text of its own, and has
    hundreds of elements.
    """
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(f"{_axe()}; undefined")
    found = page.evaluate(
        "([rules, besides]) => axe.run({ exclude: besides }, rules.length ? { runOnly: rules } : {})",
        [list(rules), [[each] for each in (".plot > *", ".board > *", *besides)]],
    )["violations"]
    return [(each["id"], [node["html"][:120] for node in each["nodes"]]) for each in found]


LOOKS = ("color-contrast", "scrollable-region-focusable", "target-size")
"""Rules whose answer changes with the colours and the width of a page."""
