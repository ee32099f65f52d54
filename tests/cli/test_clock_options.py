"""Times as options give them."""

import pytest

from zeitnot.cli.clock_options import read_time
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
