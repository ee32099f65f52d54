"""Expected-loss data: recorded searches, and what stopping at each step would have lost."""

from zeitnot.learning.loss_data.chess_recorder import ChessRecorder, ChessRecording
from zeitnot.learning.loss_data.traces import (
    ChessTrace,
    JudgedCheck,
    JudgedIteration,
    JudgedPly,
    ScrabbleTrace,
    SimulatedRun,
    Trace,
)

__all__ = [
    "ChessRecorder",
    "ChessRecording",
    "ChessTrace",
    "JudgedCheck",
    "JudgedIteration",
    "JudgedPly",
    "ScrabbleTrace",
    "SimulatedRun",
    "Trace",
]
