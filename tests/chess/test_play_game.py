"""Games: board and clocks go together."""

import chess
import pytest

from zeitnot.chess.play import Game
from zeitnot.chess.play.game import Ending, ending_of
from zeitnot.clocks import TimeControl, WorkTime
from zeitnot.errors import StateError

E4, E5, NF3 = (chess.Move.from_uci(text) for text in ("e2e4", "e7e5", "g1f3"))


def started(clock: str = "3+2", fen: str = chess.STARTING_FEN) -> tuple[Game, WorkTime]:
    source = WorkTime()
    game = Game(TimeControl.parse(clock), board=chess.Board(fen), source=source)
    game.start()
    return game, source


def test_a_move_takes_its_time_and_earns_the_increment() -> None:
    game, source = started()
    source.advance(5.0)
    played = game.play(E4)
    assert played is not None
    assert [played.used_s, played.left_s] == pytest.approx([5.0, 177.0])
    source.advance(1.0)
    assert game.left_s(chess.WHITE) == pytest.approx(177.0)
    assert game.left_s(chess.BLACK) == pytest.approx(179.0)


def test_the_first_clock_belongs_to_the_side_that_begins() -> None:
    game, source = started(fen="4k3/8/8/8/8/8/4R3/4K3 b - - 0 1")
    source.advance(4.0)
    assert game.left_s(chess.BLACK) == pytest.approx(176.0)
    assert game.left_s(chess.WHITE) == 180.0
    reading = game.reading(chess.BLACK)
    assert reading is not None
    assert [reading.remaining_s, reading.increment_s] == pytest.approx([176.0, 2.0])


def test_a_move_after_the_flag_does_not_count() -> None:
    game, source = started("1:00")
    source.advance(60.5)
    assert game.play(E4) is None
    assert game.board.ply() == 0
    assert game.ending is not None
    assert game.ending.result == "0-1"
    before_s = game.left_s(chess.WHITE)
    source.advance(9.0)
    assert game.left_s(chess.WHITE) == before_s


def test_a_clock_used_up_to_the_end_loses_nothing() -> None:
    game, source = started("1:00")
    source.advance(60.0)
    assert game.play(E4) is not None
    assert game.ending is None


def test_moves_taken_back_restore_board_and_clocks() -> None:
    game, source = started()
    for seconds, move in ((3.0, E4), (4.0, E5), (7.0, NF3)):
        source.advance(seconds)
        game.play(move)
    source.advance(1.0)
    game.take_back(2)
    assert game.board.ply() == 1
    assert len(game.played) == 1
    assert game.left_s(chess.WHITE) == pytest.approx(179.0)
    assert game.left_s(chess.BLACK) == pytest.approx(180.0)
    source.advance(2.0)
    assert game.left_s(chess.BLACK) == pytest.approx(178.0)


@pytest.mark.parametrize("plies", [0, 1, 5])
def test_more_than_was_played_cannot_be_taken_back(plies: int) -> None:
    game, _ = started()
    with pytest.raises(StateError, match="taken back"):
        game.take_back(plies)


def test_a_game_that_is_over_takes_no_moves_and_its_clock_stands() -> None:
    game, source = started()
    game.end(Ending.drawn("agreed"))
    source.advance(5.0)
    assert game.left_s(chess.WHITE) == 180.0
    with pytest.raises(StateError, match="over"):
        game.play(E4)
    game.end(Ending.broken_off())
    assert game.ending == Ending.drawn("agreed")


def test_a_position_that_is_already_over_is_seen_at_once() -> None:
    game = Game(TimeControl.infinite(), board=chess.Board("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"))
    assert game.ending == Ending.won(chess.WHITE, "checkmate")


def test_without_a_clock_there_is_no_reading_but_time_is_still_measured() -> None:
    game, source = started("depth 5")
    source.advance(2.5)
    assert game.reading(chess.WHITE) is None
    assert game.initial_s is None
    played = game.play(E4)
    assert played is not None
    assert played.used_s == pytest.approx(2.5)


def test_the_third_occurrence_of_a_position_is_a_draw() -> None:
    board = chess.Board("r3k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    for move in ("a1b1", "a8b8", "b1a1", "b8a8") * 2:
        assert ending_of(board) is None
        board.push_uci(move)
    assert ending_of(board) == Ending.drawn("the same position for the third time")


def test_periods_of_byoyomi_are_counted_down() -> None:
    game, source = started("0:10 byo 3x5")
    assert game.periods_left(chess.WHITE) == 3
    source.advance(16.0)
    assert game.periods_left(chess.WHITE) == 2
    assert not game.flag_fell()
