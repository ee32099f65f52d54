"""Options of the tests; here, and not in tests/, because pytest must know them before it looks for tests."""

from tests.sources_option import (
    pytest_addoption,
    pytest_cmdline_main,
    pytest_collection_finish,
    pytest_make_collect_report,
)

__all__ = [
    "pytest_addoption",
    "pytest_cmdline_main",
    "pytest_collection_finish",
    "pytest_make_collect_report",
]
