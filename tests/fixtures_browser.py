"""A real Chromium for tests of pages."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser


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
