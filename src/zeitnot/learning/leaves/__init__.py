"""Leaves and win percentages of Scrabble, learned from static games."""

from zeitnot.learning.leaves.pre_endgame import (
    PreEndgame,
)
from zeitnot.learning.leaves.training import (
    LeaveProgress,
    LeaveSettings,
    LeaveTraining,
    rounds_of,
)
from zeitnot.learning.leaves.training_state import (
    TrainingState,
)
from zeitnot.learning.leaves.wins import (
    WinSettings,
    WinTraining,
)

__all__ = [
    "LeaveProgress",
    "LeaveSettings",
    "LeaveTraining",
    "PreEndgame",
    "TrainingState",
    "WinSettings",
    "WinTraining",
    "rounds_of",
]
