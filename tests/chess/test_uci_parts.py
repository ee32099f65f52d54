"""Parts of the UCI engine by themselves: words, lines, positions."""

import io
import os

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.chess.fixtures_engine import Searched, make_engine
from zeitnot.chess.uci.commands import Game, parse_go
from zeitnot.chess.uci.info_lines import best_move_line, report_lines, wdl
from zeitnot.chess.uci.options import Option
from zeitnot.clocks import ClockReading
from zeitnot.errors import DataError
from zeitnot.games.streams import LONGEST, Writer, lines_of
from zeitnot.turns import Limits

BLACK_TO_MOVE = chess.Board("4k3/8/8/8/8/8/8/4K3 b - - 0 1")


@pytest.mark.source(
    "N1.time",
    "N1.increment",
    "N1.moves_to_go",
    "T2.clocks",
    "T2.move_time",
    "T2.depth",
    "T2.infinite",
    "T2.beyond",
    "A15.clock",
    "A15.moves_to_go",
    "A15.limits",
)
def test_every_word_of_go_is_understood() -> None:
    words = "wtime 180000 btime 60500 winc 2000 binc 10 movestogo 40 depth 9 nodes 1000 mate 3"
    request, notices = parse_go(words.split(), chess.Board())
    assert request.clock == ClockReading(remaining_s=180.0, increment_s=2.0, moves_to_go=40)
    assert request.opponent == ClockReading(remaining_s=60.5, increment_s=0.01, moves_to_go=40)
    assert request.limits == Limits(depth=9, nodes=1000, mate=3)
    assert notices == []
    words = "ponder infinite movetime 1500 searchmoves e2e4 d2d4"
    request, _ = parse_go(words.split(), chess.Board())
    assert request.limits == Limits(
        ponder=True, infinite=True, move_time_s=1.5, search_moves=("e2e4", "d2d4")
    )
    assert request.clock is None


def test_the_clock_of_the_side_to_move_is_the_own_one() -> None:
    request, _ = parse_go(["wtime", "1000", "btime", "2000"], BLACK_TO_MOVE)
    assert request.clock == ClockReading(remaining_s=2.0)
    assert request.opponent == ClockReading(remaining_s=1.0)


def test_moves_are_read_up_to_the_next_word() -> None:
    request, notices = parse_go(["searchmoves", "e2e4", "e2e5", "depth", "3"], chess.Board())
    assert request.limits == Limits(depth=3, search_moves=("e2e4",))
    assert len(notices) == 1


def test_a_word_without_its_number_does_not_swallow_the_next_word() -> None:
    request, _ = parse_go(["wtime", "depth", "3"], chess.Board())
    assert (request.clock, request.limits.depth) == (None, 3)


GO_WORDS = "wtime btime winc binc movestogo movetime depth nodes mate infinite ponder searchmoves"
VALUES = "0 1 -1 17 5000 -99999999 999999999999999999999999999999 1e9 3.5 e2e4 e2e5 0000 a7a8q x"
WORDS = st.sampled_from([*GO_WORDS.split(), *VALUES.split()])


@given(st.lists(st.one_of(WORDS, st.text(max_size=5)), max_size=12))
def test_any_words_after_go_make_a_search(words: list[str]) -> None:
    request, _ = parse_go(words, chess.Board())
    assert (request.limits.depth or 1) >= 1
    assert all(chess.Move.from_uci(move) in chess.Board().legal_moves for move in request.limits.search_moves)


def test_a_position_is_followed_forwards_backwards_and_sideways() -> None:
    game = Game()
    for moves in ("e2e4 e7e5 g1f3", "e2e4 e7e5 g1f3 b8c6", "e2e4", "e2e4 c7c5 b1c3", "", "d2d4"):
        words = ["startpos", *(["moves", *moves.split()] if moves else [])]
        game.set(words, chess960=False)
        expected = chess.Board()
        for move in moves.split():
            expected.push_uci(move)
        assert game.board.fen() == expected.fen()
        assert game.board.move_stack == expected.move_stack


@pytest.mark.parametrize(
    "words",
    [
        "startpos moves e2e4 e7e5 g1f3 e8e6",
        "startpos moves e2e4 c7c5 e1e3",
        "startpos moves 0000",
        "fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves e1e3",
        "fen 4k3/8/8/8/8/8/8/8 w - - 0 1",
        "fen QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/8/K1k5 w - - 0 1",
        "fen 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
        "fen",
        "moves e2e4",
        "startpos e2e4",
        "",
    ],
)
def test_a_wrong_position_leaves_the_last_one(words: str) -> None:
    game = Game()
    game.set(["startpos", "moves", "e2e4", "e7e5", "b1c3"], chess960=False)
    before = game.board.copy()
    with pytest.raises(DataError, match="got"):
        game.set(words.split(), chess960=False)
    assert game.board == before
    assert game.board.move_stack == before.move_stack
    game.set(["startpos", "moves", "e2e4", "e7e5", "b1c3", "g8f6"], chess960=False)
    assert len(game.board.move_stack) == 4


@pytest.mark.parametrize(
    ("fen", "said"),
    [
        ("4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", "castling"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "en passant"),
        ("4k3/8/8/8/8/8/8/4K3 w", ""),
    ],
)
def test_small_faults_of_a_fen_are_put_right_and_said(fen: str, said: str) -> None:
    game = Game()
    notice = game.set(["fen", *fen.split()], chess960=False)
    assert said in notice
    assert game.board.fen() == "4k3/8/8/8/8/8/8/4K3 w - - 0 1"


def test_chances_follow_the_score() -> None:
    lines = Searched(make_engine(), limits=Limits(depth=4), lines=20).reports[-1].lines
    chances = [wdl(line) for line in lines]
    assert all(sum(each) == 1000 and min(each) >= 0 for each in chances)
    assert [won for won, _, _ in chances] == sorted((won for won, _, _ in chances), reverse=True)


def test_an_iteration_is_one_line_for_each_variation() -> None:
    report = Searched(make_engine(), limits=Limits(depth=3), lines=2).reports[-1]
    first, second = report_lines(report, shows_wdl=False)
    assert first.startswith("info depth 3 seldepth ")
    assert " multipv 1 score cp " in first
    assert " multipv 2 score cp " in second
    assert first.endswith(f" pv {' '.join(report.lines[0].moves)}")


@pytest.mark.parametrize(
    ("move", "ponder", "line"),
    [
        ("e2e4", "e7e5", "bestmove e2e4 ponder e7e5"),
        ("e2e4", "", "bestmove e2e4"),
        ("", "x", "bestmove 0000"),
    ],
)
def test_the_answer_is_one_line(move: str, ponder: str, line: str) -> None:
    assert best_move_line(move, ponder) == line


def lines_from(data: bytes) -> list[str]:
    reading, writing = os.pipe()
    wake, alarm = os.pipe()
    try:
        os.write(writing, data)
        os.close(writing)
        return list(lines_of(reading, wake_fd=wake))
    finally:
        for descriptor in (reading, wake, alarm):
            os.close(descriptor)


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"uci\nisready\n", ["uci", "isready"]),
        (b"uci\r\n\r\n  quit", ["uci", "", "quit"]),
        (b"\xff\xfe\n\x00go\x00\n", ["��", "go"]),
    ],
)
def test_lines_are_read_whatever_they_end_with(data: bytes, lines: list[str]) -> None:
    assert lines_from(data) == lines


def test_the_reader_goes_home_when_it_is_woken() -> None:
    reading, writing = os.pipe()
    wake, alarm = os.pipe()
    os.write(alarm, b"!")
    assert list(lines_of(reading, wake_fd=wake)) == []
    for descriptor in (reading, writing, wake, alarm):
        os.close(descriptor)


def test_an_endless_line_is_cut() -> None:
    import threading

    reading, writing = os.pipe()
    wake, alarm = os.pipe()

    def write() -> None:
        with open(writing, "wb") as stream:
            stream.write(b"x" * (2 * LONGEST) + b"\nuci\n")

    thread = threading.Thread(target=write)
    thread.start()
    lines = list(lines_of(reading, wake_fd=wake))
    thread.join(timeout=60)
    assert [len(line) for line in lines] == [LONGEST, 3]
    for descriptor in (reading, wake, alarm):
        os.close(descriptor)


def test_a_line_is_written_whole_and_on_one_line() -> None:
    stream = io.BytesIO()
    writer = Writer(stream)
    writer.say("two\nlines, half a character \udcff")
    writer.line("x" * 10_000)
    first, second = stream.getvalue().splitlines()
    assert first == b"info string two lines, half a character \\udcff"
    assert len(second) == 4_000


def test_a_writer_whose_reader_has_gone_says_so_once() -> None:
    stream, calls = io.BytesIO(), []
    stream.close()
    writer = Writer(stream, on_broken=lambda: calls.append(1))
    writer.line("a")
    writer.line("b")
    assert writer.broken
    assert calls == [1]


def test_an_option_without_a_value_is_a_button() -> None:
    assert Option(name="Clear Hash", kind="button").line() == "option name Clear Hash type button"
