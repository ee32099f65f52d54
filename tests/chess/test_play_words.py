"""What is said of a turn: clocks as they look, running searches, scores."""

import math

import chess
import pytest

from tests.chess.fixtures_play import table
from zeitnot._native import Report
from zeitnot.chess.engine import Engine, Request
from zeitnot.chess.play import Game
from zeitnot.chess.play.turn_words import both_clocks, numbered_san, report_words, score_text
from zeitnot.clocks import TimeControl, WorkTime, clock_face
from zeitnot.models import make_manager
from zeitnot.turns import Limits

MATES = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"


def searched(fen: str) -> Report:
    engine = Engine(make_manager("uniform"), hash_mb=1)
    engine.think(Request(board=chess.Board(fen), limits=Limits(depth=4)))
    return engine.result.last


@pytest.mark.parametrize(
    ("seconds", "face"),
    [
        (180.0, "3:00"),
        (179.999, "3:00"),
        (178.9, "2:59"),
        (20.0, "0:20"),
        (19.99, "0:19.9"),
        (9.45, "0:09.4"),
        (0.05, "0:00.0"),
        (-3.0, "-0:03"),
        (5400.0, "1:30:00"),
        (math.inf, "no clock"),
    ],
)
def test_clocks_show_tenths_when_they_run_low(seconds: float, face: str) -> None:
    assert clock_face(seconds) == face


def test_a_clock_past_its_end_shows_zero() -> None:
    source = WorkTime()
    game = Game(TimeControl.parse("0:10"), source=source)
    game.start()
    source.advance(13.0)
    assert both_clocks(game, chess.WHITE) == "you 0:00.0  engine 0:10.0"


def test_byoyomi_periods_stand_beside_the_clock() -> None:
    game = Game(TimeControl.parse("10:00 byo 5x30"), source=WorkTime())
    assert both_clocks(game, chess.BLACK) == "you 10:00 x5  engine 10:00 x5"
    assert both_clocks(Game(TimeControl.infinite(), source=WorkTime()), chess.WHITE) == ""


@pytest.mark.parametrize(
    ("fen", "score"), [(MATES, "mate in 1"), (chess.Board(MATES).mirror().fen(), "mate in 1")]
)
def test_a_mate_is_said_in_moves(fen: str, score: str) -> None:
    assert score_text(chess.Board(fen).turn, searched(fen)) == score


def test_a_mate_against_the_engine_is_said_as_such() -> None:
    report = searched("8/8/8/8/8/6k1/q7/7K w - - 0 1")
    assert score_text(chess.WHITE, report).startswith("mated in ")


def test_scores_are_those_of_white() -> None:
    queen_up = "3qk3/pppppppp/8/8/8/8/PPPPPPPP/4K3 b - - 0 1"
    assert score_text(chess.BLACK, searched(queen_up)).startswith("-")
    assert score_text(chess.WHITE, searched(chess.Board(queen_up).mirror().fen())).startswith("+")


def test_a_running_search_shows_depth_score_and_line() -> None:
    board = chess.Board()
    words = report_words(board, searched(board.fen()))
    assert words.startswith("depth 4  ")
    assert "  1. " in words
    assert report_words(board, None) == ""


def test_moves_are_numbered_for_both_sides() -> None:
    board = chess.Board()
    assert numbered_san(board, chess.Move.from_uci("e2e4")) == "1. e4"
    board.push_uci("e2e4")
    assert numbered_san(board, chess.Move.from_uci("e7e5")) == "1... e5"


def test_a_game_against_the_clock_ends_without_flags_under_every_policy() -> None:
    for policy in ("uniform", "neurofish", "mergen", "argo", "textbook", "stockfish"):
        game = table(["a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3"], clock="0:02", policy=policy)
        game.session.run()
        assert game.game.left_s(chess.BLACK) > 0
        assert "out of time" not in game.text
