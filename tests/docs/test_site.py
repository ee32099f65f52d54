"""The pages are built without a warning, and show all of themselves without asking another host."""

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.docs.page_blocks import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Page

LOADED = re.compile(
    r"""<(?:script|img|iframe|source|link)\b[^>]*?\b(?:src|href)=["']?(?:https?:)?//[^"'\s>]+"""
    r"""|url\(["']?(?:https?:)?//[^)]+|@import[^;]*//[^;]+"""
)
"""What a browser would fetch from another host; a link that a reader may follow is none of it."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONWARNINGS": "ignore"},
    )
    assert built.returncode == 0, built.stderr
    return folder


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def browser_page() -> Iterator["Page"]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield browser.new_page(viewport={"width": 390, "height": 844})
        browser.close()


def test_no_page_or_picture_loads_anything_from_another_host(site: Path) -> None:
    files = [path for path in site.rglob("*") if path.suffix in {".html", ".css", ".svg"}]
    assert len(files) > 30
    foreign = [
        (path.name, found) for path in files for found in LOADED.findall(path.read_text(encoding="utf-8"))
    ]
    assert foreign == []


def test_what_would_be_loaded_from_another_host_is_found() -> None:
    assert LOADED.search('<script src="https://unpkg.com/iframe-worker/shim"></script>')
    assert LOADED.search('<link rel="stylesheet" href="//fonts.googleapis.com/css">')
    assert LOADED.search("@font-face { src: url(https://cdnjs.cloudflare.com/fira.woff2) }")
    assert not LOADED.search('<a href="https://github.com/lichess-bot-devs/lichess-bot">')


def test_a_browser_asks_no_other_host_and_finds_pages(address: str, browser_page: "Page") -> None:
    asked: list[str] = []
    browser_page.on("request", lambda request: asked.append(request.url))
    for page in ("index.html", "api/turns.html", "howto/matches.html"):
        browser_page.goto(f"{address}/{page}")
    browser_page.goto(f"{address}/index.html?q=byoyomi")
    browser_page.wait_for_selector("text=Write a time control", state="attached")
    assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []


@pytest.mark.parametrize("page", ["index", "howto/matches", "architecture", "api/clocks", "results"])
def test_a_page_is_no_wider_than_a_phone(page: str, address: str, browser_page: "Page") -> None:
    browser_page.goto(f"{address}/{page}.html")
    assert browser_page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_start_page_shows_its_pictures(site: Path) -> None:
    text = (site / "index.html").read_text(encoding="utf-8")
    pictures = re.findall(r'<img[^>]*src="(pictures/[^"]+)"', text)
    assert len(pictures) == 3
    assert all((site / picture).stat().st_size < 300_000 for picture in pictures)
