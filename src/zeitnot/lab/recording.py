"""Recording: the recorders of both games as tasks of a fleet."""

from functools import partial

from zeitnot.learning.loss_data import ChessTrace, ScrabbleTrace
from zeitnot.learning.loss_data.chess_recorder import ChessRecorder, ChessRecording
from zeitnot.learning.loss_data.scrabble_recorder import ScrabbleRecorder, ScrabbleRecording
from zeitnot.learning.tasks import MakeTask

Recording = ChessRecording | ScrabbleRecording


def recording_task(settings: Recording) -> MakeTask[ChessTrace | ScrabbleTrace]:
    """Return what a fleet needs to record positions."""
    return partial(_RecordingTask, settings)


class _RecordingTask:
    def __init__(self, settings: Recording) -> None:
        self._recorder: ChessRecorder | ScrabbleRecorder = (
            ChessRecorder(settings) if isinstance(settings, ChessRecording) else ScrabbleRecorder(settings)
        )

    def __call__(self, number: int, /) -> ChessTrace | ScrabbleTrace:
        return self._recorder.record(number)

    def close(self) -> None:
        if isinstance(self._recorder, ChessRecorder):  # its engine is another process
            self._recorder.close()
