"""The test environment is pinned with hashes, and names no registry."""

import pytest

from tests.pins import PINS, asked_for, misfit, pinned

TEXT = PINS.read_text(encoding="utf-8")


def test_everything_that_the_tests_need_is_pinned() -> None:
    assert misfit(asked_for(), pinned(TEXT)) == ""


def test_every_pin_has_its_hash() -> None:
    lines = [line for line in TEXT.splitlines() if not line.startswith("#")]
    assert len(lines) == len(pinned(TEXT)) > 50


def test_no_registry_is_named() -> None:
    assert "://" not in TEXT
    assert "--index" not in TEXT
    assert "--find-links" not in TEXT


@pytest.mark.parametrize("wanted", ["nosuch>=1", "pytest>=1000", "numpy<1"])
def test_what_is_not_pinned_is_noticed(wanted: str) -> None:
    assert misfit(["numpy>=1.26", wanted], pinned(TEXT)) == wanted
