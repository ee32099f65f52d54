"""What is learned from games and searches: the chess evaluation, expected losses, time values, leaves."""

from zeitnot.learning.evaluation.fit import (
    Fit as Fit,
    FitSettings as FitSettings,
    Losses as Losses,
    fit_weights as fit_weights,
)
from zeitnot.learning.evaluation.games import play_builds as play_builds, play_games as play_games
from zeitnot.learning.evaluation.positions import Positions as Positions, load_folders as load_folders
from zeitnot.learning.evaluation.score_curve import CurveFit as CurveFit, fit_curve as fit_curve
from zeitnot.learning.evaluation.weights import (
    RUNS as RUNS,
    Features as Features,
    read_weights as read_weights,
    weights_text as weights_text,
)
from zeitnot.learning.leaves.training import (
    LeaveProgress as LeaveProgress,
    LeaveSettings as LeaveSettings,
    LeaveTraining as LeaveTraining,
    rounds_of as rounds_of,
)
from zeitnot.learning.leaves.training_state import TrainingState as TrainingState
from zeitnot.learning.leaves.values import PreEndgame as PreEndgame
from zeitnot.learning.leaves.wins import WinSettings as WinSettings, WinTraining as WinTraining
from zeitnot.learning.loss.data_folder import (
    DataFolder as DataFolder,
    DataSummary as DataSummary,
    open_data as open_data,
    read_data as read_data,
    summary_of as summary_of,
)
from zeitnot.learning.loss.columns import arrow as arrow
from zeitnot.learning.loss.metrics import Decile as Decile, Lead as Lead, LossMetrics as LossMetrics
from zeitnot.learning.loss.own_curve import in_own_scores as in_own_scores, own_curve as own_curve
from zeitnot.learning.loss.rows import (
    FEWEST_GROUPS as FEWEST_GROUPS,
    FOLDS as FOLDS,
    LossRows as LossRows,
    loss_rows as loss_rows,
    pooled_rows as pooled_rows,
    split_order as split_order,
    split_rows as split_rows,
    traces_of as traces_of,
    usual_nodes as usual_nodes,
)
from zeitnot.learning.loss.shards import (
    SHARD_SUFFIX as SHARD_SUFFIX,
    DataSet as DataSet,
    read_head as read_head,
    read_shard as read_shard,
    settings_difference as settings_difference,
    shard_paths as shard_paths,
    write_shard as write_shard,
)
from zeitnot.learning.loss.training import (
    LossTraining as LossTraining,
    TrainedLoss as TrainedLoss,
    model_metrics as model_metrics,
    train_loss as train_loss,
)
from zeitnot.learning.mergen import (
    PastGame as PastGame,
    PastPlayer as PastPlayer,
    learn_game as learn_game,
    past_games as past_games,
)
from zeitnot.learning.tasks import (
    MakeTask as MakeTask,
    RunTasks as RunTasks,
    Task as Task,
    cores as cores,
    run_here as run_here,
)
from zeitnot.learning.values.gains import (
    BUDGETS_S as BUDGETS_S,
    BudgetGains as BudgetGains,
    GainFit as GainFit,
)
from zeitnot.learning.values.loss_curves import LossCurve as LossCurve
from zeitnot.learning.values.recorded_curves import (
    chess_curves as chess_curves,
    scrabble_curves as scrabble_curves,
)
from zeitnot.learning.values.training import (
    LearnedValues as LearnedValues,
    learn_general_values as learn_general_values,
    learn_values as learn_values,
)
