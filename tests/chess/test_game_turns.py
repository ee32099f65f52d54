"""Game turns: a turn of anybody's game is searched, and the move that was played is judged."""

from collections.abc import Iterator

import chess
import pytest

from zeitnot.chess import ChessRecording, GameTurn, TurnRecorder
from zeitnot.turns import from_json_form, to_json_form

HANGING = "4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1"


@pytest.fixture(scope="module")
def recorder() -> Iterator[TurnRecorder]:
    made = TurnRecorder(ChessRecording(nodes=8000, judge_nodes=4000))
    yield made
    made.close()


def test_a_move_that_leaves_the_queen_loses_what_it_is_worth(recorder: TurnRecorder) -> None:
    found = recorder.record(GameTurn.of(chess.Board(HANGING), "e1f2"))
    assert found.played_loss > 0.2
    assert found.line[0] == "e3d5"
    assert found.gap is not None
    assert found.gap > 0.2
    assert found.trace.iterations[-1].loss == 0.0


def test_the_best_move_loses_nothing(recorder: TurnRecorder) -> None:
    assert recorder.record(GameTurn.of(chess.Board(HANGING), "e3d5")).played_loss == 0.0


def test_one_legal_move_is_searched_briefly_and_has_no_gap(recorder: TurnRecorder) -> None:
    board = chess.Board("k7/8/8/8/8/1r6/r7/K7 w - - 0 1")
    assert [move.uci() for move in board.legal_moves] == ["a1a2"]
    found = recorder.record(GameTurn.of(board, "a1a2"))
    assert found.gap is None
    assert found.played_loss == 0.0
    assert found.trace.iterations[-1].iteration.nodes <= 8000 / 8


def test_a_turn_knows_the_moves_that_can_be_repeated() -> None:
    board = chess.Board()
    for move in ("e2e4", "g8f6", "g1f3", "f6g8", "f3g1"):
        board.push_uci(move)
    turn = GameTurn.of(board, "g8f6")
    assert turn.moves == ("g8f6", "g1f3", "f6g8", "f3g1")
    assert turn.board().fen() == board.fen()
    assert turn.board().is_repetition(2)


def test_a_judged_turn_comes_back_from_its_json_form(recorder: TurnRecorder) -> None:
    found = recorder.record(GameTurn.of(chess.Board(HANGING), "e3d5"))
    assert from_json_form(type(found), to_json_form(found)) == found
