"""Recorded chess searches, judged move by move."""

from zeitnot.learning.loss_data.chess_recorder import ChessRecorder, ChessRecording

QUICK = ChessRecording(nodes=20_000, judge_nodes=20_000, game_nodes=200)


def test_a_record_depends_on_its_number_alone_whatever_was_recorded_before() -> None:
    fresh = ChessRecorder(QUICK).record(5)
    used = ChessRecorder(QUICK)
    used.record(2)
    assert used.record(5) == fresh
    assert used.record(2) != fresh
