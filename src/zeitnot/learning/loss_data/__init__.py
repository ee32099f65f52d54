"""Expected-loss data: recorded searches, and what stopping at each step would have lost."""

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
    "ChessTrace",
    "JudgedCheck",
    "JudgedIteration",
    "JudgedPly",
    "ScrabbleTrace",
    "SimulatedRun",
    "Trace",
]
