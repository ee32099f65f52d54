"""Clocks of python-chess, USI and GTP."""

import chess.engine
import pytest

from zeitnot.clocks import ClockReading, TimeControl
from zeitnot.errors import ParseError
from zeitnot.turns import GtpClock, Limits, SearchRequest, from_uci_limit, from_usi_go


def test_a_limit_of_python_chess_is_read_for_either_side() -> None:
    limit = chess.engine.Limit(
        white_clock=60.0, white_inc=1.0, black_clock=30.5, black_inc=2.0, remaining_moves=20
    )
    white = ClockReading(remaining_s=60.0, increment_s=1.0, moves_to_go=20)
    black = ClockReading(remaining_s=30.5, increment_s=2.0, moves_to_go=20)
    assert from_uci_limit(limit, white=True) == SearchRequest(clock=white, opponent=black)
    assert from_uci_limit(limit, white=False) == SearchRequest(clock=black, opponent=white)


def test_a_limit_without_a_clock_keeps_what_it_asks() -> None:
    asked = from_uci_limit(chess.engine.Limit(time=0.5, depth=9, nodes=1000, mate=3), white=True)
    assert asked == SearchRequest(limits=Limits(move_time_s=0.5, depth=9, nodes=1000, mate=3))
    assert from_uci_limit(chess.engine.Limit(white_clock=0.0), white=True).clock == ClockReading(
        remaining_s=0.0
    )


def test_usi_with_byoyomi_counts_the_period_behind_the_main_time() -> None:
    asked = from_usi_go("go btime 60000 wtime 0 byoyomi 10000", black=True)
    assert asked.clock == ClockReading(remaining_s=60.0, extra_s=10.0, period_s=10.0, periods_left=1)
    assert asked.opponent == ClockReading(remaining_s=10.0, moves_to_go=1, free_s=10.0, periods_left=1)
    assert asked.clock is not None
    assert asked.clock.bearable_s == 70.0
    assert from_usi_go("go btime 60000 wtime 0 byoyomi 10000", black=False).clock == asked.opponent


def test_usi_with_increments_and_limits() -> None:
    asked = from_usi_go("go ponder btime 1000 wtime 2000 binc 100 winc 200", black=False)
    assert asked.clock == ClockReading(remaining_s=2.0, increment_s=0.2)
    assert asked.opponent == ClockReading(remaining_s=1.0, increment_s=0.1)
    assert asked.limits == Limits(ponder=True)
    asked = from_usi_go("movetime 1500 depth 7 nodes 99", black=True)
    assert asked == SearchRequest(limits=Limits(move_time_s=1.5, depth=7, nodes=99))
    assert from_usi_go("go mate infinite", black=True).limits == Limits(infinite=True)
    assert from_usi_go("go infinite", black=True).limits == Limits(infinite=True)


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("go btime 60000 wtime 50000", ClockReading(remaining_s=60.0)),
        ("go binc 100", ClockReading(remaining_s=0.0, increment_s=0.1)),
        ("go byoyomi 1000", ClockReading(remaining_s=1.0, moves_to_go=1, free_s=1.0, periods_left=1)),
        (
            "go btime 500 byoyomi 10000",
            ClockReading(remaining_s=0.5, extra_s=10.0, period_s=10.0, periods_left=1),
        ),
        ("go wtime 50000", None),
        ("go depth 3", None),
    ],
)
def test_usi_has_a_clock_where_any_of_its_times_is_sent(text: str, clock: ClockReading | None) -> None:
    assert from_usi_go(text, black=True).clock == clock


@pytest.mark.parametrize(
    ("text", "position"),
    [("go btime", 9), ("go btime x", 9), ("go depth 3 btime -1", 17), ("go nosuch 3", 3), ("nosuch", 0)],
)
def test_usi_refuses_what_it_does_not_know_and_says_where(text: str, position: int) -> None:
    with pytest.raises(ParseError, match="a clock command: expected") as refused:
        from_usi_go(text, black=True)
    assert refused.value.position == position


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("time_settings 1800 0 0", "30:00"),
        ("time_settings 1800 300 25", "30:00 byo 25/5:00"),
        ("time_settings 600 30 1", "10:00 byo 1x30"),
        ("time_settings 600 1 1", "10:00 byo 1x1"),
        ("time_settings 0 30 0", "infinite"),
        ("time_settings 600 1 0", "infinite"),
        ("kgs-time_settings none", "infinite"),
        ("kgs-time_settings absolute 600", "10:00"),
        ("kgs-time_settings byoyomi 600 30 5", "10:00 byo 5x30"),
        ("kgs-time_settings byoyomi 600 30 1", "10:00 byo 1x30"),
        ("kgs-time_settings canadian 600 300 20", "10:00 byo 20/5:00"),
        ("kgs-time_settings canadian 600 300 1", "10:00 byo 1x300"),
    ],
)
def test_time_settings_of_gtp_are_time_controls(text: str, control: str) -> None:
    assert GtpClock.parse(text).control == TimeControl.parse(control)


def test_time_left_of_gtp_in_main_time_and_in_each_kind_of_byoyomi() -> None:
    canadian = GtpClock.parse("time_settings 600 300 25")
    assert canadian.time_left("time_left b 400 0") == ClockReading(
        remaining_s=400.0, extra_s=12.0, period_s=12.0, periods_left=1
    )
    assert canadian.time_left("b 200 20") == ClockReading(remaining_s=200.0, moves_to_go=20, periods_left=1)
    assert canadian.time_left("b 7 1").free_s == 7.0
    japanese = GtpClock.parse("kgs-time_settings byoyomi 600 30 5")
    assert japanese.time_left("w 30 3") == ClockReading(
        remaining_s=30.0, moves_to_go=1, free_s=30.0, periods_left=3
    )
    absolute = GtpClock.parse("kgs-time_settings absolute 600")
    assert absolute.time_left("w 30 0") == ClockReading(remaining_s=30.0)


@pytest.mark.parametrize(
    "text",
    ["time_settings 1 2", "time_settings a b c", "time_settings inf 0 0", "kgs-time_settings", "komi", ""],
)
def test_gtp_refuses_what_it_does_not_know(text: str) -> None:
    with pytest.raises(ParseError, match="a clock command: expected") as refused:
        GtpClock.parse(text)
    assert refused.value.position == 0
    with pytest.raises(ParseError, match="expected 2 numbers"):
        GtpClock.parse("time_settings 1 1 1").time_left("black 3")
