"""The PGN TimeControl tag."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.clocks.strategies import pgn_controls
from zeitnot.clocks import Stage, TimeControl
from zeitnot.errors import ParseError, SettingError

TAGS = {
    "-": TimeControl.infinite(),
    "300": TimeControl.sudden_death(300),
    "60": TimeControl.sudden_death(60),
    "300+3": TimeControl.fischer(300, 3),
    "10+0.1": TimeControl.fischer(10, 0.1),
    "0+1": TimeControl.fischer(0, 1),
    "*180": TimeControl(stages=(Stage(base_s=180),), hourglass=True),
    "999999/300": TimeControl(stages=(Stage(base_s=300, moves=999_999),)),
    "40/7200:3600": TimeControl(stages=(Stage(base_s=7200, moves=40), Stage(base_s=3600))),
    "40/5400:30": TimeControl(stages=(Stage(base_s=5400, moves=40), Stage(base_s=30))),
    "40/5400+30:1800+30": TimeControl(
        stages=(Stage(base_s=5400, moves=40, increment_s=30), Stage(base_s=1800, increment_s=30))
    ),
}


@pytest.mark.source("T1.sudden_death", "T1.increment", "T1.moves_to_go")
@pytest.mark.parametrize(("tag", "control"), TAGS.items(), ids=TAGS)
def test_tags_are_read_and_written(tag: str, control: TimeControl) -> None:
    assert TimeControl.from_pgn(tag) == control
    assert control.to_pgn() == tag


@given(pgn_controls)
def test_what_is_written_reads_back_equal(control: TimeControl) -> None:
    assert TimeControl.from_pgn(control.to_pgn()) == control


SECONDS = "a number of seconds"
BAD = [
    ("?", 1, "a known control, since '?' means that none was recorded", "'?'"),
    ("", 1, SECONDS, "the end"),
    (" 300", 1, SECONDS, "' 300'"),
    ("40/", 4, SECONDS, "the end"),
    ("300+", 5, SECONDS, "the end"),
    ("*", 2, SECONDS, "the end"),
    ("300+3x", 6, "'+', ':' or the end", "'x'"),
    ("40/7200:", 9, SECONDS, "the end"),
    ("*180:60", 5, "the end", "':60'"),
    ("1000000/300", 1, "a number of moves from 1 to 999999", "'1000000/300'"),
    ("0/300", 1, "a number of moves from 1 to 999999", "'0/300'"),
    ("300:300", 1, "a number of moves and '/', since another stage follows", "'300:300'"),
]


@pytest.mark.parametrize(("tag", "place", "expected", "got"), BAD, ids=[row[0] for row in BAD])
def test_an_error_names_the_place_and_what_was_expected(
    tag: str, place: int, expected: str, got: str
) -> None:
    with pytest.raises(ParseError) as caught:
        TimeControl.from_pgn(tag)
    message = f"PGN time control: expected {expected} at position {place} of {tag!r}, got {got}"
    assert str(caught.value) == message


@pytest.mark.parametrize("text", ["60 d5", "60 b5", "10 byo 5x30", "25 -10/min", "depth 5", "5 s/move"])
def test_what_pgn_has_no_form_for_is_refused(text: str) -> None:
    with pytest.raises(SettingError, match=r"a PGN TimeControl tag holds .* only, got "):
        TimeControl.parse(text).to_pgn()


@given(st.text(max_size=20) | st.text(alphabet="0123456789/+:*.-?", max_size=20))
def test_any_tag_gives_a_control_or_a_parse_error(tag: str) -> None:
    try:
        control = TimeControl.from_pgn(tag)
    except ParseError as error:
        position = error.position
    else:
        position = 0
        assert TimeControl.from_pgn(control.to_pgn()) == control
    assert 0 <= position <= len(tag)
