"""What is learned from games and searches: the chess evaluation, expected losses, time values, leaves."""

from zeitnot.learning.evaluation.features import Features as Features
from zeitnot.learning.evaluation.fit import (
    Fit as Fit,
)
from zeitnot.learning.evaluation.fit import (
    FitSettings as FitSettings,
)
from zeitnot.learning.evaluation.fit import (
    Losses as Losses,
)
from zeitnot.learning.evaluation.fit import (
    fit_weights as fit_weights,
)
from zeitnot.learning.evaluation.games import play_builds as play_builds
from zeitnot.learning.evaluation.games import play_games as play_games
from zeitnot.learning.evaluation.positions import Positions as Positions
from zeitnot.learning.evaluation.positions import load_folders as load_folders
from zeitnot.learning.evaluation.score_curve import CurveFit as CurveFit
from zeitnot.learning.evaluation.score_curve import fit_curve as fit_curve
from zeitnot.learning.evaluation.weights import (
    RUNS as RUNS,
)
from zeitnot.learning.evaluation.weights import (
    read_weights as read_weights,
)
from zeitnot.learning.evaluation.weights import (
    weights_text as weights_text,
)
from zeitnot.learning.leaves.pre_endgame import PreEndgame as PreEndgame
from zeitnot.learning.leaves.training import (
    LeaveProgress as LeaveProgress,
)
from zeitnot.learning.leaves.training import (
    LeaveSettings as LeaveSettings,
)
from zeitnot.learning.leaves.training import (
    LeaveTraining as LeaveTraining,
)
from zeitnot.learning.leaves.training import (
    rounds_of as rounds_of,
)
from zeitnot.learning.leaves.training_state import TrainingState as TrainingState
from zeitnot.learning.leaves.wins import WinSettings as WinSettings
from zeitnot.learning.leaves.wins import WinTraining as WinTraining
from zeitnot.learning.loss.columns import arrow as arrow
from zeitnot.learning.loss.metrics import Decile as Decile
from zeitnot.learning.loss.metrics import Lead as Lead
from zeitnot.learning.loss.metrics import LossMetrics as LossMetrics
from zeitnot.learning.loss.rows import LossRows as LossRows
from zeitnot.learning.loss.rows import loss_rows as loss_rows
from zeitnot.learning.loss.shards import (
    SHARD_SUFFIX as SHARD_SUFFIX,
)
from zeitnot.learning.loss.shards import (
    DataSet as DataSet,
)
from zeitnot.learning.loss.shards import (
    DataSummary as DataSummary,
)
from zeitnot.learning.loss.shards import (
    read_data as read_data,
)
from zeitnot.learning.loss.shards import (
    read_head as read_head,
)
from zeitnot.learning.loss.shards import (
    read_shard as read_shard,
)
from zeitnot.learning.loss.shards import (
    settings_difference as settings_difference,
)
from zeitnot.learning.loss.shards import (
    shard_paths as shard_paths,
)
from zeitnot.learning.loss.shards import (
    summary_of as summary_of,
)
from zeitnot.learning.loss.shards import (
    write_shard as write_shard,
)
from zeitnot.learning.loss.training import (
    LossTraining as LossTraining,
)
from zeitnot.learning.loss.training import (
    TrainedLoss as TrainedLoss,
)
from zeitnot.learning.loss.training import (
    train_loss as train_loss,
)
from zeitnot.learning.mergen import (
    PastGame as PastGame,
)
from zeitnot.learning.mergen import (
    PastPlayer as PastPlayer,
)
from zeitnot.learning.mergen import (
    learn_game as learn_game,
)
from zeitnot.learning.mergen import (
    past_games as past_games,
)
from zeitnot.learning.tasks import (
    MakeTask as MakeTask,
)
from zeitnot.learning.tasks import (
    RunTasks as RunTasks,
)
from zeitnot.learning.tasks import (
    Task as Task,
)
from zeitnot.learning.tasks import (
    cores as cores,
)
from zeitnot.learning.tasks import (
    run_here as run_here,
)
from zeitnot.learning.values.gains import (
    BUDGETS_S as BUDGETS_S,
)
from zeitnot.learning.values.gains import (
    BudgetGains as BudgetGains,
)
from zeitnot.learning.values.gains import (
    GainFit as GainFit,
)
from zeitnot.learning.values.loss_curves import (
    LossCurve as LossCurve,
)
from zeitnot.learning.values.loss_curves import (
    chess_curves as chess_curves,
)
from zeitnot.learning.values.loss_curves import (
    scrabble_curves as scrabble_curves,
)
from zeitnot.learning.values.training import LearnedValues as LearnedValues
from zeitnot.learning.values.training import learn_values as learn_values
