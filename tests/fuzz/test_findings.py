"""What counts as a finding, how it is made small, and how the figures of a run are read."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest

from tests.fuzz.campaign import PROJECT, figures_of, table
from tests.fuzz.target import Target, outcome_of, smaller
from zeitnot.errors import DataError

NOTHING: dict[bytes, int] = {}
LOG = """INFO: Running with entropic power schedule (0xFF, 100).
#2\tINITED cov: 12 ft: 15 corp: 1/7b exec/s: 0 rss: 40Mb
#8\tNEW    cov: 14 ft: 17 corp: 2/15b lim: 4 exec/s: 0 rss: 40Mb L: 8/8 MS: 1 CopyPart-
FINDING KeyError in plan.py, order
#4711\tDONE   cov: 20 ft: 31 corp: 5/99b lim: 4 exec/s: 900 rss: 41Mb
Done 4711 runs in 5 second(s)
"""


def target_of(read: Callable[[bytes], object]) -> Target:
    return Target(name="planted", seeds=lambda: [b""], read=read)


def refuse(data: bytes) -> None:
    raise DataError("an input must be another, got this")


def fail_in_a_thread(data: bytes) -> None:
    thread = threading.Thread(target=lambda: NOTHING[data])
    thread.start()
    thread.join()


def spin(data: bytes) -> None:
    until_s = time.process_time() + 0.05
    while time.process_time() < until_s:
        pass


def exit_quietly(data: bytes) -> None:
    raise SystemExit(0)


def test_a_refusal_is_the_documented_answer() -> None:
    outcome = outcome_of(target_of(refuse), b"x")
    assert outcome.refused
    assert not outcome.finding


@pytest.mark.parametrize(
    ("read", "finding"),
    [
        (lambda data: NOTHING[data], "KeyError in test_findings.py"),
        (lambda data: data.decode("ascii"), "UnicodeDecodeError in test_findings.py"),
        (fail_in_a_thread, "KeyError in test_findings.py"),
        (exit_quietly, "SystemExit in test_findings.py"),
    ],
)
def test_any_other_error_is_a_finding_with_its_place(read: Callable[[bytes], object], finding: str) -> None:
    assert outcome_of(target_of(read), b"\xff").finding.startswith(finding)


def test_what_takes_too_long_is_a_finding() -> None:
    assert outcome_of(target_of(spin), b"", most_s=0.01).finding == "too slow"
    assert not outcome_of(target_of(spin), b"").finding


def test_what_takes_too_much_memory_is_a_finding() -> None:
    """In a process of its own: a test before this one may have taken more already."""
    script = (
        "from tests.fuzz.target import Target, outcome_of;"
        "eats = Target(name='eats', seeds=list, read=lambda data: bytearray(b'x') * (64 << 20));"
        "print(outcome_of(eats, b'', most_mb=32).finding, outcome_of(eats, b'', most_mb=128).finding)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=PROJECT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "too large"


def test_a_finding_becomes_small() -> None:
    target = target_of(lambda data: NOTHING[data] if b"a" in data and b"z" in data else None)
    data = b"0123456789a0123456789z0123456789" * 3
    found = outcome_of(target, data).finding
    assert found
    assert sorted(smaller(target, data, found)) == sorted(b"az")


def test_the_figures_of_a_run_are_those_of_its_last_line() -> None:
    figures = figures_of("uci", 5.0, LOG)
    assert (figures.inputs, figures.covered, figures.corpus, figures.findings) == (4711, 20, 5, 1)
    assert "4,711" in table([figures])
    assert "9,422" in table([figures, figures])
