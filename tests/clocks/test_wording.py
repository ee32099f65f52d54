"""Times as people read them."""

import math

import pytest

from zeitnot.clocks import clock_text, seconds_text, time_text


@pytest.mark.source("G10.text")
@pytest.mark.parametrize(
    ("time_s", "text"),
    [
        (180.0, "3m 0s"),
        (182.0, "3m 2s"),
        (165.0, "2m 45s"),
        (2.78964, "2.8s"),
        (7.0, "7s"),
        (0.5, "0.5s"),
        (0.0, "0s"),
        (59.97, "1m 0s"),
        (3599.6, "1h 0m 0s"),
        (5430.0, "1h 30m 30s"),
        (-12.34, "-12.3s"),
        (-0.01, "0s"),
        (-75.0, "-1m 15s"),
        (math.inf, "unlimited"),
        (-math.inf, "none"),
    ],
)
def test_times_are_printed_with_the_detail_that_matters(time_s: float, text: str) -> None:
    assert time_text(time_s) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.0, "0:00"),
        (5.0, "0:05"),
        (0.5, "0:00.5"),
        (7.54, "0:07.5"),
        (9.97, "0:10"),
        (59.6, "1:00"),
        (180.0, "3:00"),
        (3661.0, "1:01:01"),
        (-2.5, "-0:02.5"),
        (-30.0, "-0:30"),
        (-0.01, "0:00"),
        (math.inf, "unlimited"),
    ],
)
def test_times_are_shown_as_clocks_show_them(seconds: float, text: str) -> None:
    assert clock_text(seconds) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (12.4, "12.4 s"),
        (0.1, "0.1 s"),
        (0.099, "99 ms"),
        (0.035, "35 ms"),
        (0.0, "0 s"),
        (-0.05, "-50 ms"),
        (10_800.0, "10800 s"),
        (5433.4, "5433 s"),
        (math.inf, "unlimited"),
        (-math.inf, "-unlimited"),
    ],
)
def test_seconds_print_in_the_unit_that_reads_best(seconds: float, text: str) -> None:
    assert seconds_text(seconds) == text
