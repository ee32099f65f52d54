"""Prints the medians as a Markdown table with ratios to a fixed reference loop, so that machines compare."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

REFERENCE = "reference loop"


@pytest.fixture(autouse=True)
def _grouped(benchmark: BenchmarkFixture) -> None:
    benchmark.group = "core"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Write the table below pytest-benchmark's own."""
    session = getattr(config, "_benchmarksession", None)
    medians = (
        {b.extra_info["what"]: b.stats.median for b in session.benchmarks if "what" in b.extra_info}
        if session
        else {}
    )
    if REFERENCE not in medians:
        return
    terminalreporter.write_line("\n| what | microseconds | x reference loop |\n|---|---|---|")
    for what, seconds in medians.items():
        terminalreporter.write_line(f"| {what} | {seconds * 1e6:.2f} | {seconds / medians[REFERENCE]:.3f} |")
