"""Experiments: matches, replays, tuning, and games without engines that show how time is spent."""

from zeitnot.lab.closing import Closing as Closing
from zeitnot.lab.data_run import (
    DataRun as DataRun,
    recording_cost_s as recording_cost_s,
    recording_task as recording_task,
)
from zeitnot.lab.engine_profile import (
    EngineLearning as EngineLearning,
    EngineRecording as EngineRecording,
)
from zeitnot.lab.fleet.match_fleet import (
    LocalFleet as LocalFleet,
    RayFleet as RayFleet,
)
from zeitnot.lab.fleet.tasks import LocalTasks as LocalTasks, RayTasks as RayTasks, run_tasks as run_tasks
from zeitnot.lab.fleet.work_queue import (
    Done as Done,
    Event as Event,
    Finished as Finished,
    Fleet as Fleet,
    Lost as Lost,
    Moved as Moved,
    Planned as Planned,
    WorkQueue as WorkQueue,
)
from zeitnot.lab.game_recording import recording_of_games as recording_of_games
from zeitnot.lab.general_model import (
    CHECK_CLOCK as CHECK_CLOCK,
    CURVE_OPENINGS as CURVE_OPENINGS,
    CurvePoint as CurvePoint,
    EngineCheck as EngineCheck,
    LearnedGeneral as LearnedGeneral,
    check_without_each as check_without_each,
    learn_general as learn_general,
    learning_curve as learning_curve,
)
from zeitnot.lab.match.live import (
    LIVE_SUFFIX as LIVE_SUFFIX,
    LiveFile as LiveFile,
    LiveGame as LiveGame,
    LiveHead as LiveHead,
    LivePlan as LivePlan,
    LiveReader as LiveReader,
    LiveState as LiveState,
    LiveTurn as LiveTurn,
    Wish as Wish,
    is_live as is_live,
    live_path as live_path,
    send_wish as send_wish,
)
from zeitnot.lab.match.past_games import run_games as run_games
from zeitnot.lab.match.plan import (
    NO_CLOCK as NO_CLOCK,
    NO_GAME as NO_GAME,
    SEQUENTIAL as SEQUENTIAL,
    EngineCommand as EngineCommand,
    MatchPlan as MatchPlan,
    Tournament as Tournament,
    chosen_openings as chosen_openings,
    engine_commands as engine_commands,
    plan_match as plan_match,
)
from zeitnot.lab.match.runner import (
    MatchResult as MatchResult,
    Stopped as Stopped,
    interrupted_match as interrupted_match,
    play_match as play_match,
    resume_match as resume_match,
)
from zeitnot.lab.match.standings import (
    MatchObserver as MatchObserver,
    MatchProgress as MatchProgress,
    MatchStandings as MatchStandings,
    RunningGame as RunningGame,
    SprtState as SprtState,
    game_pairs as game_pairs,
    standings_of as standings_of,
)
from zeitnot.lab.late_turns import LateTurn as LateTurn, find_late_turns as find_late_turns
from zeitnot.lab.participant_figures import (
    ClockFigures as ClockFigures,
    TimeUse as TimeUse,
    clock_figures as clock_figures,
    fault_counts as fault_counts,
    ponder_counts as ponder_counts,
    time_use as time_use,
)
from zeitnot.lab.replay.agreement import (
    Agreement as Agreement,
    TurnTimes as TurnTimes,
    agreement as agreement,
    plan_of_run as plan_of_run,
)
from zeitnot.lab.replay.figures import (
    EVEN_SHARES as EVEN_SHARES,
    PhaseFigures as PhaseFigures,
    PhaseSum as PhaseSum,
    PolicyFigures as PolicyFigures,
    PolicySums as PolicySums,
    figures_of as figures_of,
    phase_figures as phase_figures,
    turn_estimate as turn_estimate,
)
from zeitnot.lab.replay.oracle import (
    ORACLE as ORACLE,
    Oracle as Oracle,
    OracleGame as OracleGame,
    has_oracle as has_oracle,
)
from zeitnot.lab.replay.replay import (
    Entrant as Entrant,
    Replay as Replay,
    ReplayPlan as ReplayPlan,
    ReplayRunner as ReplayRunner,
    parse_entrants as parse_entrants,
    run_replay as run_replay,
)
from zeitnot.lab.simulated import (
    Rival as Rival,
    SimulatedGame as SimulatedGame,
    SpendingCurve as SpendingCurve,
    play_simulated as play_simulated,
    spending_curves as spending_curves,
)
from zeitnot.lab.statistics.elo import (
    EloEstimate as EloEstimate,
    elo_of as elo_of,
    elo_of_share as elo_of_share,
    likelihood_of_superiority as likelihood_of_superiority,
    normalised_elo_of as normalised_elo_of,
    share_of_elo as share_of_elo,
)
from zeitnot.lab.statistics.outcomes import (
    Outcomes as Outcomes,
    Pentanomial as Pentanomial,
    Trinomial as Trinomial,
)
from zeitnot.lab.statistics.score import Score as Score, SpreadScore as SpreadScore
from zeitnot.lab.statistics.sprt import EloModel as EloModel, Sprt as Sprt, SprtVerdict as SprtVerdict
from zeitnot.lab.statistics.standings import Standing as Standing, Standings as Standings
from zeitnot.lab.store.export import (
    export_csv as export_csv,
    export_parquet as export_parquet,
    export_texts as export_texts,
)
from zeitnot.lab.store.game_files import GameFiles as GameFiles
from zeitnot.lab.store.node_shards import Kept as Kept, SharedFolder as SharedFolder
from zeitnot.lab.store.rows import GameRow as GameRow, TurnRow as TurnRow
from zeitnot.lab.store.run_store import RUN_SUFFIX as RUN_SUFFIX, RunStore as RunStore
from zeitnot.lab.store.shard_store import ShardStore as ShardStore, missing_numbers as missing_numbers
from zeitnot.lab.tune import Change as Change, Tuned as Tuned, TunePlan as TunePlan, Tuning as Tuning
from zeitnot.lab.tune_pairs import PairPlan as PairPlan, PairTuned as PairTuned, PairTuning as PairTuning
