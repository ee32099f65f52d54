"""Times as people write and read them."""

import math

import pytest

from zeitnot.cli.times import clock_text, read_time
from zeitnot.errors import ParseError


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("180", 180.0),
        (" 12 ", 12.0),
        ("0.5", 0.5),
        ("3:00", 180.0),
        ("1:30:00", 5400.0),
        ("2m30s", 150.0),
        ("500ms", 0.5),
        ("-5", -5.0),
        ("-0:30", -30.0),
    ],
)
def test_times_are_read_as_people_write_them(text: str, seconds: float) -> None:
    assert read_time(text, option="--remaining") == seconds


@pytest.mark.parametrize("text", ["", "x", "--5", "3:00 x", "5 5"])
def test_what_is_no_time_is_refused_under_the_options_name(text: str) -> None:
    with pytest.raises(ParseError, match="--remaining"):
        read_time(text, option="--remaining")


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.0, "0:00"),
        (5.0, "0:05"),
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
