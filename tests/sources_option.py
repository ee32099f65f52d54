"""The options `--sources-table` and `--sources-check`, and the check of the `source` markers."""

from collections.abc import Generator, Iterable
from functools import cache
from pathlib import Path

import pytest

from tests.sources_table import System, marker_faults, read_systems, shown_by, table

REQUIREMENTS = Path(__file__).with_name("requirements.toml")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options."""
    group = parser.getgroup("sources", "requirements and the tests that show them")
    group.addoption(
        "--sources-table", metavar="PATH", help="run nothing; write the table of requirements to a file"
    )
    group.addoption(
        "--sources-check",
        action="store_true",
        help="with --sources-table: write nothing, fail when the file is not up to date",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Collect only, in this process: xdist would collect in processes of its own."""
    if config.getoption("sources_check") and not config.getoption("sources_table"):
        raise pytest.UsageError("--sources-check needs --sources-table PATH, got no path")
    if config.getoption("sources_table"):
        config.option.collectonly = True


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Make a wrong marker an error of collection, which xdist brings home as well."""
    report = yield
    items = (item for item in report.result or () if isinstance(item, pytest.Item))
    faults = marker_faults(_marked(items), _systems())
    if faults:
        report.outcome, report.longrepr, report.result = "failed", "\n".join(faults), []
    return report


def pytest_collection_finish(session: pytest.Session) -> None:
    """Write the table, or compare it."""
    path = session.config.getoption("sources_table")
    if not path or session.testsfailed:  # tests that cannot be collected would be missing from the table
        return
    text = table(_systems(), shown_by(_marked(session.items)))
    file = session.config.invocation_params.dir / path
    if not session.config.getoption("sources_check"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    elif not file.exists() or file.read_text(encoding="utf-8") != text:
        raise pytest.UsageError(
            f"{path} must be what the tests say now, got an older one: run `make sources`"
        )


@cache
def _systems() -> tuple[System, ...]:
    return read_systems(REQUIREMENTS.read_text(encoding="utf-8"))


def _marked(items: Iterable[pytest.Item]) -> list[tuple[str, tuple[object, ...]]]:
    return [(item.nodeid, mark.args) for item in items for mark in item.iter_markers("source")]
