"""What is learned from games and searches: the chess evaluation, expected losses, time values, leaves."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zeitnot.learning.evaluation import (
        RUNS,
        CurveFit,
        Features,
        Fit,
        FitSettings,
        GameSettings,
        Losses,
        Player,
        Positions,
        fit_curve,
        fit_weights,
        load_folders,
        play_builds,
        play_game,
        play_games,
        random_opening,
        read_weights,
        weights_text,
    )
    from zeitnot.learning.leaves import (
        LeaveProgress,
        LeaveSettings,
        LeaveTraining,
        PreEndgame,
        TrainingState,
        WinSettings,
        WinTraining,
        rounds_of,
    )
    from zeitnot.learning.loss import (
        SHARD_SUFFIX,
        ChessRecorder,
        ChessRecording,
        ChessTrace,
        DataSet,
        DataSummary,
        Decile,
        DrawnPosition,
        GameName,
        JudgedCheck,
        JudgedIteration,
        JudgedPly,
        Lead,
        LossMetrics,
        LossRows,
        LossTraining,
        ScrabbleRecorder,
        ScrabbleRecording,
        ScrabbleTrace,
        SimulatedRun,
        Trace,
        TrainedLoss,
        arrow,
        is_seen,
        loss_rows,
        read_data,
        read_head,
        read_shard,
        settings_difference,
        shard_paths,
        summary_of,
        traces_of,
        train_loss,
        write_shard,
    )
    from zeitnot.learning.mergen import (
        PastGame,
        PastPlayer,
        learn_game,
        past_games,
    )
    from zeitnot.learning.tasks import (
        MakeTask,
        RunTasks,
        Task,
        cores,
        run_here,
    )
    from zeitnot.learning.values import (
        BUDGETS_S,
        BudgetGains,
        GainFit,
        LearnedValues,
        LossCurve,
        chess_curves,
        learn_values,
        scrabble_curves,
    )

__all__ = [
    "BUDGETS_S",
    "RUNS",
    "SHARD_SUFFIX",
    "BudgetGains",
    "ChessRecorder",
    "ChessRecording",
    "ChessTrace",
    "CurveFit",
    "DataSet",
    "DataSummary",
    "Decile",
    "DrawnPosition",
    "Features",
    "Fit",
    "FitSettings",
    "GainFit",
    "GameName",
    "GameSettings",
    "JudgedCheck",
    "JudgedIteration",
    "JudgedPly",
    "Lead",
    "LearnedValues",
    "LeaveProgress",
    "LeaveSettings",
    "LeaveTraining",
    "LossCurve",
    "LossMetrics",
    "LossRows",
    "LossTraining",
    "Losses",
    "MakeTask",
    "PastGame",
    "PastPlayer",
    "Player",
    "Positions",
    "PreEndgame",
    "RunTasks",
    "ScrabbleRecorder",
    "ScrabbleRecording",
    "ScrabbleTrace",
    "SimulatedRun",
    "Task",
    "Trace",
    "TrainedLoss",
    "TrainingState",
    "WinSettings",
    "WinTraining",
    "arrow",
    "chess_curves",
    "cores",
    "fit_curve",
    "fit_weights",
    "is_seen",
    "learn_game",
    "learn_values",
    "load_folders",
    "loss_rows",
    "past_games",
    "play_builds",
    "play_game",
    "play_games",
    "random_opening",
    "read_data",
    "read_head",
    "read_shard",
    "read_weights",
    "rounds_of",
    "run_here",
    "scrabble_curves",
    "settings_difference",
    "shard_paths",
    "summary_of",
    "traces_of",
    "train_loss",
    "weights_text",
    "write_shard",
]

_PARTS = ("tasks", "evaluation", "loss", "leaves", "values", "mergen")
"""Where the names come from, the cheapest to import first."""


def __dir__() -> list[str]:
    return __all__


if not TYPE_CHECKING:  # else a type checker would take any name for an object

    def __getattr__(name: str) -> object:
        """Look a name up when it is asked for: importing everything takes a while."""
        if name in __all__:
            for part in _PARTS:
                module = import_module(f"{__name__}.{part}")
                if name in vars(module):
                    return getattr(module, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
