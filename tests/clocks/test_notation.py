"""Time controls as people type them, as they are printed, and the errors for those that cannot be read."""

import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.clocks.strategies import controls
from zeitnot.clocks import Byoyomi, DelayKind, Overtime, Stage, TimeControl
from zeitnot.errors import ParseError

DOC = Path(__file__).parents[2] / "docs" / "howto" / "time-controls.md"
DOC_ROWS = re.findall(r"^\| `([^`]+)` \| `([^`]+)` \|", DOC.read_text(encoding="utf-8"), re.MULTILINE)


def staged(*stages: Stage) -> TimeControl:
    return TimeControl(stages=stages)


FORMS = {
    "3+2": TimeControl.fischer(180, 2),
    "300+3": TimeControl.fischer(300, 3),
    "3:00+2": TimeControl.fischer(180, 2),
    "179+1": TimeControl.fischer(179 * 60, 1),
    "180+1": TimeControl.fischer(180, 1),
    "5+0": TimeControl.sudden_death(300),
    "5": TimeControl.sudden_death(300),
    "2": TimeControl.sudden_death(120),
    "1000000000": TimeControl.sudden_death(1e9),
    "90+30": TimeControl.fischer(5400, 30),
    "10+0.1": TimeControl.fischer(10, 0.1),
    "10+0.5s": TimeControl.fischer(10, 0.5),
    "10+5s": TimeControl.fischer(600, 5),
    "1+0.02": TimeControl.fischer(1, 0.02),
    "60+0.6": TimeControl.fischer(60, 0.6),
    "60.0+1": TimeControl.fischer(60, 1),
    "40/60+0.6": staged(Stage(base_s=60, moves=40, increment_s=0.6)),
    "  3  +  2  ": TimeControl.fischer(180, 2),
    "10M+5S": TimeControl.fischer(600, 5),
    "10 min + 5 sec": TimeControl.fischer(600, 5),
    "1h30m+30s": TimeControl.fischer(5400, 30),
    "1 hour 30 minutes": TimeControl.sudden_death(5400),
    "1:30:00": TimeControl.sudden_death(5400),
    "500ms": TimeControl.sudden_death(0.5),
    "90min": TimeControl.sudden_death(5400),
    "20 s": TimeControl.sudden_death(20),
    "0:10.5": TimeControl.sudden_death(10.5),
    "5m+100ms": TimeControl.fischer(300, 0.1),
    "0+1": TimeControl.fischer(0, 1),
    "40/90:00+30, 30:00+30": staged(
        Stage(base_s=5400, moves=40, increment_s=30), Stage(base_s=1800, increment_s=30)
    ),
    "40/5400+30:1800+30": staged(
        Stage(base_s=5400, moves=40, increment_s=30), Stage(base_s=1800, increment_s=30)
    ),
    "40/5400+30:30+30": staged(
        Stage(base_s=5400, moves=40, increment_s=30), Stage(base_s=30, increment_s=30)
    ),
    "40/90+30:30": staged(Stage(base_s=5400, moves=40, increment_s=30), Stage(base_s=1800)),
    "40/300, 30": staged(Stage(base_s=300, moves=40), Stage(base_s=1800)),
    "40/7200 d5:30": staged(Stage(base_s=7200, moves=40, delay_s=5), Stage(base_s=30)),
    "40/7200:3600": staged(Stage(base_s=7200, moves=40), Stage(base_s=3600)),
    "40/7200:60": staged(Stage(base_s=7200, moves=40), Stage(base_s=60)),
    "40/7200:20/3600:900": staged(
        Stage(base_s=7200, moves=40), Stage(base_s=3600, moves=20), Stage(base_s=900)
    ),
    "40/9000:20/3600:900+30": staged(
        Stage(base_s=9000, moves=40),
        Stage(base_s=3600, moves=20),
        Stage(base_s=900, increment_s=30),
    ),
    "40/5400+30:20/3600+30:900+30": staged(
        Stage(base_s=5400, moves=40, increment_s=30),
        Stage(base_s=3600, moves=20, increment_s=30),
        Stage(base_s=900, increment_s=30),
    ),
    "3:00+0:02": TimeControl.fischer(180, 2),
    "90:00+1:00": TimeControl.fischer(5400, 60),
    "90+0:30": TimeControl.fischer(5400, 30),
    "3'+2\"": TimeControl.fischer(180, 2),
    "90' + 30''": TimeControl.fischer(5400, 30),
    "90\u2032+30\u2033": TimeControl.fischer(5400, 30),
    "G90+30": TimeControl.fischer(5400, 30),
    "G25;d5": staged(Stage(base_s=1500, delay_s=5)),
    "G/25 delay 5": staged(Stage(base_s=1500, delay_s=5)),
    "40/120 SD/60": staged(Stage(base_s=7200, moves=40), Stage(base_s=3600)),
    "40/120, SD60; d5": staged(Stage(base_s=7200, moves=40, delay_s=5), Stage(base_s=3600, delay_s=5)),
    "60 delay 5": staged(Stage(base_s=3600, delay_s=5)),
    "60 bronstein 5": staged(Stage(base_s=3600, delay_s=5, delay_kind=DelayKind.BRONSTEIN)),
    "60 increment 5": TimeControl.fischer(3600, 5),
    "10m + 30s byoyomi": TimeControl(stages=(Stage(base_s=600),), byoyomi=Byoyomi(period_s=30)),
    "10m+0:30 byo": TimeControl(stages=(Stage(base_s=600),), byoyomi=Byoyomi(period_s=30)),
    "25:00, -10/min": TimeControl.scrabble(),
    "\u00bd+0": TimeControl.sudden_death(30),
    "1\u00bd+1": TimeControl.fischer(90, 1),
    "\u00bc+1": TimeControl.fischer(15, 1),
    "2\u00be": TimeControl.sudden_death(165),
    "10+\u00bd": TimeControl.fischer(600, 30),
    "\u221e": TimeControl.infinite(),
    "1/2:00": staged(Stage(base_s=120, moves=1)),
    "999999/5:00": staged(Stage(base_s=300, moves=999_999)),
    "40/90:30": staged(Stage(base_s=5430, moves=40)),
    "40/90;30": staged(Stage(base_s=5400, moves=40), Stage(base_s=1800)),
    "40/90 THEN 20/60 then 15": staged(
        Stage(base_s=5400, moves=40), Stage(base_s=3600, moves=20), Stage(base_s=900)
    ),
    "40/90+30": staged(Stage(base_s=5400, moves=40, increment_s=30)),
    "40/90, 0:00+30": staged(Stage(base_s=5400, moves=40), Stage(base_s=0, increment_s=30)),
    "40/90, 0:00+1": staged(Stage(base_s=5400, moves=40), Stage(base_s=0, increment_s=1)),
    "40/90, 0:00 d1": staged(Stage(base_s=5400, moves=40), Stage(base_s=0, delay_s=1)),
    "60 d5": staged(Stage(base_s=3600, delay_s=5)),
    "60:00 d5": staged(Stage(base_s=3600, delay_s=5)),
    "G/60 d5": staged(Stage(base_s=3600, delay_s=5)),
    "g/200": staged(Stage(base_s=12000)),
    "0 d5": staged(Stage(base_s=0, delay_s=5)),
    "0 d1": staged(Stage(base_s=0, delay_s=1)),
    "60 b5": staged(Stage(base_s=3600, delay_s=5, delay_kind=DelayKind.BRONSTEIN)),
    "G/90; +30": TimeControl.fischer(5400, 30),
    "G/90; +0:30": TimeControl.fischer(5400, 30),
    "G/90; inc/30": TimeControl.fischer(5400, 30),
    "40/90, SD/30; d5": staged(Stage(base_s=5400, moves=40, delay_s=5), Stage(base_s=1800, delay_s=5)),
    "40/90, SD/30; d1": staged(Stage(base_s=5400, moves=40, delay_s=1), Stage(base_s=1800, delay_s=1)),
    "40/90+30 b3, SD/30; +5 d5": staged(
        Stage(base_s=5400, moves=40, increment_s=30, delay_s=3, delay_kind=DelayKind.BRONSTEIN),
        Stage(base_s=1800, increment_s=5, delay_s=5),
    ),
    "3+2 d1": staged(Stage(base_s=180, increment_s=2, delay_s=1)),
    "hourglass 3:00": TimeControl(stages=(Stage(base_s=180),), hourglass=True),
    "hourglass 3": TimeControl(stages=(Stage(base_s=180),), hourglass=True),
    "hourglass 200": TimeControl(stages=(Stage(base_s=200),), hourglass=True),
    "*180": TimeControl(stages=(Stage(base_s=180),), hourglass=True),
    "*60": TimeControl(stages=(Stage(base_s=60),), hourglass=True),
    "*3:00": TimeControl(stages=(Stage(base_s=180),), hourglass=True),
    "600 byo 5x30": TimeControl(stages=(Stage(base_s=600),), byoyomi=Byoyomi(periods=5, period_s=30)),
    "10:00 byo 5x30": TimeControl(stages=(Stage(base_s=600),), byoyomi=Byoyomi(periods=5, period_s=30)),
    "10m + 5x30s": TimeControl(stages=(Stage(base_s=600),), byoyomi=Byoyomi(periods=5, period_s=30)),
    "10:00 5\u00d730s byo-yomi": TimeControl(
        stages=(Stage(base_s=600),), byoyomi=Byoyomi(periods=5, period_s=30)
    ),
    "10:00 byoyomi 30": TimeControl(stages=(Stage(base_s=600),), byoyomi=Byoyomi(period_s=30)),
    "5x30s byoyomi": TimeControl(stages=(Stage(base_s=0),), byoyomi=Byoyomi(periods=5, period_s=30)),
    "0:00 byo 5x30": TimeControl(stages=(Stage(base_s=0),), byoyomi=Byoyomi(periods=5, period_s=30)),
    "10:00 byo 20/5:00": TimeControl(stages=(Stage(base_s=600),), byoyomi=Byoyomi(moves=20, period_s=300)),
    "25:00 -10/min": TimeControl.scrabble(),
    "25 -10/min": TimeControl.scrabble(),
    "25 \u221210 pts per minute": TimeControl.scrabble(),
    "25:00 -10/min max 10:00": TimeControl.scrabble(overtime=Overtime(forfeit_after_s=600)),
    "25:00 -10/min forfeit 10": TimeControl.scrabble(overtime=Overtime(forfeit_after_s=600)),
    "25:00 -10/min max 600": TimeControl.scrabble(overtime=Overtime(forfeit_after_s=600)),
    "25:00 -5/30s": TimeControl.scrabble(overtime=Overtime(points=5, period_s=30)),
    "25:00 -5/30": TimeControl.scrabble(overtime=Overtime(points=5, period_s=30)),
    "15+5 -10/min": TimeControl(stages=(Stage(base_s=900, increment_s=5),), overtime=Overtime()),
    "infinite": TimeControl.infinite(),
    "INF": TimeControl.infinite(),
    "-": TimeControl.infinite(),
    "depth 5": TimeControl(depth=5),
    "5 s/move": TimeControl(move_time_s=5),
    "5/move": TimeControl(move_time_s=5),
    "1:00 per move": TimeControl(move_time_s=60),
    "movetime 5s": TimeControl(move_time_s=5),
    "movetime 0.5": TimeControl(move_time_s=0.5),
}


@pytest.mark.source("T1.sudden_death", "T1.increment", "T1.moves_to_go", "M1.bank")
@pytest.mark.parametrize(("text", "control"), FORMS.items(), ids=FORMS)
def test_what_people_type_is_understood(text: str, control: TimeControl) -> None:
    assert TimeControl.parse(text) == control


@pytest.mark.parametrize("nothing", ["0", "." + "0" * 400 + "1"], ids=["zero", "too small for a float"])
@pytest.mark.parametrize("text", ["60 d", "60 b", "60; d", "60; b"])
def test_a_delay_of_nothing_is_no_delay(text: str, nothing: str) -> None:
    assert TimeControl.parse(text + nothing) == TimeControl.sudden_death(3600)


@pytest.mark.parametrize(("typed", "printed"), DOC_ROWS)
def test_the_examples_of_the_users_page_hold(typed: str, printed: str) -> None:
    assert str(TimeControl.parse(typed)) == printed
    assert str(TimeControl.parse(printed)) == printed


def test_the_users_page_has_its_examples() -> None:
    assert len(DOC_ROWS) > 30


@given(controls)
@example(TimeControl(stages=(Stage(base_s=600),), byoyomi=Byoyomi(moves=2, period_s=300)))
def test_what_is_printed_reads_back_equal(control: TimeControl) -> None:
    assert TimeControl.parse(str(control)) == control


@given(st.floats(1e-9, 1e9), st.floats(0, 1e9))
def test_printing_is_exact_for_every_float(base_s: float, increment_s: float) -> None:
    control = TimeControl.fischer(base_s, increment_s)
    assert TimeControl.parse(str(control)) == control
    assert TimeControl.from_pgn(control.to_pgn()) == control


MORE = "an increment, a delay, byoyomi, overtime, another stage or the end"
TIME = "a time, such as 3:00, 10m or a number"
NO_MORE = "the end, since only a stage with a number of moves, such as 40/90:00, has another behind it"
NO_OVERTIME = "the end, since overtime follows a single stage without moves or delay"
PERIODS = "periods such as 5x30, moves in a time such as 20/5:00, or a time"
BAD = [
    ("", 1, "a time control, such as 3:00+2, 40/90:00, 25:00 -10/min or infinite", "the end"),
    ("   ", 4, "a time control, such as 3:00+2, 40/90:00, 25:00 -10/min or infinite", "the end"),
    ("x", 1, TIME, "'x'"),
    ("b5", 1, TIME, "'b5'"),
    ("\u0663+2", 1, TIME, "'\u0663+2'"),
    ("3+", 3, "a number of seconds", "the end"),
    ("3+-2", 3, "a number of seconds", "'-2'"),
    ("3+2 foo", 5, MORE, "'foo'"),
    ("3 3", 3, MORE, "'3'"),
    ("3 d", 3, MORE, "'d'"),
    ("40/9x", 5, MORE, "'x'"),
    ("1e5", 2, MORE, "'e5'"),
    ("3:5", 3, "two digits from 00 to 59", "'5'"),
    ("3:60", 3, "two digits from 00 to 59", "'60'"),
    ("3+2, 5+0", 4, NO_MORE, "', 5+0'"),
    ("3:00, 5:00", 5, NO_MORE, "', 5:00'"),
    ("3+2:5", 4, NO_MORE, "':5'"),
    ("40/90+2:05x", 11, MORE, "'x'"),
    ("1/4", 1, "\u00bc for a part of a minute, or 1/4:00 for moves", "'1/4'"),
    ("1/2+0", 1, "\u00bd for a part of a minute, or 1/2:00 for moves", "'1/2+0'"),
    ("3/4", 1, "\u00be for a part of a minute, or 3/4:00 for moves", "'3/4'"),
    ("40/", 4, TIME, "the end"),
    ("40/90,", 7, TIME, "the end"),
    ("0/5", 1, "a number from 1 to 999999", "'0/5'"),
    ("1000000/5", 1, "a number from 1 to 999999", "'1000000/5'"),
    ("0", 1, "a time above 0", "'0'"),
    ("0 b5", 1, "a time above 0", "'0 b5'"),
    ("40/90:00:30:00", 13, "a time above 0", "'00'"),
    ("9999999999", 1, "a time of at most 1000000000 s", "'9999999999'"),
    ("5m5m", 3, "a smaller unit than the one before", "'5m'"),
    ("byo", 4, PERIODS, "the end"),
    ("10:00 byo 5x", 13, PERIODS, "the end"),
    ("10:00 byo 0x30", 11, "a number from 1 to 999999", "'0x30'"),
    ("10:00 byo 5x0", 13, "a time above 0", "'0'"),
    ("10:00+2 byo 5x30", 9, "the end, since byoyomi follows a stage of base time alone", "'byo 5x30'"),
    ("25:00 -10", 10, "'/' and a period, such as /min or /30s", "the end"),
    ("25:00 -10/", 11, "a period, such as min or 30s", "the end"),
    ("25:00 -0/min", 8, "a number from 1 to 999999", "'0/min'"),
    ("25:00 -10/0s", 11, "a time above 0", "'0s'"),
    ("25:00 -10/min max", 18, TIME, "the end"),
    ("40/90 -10/min", 7, NO_OVERTIME, "'-10/min'"),
    ("40/90, 30 -10/min", 11, NO_OVERTIME, "'-10/min'"),
    ("25:00 d1 -10/min", 10, NO_OVERTIME, "'-10/min'"),
    ("depth", 6, "a number of plies", "the end"),
    ("depth 0", 7, "a number from 1 to 999999", "'0'"),
    ("depth 5 3+2", 9, "the end", "'3+2'"),
    ("movetime", 9, TIME, "the end"),
    ("movetime 0", 10, "a time above 0", "'0'"),
    ("5//move", 2, "'/move'", "'//move'"),
    ("*0", 2, "a time above 0", "'0'"),
    ("hourglass", 10, TIME, "the end"),
    ("*3:00+2", 6, "the end", "'+2'"),
    ("infinite 5", 1, TIME, "'infinite 5'"),
]


@pytest.mark.parametrize(("text", "place", "expected", "got"), BAD, ids=[row[0] for row in BAD])
def test_an_error_names_the_place_and_what_was_expected(
    text: str, place: int, expected: str, got: str
) -> None:
    with pytest.raises(ParseError) as caught:
        TimeControl.parse(text)
    assert (
        str(caught.value) == f"time control: expected {expected} at position {place} of {text!r}, got {got}"
    )
    assert caught.value.position == place - 1


def test_a_control_that_cannot_be_played_says_which_rule_it_breaks() -> None:
    with pytest.raises(
        ParseError, match=r"expected a playable control \(base_s must be at least 0 and at most"
    ) as caught:
        TimeControl.parse("G/99999999")
    assert caught.value.position == 0


WORDS = "3 40/ + 0.1 : 00 x byo -10/min max d b , ; then * depth /move G/ h m s ms inf inc per ."
MORE_WORDS = "' \" SD sd/ delay bronstein byoyomi"
PIECES = st.sampled_from(
    [*WORDS.split(), *MORE_WORDS.split(), " ", "1" * 5000, "\u00d7", "\u2212", "\u00bd", "\u2032"]
)


@given(st.text(max_size=40) | st.lists(PIECES, max_size=10).map("".join))
@example("0" * 5000 + "/5")
@example("." + "0" * 400 + "1")
@example("1 \u017f")
def test_any_text_gives_a_control_or_a_parse_error(text: str) -> None:
    try:
        control = TimeControl.parse(text)
    except ParseError as error:
        position = error.position
    else:
        position = 0
        assert TimeControl.parse(str(control)) == control
    assert 0 <= position <= len(text)
