"""Times as people read them."""

import math

import pytest

from zeitnot.clocks import time_text


@pytest.mark.source("G10")
@pytest.mark.parametrize(
    ("time_s", "text"),
    [
        (180.0, "3m 0s"),
        (182.0, "3m 2s"),
        (165.0, "2m 45s"),
        (2.78964, "2.8s"),
        (7.0, "7s"),
        (0.0, "0s"),
        (59.97, "1m 0s"),
        (3599.6, "1h 0m 0s"),
        (5430.0, "1h 30m 30s"),
        (-12.34, "-12.3s"),
        (-0.01, "0s"),
        (-75.0, "-1m 15s"),
        (math.inf, "unlimited"),
    ],
)
def test_times_are_printed_with_the_detail_that_matters(time_s: float, text: str) -> None:
    assert time_text(time_s) == text
