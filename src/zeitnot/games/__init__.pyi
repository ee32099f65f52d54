"""The seam between games and all that is made for every game: what a game provides, and the registry."""

from zeitnot.games.background import Background as Background
from zeitnot.games.engine_process import (
    EngineProcess as EngineProcess,
    command_of as command_of,
    resolved_command as resolved_command,
)
from zeitnot.games.estimate import CONFIDENCE as CONFIDENCE, Estimate as Estimate, Sum as Sum
from zeitnot.games.game import (
    FollowedBoard as FollowedBoard,
    Game as Game,
    Grid as Grid,
    LossScale as LossScale,
    PositionBefore as PositionBefore,
    SearchKind as SearchKind,
)
from zeitnot.games.hiccups import (
    HiccupError as HiccupError,
    HiccupWatch as HiccupWatch,
    play_excused as play_excused,
)
from zeitnot.games.human_game import (
    GameView as GameView,
    GameWish as GameWish,
    Hint as Hint,
    HumanGame as HumanGame,
    KeptFacts as KeptFacts,
    MoveView as MoveView,
    PlanView as PlanView,
    PlayChoice as PlayChoice,
    SeatView as SeatView,
    finished_plan as finished_plan,
    running_plan as running_plan,
    shown_s as shown_s,
)
from zeitnot.games.move_times import (
    MoveTime as MoveTime,
    SideTimes as SideTimes,
    clock_rises as clock_rises,
    side_times as side_times,
)
from zeitnot.games.participant import (
    BUILT_IN as BUILT_IN,
    DEEPEST as DEEPEST,
    MOST_NODES as MOST_NODES,
    Participant as Participant,
    Side as Side,
    move_time_control as move_time_control,
)
from zeitnot.games.play import (
    TICK_S as TICK_S,
    Over as Over,
    PlaySession as PlaySession,
    Prompt as Prompt,
    Screen as Screen,
    never as never,
    read_command as read_command,
)
from zeitnot.games.record_bounds import (
    bounded as bounded,
    bounded_record as bounded_record,
    utf8_text as utf8_text,
)
from zeitnot.games.recorded_deepening import (
    DeepeningGames as DeepeningGames,
    RecordedDeepening as RecordedDeepening,
    WholeGames as WholeGames,
)
from zeitnot.games.registry import add_game as add_game, find_game as find_game, game_names as game_names
from zeitnot.games.reviewer import (
    JudgedStep as JudgedStep,
    Judgement as Judgement,
    JudgeSettings as JudgeSettings,
    MoveComment as MoveComment,
    Reviewer as Reviewer,
    TurnJudge as TurnJudge,
    VerdictRules as VerdictRules,
)
from zeitnot.games.searches import (
    GOLDEN_RATIO as GOLDEN_RATIO,
    REPORTED_SPAN as REPORTED_SPAN,
    VARIANTS as VARIANTS,
    DrawnGame as DrawnGame,
    GameSource as GameSource,
    NearTraces as NearTraces,
    RecordedPosition as RecordedPosition,
    RecordedSearch as RecordedSearch,
    SimulatedPosition as SimulatedPosition,
    SimulatedSearch as SimulatedSearch,
    Stop as Stop,
    improving as improving,
    watched as watched,
)
from zeitnot.games.simulated_deepening import (
    DeepeningHabits as DeepeningHabits,
    SimulatedDeepening as SimulatedDeepening,
    drawn_deepening as drawn_deepening,
    typical_deepening as typical_deepening,
)
from zeitnot.games.streams import Writer as Writer, converse as converse
from zeitnot.games.table import (
    Adjudication as Adjudication,
    Fault as Fault,
    GameOrder as GameOrder,
    MatchTerms as MatchTerms,
    OnBegin as OnBegin,
    OnPlan as OnPlan,
    OnTurn as OnTurn,
    PlayedGame as PlayedGame,
    RefereeRules as RefereeRules,
    Table as Table,
    fault_notes as fault_notes,
    opening_line as opening_line,
)
from zeitnot.games.time_comments import (
    Source as Source,
    StatedTime as StatedTime,
    stated_time as stated_time,
    time_of as time_of,
)
from zeitnot.games.timed_game import (
    TimedGame as TimedGame,
    TimedMove as TimedMove,
    UnreadGame as UnreadGame,
)
from zeitnot.games.traces import (
    GAME_NUMBERS as GAME_NUMBERS,
    DeepeningTrace as DeepeningTrace,
    JudgedIteration as JudgedIteration,
    Recorder as Recorder,
    Trace as Trace,
)
